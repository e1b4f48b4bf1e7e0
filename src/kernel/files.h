// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "kernel/adopted.h"
#include "kernel/core.h"
#include "kernel/types.h"
#include "store/workspace_file.h"

// Internal: files as governed objects. What a change would do to them is found out here, by looking, and never taken
// from the tool that asks.
namespace kernel {

// Looks at the places of all files that a change writes, whose paths become absolute. Refuses hidden names, what is
// executable, a link or a device, an ending that is not one of the format's, and what is foreign unless the caller
// said overwrite.
// What cannot be brought back later is said in the change's warnings.
Result<std::vector<FilePlan>> plan_files(const Core& core, const Workspace& workspace, Change& change);
// The documents that a change loads, if their files hold what was loaded, as the kernel saw when it read them for the
// change (View::load_file) or sees now; others give no right to replace them.
using SharedBytes = std::vector<std::shared_ptr<const AdoptedBytes>>;
std::vector<store::FileRow> loaded_files(const base::Roots& roots, const Change& change, const SharedBytes& adopted);
// Code::stale where a place no longer is as planned.
Result<void> check_unmoved(const base::Roots& roots, const std::vector<FilePlan>& files);

// CREATE or MODIFY of category "file".
void add_to(Touched& touched, const std::vector<FilePlan>& files);
// file.created, file.replaced, or file.overwritten for what was foreign.
Fact fact_of(const FilePlan& file);
}  // namespace kernel
