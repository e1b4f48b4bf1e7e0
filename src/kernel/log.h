// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "kernel/calls.h"

// Internal: reading, proving, redacting and exporting the log.
namespace kernel {

Result<HistoryPage> read_history(Core& core, const Call& call, std::int64_t before_seq, std::int64_t limit);
// The events of all branches that the principal may read.
Result<HistoryPage> read_history_of_all_branches(Core& core, const Call& call, std::int64_t before_seq,
                                                 std::int64_t limit);
// Refuses to show whole events to a principal who may not READ every element.
Result<void> admit_whole_events(const Core& core, const Call& call);
Result<std::string> read_reasoning(Core& core, const Call& call, const Event& event);
Result<store::ChainReport> verify_log(Core& core, const Call& call, bool deep);
Result<std::vector<KeptFile>> list_kept(Core& core, const Call& call);  // kept_log.cpp, as the next
void run_prune(Core& core, Call call, std::vector<std::string> digests, Kernel::Done done);
void run_redact(Core& core, Call call, std::string event_id, Kernel::Done done);
Result<void> export_log(Core& core, const Call& call, const std::filesystem::path& directory);

// Builds the state of every branch from nothing but the events, and compares it with what each event
// and the stored elements say (replay.cpp). Problems are added to the report.
Result<void> verify_by_replay(Core& core, const std::shared_ptr<Workspace>& workspace, store::ChainReport& report);

}  // namespace kernel
