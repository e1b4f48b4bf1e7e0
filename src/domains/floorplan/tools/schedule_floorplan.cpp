// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "domains/floorplan/engine/plan/measure.h"
#include "domains/floorplan/tools/parts/plan.h"
#include "domains/floorplan/tools/parts/values.h"

namespace floorplan::tools::schedule_floorplan {

namespace {

namespace words = formats::floorplan;

enum class Which : std::uint8_t { rooms, doors, windows };
constexpr auto enum_names(Which /*any*/) { return std::to_array<std::string_view>({"rooms", "doors", "windows"}); }
enum class As : std::uint8_t { json, csv };
constexpr auto enum_names(As /*any*/) { return std::to_array<std::string_view>({"json", "csv"}); }

struct Args {
  std::optional<std::string> dsl;
  Which schedule = Which::rooms;
  As format = As::json;
  std::optional<words::LengthUnit> lengthUnit;
  std::optional<words::AreaUnit> areaUnit;
  std::int64_t offset = 0, limit = 200;
  static constexpr auto fields =
      tool::fields(tool::field("dsl", &Args::dsl, "Default: the workspace's plan.", {.max_length = max_dsl_bytes}),
                   tool::with_default("schedule", &Args::schedule, "What to list."),
                   tool::with_default("format", &Args::format, "Rows as objects, or one CSV text (RFC 4180)."),
                   tool::field("lengthUnit", &Args::lengthUnit, "Unit of lengths; without it the plan's."),
                   tool::field("areaUnit", &Args::areaUnit, "Unit of areas; without it the plan's."),
                   tool::with_default("offset", &Args::offset, "Rows to leave out at the beginning.", {.minimum = 0}),
                   tool::with_default("limit", &Args::limit, "Rows at most.", {.minimum = 1, .maximum = 5000}));
};

struct Out {
  bool success = true;
  std::vector<std::string> columns;
  std::int64_t total = 0;
  std::optional<std::vector<Json>> rows;
  std::optional<std::string> csv;
  static constexpr auto fields = tool::fields(
      tool::field("success", &Out::success, "True."),
      tool::field("columns", &Out::columns, "Names of the columns, with units."),
      tool::field("total", &Out::total, "Rows in all."), tool::field("rows", &Out::rows, "json: the rows."),
      tool::field("csv", &Out::csv, "csv: a header and the rows."));
};

engine::Schedule schedule_of(const engine::Plan& plan, const Args& args) {
  const engine::Units units{args.lengthUnit.value_or(plan.settings.unit),
                            args.areaUnit.value_or(plan.settings.area_unit)};
  switch (args.schedule) {
    case Which::doors:
      return engine::door_schedule(plan, units);
    case Which::windows:
      return engine::window_schedule(plan, units);
    case Which::rooms:
      break;
  }
  return engine::room_schedule(plan, units);
}

void keep_page(engine::Schedule& schedule, const Args& args) {
  const auto size = static_cast<std::int64_t>(schedule.rows.size());
  const auto from = std::min(args.offset, size);
  const auto to = std::min(from + args.limit, size);
  schedule.rows = {schedule.rows.begin() + from, schedule.rows.begin() + to};
}

Result<Out> list(const Args& args, const View& view) {
  std::string text = TRY(plan_text(args.dsl, view));
  const auto compiled = engine::compile(std::move(text));
  if (!compiled.valid()) return invalid_plan(compiled, "The plan has errors");
  engine::Schedule schedule = schedule_of(compiled.plan, args);
  Out out;
  out.columns = schedule.columns;
  out.total = static_cast<std::int64_t>(schedule.rows.size());
  keep_page(schedule, args);
  if (args.format == As::csv) {
    out.csv = engine::csv(schedule);
    return out;
  }
  out.rows.emplace();
  for (auto& row : schedule.rows) {
    for (auto& cell : row) {
      if (auto* number = std::get_if<double>(&cell)) *number = round_to(*number, 4);
    }
    out.rows->push_back(engine::row_json(schedule, row));
  }
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>(
      {.name = "schedule_floorplan",
       .title = "List rooms, doors or windows",
       .doc = "The schedule of a floor plan: rooms with sizes and areas, doors with widths, swings and "
              "what they join, or windows with sizes and sills; as rows or as CSV.",
       .by_default = false},
      list);
}

}  // namespace floorplan::tools::schedule_floorplan
