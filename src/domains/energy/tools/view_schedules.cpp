// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/text.h"
#include "domains/energy/engine/views/schedules_page.h"
#include "domains/energy/tools/parts/opened.h"
#include "domains/energy/tools/parts/report.h"
#include "domains/energy/tools/parts/shown.h"

namespace energy::tools::view_schedules {

namespace {

struct Args {
  std::optional<std::string> name;
  std::int64_t year = 2024;
  bool picture = true;
  static constexpr auto fields = tool::fields(
      tool::field("name", &Args::name, "One schedule; absent: all that fields can name.", {.max_length = max_name}),
      tool::with_default("year", &Args::year, "Its calendar is used.", {.minimum = 1900, .maximum = 2200}),
      tool::with_default("picture", &Args::picture, "A PNG of the first twelve with the answer."));
};

struct Schedule {
  std::string name, type, type_limits, unit;
  double minimum = 0, maximum = 0, mean = 0, sum = 0;
  static constexpr auto fields = tool::fields(
      tool::field("name", &Schedule::name, "Of the schedule."), tool::field("type", &Schedule::type, "Object type."),
      tool::field("type_limits", &Schedule::type_limits, "Name."), tool::field("unit", &Schedule::unit, "\"\": none."),
      tool::field("minimum", &Schedule::minimum, "Of the year's hours."),
      tool::field("maximum", &Schedule::maximum, "Likewise."), tool::field("mean", &Schedule::mean, "Likewise."),
      tool::field("sum", &Schedule::sum, "Value-hours a year: full-load hours of a fraction."));
};
struct Skipped {
  std::string name, type, reason;
  static constexpr auto fields = tool::fields(tool::field("name", &Skipped::name, "Of the schedule."),
                                              tool::field("type", &Skipped::type, "Object type."),
                                              tool::field("reason", &Skipped::reason, "Why its values are not known."));
};
struct Out {
  std::int64_t total = 0, year = 2024, hours = 0;
  std::vector<Schedule> schedules;
  std::vector<Skipped> skipped;
  static constexpr auto fields = tool::fields(tool::field("total", &Out::total, "Schedules shown."),
                                              tool::field("year", &Out::year, "Calendar year."),
                                              tool::field("hours", &Out::hours, "Values of each."),
                                              tool::field("schedules", &Out::schedules, "In the order of the file."),
                                              tool::field("skipped", &Out::skipped, "Those that are not shown."));
};

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

Out told(const engine::ScheduleYears& years) {
  Out out{.total = static_cast<std::int64_t>(years.list.size()),
          .year = years.year,
          .hours = static_cast<std::int64_t>(years.days.size() * 24)};
  for (const auto& each : years.list) {
    out.schedules.push_back({base::printable(each.name, max_name), each.type, base::printable(each.limits, max_name),
                             base::printable(each.unit, 100), each.low, each.high, rounded(each.mean),
                             rounded(each.full_hours)});
  }
  for (const auto& each : years.skipped)
    out.skipped.push_back({base::printable(each.name, max_name), each.type, base::printable(each.reason, 500)});
  return out;
}

Result<tool::Shown<Out>> run(Runtime& runtime, const Args& args, const View& view) {
  const Opened open = TRY(opened(view, runtime));
  const auto years = std::make_shared<const engine::ScheduleYears>(
      schedule_years(*open.model, static_cast<int>(args.year), args.name.value_or(""), file_reader(view, open)));
  if (args.name && years->list.empty() && years->skipped.empty()) {
    return fail(Code::not_found, "there is no schedule \"" + base::printable(*args.name, 100) + "\"", "name",
                "Call it without a name for all schedules.");
  }
  tool::Shown<Out> shown{told(*years)};
  const auto name = name_of(open);
  if (args.picture && !years->list.empty())
    shown.extras.content.push_back(TRY(png_content(engine::schedules_picture(*years, name))));
  shown.extras.page_parts = [years, name] { return parts_of(engine::schedules_page(*years, name), "schedules"); };
  return shown;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "view_schedules",
       .title = "Show schedules",
       .doc =
           "Schedules over a year, hour by hour with the model's holidays: a page of heat maps where the client shows "
           "pages, a picture, and a line on each. It changes nothing.",
       .page = "ui://lintel/energy-schedules"},
      [&runtime](const Args& args, const View& view) { return run(runtime, args, view); });
}

}  // namespace energy::tools::view_schedules
