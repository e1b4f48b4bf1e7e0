// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "base/text.h"
#include "domains/bim/tools/list.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::apply_changes {

namespace {

struct One {
  std::string tool;
  Json arguments;
  std::optional<std::string> as;

  static constexpr auto fields = tool::fields(
      tool::field("tool", &One::tool, "create_wall, place_door, create_level and so on."),
      tool::field("arguments", &One::arguments, "Its own."), tool::field("as", &One::as, "A name for what it makes."));
};
struct Args {
  std::vector<One> changes;

  static constexpr auto fields = tool::fields(
      tool::field("changes", &Args::changes,
                  "Done in order. An argument \"$NAME\" stands for the id that an earlier one made `as` NAME.",
                  {.min_length = 1, .max_length = 100}));
};
struct Out {
  std::vector<Json> results;
  static constexpr auto fields = tool::fields(tool::field("results", &Out::results, "What each answers, in order."));
};

using Names = std::map<std::string, std::string, std::less<>>;

Result<Json> resolved(const Json& value, const Names& names, const std::string& path) {
  if (value.is_string() && value.as_string().starts_with('$')) {
    const auto found = names.find(std::string_view(value.as_string()).substr(1));
    if (found != names.end()) return Json(found->second);
    return fail(Code::unknown_name, "nothing before is named " + base::printable(value.as_string(), 60), path,
                "Give an earlier change `as`, and refer to it with $ before that name.");
  }
  if (value.is_array()) {
    Json out = Json::array();
    for (const Json& each : value.as_array()) out.push_back(TRY(resolved(each, names, path)));
    return out;
  }
  if (!value.is_object()) return value;
  Json out = Json::object();
  for (const auto& [name, each] : value.as_object()) out.set(name, TRY(resolved(each, names, path + "." + name)));
  return out;
}

// The first id in an answer: what was made.
std::string made_by(const Json& answer) {
  for (const auto& [name, value] : answer.as_object()) {
    if (name.ends_with("_id") && value.is_string()) return value.as_string();
  }
  return {};
}

Result<Json> one(const One& change, const Names& names, Draft& draft, const std::string& path) {
  const Step step = step_named(change.tool);
  if (step == nullptr)
    return fail(Code::unknown_name, base::printable(change.tool, 60) + " cannot be one of several changes",
                path + ".tool", "One of " + base::join(step_names(), ", ") + ".");
  const Json arguments = TRY(resolved(change.arguments, names, path + ".arguments"));
  Result<Json> done = step(arguments, draft);
  if (done.ok()) return done;
  base::Error error = std::move(done).error();
  error.message = change.tool + ": " + error.message;
  error.path = path + ".arguments" + (error.path.empty() ? "" : "." + error.path);
  return error;
}

Result<Out> apply(const Args& args, Draft& draft) {
  Out out;
  Names names;
  for (std::size_t i = 0; i < args.changes.size(); ++i) {
    const One& change = args.changes[i];
    Json answer = TRY(one(change, names, draft, "changes[" + std::to_string(i) + "]"));
    if (change.as) names[*change.as] = made_by(answer);
    out.results.push_back(std::move(answer));
  }
  return out;
}

}  // namespace

Tool declare() {
  return modelling<Args, Out>(
      {.name = "apply_changes",
       .title = "Make several changes as one",
       .doc = "Makes up to 100 changes that may refer to each other: all or none, one event, one "
              "undo.",
       .needs = Permission::modify,
       .by_default = false,
       .destroys = true},
      apply);
}

}  // namespace bim::tools::apply_changes
