// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domains/ids/engine/edit/restriction.h"
#include "domains/ids/tools/parts/specification.h"
#include "domains/ids/tools/tool.h"

// What the four restriction tools take and answer.
namespace ids::tools {

struct RestrictionArgs : engine::RestrictionTarget {
  // Every tool's own fields stand between these.
  static constexpr auto first_fields() {
    return tool::fields(tool::field("spec_id", &RestrictionArgs::spec_id, spec_id_doc, {.min_length = 1}),
                        tool::field("parameter_name", &RestrictionArgs::parameter_name,
                                    "value, name, predefinedType, propertySet, baseName or system.",
                                    {.min_length = 1, .max_length = 60}),
                        tool::field("base_type", &RestrictionArgs::base_type, "For example xs:string or xs:double.",
                                    {.min_length = 1, .max_length = 60}));
  }
  static constexpr auto last_fields() {
    return tool::fields(
        tool::field("facet_index", &RestrictionArgs::facet_index,
                    "Its place there, from 0; default: the last that fits.", {.minimum = 0}),
        tool::field("location", &RestrictionArgs::location, "Default: requirements first."),
        tool::field("facet_id", &RestrictionArgs::facet_id, "For example requirements[0].", {.max_length = 60}));
  }
};

struct RestrictionOut {
  std::string status = "added";
  std::string restriction_type, spec_id, facet_id, facet_type, parameter_name, description;
  std::vector<std::string> warnings;
  static constexpr auto fields = tool::fields(
      tool::field("status", &RestrictionOut::status, "added."),
      tool::field("restriction_type", &RestrictionOut::restriction_type, "enumeration, pattern, bounds or length."),
      tool::field("spec_id", &RestrictionOut::spec_id, "The specification."),
      tool::field("facet_id", &RestrictionOut::facet_id, "The facet that was restricted."),
      tool::field("facet_type", &RestrictionOut::facet_type, "Its kind."),
      tool::field("parameter_name", &RestrictionOut::parameter_name, "The parameter that was restricted."),
      tool::field("description", &RestrictionOut::description, "The facet in words, as it is now."),
      tool::field("warnings", &RestrictionOut::warnings, "What deserves a look."));
};

// Adds the xs facets to the parameter's restriction, as engine/edit/restriction.h tells.
Result<Change> restrict_parameter(const View& view, const RestrictionArgs& args, std::string_view restriction_type,
                                  const std::vector<doc::XsFacet>& facets);

// A number or a text as an xs literal.
Result<std::string> literal(const Json& json, const std::string& path);

}  // namespace ids::tools
