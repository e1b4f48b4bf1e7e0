// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/energy/runtime/jobs.h"
#include "domains/energy/tools/parts/simulation.h"

namespace energy::tools {

// A simulation that runs by itself, as answers show it.
struct JobOut {
  std::string state, job_id;
  std::optional<std::string> label, doing, problem;
  double percent = 0;
  std::optional<RunOut> result;
  static constexpr auto fields = tool::fields(
      tool::field("state", &JobOut::state, "queued, running, completed, failed or cancelled."),
      tool::field("job_id", &JobOut::job_id, "Its id."), tool::field("label", &JobOut::label, "What it was called."),
      tool::field("percent", &JobOut::percent, "How far it is."),
      tool::field("doing", &JobOut::doing, "The engine's words."),
      tool::field("problem", &JobOut::problem, "Why it came to nothing."),
      tool::field("result", &JobOut::result, "As run_simulation tells it."));
};
JobOut job_out(const runtime::JobStatus& status);

// Fails with the jobs there are.
Result<runtime::JobStatus> job_named(const View& view, Runtime& runtime, const std::string& id);

inline constexpr const char* job_id_doc = "From submit_simulation.";

}  // namespace energy::tools
