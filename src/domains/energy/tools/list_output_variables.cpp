// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "base/text.h"
#include "domains/energy/tools/parts/simulation.h"

namespace energy::tools::list_output_variables {

namespace {

struct Args {
  std::optional<std::string> search;
  std::int64_t offset = 0, limit = 50;
  static constexpr auto fields = tool::fields(
      tool::field("search", &Args::search, "Words that the name has, or a pattern with *.", {.max_length = max_name}),
      tool::with_default("offset", &Args::offset, "The first one to list, from 0.", {.minimum = 0}),
      tool::with_default("limit", &Args::limit, "How many.", {.minimum = 1, .maximum = 200}));
};

struct VariableOut {
  std::string name, units;
  std::string kind;
  bool is_meter = false, reported = false;
  static constexpr auto fields =
      tool::fields(tool::field("name", &VariableOut::name, "For query_timeseries and Output:Variable."),
                   tool::field("units", &VariableOut::units, "Its unit."),
                   tool::field("kind", &VariableOut::kind, "For example Zone Average."),
                   tool::field("is_meter", &VariableOut::is_meter, "A meter."),
                   tool::field("reported", &VariableOut::reported,
                               "This run has its values; others need an Output:Variable first."));
};
struct Out {
  std::int64_t total = 0, returned = 0;
  bool stale = false;
  std::vector<VariableOut> variables;
  static constexpr auto fields = tool::fields(tool::field("total", &Out::total, "How many fit."),
                                              tool::field("returned", &Out::returned, "Listed here."),
                                              tool::field("stale", &Out::stale, "The model was edited since the run."),
                                              tool::field("variables", &Out::variables, "Those with values first."));
};

// Every word must be in the name, in any case; or the whole name fits the pattern.
bool fits(const std::string& name, const std::string& search) {
  const auto upper = base::upper_ascii(name), wanted = base::upper_ascii(base::trim(search));
  if (wanted.find_first_of("*?") != std::string::npos) return base::glob_match(wanted, upper);
  return std::ranges::all_of(base::split(wanted, ' '),
                             [&](std::string_view word) { return upper.find(word) != std::string::npos; });
}

// Those of the series first, then what could be asked for.
std::vector<VariableOut> variables_of(const engine::Series& series,
                                      const std::vector<formats::energyplus::Reportable>& known) {
  std::vector<VariableOut> out;
  std::set<std::string> reported;
  for (const auto& each : series.variables) {
    if (reported.insert(base::upper_ascii(each.name)).second) {
      out.push_back({each.name, each.units,
                     each.is_meter ? "Meter"
                     : each.is_sum ? "Sum"
                                   : "Average",
                     each.is_meter, true});
    }
  }
  for (const auto& each : known) {
    if (reported.insert(base::upper_ascii(each.name)).second) {
      out.push_back({each.name, each.units, each.kind.empty() ? "Meter" : each.kind, each.is_meter, false});
    }
  }
  return out;
}

Result<Out> list(Runtime& runtime, const Args& args, const View& view) {
  const auto last = TRY(last_run(view, runtime));
  const auto series = TRY(last.run->results->series());
  Out out{.stale = last.stale};
  for (auto& each : variables_of(*series, last.run->results->reportable())) {
    if (args.search && !fits(each.name, *args.search)) continue;
    if (out.total++ < args.offset || out.returned == args.limit) continue;
    ++out.returned;
    out.variables.push_back(std::move(each));
  }
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "list_output_variables",
       .title = "What a run reported, and could report",
       .doc = "Lists the variables and meters of the last run: those that have values, and those "
              "that an Output:Variable could ask for."},
      [&runtime](const Args& args, const View& view) { return list(runtime, args, view); });
}

}  // namespace energy::tools::list_output_variables
