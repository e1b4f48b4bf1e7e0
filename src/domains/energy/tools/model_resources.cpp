// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/engine/look/doc_links.h"
#include "domains/energy/tools/parts/find.h"
#include "domains/energy/tools/parts/references_of.h"
#include "domains/energy/tools/parts/schema.h"
#include "domains/energy/tools/parts/summary.h"

namespace energy::tools {

namespace {

constexpr std::size_t completions = 100;
using Variables = std::map<std::string, std::string>;

tool::ResourceContents json_contents(const Json& value) {
  return {.mime_type = "application/json", .text = value.pretty()};
}

Result<tool::ResourceContents> schema_contents(Runtime& runtime, const Variables& variables, const View& view) {
  const auto chosen = TRY(chosen_schema(view, runtime, std::nullopt));
  return json_contents(TRY(described(chosen, variables.at("object_type"))));
}

Result<tool::ResourceContents> object_contents(Runtime& runtime, const Variables& variables, const View& view) {
  const Opened open = TRY(opened(view, runtime));
  const std::size_t index = TRY(object_named(open, variables.at("object_type"), variables.at("name")));
  ObjectOut object = object_out(*open.model, open.model->objects()[index]);
  Json out = Json::object({{"object_type", object.object_type}, {"name", object.name}});
  for (auto& [field, value] : object.fields_.as_object()) out.set(field, std::move(value));
  return json_contents(out);
}

Result<tool::ResourceContents> docs_contents(Runtime& runtime, const Variables& variables, const View& view) {
  const auto chosen = TRY(chosen_schema(view, runtime, std::nullopt));
  const auto* type = TRY(type_named(*chosen.schema, chosen.version, variables.at("object_type")));
  return json_contents(engine::doc_links(type->name, type->group, chosen.version));
}

// Types whose names begin like what was typed.
std::vector<std::string> completed_types(Runtime& runtime, std::string_view typed, const View& view) {
  std::vector<std::string> out;
  const auto chosen = chosen_schema(view, runtime, std::nullopt);
  if (!chosen.ok()) return out;
  const std::string upper = base::upper_ascii(typed);
  for (const auto& each : chosen->schema->type_names())
    if (out.size() < completions && base::upper_ascii(each).starts_with(upper)) out.push_back(each);
  return out;
}

std::vector<std::string> completed_names(Runtime& runtime, std::string_view typed, const View& view) {
  std::vector<std::string> out;
  const auto open = opened(view, runtime);
  if (!open.ok()) return out;
  const std::string upper = base::upper_ascii(typed);
  for (const auto& each : open->model->objects())
    if (out.size() < completions && base::upper_ascii(each.key).starts_with(upper))
      out.push_back(engine::utf8_of(each.key));
  return out;
}

auto completes(Runtime& runtime) {
  return [&runtime](std::string_view variable, std::string_view typed, const View& view) {
    return variable == "object_type" ? completed_types(runtime, typed, view) : completed_names(runtime, typed, view);
  };
}

}  // namespace

tool::Resource model_summary_resource(Runtime& runtime) {
  return {.uri = "idfkit://model/summary",
          .name = "model_summary",
          .title = "The model",
          .doc = "Version, file, zones and how many objects of each type the open model has.",
          .mime_type = "application/json",
          .read = [&runtime](const Variables&, const View& view) -> Result<tool::ResourceContents> {
            return json_contents(tool::encode(summary_of(TRY(opened(view, runtime)))));
          },
          .subscribable = true};
}

tool::Resource migration_report_resource(Runtime&) {
  return {.uri = "idfkit://migration/report",
          .name = "migration_report",
          .title = "The last migration",
          .doc = "What migrate_model did to the open model: its steps, and what became of its types.",
          .mime_type = "application/json",
          .read = [](const Variables&, const View& view) -> Result<tool::ResourceContents> {
            const auto element = view.element(report_id);
            if (!element) return fail(Code::unavailable, "No migration report available. Use migrate_model first.");
            return json_contents(element->body.at("report"));
          },
          .subscribable = true};
}

tool::Resource object_schema_resource(Runtime& runtime) {
  return {.uri = "idfkit://schema/{object_type}",
          .name = "object_schema",
          .title = "An object type",
          .doc = "What the schema of the model's version says of an EnergyPlus object type.",
          .mime_type = "application/json",
          .is_template = true,
          .read = [&runtime](const Variables& variables,
                             const View& view) { return schema_contents(runtime, variables, view); },
          .complete = completes(runtime)};
}

tool::Resource object_data_resource(Runtime& runtime) {
  return {.uri = "idfkit://model/objects/{object_type}/{name}",
          .name = "object_data",
          .title = "An object",
          .doc = "All values of one object of the model.",
          .mime_type = "application/json",
          .is_template = true,
          .read = [&runtime](const Variables& variables,
                             const View& view) { return object_contents(runtime, variables, view); },
          .complete = completes(runtime),
          .subscribable = true};
}

tool::Resource object_references_resource(Runtime& runtime) {
  return {.uri = "idfkit://model/references/{name}",
          .name = "object_references",
          .title = "References of an object",
          .doc = "Who refers to an object of the model and what it refers to.",
          .mime_type = "application/json",
          .is_template = true,
          .read = [&runtime](const Variables& variables, const View& view) -> Result<tool::ResourceContents> {
            const Opened open = TRY(opened(view, runtime));
            return json_contents(tool::encode(TRY(references_of(open, variables.at("name"), nullptr))));
          },
          .complete = completes(runtime),
          .subscribable = true};
}

tool::Resource documentation_urls_resource(Runtime& runtime) {
  return {.uri = "idfkit://docs/{object_type}",
          .name = "documentation_urls",
          .title = "Where a type is documented",
          .doc = "Addresses of the Input Output Reference and the Engineering Reference for an object type.",
          .mime_type = "application/json",
          .is_template = true,
          .read = [&runtime](const Variables& variables,
                             const View& view) { return docs_contents(runtime, variables, view); },
          .complete = completes(runtime)};
}

}  // namespace energy::tools
