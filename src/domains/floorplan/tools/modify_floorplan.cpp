// SPDX-License-Identifier: Apache-2.0
#include "base/diff.h"
#include "domains/floorplan/engine/modify/modify.h"
#include "domains/floorplan/tools/parts/finding.h"
#include "domains/floorplan/tools/parts/plan.h"
#include "domains/floorplan/tools/parts/room.h"
#include "domains/floorplan/tools/parts/values.h"

namespace floorplan::tools {

namespace {

namespace words = formats::floorplan;
using engine::Operation;
using engine::OperationOutcome;
using engine::Parameters;

constexpr tool::Bounds length_bounds{.minimum = 0, .maximum = 1e6};
constexpr tool::Bounds place_bounds{.minimum = -1e6, .maximum = 1e6};
constexpr tool::Bounds name_bounds{.max_length = 200};

struct SizeArgs {
  std::optional<double> width, height;
  static constexpr auto fields = tool::fields(tool::field("width", &SizeArgs::width, "Along x.", length_bounds),
                                              tool::field("height", &SizeArgs::height, "Along y.", length_bounds));
};
struct WallArgs {
  std::optional<words::WallType> top, right, bottom, left;
  static constexpr auto fields = tool::fields(tool::field("top", &WallArgs::top, "The top side."),
                                              tool::field("right", &WallArgs::right, "The right side."),
                                              tool::field("bottom", &WallArgs::bottom, "The bottom side."),
                                              tool::field("left", &WallArgs::left, "The left side."));
};

// The parameters of every operation; which ones an operation takes stands in the tool's description.
struct Params : Parameters {
  std::optional<XY> at;
  std::optional<SizeArgs> size;
  std::optional<WallArgs> wall_types;
  std::optional<words::WallType> top, right, bottom, left;
  std::optional<Beside> beside;

  static constexpr auto fields = tool::fields(
      tool::field("name", &Parameters::name, "Name of what is added.", name_bounds),
      tool::field("newName", &Parameters::newName, "The new name.", name_bounds),
      tool::field("position", &Params::at, "Where it goes: {x, y}; for openings see `at`."),
      tool::field("size", &Params::size, "How large it is: {width, height}."),
      tool::field("walls", &Params::wall_types, "Its sides; those left out are solid."),
      tool::field("label", &Parameters::label, "Its label.", {.max_length = 1000}),
      tool::field("relativePosition", &Params::beside, "Where it stands beside another."),
      tool::field("width", &Parameters::width, "Width, along x.", length_bounds),
      tool::field("height", &Parameters::height, "Depth of a room, along y; height of an opening.", length_bounds),
      tool::field("x", &Parameters::x, "To the right.", place_bounds),
      tool::field("y", &Parameters::y, "Down.", place_bounds), tool::field("top", &Params::top, "The top side."),
      tool::field("right", &Params::right, "The right side."),
      tool::field("bottom", &Params::bottom, "The bottom side."), tool::field("left", &Params::left, "The left side."),
      tool::field("unit", &Parameters::unit, "Unit of the numbers here; without it the plan's."),
      tool::field("floor", &Parameters::floor,
                  "The floor meant, where several have the name; where what is added goes.", name_bounds),
      tool::field("parent", &Parameters::parent, "The room inside which a sub-room goes.", name_bounds),
      tool::field("style", &Parameters::style, "Name of a style.", name_bounds),
      tool::field("roomHeight", &Parameters::roomHeight, "Floor to ceiling.", length_bounds),
      tool::field("elevation", &Parameters::elevation, "Of the room's floor above the storey's.", place_bounds),
      tool::field("anchorRoom", &Parameters::anchorRoom, "The room that stays where it is.", name_bounds),
      tool::field("alignmentTolerance", &Parameters::alignmentTolerance,
                  "How far a room may move to line up; 1 if absent.", length_bounds),
      tool::field("targetRooms", &Parameters::targetRooms, "The rooms meant.", {.max_length = 5000}),
      tool::field("alignment", &Parameters::alignment, "Which edges line up."),
      tool::field("axis", &Parameters::axis, "horizontal: left and right change places; vertical: top and bottom."),
      tool::field("from", &Parameters::from, "One end of a connection: a room, or outside.", name_bounds),
      tool::field("to", &Parameters::to, "The other end.", name_bounds),
      tool::field("fromSide", &Parameters::fromSide, "The side of `from`."),
      tool::field("toSide", &Parameters::toSide, "The side of `to`."),
      tool::field("doorType", &Parameters::doorType, "What joins the two."),
      tool::field("at", &Parameters::position, "Place of an opening or a connection along its wall, in per cent.",
                  {.minimum = 0, .maximum = 100}),
      tool::field("opensInto", &Parameters::opensInto, "The room into which the leaf swings.", name_bounds),
      tool::field("swing", &Parameters::swing, "The hinge side, seen from that room."),
      tool::field("side", &Parameters::side, "The side of the room."),
      tool::field("type", &Parameters::type, "door or window."),
      tool::field("index", &Parameters::index, "Which of several, from 0.", {.minimum = 0, .maximum = 10000}),
      tool::field("shape", &Parameters::shape, "Shape of a stair."),
      tool::field("toward", &Parameters::toward, "Straight stairs: where they lead; others: where they begin."),
      tool::field("turn", &Parameters::turn, "Which way the stair turns, going up."),
      tool::field("rotation", &Parameters::rotation, "Which way a spiral winds, going up."),
      tool::field("rise", &Parameters::rise, "Height the stair climbs.", length_bounds),
      tool::field("riser", &Parameters::riser, "Height of one step.", length_bounds),
      tool::field("tread", &Parameters::tread, "Depth of one step.", length_bounds),
      tool::field("innerRadius", &Parameters::innerRadius, "Of a spiral.", length_bounds),
      tool::field("outerRadius", &Parameters::outerRadius, "Of a spiral.", length_bounds),
      tool::field("radius", &Parameters::radius, "Of a curved stair.", length_bounds),
      tool::field("arc", &Parameters::arc, "Angle of a curved stair, degrees.", {.minimum = 0, .maximum = 360}),
      tool::field("winders", &Parameters::winders, "Number of winders.", {.minimum = 1, .maximum = 20}),
      tool::field("runs", &Parameters::runs, "Steps of each flight.", {.max_length = 20}),
      tool::field("doors", &Parameters::doors, "Sides on which a lift has doors.", {.max_length = 4}),
      tool::field("links", &Parameters::links, "Floor.Element, from the bottom up.", {.max_length = 200}),
      tool::field("floorColor", &Parameters::floorColor, "#RRGGBB.", {.max_length = 20}),
      tool::field("wallColor", &Parameters::wallColor, "#RRGGBB.", {.max_length = 20}),
      tool::field("floorTexture", &Parameters::floorTexture, "Name of a texture.", name_bounds),
      tool::field("wallTexture", &Parameters::wallTexture, "Name of a texture.", name_bounds),
      tool::field("roughness", &Parameters::roughness, "0 to 1.", {.minimum = 0, .maximum = 1}),
      tool::field("metalness", &Parameters::metalness, "0 to 1.", {.minimum = 0, .maximum = 1}),
      tool::field("key", &Parameters::key, "A setting."),
      tool::field("value", &Parameters::value, "Its value, as it is written in the text.", {.max_length = 1000}));

  // The engine knows one form only; nested ones are laid flat.
  Parameters flat() const {
    Parameters out = static_cast<const Parameters&>(*this);
    const auto take = [](auto& into, const auto& given) {
      if (given) into = given;
    };
    if (at) {
      out.x = at->x;
      out.y = at->y;
    }
    if (size) {
      take(out.width, size->width);
      take(out.height, size->height);
    }
    const WallArgs nested = wall_types.value_or(WallArgs{});
    out.walls = {nested.top, nested.right, nested.bottom, nested.left};
    take(out.walls[0], top);
    take(out.walls[1], right);
    take(out.walls[2], bottom);
    take(out.walls[3], left);
    if (beside) {
      out.direction = beside->direction;
      out.reference = beside->reference;
      take(out.gap, beside->gap);
      take(out.alignment, beside->alignment);
    }
    return out;
  }
};

struct OperationArgs {
  engine::Action action{};
  std::optional<std::string> target;
  std::optional<Params> params;
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
      tool::field(
          "dsl", &Args::dsl,
          "The plan; the answer then has the new text and nothing is kept. Without it the workspace's plan changes.",
          {.max_length = max_dsl_bytes}),
      tool::field("operations", &Args::operations, "What to do, in this order.", {.min_length = 1, .max_length = 500}),
      tool::with_default("atomic", &Args::atomic, "All or nothing; false: what fails is left out, the rest is done."));
};

struct ChangeOut {
  std::string action;
  std::optional<std::string> target;
  std::string result;
  std::optional<std::string> message;
  static constexpr auto fields = tool::fields(tool::field("action", &ChangeOut::action, "What was asked."),
                                              tool::field("target", &ChangeOut::target, "On what."),
                                              tool::field("result", &ChangeOut::result, "applied, skipped or error."),
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
    out.push_back({operation.action, operation.target.value_or(""), operation.params.value_or(Params{}).flat()});
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

std::string name_of(const Operation& operation) {
  if (!operation.target.empty()) return operation.target;
  const Parameters& given = operation.parameters;
  return given.name.value_or(given.anchorRoom.value_or(""));
}

// Of the call: a plan that does not parse is no operation's fault.
std::string path_of(std::size_t operation, const std::string& path) {
  if (path == "dsl") return path;
  return "operations[" + std::to_string(operation) + "]" + (path.empty() ? "" : "." + path);
}

Out answer(const std::string& before, const std::vector<Operation>& operations, const engine::Modified& modified) {
  Out out;
  out.success = modified.success;
  out.dsl = modified.dsl;
  out.diff = base::unified_diff(before, modified.dsl, "plan.floorplan");
  std::vector<ErrorOut> errors;
  for (std::size_t i = 0; i < modified.outcomes.size(); ++i) {
    const auto& outcome = modified.outcomes[i];
    out.changes.push_back({std::string(engine::info(outcome.action).name), unless_empty(name_of(operations[i])),
                           std::string(text(outcome.result)), unless_empty(outcome.message)});
    if (outcome.result != OperationOutcome::Result::error) continue;
    ErrorOut error{outcome.message, static_cast<std::int64_t>(i), std::nullopt, unless_empty(outcome.hint)};
    error.path = path_of(i, outcome.path);
    errors.push_back(std::move(error));
  }
  if (!errors.empty()) out.errors = std::move(errors);
  return out;
}

// The seed's answer to a failure: success false, errors, and the text as it was.
base::Error failure(const Out& out) {
  const ErrorOut& first = out.errors->front();
  base::Error error = fail(Code::constraint, first.message, first.path.value_or(""), first.hint.value_or(""));
  error.data = std::make_shared<const Json>(tool::encode(out));
  return error;
}

Result<Change> plan(const Args& args, const View& view) {
  const std::string before = TRY(plan_text(args.dsl, view));
  const auto operations = operations_of(args);
  const auto atomicity = args.atomic ? engine::Atomicity::all_or_nothing : engine::Atomicity::each_alone;
  const engine::Modified modified = engine::modify(before, operations, atomicity);
  Out out = answer(before, operations, modified);
  const bool changed = modified.dsl != before;
  if (!modified.success && !changed) return failure(out);
  out.success = true;
  if (changed) out.warnings = findings(modified.compiled, words::Severity::warning);
  Change change;
  if (!args.dsl && changed) change.put(plan_as_element(modified.dsl));
  change.summary = "Change the floor plan: " + out.changes.front().message.value_or(out.changes.front().action);
  if (out.changes.size() > 1) change.summary += " (and " + std::to_string(out.changes.size() - 1) + " more)";
  change.result = tool::encode(out);
  return change;
}

std::string description() {
  std::string doc =
      "Changes a floor plan by operations and returns the new text, what became of each operation and a diff. Edits "
      "touch "
      "only what they mean; references follow; a failed call changes nothing. Lengths are in the plan's unit. Actions:";
  for (std::size_t i = 0; i < enum_names(engine::Action{}).size(); ++i) {
    const auto& [name, target, text] = engine::info(static_cast<engine::Action>(i));
    doc += "\n- " + std::string(name);
    if (!target.empty()) doc += " (target: " + std::string(target) + ")";
    doc += ": " + std::string(text);
  }
  return doc;
}

}  // namespace

Tool modify_floorplan_tool() {
  return tool::change<Args, Out>(
      {.name = "modify_floorplan", .title = "Change a floor plan", .doc = description(), .needs = Permission::modify},
      plan);
}

}  // namespace floorplan::tools
