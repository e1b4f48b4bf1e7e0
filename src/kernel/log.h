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

// --- proving (verify.cpp) ---
// Whether the log goes on from its last signed head as this server left it; Code::stale with what is wrong.
Result<void> check_tail(Core& core, const Workspace& workspace);
// Why somebody's decision in an event does not count, by signature and key; empty: it counts.
std::string problem_of_decision(const Json& decision, std::string_view approval_id, const std::vector<Approver>& known);
// What a restore signs: all that its event says about the two logs.
std::string restore_digest(const std::string& workspace, const std::vector<Fact>& facts);
// What is wrong with a log beyond its chain, in words: heads, seals, decisions, private texts, policies, and what the
// file holds beside the log.
Result<void> verify_deeply(Core& core, const std::shared_ptr<Workspace>& workspace, store::ChainReport& report);
Result<void> verify_heads(Core& core, const Workspace& workspace, store::ChainReport& report);
// Seals an answer that is kept under a key, so that nobody else can put one there.
Result<std::string> sealed_answer(Core& core, const store::IdempotencyRow& row);
Result<std::string> opened_answer(Core& core, const store::WorkspaceFile& file, const store::IdempotencyRow& row);
// Whether the event that an outbox row names says that this is to be written.
Result<bool> is_of_its_event(const store::WorkspaceFile& file, const store::OutboxRow& row);

// Builds the state of every branch from nothing but the events, and compares it with what each event
// and the stored elements say (replay.cpp). Problems are added to the report.
Result<void> verify_by_replay(Core& core, const std::shared_ptr<Workspace>& workspace, store::ChainReport& report);

}  // namespace kernel
