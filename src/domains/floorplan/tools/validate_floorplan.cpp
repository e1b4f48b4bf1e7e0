// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "domains/floorplan/tools/parts/finding.h"
#include "domains/floorplan/tools/parts/plan.h"
#include "formats/floorplan/print.h"

namespace floorplan::tools::validate_floorplan {

namespace {

using formats::floorplan::Dialect;
using formats::floorplan::Severity;

struct Args {
  std::optional<std::string> dsl;
  bool strict = false;
  bool applyFixes = false;
  static constexpr auto fields = tool::fields(
      tool::field("dsl", &Args::dsl, "Default: the workspace's plan.", {.max_length = max_dsl_bytes}),
      tool::with_default("strict", &Args::strict,
                         "Only the original grammar and its checks, without what this server accepts in addition."),
      tool::with_default("applyFixes", &Args::applyFixes,
                         "Also return the text with every ready correction applied, as fixedDsl."));
};

struct Out {
  bool valid = false;
  std::vector<Finding> errors, warnings;
  std::optional<std::string> fixedDsl;
  static constexpr auto fields = tool::fields(
      tool::field("valid", &Out::valid, "True if there is no error."),
      tool::field("errors", &Out::errors, "What must be mended, by line."),
      tool::field("warnings", &Out::warnings, "What deserves a look, by line."),
      tool::field("fixedDsl", &Out::fixedDsl, "The text with the ready corrections, if they were asked for."));
};

bool overlaps(const formats::floorplan::Edit& a, const formats::floorplan::Edit& b) {
  return a.span.begin < b.span.end + (b.span.empty() ? 1U : 0U) &&
         b.span.begin < a.span.end + (a.span.empty() ? 1U : 0U);
}

// Fixes that touch the same place exclude one another; the first one wins.
std::string with_fixes(const engine::Compiled& compiled) {
  std::vector<formats::floorplan::Edit> chosen;
  for (const auto& diagnostic : compiled.diagnostics) {
    if (!diagnostic.fix) continue;
    const auto& edits = diagnostic.fix->edits;
    const bool clash = std::ranges::any_of(edits, [&](const auto& edit) {
      return std::ranges::any_of(chosen, [&](const auto& other) { return overlaps(edit, other); });
    });
    if (!clash) chosen.insert(chosen.end(), edits.begin(), edits.end());
  }
  return formats::floorplan::apply(compiled.document->source, std::move(chosen));
}

Result<Out> validate(const Args& args, const View& view) {
  std::string text = TRY(plan_text(args.dsl, view));
  const auto compiled = engine::compile(std::move(text), args.strict ? Dialect::strict : Dialect::lenient);
  Out out;
  out.valid = compiled.valid();
  out.errors = findings(compiled, Severity::error);
  out.warnings = findings(compiled, Severity::warning);
  if (args.applyFixes) out.fixedDsl = with_fixes(compiled);
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>(
      {.name = "validate_floorplan",
       .title = "Validate a floor plan",
       .doc = "Checks a floor plan: every syntax error at once, then positions, overlaps, walls, "
              "connections, openings, stairs and styles, each with line, column, hint and, where "
              "there is one, a ready fix. Draws nothing."},
      validate);
}

}  // namespace floorplan::tools::validate_floorplan
