// SPDX-License-Identifier: Apache-2.0
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
  Json figures = Json::object();
  static constexpr auto fields =
      tool::fields(tool::field("name", &RowOut::name, "The variant."),
                   tool::field("state", &RowOut::state, "completed, failed or cancelled."),
                   tool::field("run_id", &RowOut::run_id, "For compare_runs."),
                   tool::field("problem", &RowOut::problem, "Why it failed."),
                   tool::field("cached", &RowOut::cached, "The same run was there already."),
                   tool::field("severe", &RowOut::severe, "Severe messages."),
                   tool::field("warnings", &RowOut::warnings, "Warnings."),
                   tool::field("figures", &RowOut::figures, "Key figures by name and unit."));
};
struct Out {
  std::string state = "completed";
  std::int64_t variants = 0, completed = 0, failed = 0, cached = 0;
  std::vector<RowOut> table;
  static constexpr auto fields = tool::fields(
      tool::field("state", &Out::state, "completed, or incomplete where one failed."),
      tool::field("variants", &Out::variants, "With the model as it is, which comes first."),
      tool::field("completed", &Out::completed, "Of them."), tool::field("failed", &Out::failed, "Of them."),
      tool::field("cached", &Out::cached, "Not simulated again."), tool::field("table", &Out::table, "One row each."));
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

RowOut row_of(const runtime::JobStatus& status) {
  RowOut out{status.label, std::string(name(status.state))};
  if (status.error) out.problem = status.error->message;
  if (!status.run) return out;
  out.run_id = status.run->id;
  out.cached = status.run->cached;
  if (!status.run->completed) out.problem = status.run->problem;
  const auto errors = status.run->results->errors();
  out.severe = errors.severe;
  out.warnings = errors.warnings;
  for (const auto& figure : figures_out(*status.run)) {
    out.figures.set(figure.name + (figure.units.empty() ? "" : " [" + figure.units + "]"), figure.value);
  }
  return out;
}

Out table_of(std::vector<RowOut> rows) {
  Out out{.variants = static_cast<std::int64_t>(rows.size())};
  for (const auto& row : rows) {
    ++(row.state == "completed" ? out.completed : out.failed);
    if (row.cached) ++out.cached;
  }
  if (out.failed > 0) out.state = "incomplete";
  out.table = std::move(rows);
  return out;
}

Result<tool::Shown<Out>> study(Runtime& runtime, const Args& args, const View& view, tool::Job& job) {
  const auto variants = TRY(engine::read_variants(
      Json::object({{"variants", Json(args.variants)}, {"parameters", Json(args.parameters)}}), most_variants));
  auto orders = TRY(orders_of(view, runtime, args, variants));
  std::vector<std::string> jobs;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    jobs.push_back(TRY(runtime.jobs.submit(std::move(orders[i]), variants[i].name)));
  }
  std::vector<RowOut> rows;
  for (const auto& id : jobs) {
    auto status = runtime.jobs.wait(view.workspace(), id, std::chrono::hours(24), job.cancel());
    if (job.cancelled()) {
      for (const auto& each : jobs) runtime.jobs.cancel(view.workspace(), each);
      return fail(Code::cancelled, "The study was cancelled after " + std::to_string(rows.size()) + " variants.");
    }
    rows.push_back(row_of(status.value()));
    job.report(static_cast<double>(rows.size()), static_cast<double>(jobs.size()), rows.back().name);
  }
  return tool::Shown<Out>{.out = table_of(std::move(rows))};
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
