// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/results/query.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "base/text.h"

namespace energy::engine {

namespace {

using base::Code;
using base::fail;
using base::Result;

class Wildcard {
 public:
  explicit Wildcard(std::string_view pattern) : pattern_(base::upper_ascii(base::trim(pattern))) {}
  bool matches(std::string_view text) const {
    return pattern_ == "*" || base::glob_match(pattern_, base::upper_ascii(text));
  }

 private:
  std::string pattern_;
};

// Which environments count.
std::vector<bool> chosen_environments(const Series& series, const std::string& asked) {
  std::vector<bool> out;
  const Wildcard pattern(asked);
  for (const auto& each : series.environments) {
    const bool all = asked.empty() || (asked == "sizing" && each.is_sizing()) ||
                     (asked == "annual" && each.kind == Environment::Kind::run_period);
    out.push_back(all || pattern.matches(each.name));
  }
  return out;
}

std::vector<std::string> names_in(const Series& series) {
  std::set<std::string> names;
  for (const auto& each : series.variables) names.insert(each.name);
  return {names.begin(), names.end()};
}

base::Error no_variable(const Series& series, const SeriesQuery& query) {
  const auto names = names_in(series);
  std::string hint = "list_output_variables shows what this run reported.";
  if (const auto near = base::nearest(query.variable, names)) hint = "Did you mean " + *near + "? " + hint;
  if (names.empty()) hint = "The run reported no series: the model has no Output:Variable or Output:Meter.";
  return fail(Code::not_found, "No series of this run is called '" + base::printable(query.variable, 200) + "'.",
              "variable_name", hint);
}

base::Error no_key(const Series& series, const SeriesQuery& query, const std::vector<std::size_t>& named) {
  std::set<std::string> keys;
  for (const auto at : named) keys.insert(series.variables[at].key);
  std::vector<std::string> shown(keys.begin(), keys.end());
  if (shown.size() > 20) shown.resize(20);
  return fail(Code::not_found,
              "'" + base::printable(query.variable, 200) + "' has no key '" + base::printable(query.key, 200) +
                  "' in this run.",
              "key_value", "Its keys: " + base::join(shown, ", ") + (keys.size() > 20 ? ", …" : "") + ".");
}

base::Error no_frequency(const Series& series, const std::vector<std::size_t>& named) {
  std::set<std::string> known;
  for (const auto at : named) known.emplace(name(series.variables[at].frequency));
  const std::vector<std::string> shown(known.begin(), known.end());
  return fail(Code::not_found, "This series was not reported at that frequency.", "frequency",
              "It has: " + base::join(shown, ", ") + ".");
}

base::Error no_environment(const Series& series) {
  std::vector<std::string> names;
  for (const auto& each : series.environments) names.push_back(each.name);
  return fail(Code::not_found, "This run has no environment of that name or kind.", "environment",
              "It has: " + base::join(names, ", ") + ".");
}

// Walks the values that count, in the order of time.
template <class Each>
void walk(const Series& series, std::size_t variable, const SeriesQuery& query, Each each) {
  const auto counts = chosen_environments(series, query.environment);
  const auto& column = series.columns[variable];
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    if (column.moments[i] >= series.moments.size()) continue;  // a value without a time
    const Moment& moment = series.moments[column.moments[i]];
    if (moment.warmup != 0 || moment.environment >= counts.size() || !counts[moment.environment]) continue;
    each(moment, column.values[i]);
  }
}

// In which group a value falls. Hour 24 and minute 0 are the end of the hour before.
using Group = std::tuple<std::uint32_t, int, int, int, int>;
Group group_of(const Moment& moment, Per per) {
  const int hour = moment.minute == 0 ? moment.hour - 1 : moment.hour;
  const int month = per <= Per::month ? moment.month : 0;
  const int day = per <= Per::day ? moment.day : 0;
  return {moment.environment, per <= Per::month ? moment.year : 0, month, day, per <= Per::hour ? hour : 0};
}

class Gathering {
 public:
  explicit Gathering(Measure measure) : measure_(measure) {}
  void add(const Moment& moment, double value) {
    last_ = moment;
    // Intervals of other lengths weigh by them: detailed reports have steps of their own.
    const double weight = moment.minutes > 0 ? moment.minutes : 1;
    ++count_;
    sum_ += value;
    weighted_ += value * weight;
    weights_ += weight;
    minimum_ = std::min(minimum_, value);
    maximum_ = std::max(maximum_, value);
  }
  SeriesPoint point() const { return {timestamp(last_), last_.environment, value(), count_}; }

 private:
  double value() const {
    if (measure_ == Measure::sum) return sum_;
    if (measure_ == Measure::minimum) return minimum_;
    return measure_ == Measure::maximum ? maximum_ : weighted_ / weights_;
  }
  Measure measure_;
  Moment last_;
  std::int64_t count_ = 0;
  double sum_ = 0, weighted_ = 0, weights_ = 0;
  double minimum_ = std::numeric_limits<double>::infinity(), maximum_ = -std::numeric_limits<double>::infinity();
};

SeriesPoints single_points(const Series& series, std::size_t variable, const SeriesQuery& query, std::int64_t offset,
                           std::int64_t limit) {
  SeriesPoints out;
  walk(series, variable, query, [&](const Moment& moment, double value) {
    if (out.total >= offset && out.total < offset + limit) {
      out.page.push_back({timestamp(moment), moment.environment, value, 1});
    }
    ++out.total;
  });
  return out;
}

}  // namespace

Result<std::vector<std::size_t>> matching(const Series& series, const SeriesQuery& query) {
  const Wildcard variable(query.variable), key(query.key.empty() ? "*" : query.key);
  std::vector<std::size_t> named, keyed, out;
  for (std::size_t i = 0; i < series.variables.size(); ++i) {
    const Variable& each = series.variables[i];
    if (!variable.matches(each.name)) continue;
    named.push_back(i);
    if (!key.matches(each.key)) continue;
    keyed.push_back(i);
    if (!query.frequency || *query.frequency == each.frequency) out.push_back(i);
  }
  if (named.empty()) return no_variable(series, query);
  if (keyed.empty()) return no_key(series, query, named);
  if (out.empty()) return no_frequency(series, keyed);
  const auto environments = chosen_environments(series, query.environment);
  if (std::ranges::find(environments, true) == environments.end()) return no_environment(series);
  return out;
}

SeriesPoints points(const Series& series, std::size_t variable, const SeriesQuery& query, std::int64_t offset,
                    std::int64_t limit) {
  if (query.per == Per::value) return single_points(series, variable, query, offset, limit);
  const Measure measure = query.measure != Measure::automatic ? query.measure
                          : series.variables[variable].is_sum ? Measure::sum
                                                              : Measure::mean;
  SeriesPoints out;
  std::optional<Group> group;
  Gathering gathering(measure);
  const auto close = [&] {
    if (!group) return;
    if (out.total >= offset && out.total < offset + limit) out.page.push_back(gathering.point());
    ++out.total;
  };
  walk(series, variable, query, [&](const Moment& moment, double value) {
    if (const auto next = group_of(moment, query.per); next != group) {
      close();
      group = next;
      gathering = Gathering(measure);
    }
    gathering.add(moment, value);
  });
  close();
  return out;
}

Statistics statistics(const Series& series, std::size_t variable, const SeriesQuery& query) {
  Statistics out;
  const Moment *lowest = nullptr, *highest = nullptr;
  double weighted = 0, weights = 0;
  walk(series, variable, query, [&](const Moment& moment, double value) {
    if (lowest == nullptr || value < out.minimum) out.minimum = value, lowest = &moment;
    if (highest == nullptr || value > out.maximum) out.maximum = value, highest = &moment;
    const double weight = moment.minutes > 0 ? moment.minutes : 1;
    weighted += value * weight;
    weights += weight;
    out.sum += value;
    ++out.count;
  });
  if (out.count == 0) return out;
  out.mean = weighted / weights;
  out.minimum_at = timestamp(*lowest);
  out.maximum_at = timestamp(*highest);
  return out;
}

}  // namespace energy::engine
