// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/tree/pointer.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/import.h"
#include "domains/aas/tools/parts/source.h"

namespace aas::tools::aas_import_json {

namespace {

struct Args {
  std::string source;
  Json mapping;
  std::optional<std::string> reason;
  static constexpr auto fields = tool::fields(
      tool::field("source", &Args::source, "JSON: a path or file: URI, or base64.",
                  {.min_length = 1, .max_length = max_source_bytes}),
      tool::field("mapping", &Args::mapping,
                  "JSON Pointer into the source → element: {\"/product/weight\": \"TechnicalData/Weight\"}, or {path, "
                  "unit} as target. A path of idShorts, a pointer or a semanticId."),
      tool::field("reason", &Args::reason, reason_doc, {.max_length = 10'000}));
};

Result<std::vector<engine::Value>> values_of(const Args& args, const Json& document) {
  if (!args.mapping.is_object() || args.mapping.empty())
    return fail(Code::wrong_type, "a mapping is an object of pointers and targets", "mapping",
                R"({"/product/weight": "TechnicalData/Weight"})");
  std::vector<engine::Value> out;
  for (const auto& [pointer, target] : args.mapping.as_object()) {
    Target to = TRY(target_from(target, "mapping." + pointer));
    TRY(engine::tokens_of(pointer));
    const Json* value = document.pointer(pointer);
    if (value == nullptr || value->is_null()) continue;
    out.push_back({.from = pointer,
                   .to = std::move(to.path),
                   .value = *value,
                   .unit = std::move(to.unit),
                   .decimal = to.decimal,
                   .language = std::move(to.language),
                   .is_text = false});
  }
  if (out.empty())
    return fail(Code::not_found, "nothing in the source is where the mapping points", "mapping",
                "Pointers are RFC 6901: /product/weight, /items/0/name.");
  return out;
}

Result<Change> plan(const engine::Templates& known, const Args& args, const View& view) {
  TRY(open_file(view));
  const Source source = TRY(read_source(view, args.source));
  const Json document = TRY(base::parse_json(source.bytes));
  return imported(known, view, TRY(values_of(args, document)), source.name.empty() ? "JSON" : source.name, args.reason);
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return edit_tool<Args, ImportOut>({.name = "aas_import_json",
                                     .title = "Values from JSON",
                                     .doc = "Imports values from JSON with mapping rules into submodel elements "
                                            "that exist, as one batch of patches that waits.",
                                     .needs = Permission::modify},
                                    runtime, plan);
}

}  // namespace aas::tools::aas_import_json
