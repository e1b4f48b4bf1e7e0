// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "domains/energy/tools/parts/simulation.h"
#include "domains/energy/tools/parts/timeseries.h"

namespace energy::tools::query_timeseries {

namespace {

struct Args : SeriesArgs {
  std::int64_t offset = 0, limit = 24;
  static constexpr auto fields = std::tuple_cat(
      series_fields(),
      tool::fields(tool::with_default("offset", &Args::offset, "First point.", {.minimum = 0}),
                   tool::with_default("limit", &Args::limit, "Points a series.", {.minimum = 1, .maximum = 500})));
};

struct PointOut {
  std::string timestamp;
  double value = 0;
  std::optional<std::string> environment;
  static constexpr auto fields = tool::fields(
      tool::field("timestamp", &PointOut::timestamp, "The end of its interval."),
      tool::field("value", &PointOut::value, "The value."),
      tool::field("environment", &PointOut::environment, "Where the series has several: when it changes."));
};
struct SeriesOut {
  std::string variable_name, key_value, units, frequency;
  std::int64_t total = 0;
  double minimum = 0, maximum = 0, mean = 0;
  std::optional<double> sum;
  std::string minimum_at, maximum_at;
  std::vector<PointOut> data;
  static constexpr auto fields = tool::fields(
      tool::field("variable_name", &SeriesOut::variable_name, "Its name."),
      tool::field("key_value", &SeriesOut::key_value, "Its key; a meter has none."),
      tool::field("units", &SeriesOut::units, "Of all values."),
      tool::field("frequency", &SeriesOut::frequency, "As reported."),
      tool::field("total", &SeriesOut::total, "Points there are."),
      tool::field("minimum", &SeriesOut::minimum, "Of all values."),
      tool::field("minimum_at", &SeriesOut::minimum_at, "When."),
      tool::field("maximum", &SeriesOut::maximum, "Of all values."),
      tool::field("maximum_at", &SeriesOut::maximum_at, "When."),
      tool::field("mean", &SeriesOut::mean, "Of all values."), tool::field("sum", &SeriesOut::sum, "Of energies."),
      tool::field("data", &SeriesOut::data, "One page."));
};
struct Out {
  bool stale = false;
  std::int64_t series_total = 0;
  std::vector<SeriesOut> series;
  std::vector<std::string> left_out_keys;
  static constexpr auto fields =
      tool::fields(tool::field("stale", &Out::stale, "The model was edited since the run."),
                   tool::field("series_total", &Out::series_total, "How many fit."),
                   tool::field("series", &Out::series, "As many as fit an answer."),
                   tool::field("left_out_keys", &Out::left_out_keys, "Ask for these by key_value; the first 100."));
};

// A point is some 60 bytes of an answer.
constexpr std::int64_t max_points = 600;

std::vector<PointOut> data_of(const engine::Series& series, const engine::SeriesPoints& points) {
  std::vector<PointOut> out;
  std::uint32_t before = UINT32_MAX;
  for (const auto& point : points.page) {
    out.push_back({point.timestamp, point.value, std::nullopt});
    if (point.environment != before) out.back().environment = series.environments[point.environment].name;
    before = point.environment;
  }
  return out;
}

SeriesOut series_out(const engine::Series& series, std::size_t at, const Args& args) {
  const auto& variable = series.variables[at];
  const auto query = args.query();
  const auto found = engine::points(series, at, query, args.offset, args.limit);
  const auto statistics = engine::statistics(series, at, query);
  SeriesOut out{variable.name, variable.key, variable.units, std::string(name(variable.frequency)), found.total};
  out.minimum = statistics.minimum;
  out.minimum_at = statistics.minimum_at;
  out.maximum = statistics.maximum;
  out.maximum_at = statistics.maximum_at;
  out.mean = statistics.mean;
  if (variable.is_sum) out.sum = statistics.sum;
  out.data = data_of(series, found);
  return out;
}

Result<Out> query(Runtime& runtime, const Args& args, const View& view) {
  const auto last = TRY(last_run(view, runtime));
  const auto series = TRY(last.run->results->series());
  const auto found = TRY(engine::matching(*series, args.query()));
  Out out{.stale = last.stale, .series_total = static_cast<std::int64_t>(found.size())};
  std::int64_t points = 0;
  for (const auto at : found) {
    if (!out.series.empty() && points + args.limit > max_points) {
      if (out.left_out_keys.size() < 100) out.left_out_keys.push_back(series->variables[at].key);
      continue;
    }
    out.series.push_back(series_out(*series, at, args));
    points += static_cast<std::int64_t>(out.series.back().data.size()) + 5;
  }
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>({.name = "query_timeseries",
                                .title = "Read series of a run",
                                .doc = "Values over time of the last run, of every key that fits."},
                               [&runtime](const Args& args, const View& view) { return query(runtime, args, view); });
}

}  // namespace energy::tools::query_timeseries
