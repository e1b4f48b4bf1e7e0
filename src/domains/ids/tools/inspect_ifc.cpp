// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/inspect/inspect.h"
#include "domains/ids/tools/parts/model_check.h"

namespace ids::tools::inspect_ifc {

namespace {

struct Args {
  std::string ifc_file_path, about;
  std::optional<std::string> property_set;
  static constexpr auto fields = tool::fields(
      tool::field("ifc_file_path", &Args::ifc_file_path, "The model: .ifc or .ifczip, under the allowed roots.",
                  {.min_length = 1, .max_length = 4096}),
      tool::with_default("about", &Args::about,
                         "A class (IFCWALL): its sets, properties, values and how many elements have them. A GlobalId "
                         "or #12: one element in full. Empty: the model.",
                         {.max_length = 200}),
      tool::field("property_set", &Args::property_set, "Only this set, with more values.", {.max_length = 1000}));
};

struct Out {
  std::string model_schema, what;
  Json found;
  static constexpr auto fields = tool::fields(
      tool::field("model_schema", &Out::model_schema, "Its schema, as IDS names it."),
      tool::field("what", &Out::what, "What was looked at: model, class or element."),
      tool::field("found", &Out::found,
                  "model: header, project, units, storeys, classes with counts, classifications, materials. class: "
                  "count, subtypes, types, attributes, property sets; `elements` have a property, `filled` of them a "
                  "value. element: attributes, relations, property sets. Numbers are in SI units; more_…: left out."));
};

Result<Out> look(const Args& args, const View& view, tool::Job& job) {
  const auto model = TRY(open_model(view, job, args.ifc_file_path));
  const engine::ModelFacts facts(model);
  auto seen =
      TRY(engine::inspect(facts, {.about = args.about, .property_set = args.property_set, .cancel = job.cancel()}));
  return Out{std::string(formats::ifc::text(model.schema().version())), std::string(seen.kind), std::move(seen.found)};
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>({.name = "inspect_ifc",
                                .title = "Look into a model",
                                .doc = "Shows what an IFC model holds, so that rules name what is there: classes, "
                                       "storeys, units, property sets with sample values."},
                               look);
}

}  // namespace ids::tools::inspect_ifc
