// SPDX-License-Identifier: Apache-2.0
#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/parts/names.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::modify_parameter {

namespace {

struct Args {
  std::string element_id, parameter_name;
  Json value;

  static constexpr auto fields =
      tool::fields(tool::field("element_id", &Args::element_id, "The element."),
                   tool::field("parameter_name", &Args::parameter_name,
                               "As get_element lists them: height, thickness, name and so on."),
                   tool::field("value", &Args::value, "Lengths in mm or as \"3.2 m\"; null: back to its default."));
};
struct Out {
  std::string element_id, parameter_name;
  Json before, after;
  std::vector<std::string> regenerated;
  static constexpr auto fields =
      tool::fields(tool::field("element_id", &Out::element_id, "The element."),
                   tool::field("parameter_name", &Out::parameter_name, "The parameter."),
                   tool::field("before", &Out::before, "Its old value."), tool::field("after", &Out::after, "Its new."),
                   tool::field("regenerated", &Out::regenerated, "All whose shape is another now."));
};

Result<const engine::Parameter*> parameter_of(const Record& record, const std::string& name) {
  const engine::Category& category = *engine::category_named(record.category);
  if (const engine::Parameter* found = engine::parameter_named(category, name)) return found;
  std::vector<std::string> names;
  for (const engine::Parameter& each : category.parameters) names.emplace_back(each.name);
  return fail(Code::unknown_parameter, "a " + record.category + " has no parameter " + base::printable(name, 60),
              "parameter_name",
              base::did_you_mean(name, names, {.quote = "'", .otherwise = "It has " + base::join(names, ", ") + "."}));
}

Result<Out> apply(const Args& args, Draft& draft) {
  const Record record = TRY(draft.need(args.element_id, "element_id"));
  const engine::Parameter& parameter = *TRY(parameter_of(record, args.parameter_name));
  Json body = *record.body;
  Out out{record.id, args.parameter_name, {}, {}, {}};
  if (const Json* before = body.find(args.parameter_name)) out.before = *before;
  if (!args.value.is_null()) {
    out.after = TRY(draft.value(parameter, args.value, "value"));
    if (parameter.name == "name") TRY(check_name_is_free(draft.view(), record.category, record.id, out.after, "value"));
    body.set(args.parameter_name, out.after);
  } else if (parameter.required) {
    return fail(Code::missing, "a " + record.category + " needs its " + args.parameter_name, "value", "Give a value.");
  } else {
    body.erase(args.parameter_name);
  }
  draft.put(record, std::move(body));
  out.regenerated = draft.regenerated();
  draft.say("Set " + args.parameter_name + " of " + called(record) + " to " + base::printable(out.after.dump(), 80));
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "modify_parameter",
                               .title = "Change a parameter",
                               .doc = "Changes one parameter of an element; all that depends on it follows.",
                               .needs = Permission::modify},
                              apply);
}

}  // namespace bim::tools::modify_parameter
