// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/runs_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "domains/energy/engine/results/query.h"
#include "domains/energy/engine/views/packed.h"

namespace energy::engine {
namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

constexpr std::size_t most_differences = 5000, differences_in_a_part = 300;
constexpr std::int64_t most_steps = 9000;
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// --- series of both ---

using SeriesName = std::tuple<std::string, std::string, Frequency>;
SeriesName series_name(const Variable& each) {
  return {base::upper_ascii(each.name), base::upper_ascii(each.key), each.frequency};
}

// Finer ones first, but nothing finer than an hour where there are hours.
int fineness(Frequency frequency) {
  constexpr std::array order{Frequency::hourly,  Frequency::timestep,   Frequency::detailed, Frequency::daily,
                             Frequency::monthly, Frequency::run_period, Frequency::annual};
  return static_cast<int>(std::ranges::find(order, frequency) - order.begin());
}

int interest(const Variable& each) {
  if (each.is_meter) return each.name.ends_with(":Facility") ? 0 : 1;
  if (each.name == "Zone Mean Air Temperature" || each.name == "Zone Air Temperature") return 2;
  return each.name.starts_with("Zone") ? 3 : 4;
}

// All points of a series, or of its hours or days where there are too many.
std::vector<SeriesPoint> points_of(const Series& series, std::size_t at, Per per) {
  return points(series, at, {.per = per}, 0, std::numeric_limits<std::int64_t>::max() / 2).page;
}

Per gathering(const Series& series, std::size_t at) {
  for (const auto per : {Per::value, Per::hour}) {
    if (points(series, at, {.per = per}, 0, 0).total <= most_steps) return per;
  }
  return Per::day;
}

using StepName = std::pair<std::string, std::string>;
StepName step_name(const Series& series, const SeriesPoint& point) {
  return {base::upper_ascii(series.environments[point.environment].name), point.timestamp};
}

PairedSeries paired(const Series& before, std::size_t one, const Series& after, std::size_t other) {
  const Variable& variable = before.variables[one];
  const Per per = gathering(before, one);
  const ShownUnit unit = shown_unit(variable.units);
  PairedSeries out{base::printable(variable.name, 200), base::printable(variable.key, 200), unit.name,
                   std::string(name(variable.frequency))};
  if (per != Per::value) out.frequency += per == Per::hour ? ", by hour" : ", by day";
  std::map<StepName, double> others;
  for (const auto& each : points_of(after, other, per)) others[step_name(after, each)] = each.value * unit.factor;
  std::uint32_t environment = UINT32_MAX;
  for (const auto& each : points_of(before, one, per)) {
    if (each.environment != environment) {
      environment = each.environment;
      out.environments.push_back({base::printable(before.environments[environment].name, 200), out.times.size(), 0});
    }
    ++out.environments.back().count;
    out.times.push_back(each.timestamp);
    out.before.push_back(each.value * unit.factor);
    const auto found = others.find(step_name(before, each));
    out.after.push_back(found == others.end() ? no_value : found->second);
  }
  return out;
}

bool has_both(const PairedSeries& series) {
  return std::ranges::any_of(series.after, [](double value) { return std::isfinite(value); });
}

// --- the page ---

std::string shown_text(const std::string& text) { return base::printable(text, 400); }

Json run_json(const RunSide& side) {
  Json out = head_json(side.head);
  return out.set("figures", figures_json(side.figures));
}

// Of both, by name; what one of them lacks is null.
Json paired_figures(const RunPair& runs) {
  Json::Array out;
  const auto find = [](const std::vector<Figure>& list, const Figure& wanted) {
    const auto found = std::ranges::find_if(
        list, [&](const Figure& each) { return each.name == wanted.name && each.units == wanted.units; });
    return found == list.end() ? Json() : Json(found->value);
  };
  const auto put = [&](const Figure& each) {
    out.push_back(Json::object({{"name", each.name},
                                {"unit", unit_text(each.units)},
                                {"before", find(runs.before.figures, each)},
                                {"after", find(runs.after.figures, each)}}));
  };
  for (const auto& each : runs.before.figures) put(each);
  for (const auto& each : runs.after.figures) {
    if (find(runs.before.figures, each).is_null()) put(each);
  }
  return out;
}

Json paired_uses(const RunPair& runs) {
  std::vector<std::string> names;
  std::map<std::string, std::pair<double, double>> values;
  const auto put = [&](const EndUses& uses, double std::pair<double, double>::* side) {
    for (const auto& each : uses.list) {
      if (values.try_emplace(each.name).second) names.push_back(each.name);
      values[each.name].*side += each.value;
    }
  };
  put(runs.before.uses, &std::pair<double, double>::first);
  put(runs.after.uses, &std::pair<double, double>::second);
  Json::Array list;
  for (const auto& each : names) {
    const auto& [before, after] = values[each];
    if (before != 0 || after != 0) {
      list.push_back(Json::object({{"name", shown_text(each)}, {"before", before}, {"after", after}}));
    }
  }
  const auto& unit = runs.before.uses.unit.empty() ? runs.after.uses.unit : runs.before.uses.unit;
  return Json::object({{"unit", unit_text(unit)}, {"uses", std::move(list)}});
}

Json difference_json(const Difference& each) {
  const Cell& cell = each.before != nullptr ? *each.before : *each.after;
  const auto value = [](const Cell* of) { return of == nullptr ? Json() : Json(shown_text(of->value)); };
  Json::Array out{shown_text(cell.report), shown_text(cell.table), shown_text(cell.row), shown_text(cell.column),
                  unit_text(cell.units)};
  out.push_back(value(each.before));
  out.push_back(value(each.after));
  out.push_back(each.percent ? Json(std::round(*each.percent * 1e4) / 1e4) : Json());
  return out;
}

std::size_t put_differences(const Comparison& comparison, PageData& out) {
  std::size_t number = 0;
  const auto count = std::min(most_differences, comparison.differences.size());
  for (std::size_t from = 0; from < count; from += differences_in_a_part) {
    Json::Array rows;
    for (std::size_t i = from; i < std::min(count, from + differences_in_a_part); ++i) {
      rows.push_back(difference_json(comparison.differences[i]));
    }
    out.parts.emplace(part_name("differences", number++), Json::object({{"rows", std::move(rows)}}));
  }
  return number;
}

Json series_entry(const PairedSeries& each) {
  Json::Array environments;
  for (const auto& span : each.environments) {
    environments.push_back(Json::object({{"name", span.name}, {"first", span.first}, {"count", span.count}}));
  }
  return Json::object({{"name", each.name},
                       {"key", each.key},
                       {"unit", each.unit},
                       {"frequency", each.frequency},
                       {"steps", each.times.size()},
                       {"environments", std::move(environments)}});
}

Json series_part(const PairedSeries& each) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const auto* values : {&each.before, &each.after}) {
    for (const double value : *values) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (!(low <= high)) low = high = 0;
  return Json::object({{"times", packed_times(each.times)},
                       {"low", low},
                       {"high", high},
                       {"before", packed_values(each.before, low, high)},
                       {"after", packed_values(each.after, low, high)}});
}

}  // namespace

EndUses end_uses(std::span<const Cell> cells) {
  EndUses out;
  std::map<std::string, std::size_t> places;
  for (const auto& cell : cells) {
    if (cell.report != "AnnualBuildingUtilityPerformanceSummary" || cell.table != "End Uses") continue;
    if (cell.column == "Water" || cell.row.empty() || cell.row == "Total End Uses") continue;
    const auto value = number_of(cell.value);
    if (!value) continue;
    const auto [at, fresh] = places.emplace(cell.row, out.list.size());
    if (fresh) out.list.push_back({cell.row, 0});
    out.list[at->second].value += *value;
    if (out.unit.empty()) out.unit = cell.units;
  }
  return out;
}

Result<std::vector<PairedSeries>> paired_series(const Series& before, const Series& after, const std::string& wanted,
                                                std::size_t most) {
  std::vector<std::size_t> found;
  if (wanted.empty()) {
    for (std::size_t i = 0; i < before.variables.size(); ++i) found.push_back(i);
  } else {
    found = TRY(matching(before, {.variable = wanted}));
  }
  std::map<SeriesName, std::size_t> others;
  for (std::size_t i = 0; i < after.variables.size(); ++i) others.emplace(series_name(after.variables[i]), i);
  std::erase_if(found, [&](std::size_t at) { return !others.contains(series_name(before.variables[at])); });
  const auto order_of = [&](std::size_t at) {
    return std::tuple(interest(before.variables[at]), fineness(before.variables[at].frequency), at);
  };
  std::ranges::sort(found, {}, order_of);
  std::vector<PairedSeries> out;
  std::set<std::pair<std::string, std::string>> shown;
  for (const auto at : found) {
    const auto& each = before.variables[at];
    if (out.size() == most) break;
    if (!shown.emplace(each.name, each.key).second) continue;
    auto made = paired(before, at, after, others.at(series_name(each)));
    if (has_both(made)) out.push_back(std::move(made));
  }
  if (out.empty() && !wanted.empty()) {
    return fail(Code::not_found,
                "The other run did not report '" + base::printable(wanted, 200) + "' at the same times.",
                "variable_name", "list_output_variables shows what the last run reported.");
  }
  return out;
}

PageData runs_page(const RunPair& runs, const Comparison& comparison, const std::vector<PairedSeries>& series) {
  PageData out;
  Json::Array warnings, entries;
  for (const auto& each : runs.warnings) warnings.emplace_back(each);
  for (std::size_t i = 0; i < series.size(); ++i) {
    entries.push_back(series_entry(series[i]));
    out.parts.emplace(part_name("series", i), series_part(series[i]));
  }
  out.main = Json::object({{"before", run_json(runs.before)},
                           {"after", run_json(runs.after)},
                           {"warnings", std::move(warnings)},
                           {"report", shown_text(runs.report)},
                           {"figures", paired_figures(runs)},
                           {"end_uses", paired_uses(runs)},
                           {"compared", comparison.compared},
                           {"same", comparison.same},
                           {"different", comparison.differences.size()},
                           {"series", std::move(entries)}});
  out.main.set("difference_parts", put_differences(comparison, out));
  return out;
}

}  // namespace energy::engine
