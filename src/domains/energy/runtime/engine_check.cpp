// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/engine_check.h"

#include <chrono>

#include "base/files.h"
#include "domains/energy/engine/convert/convert.h"
#include "domains/energy/engine/run/prepare.h"
#include "domains/energy/runtime/results.h"
#include "domains/energy/runtime/worker.h"

namespace energy::runtime {

namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr std::chrono::seconds longest{60};

// As the model's file has it; ExpandObjects reads IDF alone.
Result<std::string> input_of(const engine::Model& model, bool expand) {
  if (const auto* idf = std::get_if<engine::Model::IdfFile>(&model.file())) return (*idf)->bytes();
  if (expand) return engine::to_idf(model);
  return std::get<engine::Model::EpjsonFile>(model.file())->bytes();
}

}  // namespace

Result<EngineVerdict> ask_engine(const Runs& runs, const std::string& workspace, const engine::Model& model,
                                 const Installation& installation, const base::Cancel& cancel) {
  const WorkDirectory directory = TRY(runs.scratch(workspace));
  const bool expand = engine::needs_expansion(model) && !installation.expand.empty();
  const bool idf = expand || std::holds_alternative<engine::Model::IdfFile>(model.file());
  const std::string name = idf ? "in.idf" : "in.epJSON";
  const std::string input = TRY(input_of(model, expand));
  TRY(base::write_file_atomic(directory.path() / name, input, 0600));
  WorkerOrders orders{.library = installation.library.string(), .directory = directory.path().string()};
  if (expand) orders.expand = installation.expand.string();
  orders.arguments = {"--convert-only", "-d", ".", expand ? "expanded.idf" : name};
  const WorkerEnd end = TRY(run_worker(orders, cancel, longest, nullptr));
  if (end.how == WorkerEnd::How::cancelled) return fail(Code::cancelled, "The check was cancelled.");
  if (end.how != WorkerEnd::How::finished || !end.problem.empty()) {
    return fail(Code::unavailable, end.problem.empty() ? "The engine's process ended without an answer." : end.problem,
                {}, "The check by the schema needs no engine: leave ask_engine away.");
  }
  EngineVerdict out{.accepted = end.code == 0, .version = installation.version.text(), .expanded = expand};
  out.said = Results(directory.path()).errors();
  return out;
}

}  // namespace energy::runtime
