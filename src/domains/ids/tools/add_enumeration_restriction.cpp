// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "domains/ids/tools/parts/restriction.h"

namespace ids::tools::add_enumeration_restriction {

namespace {

struct Args : RestrictionArgs {
  std::vector<Json> values;
  static constexpr auto fields = std::tuple_cat(
      first_fields(),
      tool::fields(tool::field("values", &Args::values, "Texts or numbers.", {.min_length = 1, .max_length = 10'000})),
      last_fields());
};

Result<Change> plan(const Args& args, const View& view) {
  std::vector<doc::XsFacet> facets;
  for (std::size_t i = 0; i < args.values.size(); ++i) {
    facets.push_back({"enumeration", TRY(literal(args.values[i], "values[" + std::to_string(i) + "]")), false});
  }
  return restrict_parameter(view, args, "enumeration", facets);
}

}  // namespace

Tool declare() {
  return tool::change<Args, RestrictionOut>({.name = "add_enumeration_restriction",
                                             .title = "Restrict to a list of values",
                                             .doc = "Allows only the listed values for a parameter of a facet, for "
                                                    "example REI30 and REI60 for the value.",
                                             .needs = Permission::modify},
                                            plan);
}

}  // namespace ids::tools::add_enumeration_restriction
