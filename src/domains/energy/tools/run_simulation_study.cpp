// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "domains/energy/engine/run/study.h"
#include "domains/energy/runtime/order.h"
#include "domains/energy/tools/parts/job.h"

namespace energy::tools::run_simulation_study {

namespace {

struct Args : SimulationArgs {
  std::vector<Json> variants, parameters;
  static constexpr auto fields = std::tuple_cat(
      simulation_fields(),
      tool::fields(
          tool::with_default("variants", &Args::variants,
                             "[{name, set: [{object_type, name, field, value}]}]; name may have *.",
                             {.max_length = 500}),
          tool::with_default("parameters", &Args::parameters,
                             "Every combination of [{object_type, name, field, values}].", {.max_length = 20})));
};

struct RowOut {
  std::string name, state;
  std::optional<std::string> run_id, problem;
  bool cached = false;
  std::int64_t severe = 0, warnings = 0;
  std::vector<Json> figures;
  static constexpr auto fields =
      tool::fields(tool::field("name", &RowOut::name, "The variant."),
                   tool::field("state", &RowOut::state, "completed, failed or cancelled."),
                   tool::field("run_id", &RowOut::run_id, "For compare_runs."),
                   tool::field("problem", &RowOut::problem, "Why it failed."),
                   tool::field("cached", &RowOut::cached, "The same run was there already."),
                   tool::field("severe", &RowOut::severe, "Severe messages."),
                   tool::field("warnings", &RowOut::warnings, "Warnings."),
                   tool::field("figures", &RowOut::figures, "In the order of the table's; null: it has none."));
};
struct Out {
  std::string state = "completed";
  std::int64_t variants = 0, completed = 0, failed = 0, cached = 0;
  std::vector<std::string> figures;
  std::vector<RowOut> table;
  static constexpr auto fields = tool::fields(
      tool::field("state", &Out::state, "completed, or incomplete where one failed."),
      tool::field("variants", &Out::variants, "With the model as it is, which comes first."),
      tool::field("completed", &Out::completed, "Of them."), tool::field("failed", &Out::failed, "Of them."),
      tool::field("cached", &Out::cached, "Not simulated again."),
      tool::field("figures", &Out::figures, "The key figures of the rows: names and units."),
      tool::field("table", &Out::table, "One row each."));
};

constexpr std::size_t most_variants = 500;

// A variant that cannot be made is found before anything runs.
Result<std::vector<runtime::RunOrder>> orders_of(const View& view, Runtime& runtime, const Args& args,
                                                 const std::vector<engine::Variant>& variants) {
  const auto open = TRY(opened(view, runtime));
  std::vector<runtime::RunOrder> out;
  for (const auto& variant : variants) {
    const auto model = TRY(engine::with_settings(*open.model, variant.settings));
    out.push_back(TRY(order_of(view, runtime, args, open, model)));
    out.back().becomes_last = false;
    runtime::share_files(out.front(), out.back());
  }
  return out;
}

// Read from files of its own, which are closed again: a study would hold hundreds of them open.
std::vector<FigureOut> figures_of(const runtime::Run& run) {
  runtime::Run looked = run;
  looked.results = std::make_shared<const runtime::Results>(run.results->directory());
  return figures_out(looked);
}

// The values in the order of `names`, which get those that are new.
std::vector<Json> in_order(const std::vector<FigureOut>& figures, std::vector<std::string>& names) {
  std::vector<Json> out(names.size());
  for (const auto& figure : figures) {
    const std::string name = figure.name + (figure.units.empty() ? "" : " [" + figure.units + "]");
    const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    if (at == names.size()) names.push_back(name);
    out.resize(names.size());
    out[at] = figure.value;
  }
  return out;
}

RowOut row_of(const runtime::JobStatus& status, std::vector<std::string>& names) {
  RowOut out{status.label, std::string(name(status.state))};
  if (status.error) out.problem = status.error->message;
  if (!status.run) return out;
  out.run_id = status.run->id;
  out.cached = status.run->cached;
  if (!status.run->completed) out.problem = status.run->problem;
  const auto errors = status.run->results->errors();
  out.severe = errors.severe;
  out.warnings = errors.warnings;
  out.figures = in_order(figures_of(*status.run), names);
  return out;
}

Out table_of(const std::vector<runtime::JobStatus>& ended) {
  Out out{.variants = static_cast<std::int64_t>(ended.size())};
  for (const auto& status : ended) {
    out.table.push_back(row_of(status, out.figures));
    ++(out.table.back().state == "completed" ? out.completed : out.failed);
    if (out.table.back().cached) ++out.cached;
  }
  for (auto& row : out.table) row.figures.resize(out.figures.size());
  if (out.failed > 0) out.state = "incomplete";
  return out;
}

// The variants of a study as they run: several at once, and not in their order.
class Watch {
 public:
  Watch(Runtime& runtime, std::string workspace, std::vector<std::string> jobs)
      : runtime_(runtime), workspace_(std::move(workspace)), jobs_(std::move(jobs)) {
    for (const auto& id : jobs_) statuses_.push_back(now(id));
  }

  Result<std::vector<runtime::JobStatus>> until_ended(tool::Job& job) {
    for (std::size_t at = 0; at < jobs_.size();) {
      if (statuses_[at].ended()) {
        ++at;
        continue;
      }
      runtime_.jobs.wait(workspace_, jobs_[at], look, job.cancel());
      if (job.cancelled()) return cancel();
      for (std::size_t i = at; i < jobs_.size(); ++i)
        if (!statuses_[i].ended()) statuses_[i] = now(jobs_[i]);
      report(job);
    }
    report(job);
    return std::move(statuses_);
  }

 private:
  static constexpr auto look = std::chrono::milliseconds(500);

  runtime::JobStatus now(const std::string& id) const { return runtime_.jobs.status(workspace_, id).value(); }
  std::size_t ended() const {
    return static_cast<std::size_t>(std::ranges::count_if(statuses_, &runtime::JobStatus::ended));
  }
  void report(tool::Job& job) const {
    double done = 0;
    for (const auto& each : statuses_) done += each.ended() ? 1 : std::min(each.share, 0.99);
    job.report(done, static_cast<double>(jobs_.size()),
               std::to_string(ended()) + " of " + std::to_string(jobs_.size()) + " variants");
  }
  base::Error cancel() const {
    for (const auto& each : jobs_) runtime_.jobs.cancel(workspace_, each);
    return fail(Code::cancelled, "The study was cancelled after " + std::to_string(ended()) + " variants.");
  }

  Runtime& runtime_;
  const std::string workspace_;
  const std::vector<std::string> jobs_;
  std::vector<runtime::JobStatus> statuses_;
};

Result<tool::Shown<Out>> study(Runtime& runtime, const Args& args, const View& view, tool::Job& job) {
  const auto variants = TRY(engine::read_variants(
      Json::object({{"variants", Json(args.variants)}, {"parameters", Json(args.parameters)}}), most_variants));
  auto orders = TRY(orders_of(view, runtime, args, variants));
  std::vector<std::string> jobs;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    jobs.push_back(TRY(runtime.jobs.submit(std::move(orders[i]), variants[i].name)));
  }
  Watch watch(runtime, view.workspace(), std::move(jobs));
  return tool::Shown<Out>{.out = table_of(TRY(watch.until_ended(job)))};
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "run_simulation_study",
       .title = "Run variants of the model",
       .doc = "Simulates the model and variants of it in parallel and gives a table of their key figures. The model "
              "itself "
              "is not changed.",
       .records = "simulation.run"},
      [&runtime](const Args& args, const View& view, tool::Job& job) { return study(runtime, args, view, job); });
}

}  // namespace energy::tools::run_simulation_study
