// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/edit.h"
#include "domains/aas/tools/parts/places.h"

namespace aas::tools::aas_edit_add_element {

namespace {

struct Args {
  std::string path;
  Json element;
  std::optional<std::string> reason;
  static constexpr auto fields = tool::fields(
      tool::field("path", &Args::path,
                  "The parent, or the list and place in it (/submodels/0/submodelElements/2, …/- for the end). "
                  "JSON Pointer or path of idShorts.",
                  {.max_length = max_path}),
      tool::field("element", &Args::element, "In the standard's JSON, with modelType."),
      tool::field("reason", &Args::reason, reason_doc, {.max_length = 10'000}));
};

Result<Change> plan(const engine::Templates& known, const Args& args, const View& view) {
  const Editing on = TRY(editing(view));
  if (!args.element.is_object() || args.element.text("modelType").empty())
    return fail(
        Code::wrong_type, "an element is an object with a modelType", "element",
        R"(For example {"modelType": "Property", "idShort": "Width", "valueType": "xs:double", "value": "1.5"}.)");
  Patch patch{.op = Patch::Op::add, .path = TRY(place_for(on.nodes, args.path, args.element)), .value = args.element};
  const std::string name = base::printable(args.element.text("idShort", args.element.text("modelType")), 100);
  std::vector<Patch> patches;
  patches.push_back(std::move(patch));
  return proposed(view, std::move(patches), {.known = known, .summary = "Add " + name, .reason = args.reason});
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return edit_tool<Args, EditOut>({.name = "aas_edit_add_element",
                                   .title = "Add an element",
                                   .doc = "Adds a new submodel element, or a submodel, shell or concept "
                                          "description. Returns patches that wait for approval.",
                                   .needs = Permission::create},
                                  runtime, plan);
}

}  // namespace aas::tools::aas_edit_add_element
