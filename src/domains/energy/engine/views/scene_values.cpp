// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/scene_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "domains/energy/engine/results/query.h"
#include "domains/energy/engine/views/packed.h"

namespace energy::engine {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr std::size_t max_values = 1'600'000;
constexpr std::size_t named_others = 8;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// The engine writes keys in capitals.
class Places {
 public:
  Places(const Model& model, const Scene& scene) {
    for (std::size_t i = 0; i < scene.zones.size(); ++i) zones_.emplace(base::upper_ascii(scene.zones[i].name), i);
    for (std::size_t i = 0; i < scene.surfaces.size(); ++i) {
      surfaces_.emplace(base::upper_ascii(model.objects()[scene.surfaces[i].object].key), i);
    }
  }
  std::size_t find(SceneValues::By by, const std::string& key) const {
    const auto& known = by == SceneValues::By::zone ? zones_ : surfaces_;
    const auto found = known.find(base::upper_ascii(key));
    return found == known.end() ? Surface::none : found->second;
  }
  bool knows(const std::string& key) const {
    return find(SceneValues::By::zone, key) != Surface::none || find(SceneValues::By::surface, key) != Surface::none;
  }

 private:
  std::unordered_map<std::string, std::size_t> zones_, surfaces_;
};

std::vector<std::string> names_by_place(const Series& series, const Places& places) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const auto& each : series.variables) {
    if (each.is_meter || seen.contains(each.name) || !places.knows(each.key)) continue;
    seen.insert(each.name);
    out.push_back(base::printable(each.name, 200));
  }
  return out;
}

std::string hint_of(std::string before, const std::vector<std::string>& known) {
  if (known.empty()) {
    return before +
           "The run reported nothing by zone or surface: add Output:Variable, *, Zone Mean Air Temperature, Hourly and "
           "run it again.";
  }
  const auto shown = std::min(known.size(), named_others);
  const std::string more = known.size() > shown ? " and " + std::to_string(known.size() - shown) + " more" : "";
  return before + "Reported by zone or surface: " + base::join(std::span(known).first(shown), ", ") + more + ".";
}

// The nearest among what can be shown, before what is near in any other way.
base::Error not_reported(const std::string& variable, const std::vector<std::string>& known) {
  const auto near = base::nearest(variable, known);
  return fail(Code::not_found, "This run did not report '" + base::printable(variable, 200) + "'.", "variable_name",
              hint_of(near ? "Did you mean " + *near + "? " : "", known));
}

// What is best to look at comes first.
int rank(Frequency frequency) {
  constexpr std::array order{Frequency::hourly,  Frequency::timestep,   Frequency::detailed, Frequency::daily,
                             Frequency::monthly, Frequency::run_period, Frequency::annual};
  return static_cast<int>(std::ranges::find(order, frequency) - order.begin());
}

// One name, one frequency, and zones before surfaces.
struct Chosen {
  std::vector<std::size_t> columns;  // of the series
  std::vector<std::size_t> places;
  SceneValues::By by = SceneValues::By::zone;
};
Chosen choose(const Series& series, const Places& places, const std::vector<std::size_t>& found) {
  Chosen out;
  for (const auto by : {SceneValues::By::zone, SceneValues::By::surface}) {
    const Variable* best = nullptr;
    for (const auto at : found) {
      const auto& each = series.variables[at];
      if (each.is_meter || places.find(by, each.key) == Surface::none) continue;
      if (best == nullptr || (each.name == best->name && rank(each.frequency) < rank(best->frequency))) best = &each;
    }
    if (best == nullptr) continue;
    out.by = by;
    for (const auto at : found) {
      const auto& each = series.variables[at];
      const auto place = places.find(by, each.key);
      if (each.name != best->name || each.frequency != best->frequency || place == Surface::none) continue;
      out.columns.push_back(at);
      out.places.push_back(place);
    }
    return out;
  }
  return out;
}

bool counts(const Series& series, std::uint32_t moment) {
  return moment < series.moments.size() && series.moments[moment].warmup == 0 &&
         series.moments[moment].environment < series.environments.size();
}

// The moments of all columns, each once.
std::vector<std::uint32_t> moments_of(const Series& series, const std::vector<std::size_t>& columns) {
  std::vector<std::uint32_t> out;
  for (const auto at : columns) {
    const auto& moments = series.columns[at].moments;
    if (std::ranges::equal(moments, out)) continue;
    out.insert(out.end(), moments.begin(), moments.end());
    std::ranges::sort(out);
    const auto same = std::ranges::unique(out);
    out.erase(same.begin(), same.end());
  }
  std::erase_if(out, [&](std::uint32_t moment) { return !counts(series, moment); });
  return out;
}

using GroupKey = std::tuple<std::uint32_t, int, int, int, int>;
GroupKey group_key(const Moment& moment, bool by_hour) {
  const int hour = moment.minute == 0 ? moment.hour - 1 : moment.hour;
  return {moment.environment, moment.year, moment.month, moment.day, by_hour ? hour : 0};
}

// Which step each moment becomes, and the moment at which each step ends.
struct Steps {
  std::vector<std::size_t> of;
  std::vector<std::uint32_t> ends;
};
Steps steps_of(const Series& series, const std::vector<std::uint32_t>& moments, bool gathered, bool by_hour) {
  Steps out;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const bool same =
        gathered && i > 0 &&
        group_key(series.moments[moments[i]], by_hour) == group_key(series.moments[moments[i - 1]], by_hour);
    if (same) {
      out.ends.back() = moments[i];
    } else {
      out.ends.push_back(moments[i]);
    }
    out.of.push_back(out.ends.size() - 1);
  }
  return out;
}

Steps fitting_steps(const Series& series, const std::vector<std::uint32_t>& moments, std::size_t rows,
                    std::string& frequency) {
  auto steps = steps_of(series, moments, false, false);
  if (steps.ends.size() * rows <= max_values) return steps;
  steps = steps_of(series, moments, true, true);
  frequency += ", by hour";
  if (steps.ends.size() * rows <= max_values) return steps;
  frequency = frequency.substr(0, frequency.find(',')) + ", by day";
  return steps_of(series, moments, true, false);
}

// Values that fall into one step: energies add up, others are averaged.
void fill_row(const Series& series, std::size_t column, const std::vector<std::uint32_t>& moments, const Steps& steps,
              std::span<double> row) {
  const auto& from = series.columns[column];
  std::vector<double> weights(row.size());
  std::ranges::fill(row, 0);
  std::size_t at = 0;
  for (std::size_t i = 0; i < from.values.size(); ++i) {
    while (at < moments.size() && moments[at] < from.moments[i]) ++at;
    if (at == moments.size()) break;
    if (moments[at] != from.moments[i]) continue;
    const double weight = std::max(1, series.moments[moments[at]].minutes);
    row[steps.of[at]] += series.variables[column].is_sum ? from.values[i] : from.values[i] * weight;
    weights[steps.of[at]] += weight;
  }
  const double factor = shown_unit(series.variables[column].units).factor;
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] *= factor;
    if (weights[i] == 0) {
      row[i] = unknown;
    } else if (!series.variables[column].is_sum) {
      row[i] /= weights[i];
    }
  }
}

void find_ends(SceneValues& out) {
  out.low = std::numeric_limits<double>::infinity();
  out.high = -out.low;
  for (std::size_t row = 0; row < out.places.size(); ++row) {
    const auto values = out.row(row);
    for (std::size_t step = 0; step < values.size(); ++step) {
      if (values[step] < out.low) out.low = values[step], out.lowest = {row, step};
      if (values[step] > out.high) out.high = values[step], out.highest = {row, step};
    }
  }
}

void find_environments(const Series& series, SceneValues& out) {
  std::uint32_t before = UINT32_MAX;
  for (std::size_t i = 0; i < out.steps.size(); ++i) {
    if (out.steps[i].environment != before) {
      before = out.steps[i].environment;
      out.environments.push_back({base::printable(series.environments[before].name, 200), i, 0});
    }
    ++out.environments.back().count;
  }
}

}  // namespace

Result<SceneValues> scene_values(const Series& series, const Model& model, const Scene& scene,
                                 const std::string& variable) {
  const Places places(model, scene);
  const auto known = names_by_place(series, places);
  const auto found = matching(series, {.variable = variable});
  if (!found.ok()) return not_reported(variable, known);
  const auto chosen = choose(series, places, *found);
  if (chosen.columns.empty()) {
    const auto& first = series.variables[found->front()];
    const std::string key =
        first.is_meter ? "it is a meter" : "its keys are such as " + base::printable(first.key, 100);
    return fail(
        Code::not_found,
        "'" + base::printable(first.name, 200) + "' is not reported by zone or surface of this model: " + key + ".",
        "variable_name", hint_of("", known));
  }
  const auto& variable_of = series.variables[chosen.columns.front()];
  SceneValues out{.variable = base::printable(variable_of.name, 200), .unit = shown_unit(variable_of.units).name};
  out.frequency = name(variable_of.frequency);
  out.by = chosen.by;
  out.places = chosen.places;
  out.others = known;
  for (const auto place : out.places) {
    out.names.push_back(base::printable(
        out.by == SceneValues::By::zone ? scene.zones[place].name : model.objects()[scene.surfaces[place].object].key,
        200));
  }
  const auto moments = moments_of(series, chosen.columns);
  const auto steps = fitting_steps(series, moments, chosen.columns.size(), out.frequency);
  for (const auto end : steps.ends) out.steps.push_back(series.moments[end]);
  out.values.resize(chosen.columns.size() * out.steps.size());
  for (std::size_t row = 0; row < chosen.columns.size(); ++row) {
    fill_row(series, chosen.columns[row], moments, steps,
             std::span(out.values).subspan(row * out.steps.size(), out.steps.size()));
  }
  find_ends(out);
  if (!(out.low <= out.high)) {
    return fail(Code::not_found, "The run has no values of '" + out.variable + "'.", "variable_name",
                hint_of("", known));
  }
  find_environments(series, out);
  return out;
}

Result<std::size_t> step_at(const SceneValues& values, const std::string& at) {
  if (at.empty()) return values.highest.step;
  for (std::size_t i = 0; i < values.steps.size(); ++i) {
    if (timestamp(values.steps[i]).starts_with(at)) return i;
  }
  return fail(Code::not_found, "No value ends at " + base::printable(at, 100) + ".", "at",
              "Times are the ends of intervals, from " + timestamp(values.steps.front()) + " to " +
                  timestamp(values.steps.back()) + ".");
}

}  // namespace energy::engine
