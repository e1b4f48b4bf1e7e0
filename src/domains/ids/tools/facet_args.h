// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/ids/tools/shared.h"

// What the tools that act on an existing facet take.
namespace ids::tools {

struct FacetTarget {
  std::string spec_id;
  std::optional<std::string> facet_id;
  std::optional<Location> location;
  std::optional<std::int64_t> facet_index;

  static constexpr auto target_fields() {
    return tool::fields(
        tool::field("spec_id", &FacetTarget::spec_id, "The specification: its identifier, else its name.",
                    {.min_length = 1}),
        tool::field("facet_id", &FacetTarget::facet_id,
                    "The facet as get_specification and the add_… tools name it: requirements[0].", {.max_length = 60}),
        tool::field("location", &FacetTarget::location, "Without facet_id: where the facet is."),
        tool::field("facet_index", &FacetTarget::facet_index, "Without facet_id: its position there, from 0.",
                    {.minimum = 0}));
  }
};

}  // namespace ids::tools
