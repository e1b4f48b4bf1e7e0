// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/job.h"

#include "base/text.h"

namespace energy::tools {

JobOut job_out(const runtime::JobStatus& status) {
  JobOut out{.state = std::string(name(status.state)), .job_id = status.id};
  if (!status.label.empty()) out.label = status.label;
  if (status.state == runtime::JobState::running && !status.what.empty()) out.doing = status.what;
  if (status.error) out.problem = status.error->message;
  out.percent = status.share * 100;
  if (status.run) out.result = run_out(*status.run, false, 10);
  return out;
}

Result<runtime::JobStatus> job_named(const View& view, Runtime& runtime, const std::string& id) {
  if (auto status = runtime.jobs.status(view.workspace(), id)) return *std::move(status);
  std::vector<std::string> known;
  for (const auto& each : runtime.jobs.list(view.workspace())) {
    if (known.size() < 20) known.push_back(each.id + " (" + std::string(name(each.state)) + ")");
  }
  return fail(Code::not_found, "This workspace has no job '" + base::printable(id, 100) + "'.", "job_id",
              known.empty() ? "Jobs end with the server; submit_simulation starts one."
                            : "It has " + base::join(known, ", ") + ".");
}

}  // namespace energy::tools
