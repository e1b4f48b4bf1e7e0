// SPDX-License-Identifier: Apache-2.0
#include "base/diff.h"
#include "domains/floorplan/engine/modify/modify.h"
#include "domains/floorplan/tools/parts/finding.h"
#include "domains/floorplan/tools/parts/plan.h"
#include "domains/floorplan/tools/parts/room.h"
#include "domains/floorplan/tools/parts/values.h"

namespace floorplan::tools::modify_floorplan {

namespace {

namespace words = formats::floorplan;
using engine::Operation;
using engine::OperationOutcome;

struct OperationArgs {
  engine::Action action{};
  std::optional<std::string> target;
  std::optional<engine::AllParameters> params;  // which of them an action takes stands in the tool's description
  static constexpr auto fields = tool::fields(
      tool::field("action", &OperationArgs::action, "What to do."),
      tool::field(
          "target", &OperationArgs::target,
          "Name of the room, stair, lift, floor or style; Parent.Child for a sub-room, Floor.Room where several "
          "floors have the name.",
          {.max_length = 400}),
      tool::field("params", &OperationArgs::params, "What the action needs."));
};

struct Args {
  std::optional<std::string> dsl;
  std::vector<OperationArgs> operations;
  bool atomic = true;
  static constexpr auto fields = tool::fields(
      tool::field("dsl", &Args::dsl, "The plan; the answer has the new text. Without it the workspace's plan changes.",
                  {.max_length = max_dsl_bytes}),
      tool::field("operations", &Args::operations, "In this order.", {.min_length = 1, .max_length = 500}),
      tool::with_default("atomic", &Args::atomic, "All or nothing; false: what fails is left out."));
};

struct ChangeOut {
  std::string action;
  std::optional<std::string> target;
  std::string result;
  std::optional<std::string> message;
  static constexpr auto fields = tool::fields(
      tool::field("action", &ChangeOut::action, "What was asked."),
      tool::field("target", &ChangeOut::target, "On what."),
      tool::field("result", &ChangeOut::result, "applied, planned (nothing is done yet), skipped or error."),
      tool::field("message", &ChangeOut::message, "What became of it."));
};
struct ErrorOut {
  std::string message;
  std::int64_t operation = 0;
  std::optional<std::string> path, hint;
  static constexpr auto fields =
      tool::fields(tool::field("message", &ErrorOut::message, "What was wrong."),
                   tool::field("operation", &ErrorOut::operation, "Index of the operation, from 0."),
                   tool::field("path", &ErrorOut::path, "The argument concerned."),
                   tool::field("hint", &ErrorOut::hint, "What to do instead."));
};
struct Out {
  bool success = true;
  std::string dsl, diff;
  std::vector<ChangeOut> changes;
  std::optional<std::vector<ErrorOut>> errors;
  std::optional<std::vector<Finding>> warnings;
  static constexpr auto fields = tool::fields(
      tool::field("success", &Out::success, "True if every operation was applied; where atomic is false, if any was."),
      tool::field("dsl", &Out::dsl, "The new text; the old one where nothing was applied."),
      tool::field("diff", &Out::diff, "The difference, in unified format."),
      tool::field("changes", &Out::changes, "What became of each operation."),
      tool::field("errors", &Out::errors, "Why operations failed."),
      tool::field("warnings", &Out::warnings, "What validate_floorplan would say of the new text."));
};

std::vector<Operation> operations_of(const Args& args) {
  std::vector<Operation> out;
  for (const auto& operation : args.operations) {
    out.push_back(engine::operation_of(operation.action, operation.target.value_or(""),
                                       operation.params.value_or(engine::AllParameters{})));
  }
  return out;
}

std::string_view text(OperationOutcome::Result result) {
  switch (result) {
    case OperationOutcome::Result::applied:
      return "applied";
    case OperationOutcome::Result::skipped:
      return "skipped";
    case OperationOutcome::Result::error:
      break;
  }
  return "error";
}

// What an operation is about, for the answer.
std::string name_of(const OperationArgs& operation) {
  if (operation.target && !operation.target->empty()) return *operation.target;
  if (!operation.params) return "";
  return operation.params->name.value_or(operation.params->anchorRoom.value_or(""));
}

// Of the call: a plan that does not parse is not an operation's fault.
std::string path_of(std::size_t operation, const std::string& path) {
  if (path == "dsl") return path;
  return "operations[" + std::to_string(operation) + "]" + (path.empty() ? "" : "." + path);
}

Out answer(const std::string& before, const Args& args, const engine::Modified& modified) {
  Out out;
  out.success = modified.success;
  out.dsl = modified.dsl;
  out.diff = base::unified_diff(before, modified.dsl, "plan.floorplan");
  std::vector<ErrorOut> errors;
  for (std::size_t i = 0; i < modified.outcomes.size(); ++i) {
    const auto& outcome = modified.outcomes[i];
    out.changes.push_back({std::string(engine::info(outcome.action).name), unless_empty(name_of(args.operations[i])),
                           std::string(text(outcome.result)), unless_empty(outcome.message)});
    if (outcome.result != OperationOutcome::Result::error) continue;
    ErrorOut error{outcome.message, static_cast<std::int64_t>(i), std::nullopt, unless_empty(outcome.hint)};
    error.path = path_of(i, outcome.path);
    errors.push_back(std::move(error));
  }
  if (!errors.empty()) out.errors = std::move(errors);
  return out;
}

// A failure as callers expect it: success false, errors, and the text as it was.
base::Error failure(const Out& out) {
  const ErrorOut& first = out.errors->front();
  base::Error error = fail(Code::constraint, first.message, first.path.value_or(""), first.hint.value_or(""));
  error.data = std::make_shared<const Json>(tool::encode(out));
  return error;
}

Result<Change> plan(const Args& args, const View& view) {
  const std::string before = TRY(plan_text(args.dsl, view));
  const auto atomicity = args.atomic ? engine::Atomicity::all_or_nothing : engine::Atomicity::each_alone;
  const engine::Modified modified = engine::modify(before, operations_of(args), atomicity);
  Out out = answer(before, args, modified);
  const bool changed = modified.dsl != before;
  if (!modified.success && !changed) return failure(out);
  out.success = true;
  if (changed) out.warnings = findings(modified.compiled, words::Severity::warning);
  Change change;
  if (!args.dsl && changed) change.put(plan_as_element(modified.dsl));
  change.summary = "Change the floor plan: " + out.changes.front().message.value_or(out.changes.front().action);
  if (out.changes.size() > 1) change.summary += " (and " + std::to_string(out.changes.size() - 1) + " more)";
  change.result = tool::encode(out);
  if (args.dsl) return change;  // the new text is the answer: its operations are applied to what came
  for (ChangeOut& each : out.changes) {
    if (each.result == text(OperationOutcome::Result::applied)) each.result = "planned";
  }
  change.planned = tool::encode(out);
  return change;
}

// Names of what every action mostly takes; a refusal and the resource tell the rest.
std::string description() {
  std::string doc =
      "Changes a floor plan by operations; returns the new text and a diff. References follow. `target` is a name, "
      "Parent.Child or Floor.Room; lengths are in the plan's unit, `at` in per cent. All about the actions: "
      "floorplan://schema. Their main params:";
  for (const auto& action : engine::all_actions()) {
    doc += "\n" + std::string(action.name);
    if (!action.target.empty()) doc += " (target)";
    if (!action.brief.empty()) doc += ": " + std::string(action.brief);
  }
  return doc + ".";
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "modify_floorplan",
                                  .title = "Change a floor plan",
                                  .doc = description(),
                                  .needs = Permission::modify,
                                  .destroys = true},
                                 plan);
}

}  // namespace floorplan::tools::modify_floorplan
