// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "domains/ids/tools/parts/restriction.h"

namespace ids::tools::add_length_restriction {

namespace {

constexpr double longest = 1'000'000;

struct Args : RestrictionArgs {
  std::optional<std::int64_t> length, min_length, max_length;
  static constexpr auto fields = std::tuple_cat(
      first_fields(),
      tool::fields(tool::field("length", &Args::length, "Exactly.", {.minimum = 0, .maximum = longest}),
                   tool::field("min_length", &Args::min_length, "At least.", {.minimum = 0, .maximum = longest}),
                   tool::field("max_length", &Args::max_length, "At most.", {.minimum = 0, .maximum = longest})),
      last_fields());
};

Result<Change> plan(const Args& args, const View& view) {
  if (args.length && (args.min_length || args.max_length)) {
    return fail(Code::constraint, "Give length alone, or min_length and max_length.", "length");
  }
  if (args.min_length && args.max_length && *args.min_length > *args.max_length) {
    return fail(Code::constraint, "min_length is above max_length.", "min_length");
  }
  std::vector<doc::XsFacet> facets;
  if (args.length) facets.push_back({"length", std::to_string(*args.length), false});
  if (args.min_length) facets.push_back({"minLength", std::to_string(*args.min_length), false});
  if (args.max_length) facets.push_back({"maxLength", std::to_string(*args.max_length), false});
  if (facets.empty()) {
    return fail(Code::missing, "Give length, min_length or max_length.", "length");
  }
  return restrict_parameter(view, args, "length", facets);
}

}  // namespace

Tool declare() {
  return tool::change<Args, RestrictionOut>({.name = "add_length_restriction",
                                             .title = "Restrict the length of a text",
                                             .doc = "Bounds how many characters a parameter of a facet may have.",
                                             .needs = Permission::modify},
                                            plan);
}

}  // namespace ids::tools::add_length_restriction
