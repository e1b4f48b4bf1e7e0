// SPDX-License-Identifier: Apache-2.0
#include "formats/ifc/version.h"

#include <algorithm>
#include <cstddef>

#include "base/text.h"

namespace formats::ifc {

std::string_view text(Version version) { return version_facts[static_cast<std::size_t>(version)].ids; }

// A release, or one with an addendum or corrigendum: those keep the order of attributes. Release candidates
// (IFC4X3_RC2) and the drafts in between (IFC4X1) do not.
std::optional<Version> version_named(std::string_view name) {
  const std::size_t underscore = name.find('_');
  const std::string_view release = name.substr(0, underscore);
  const std::string_view addition = underscore == std::string_view::npos ? "" : name.substr(underscore + 1);
  if (base::lower_ascii(addition).starts_with("rc")) return std::nullopt;
  const auto found = std::ranges::find_if(
      version_facts, [&](const VersionFact& fact) { return base::equals_ignoring_case(fact.release, release); });
  return found == version_facts.end() ? std::nullopt : std::optional(found->version);
}

}  // namespace formats::ifc
