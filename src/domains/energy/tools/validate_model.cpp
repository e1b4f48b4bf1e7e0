// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "domains/energy/runtime/engine_check.h"
#include "domains/energy/runtime/installation.h"
#include "domains/energy/tools/parts/find.h"
#include "domains/energy/tools/parts/findings.h"
#include "domains/energy/tools/parts/simulation.h"

namespace energy::tools::validate_model {

namespace {

constexpr std::size_t listed = 50;

struct Args {
  std::optional<std::vector<std::string>> object_types;
  bool check_references = true, strict = false, ask_engine = false;
  static constexpr auto fields =
      tool::fields(tool::field("object_types", &Args::object_types, "Only of these types.", {.max_length = 200}),
                   tool::with_default("check_references", &Args::check_references, "Also what refers to nothing."),
                   tool::with_default("strict", &Args::strict, "Warnings make it invalid too."),
                   tool::with_default("ask_engine", &Args::ask_engine, "Also EnergyPlus' own input check."));
};

// What EnergyPlus itself said.
struct EngineOut {
  bool accepted = false;
  std::string energyplus;
  ErrorsOut errors;
  static constexpr auto fields =
      tool::fields(tool::field("accepted", &EngineOut::accepted, "Whether it took the input."),
                   tool::field("energyplus", &EngineOut::energyplus, "Its version."),
                   tool::field("errors", &EngineOut::errors, "In its words."));
};

struct Out {
  bool is_valid = false;
  std::int64_t error_count = 0, warning_count = 0, info_count = 0, objects_checked = 0;
  Json errors = Json::array(), warnings = Json::array();
  bool errors_truncated = false, warnings_truncated = false;
  std::string checked_by;
  std::optional<EngineOut> engine;
  std::vector<std::string> not_checked;
  static constexpr auto fields = tool::fields(
      tool::field("is_valid", &Out::is_valid, "Whether EnergyPlus' input check would take what was checked."),
      tool::field("error_count", &Out::error_count, "What it would refuse."),
      tool::field("warning_count", &Out::warning_count, "What it takes and may run into."),
      tool::field("info_count", &Out::info_count, "Always 0."),
      tool::field("objects_checked", &Out::objects_checked, "How many."),
      tool::field("errors", &Out::errors,
                  "Each {code, object_type, object_name, field, line, message, hint}; at most 50."),
      tool::field("warnings", &Out::warnings, "Likewise."),
      tool::field("errors_truncated", &Out::errors_truncated, "Whether some are left out."),
      tool::field("warnings_truncated", &Out::warnings_truncated, "Likewise."),
      tool::field("checked_by", &Out::checked_by,
                  "schema: our own check by the version's schema, whose are errors and warnings; schema and engine."),
      tool::field("engine", &Out::engine, "What EnergyPlus' own input check said, if it was asked."),
      tool::field("not_checked", &Out::not_checked, "What nobody looked at."));
};

// By types, as the caller named them; empty: all.
Result<std::set<std::string>> wanted_types(const Opened& open, const Args& args) {
  std::set<std::string> out;
  for (const auto& each : args.object_types.value_or(std::vector<std::string>())) {
    const auto* type = TRY(type_named(open, each));
    out.insert(type->name);
  }
  return out;
}

void add(Out& out, const engine::Finding& finding) {
  const bool error = finding.severity == engine::Severity::error;
  ++(error ? out.error_count : out.warning_count);
  Json& list = error ? out.errors : out.warnings;
  if (list.size() < listed) {
    list.push_back(finding_json(finding));
  } else {
    (error ? out.errors_truncated : out.warnings_truncated) = true;
  }
}

Result<EngineOut> ask_engine(Runtime& runtime, const Opened& open, const View& view) {
  if (open.partial) return fail(Code::denied, "You may not READ all of this model, so the engine is not asked.");
  const auto engines = runtime::installations(runtime.where);
  const auto engine = TRY(runtime::engine_for(engines, open.version));
  const auto verdict = TRY(runtime::ask_engine(runtime.runs, view.workspace(), *open.model, engine, {}));
  return EngineOut{verdict.accepted, verdict.version, errors_out(verdict.said, listed)};
}

Result<Out> validate(Runtime& runtime, const Args& args, const View& view) {
  const Opened open = TRY(opened(view, runtime));
  const auto types = TRY(wanted_types(open, args));
  Out out{.checked_by = "schema"};
  for (const auto& finding : open.held->validation()) {
    if (!args.check_references && finding.code == "unresolved_reference") continue;
    if (types.empty() || types.count(finding.type) > 0) add(out, finding);
  }
  const auto among = [&](const engine::Object& each) { return types.empty() || types.count(each.type->name) > 0; };
  out.objects_checked = std::ranges::count_if(open.model->objects(), among);
  if (!args.check_references) out.not_checked.emplace_back("references");
  if (!types.empty()) out.not_checked.emplace_back("objects of other types");
  if (open.partial) out.not_checked.emplace_back("objects that the caller may not read");
  out.is_valid = out.error_count == 0 && (!args.strict || out.warning_count == 0);
  if (args.ask_engine) {
    out.engine = TRY(ask_engine(runtime, open, view));
    out.checked_by = "schema and engine";
    out.is_valid = out.is_valid && out.engine->accepted;
  }
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "validate_model",
       .title = "Validate the model",
       .doc =
           "Checks the model by its version's schema. Errors are what EnergyPlus' own input check refuses; references "
           "that lead nowhere and odd geometry are warnings, because models that run have them."},
      [&runtime](const Args& args, const View& view) { return validate(runtime, args, view); });
}

}  // namespace energy::tools::validate_model
