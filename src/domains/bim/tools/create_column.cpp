// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "base/text.h"
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::create_column {

namespace {

struct Args {
  Json location;
  std::optional<std::string> base_level, top_level, profile;

  static constexpr auto fields =
      tool::fields(tool::field("location", &Args::location, "[x, y] mm, its middle."),
                   tool::field("base_level", &Args::base_level, level_doc),
                   tool::field("top_level", &Args::top_level, "Where it ends; the base level's height if absent."),
                   tool::field("profile", &Args::profile, "\"300x400\" mm along x and y, or \"circle 400\"; 300x300."));
};
struct Out {
  std::string column_id;
  static constexpr auto fields = tool::fields(tool::field("column_id", &Out::column_id, "The column."));
};

Result<double> side(std::string_view text, std::string_view profile) {
  double value = 0;
  const std::string_view digits = base::trim(text);
  const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (trouble == std::errc() && end == digits.data() + digits.size()) return value;
  return fail(Code::out_of_range, "no profile: \"" + base::printable(profile, 40) + "\"", "profile",
              "Write \"300x400\" (mm along x and y), \"300\" or \"circle 400\".");
}

Result<void> set_profile(std::string_view profile, Making& column) {
  constexpr std::string_view round = "circle";
  if (profile.starts_with(round)) {
    TRY(column.set("profile", Json(round)));
    return column.set("width", Json(TRY(side(profile.substr(round.size()), profile))), "profile");
  }
  const std::size_t by = profile.find('x');
  TRY(column.set("width", Json(TRY(side(profile.substr(0, by), profile))), "profile"));
  if (by == std::string_view::npos) return {};
  return column.set("depth", Json(TRY(side(profile.substr(by + 1), profile))), "profile");
}

Result<Out> apply(const Args& args, Draft& draft) {
  Making column(draft, "column");
  TRY(column.set("level", args.base_level, "base_level"));
  TRY(column.place("location", args.location));
  TRY(column.set("top_level", args.top_level));
  if (args.profile) TRY(set_profile(*args.profile, column));
  Out out{draft.make("column", column.take())};
  draft.say("Create " + called(*draft.find(out.column_id)));
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "create_column",
                               .title = "Create a column",
                               .doc = "Creates an upright column of a rectangular or round section.",
                               .needs = Permission::create},
                              apply);
}

}  // namespace bim::tools::create_column
