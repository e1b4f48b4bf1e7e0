// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/floorplan/engine/critique/critique.h"
#include "domains/floorplan/tools/parts/finding.h"
#include "domains/floorplan/tools/parts/plan.h"
#include "domains/floorplan/tools/parts/values.h"

namespace floorplan::tools::critique_floorplan {

namespace {

namespace words = formats::floorplan;

enum class Use : std::uint8_t { residential, commercial };
constexpr auto enum_names(Use /*any*/) { return std::to_array<std::string_view>({"residential", "commercial"}); }

struct Args {
  std::optional<std::string> dsl;
  std::optional<Use> occupancy;
  std::optional<std::vector<std::string>> rules;
  static constexpr auto fields =
      tool::fields(tool::field("dsl", &Args::dsl, "Default: the workspace's plan.", {.max_length = max_dsl_bytes}),
                   tool::field("occupancy", &Args::occupancy, "Whose thresholds hold; without it told from the plan."),
                   tool::field("rules", &Args::rules, "Only these rules.", {.max_length = 100}));
};

struct Remark {
  std::string rule, severity, message;
  std::optional<double> measured, required;
  std::optional<std::string> unit, floor, hint;
  std::vector<std::string> rooms;
  std::int64_t line = 0;
  std::string why;
  static constexpr auto fields = tool::fields(tool::field("rule", &Remark::rule, "The rule."),
                                              tool::field("severity", &Remark::severity, "error, warning or info."),
                                              tool::field("message", &Remark::message, "What was found."),
                                              tool::field("measured", &Remark::measured, "The measured value."),
                                              tool::field("required", &Remark::required, "What the rule asks for."),
                                              tool::field("unit", &Remark::unit, "Unit of the two."),
                                              tool::field("floor", &Remark::floor, "Where."),
                                              tool::field("hint", &Remark::hint, "What would help."),
                                              tool::field("rooms", &Remark::rooms, "The rooms concerned."),
                                              tool::field("line", &Remark::line, "Line of the text, from 1."),
                                              tool::field("why", &Remark::why, "Why the rule exists."));
};

struct Out {
  bool success = true;
  std::string occupancy;
  std::vector<Remark> findings;
  std::int64_t errors = 0, warnings = 0, infos = 0;
  static constexpr auto fields =
      tool::fields(tool::field("success", &Out::success, "True: the plan was judged."),
                   tool::field("occupancy", &Out::occupancy, "Whose thresholds held."),
                   tool::field("findings", &Out::findings, "What people would trip over, by floor."),
                   tool::field("errors", &Out::errors, "How many errors."),
                   tool::field("warnings", &Out::warnings, "How many warnings."),
                   tool::field("infos", &Out::infos, "How many remarks."));
};

Result<engine::CritiqueOptions> options_of(const Args& args) {
  engine::CritiqueOptions out;
  if (args.occupancy) {
    out.occupancy = *args.occupancy == Use::commercial ? engine::Occupancy::commercial : engine::Occupancy::residential;
  }
  std::vector<std::string> known;
  for (const auto& rule : engine::rules()) known.emplace_back(rule.id);
  for (const auto& rule : args.rules.value_or(std::vector<std::string>{})) {
    if (std::ranges::find(known, rule) == known.end()) {
      return fail(Code::unknown_name, "There is no rule '" + base::printable(rule, 60) + "'.", "rules",
                  base::did_you_mean(rule, known, {.quote = "'", .otherwise = base::listing("Rules", known)}));
    }
    out.rules.push_back(rule);
  }
  return out;
}

Remark remark_of(const engine::Finding& finding, const words::LineIndex& lines,
                 const std::map<std::string_view, std::string_view>& reasons) {
  Remark out;
  out.rule = finding.rule;
  out.severity = text(finding.severity);
  out.message = finding.message;
  if (finding.measured) out.measured = round_to(*finding.measured, 2);
  if (finding.required) out.required = round_to(*finding.required, 2);
  out.unit = unless_empty(finding.unit);
  out.floor = unless_empty(finding.floor);
  out.hint = unless_empty(finding.hint);
  out.rooms = finding.rooms;
  out.line = lines.place(finding.span.begin).line;
  const auto why = reasons.find(finding.rule);
  if (why != reasons.end()) out.why = why->second;
  return out;
}

Result<Out> judge(const Args& args, const View& view) {
  engine::CritiqueOptions options = TRY(options_of(args));
  std::string text = TRY(plan_text(args.dsl, view));
  const auto compiled = engine::compile(std::move(text));
  if (!compiled.valid()) return invalid_plan(compiled, "The plan has errors");
  std::map<std::string_view, std::string_view> reasons;
  for (const auto& rule : engine::rules()) reasons.emplace(rule.id, rule.why);
  if (!options.occupancy) options.occupancy = engine::occupancy_of(compiled.plan);
  const words::LineIndex lines(compiled.document->source);
  Out out;
  out.occupancy = *options.occupancy == engine::Occupancy::commercial ? "commercial" : "residential";
  for (const auto& finding : engine::critique(compiled.plan, options)) {
    auto& count = finding.severity == words::Severity::error     ? out.errors
                  : finding.severity == words::Severity::warning ? out.warnings
                                                                 : out.infos;
    ++count;
    if (out.findings.size() < max_findings) out.findings.push_back(remark_of(finding, lines, reasons));
  }
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>(
      {.name = "critique_floorplan",
       .title = "Criticise a floor plan",
       .doc = "Says what people would trip over in a valid plan: rooms nobody can reach, narrow corridors "
              "and doors, missing turning circles, bedrooms without windows, bathrooms onto kitchens, "
              "stair landings, long ways out. Each finding has the rule, the measured value and what "
              "the rule asks for.",
       .by_default = false},
      judge);
}

}  // namespace floorplan::tools::critique_floorplan
