// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "domains/ids/tools/parts/restriction.h"

namespace ids::tools::add_pattern_restriction {

namespace {

struct Args : RestrictionArgs {
  std::string pattern;
  static constexpr auto fields =
      std::tuple_cat(first_fields(),
                     tool::fields(tool::field("pattern", &Args::pattern,
                                              "XSD regular expression for the whole value, without ^ and $.",
                                              {.min_length = 1, .max_length = 10'000})),
                     last_fields());
};

Result<Change> plan(const Args& args, const View& view) {
  return restrict_parameter(view, args, "pattern", {{"pattern", args.pattern, false}});
}

}  // namespace

Tool declare() {
  return tool::change<Args, RestrictionOut>({.name = "add_pattern_restriction",
                                             .title = "Restrict to a pattern",
                                             .doc = "Lets a parameter of a facet only have values that match a regular "
                                                    "expression, for example EW-[0-9]{3}. Several are alternatives.",
                                             .needs = Permission::modify},
                                            plan);
}

}  // namespace ids::tools::add_pattern_restriction
