// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/ids/tools/parts/specification.h"
#include "domains/ids/tools/tool.h"

// What the tools that add, change, move and remove facets take and answer.
namespace ids::tools {

// Which facet of which specification.
struct FacetTarget {
  std::string spec_id;
  std::optional<std::string> facet_id;
  std::optional<Location> location;
  std::optional<std::int64_t> facet_index;

  static constexpr auto target_fields() {
    return tool::fields(
        tool::field("spec_id", &FacetTarget::spec_id, spec_id_doc, {.min_length = 1}),
        tool::field("facet_id", &FacetTarget::facet_id, "For example requirements[0].", {.max_length = 60}),
        tool::field("location", &FacetTarget::location, "Without facet_id: where the facet is."),
        tool::field("facet_index", &FacetTarget::facet_index, "Without facet_id: its place there, from 0.",
                    {.minimum = 0}));
  }
};

struct FacetOut {
  std::string status = "added";
  std::string facet_type, spec_id, facet_id;
  std::int64_t facet_index = 0;
  std::string description;
  std::vector<std::string> warnings;
  static constexpr auto fields =
      tool::fields(tool::field("status", &FacetOut::status, "added."),
                   tool::field("facet_type", &FacetOut::facet_type,
                               "entity, property, attribute, classification, material or partOf."),
                   tool::field("spec_id", &FacetOut::spec_id, "The specification."),
                   tool::field("facet_id", &FacetOut::facet_id, "The facet within it: requirements[0]."),
                   tool::field("facet_index", &FacetOut::facet_index, "Its position at that location, from 0."),
                   tool::field("description", &FacetOut::description, "The facet in words."),
                   tool::field("warnings", &FacetOut::warnings, "What deserves a look."));
};
FacetOut facet_out(std::string status, const doc::Specification& specification, const FacetPlace& place,
                   std::vector<std::string> warnings = {});

// Adds it at the end of its location, normalised and admitted; what that had to say comes after `notes`.
Result<Change> add_facet(const View& view, std::string_view spec_id, Location location, doc::Facet facet,
                         std::vector<std::string> notes = {});

}  // namespace ids::tools
