// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "kernel/policy.h"

// Policies for tests of the kernel, which knows no toolset but its own: a few names, one of them for several, governed
// in every way there is.
namespace support {

inline kernel::Toolsets toolsets() {
  const kernel::Governance preview{.mode = kernel::Mode::preview,
                                   .gate = {"element.deleted", "branch.merged"},
                                   .bulk_above = 50,
                                   .reasoning_required = true};
  return {{.name = "ids", .governance = {}},
          {.name = "energy", .governance = {}},
          {.name = "floorplan", .governance = {}},
          {.name = "aas", .governance = {.mode = kernel::Mode::propose}},
          {.name = "bim",
           .governance = preview,
           .stands_for = {"geometry", "spatial", "validation", "documentation"},
           .remark = "geometry, spatial, validation, documentation",
           .facts = {"view.created"}},
          {.name = "fixtures", .governance = preview, .remark = "the toolset of the tests"}};
}

inline const kernel::Policy& built_in_policy() {
  static const kernel::Policy policy = kernel::Policy::built_in(toolsets());
  return policy;
}

inline kernel::Result<kernel::Policy> parse_policy(std::string_view toml, std::string source) {
  return kernel::Policy::parse(toml, std::move(source), built_in_policy());
}

inline kernel::Result<kernel::Policy> load_policy(const std::filesystem::path& file) {
  return kernel::Policy::load(file, built_in_policy());
}

}  // namespace support
