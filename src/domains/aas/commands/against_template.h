// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "domains/aas/engine/templates/templates.h"
#include "domains/aas/engine/validate/file.h"

// Templates on the command line.
namespace aas::commands {

// Each submodel by its own semanticId, those without a known template not at all.
inline constexpr std::string_view each_its_own = "auto";

// The published ones, and those in the user's own folder.
engine::Templates known_templates();

// Adds what the submodels of a file lack against a template: those with its semanticId or, where there is none, all of
// them. A file in which nothing could be checked is not valid. Fails with TEMPLATE_NOT_FOUND.
base::Result<void> add_template_findings(engine::FileCheck& check, std::string_view bytes, const std::string& wanted,
                                         const engine::FileCheckOptions& options, const engine::Templates& known);

}  // namespace aas::commands
