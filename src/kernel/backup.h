// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

#include "kernel/calls.h"

// Internal: whole copies of a workspace, and coming back to one.
//
// A backup is a directory: workspace.db, heads.jsonl, kept/<SHA-256>, and backup.json, which names them with their
// digests and is signed with the server's key.
namespace kernel {

Result<Json> make_backup(Core& core, const Call& call, const std::filesystem::path& directory);
// Looks at a backup and at what is there today; from then on the workspace takes nothing for two minutes, until it is
// restored or until whoever asked no longer wants it, so that nothing more is lost than what the person is told.
Result<Kernel::RestorePlan> plan_restore(Core& core, const std::filesystem::path& directory,
                                         std::function<bool()> wanted);
Result<Outcome> run_restore(Core& core, Call call, const std::filesystem::path& directory, Ballot ballot);

}  // namespace kernel
