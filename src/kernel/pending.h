// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "kernel/policy.h"
#include "kernel/types.h"

// A change that waits for a human, as a record and a state machine. Pure: no disk, no clock.
namespace kernel {

// One human's word.
struct Ballot {
  bool approve = true;
  Principal by;
  std::string change_digest;  // what they saw, hex
  std::string channel;        // "terminal", "form", "console"
  Assurance assurance = Assurance::a1;
  std::string nonce;       // issued by us for this pending change, used once
  std::string signature;   // Ed25519 over ballot_message(), raw; empty for A1
  std::string public_key;  // raw, whose signature it is
  std::string reason;
  std::int64_t time_ms = 0;
};

struct Pending {
  int version = 2;  // of the record; 1: asked for before files were looked at
  std::string id;
  std::string state = "awaiting";
  std::string workspace;
  std::string branch;
  std::int64_t base_revision = 0;                              // of the branch
  std::string base_head;                                       // hex hash of the head event it was planned on
  std::vector<std::pair<std::string, std::int64_t>> read_set;  // element, revision (0: absent)
  bool read_everything = false;
  std::string toolset;
  std::string tool;
  std::string tool_version;
  Permission needs = Permission::modify;  // what the tool itself asked for
  Json arguments;
  Json steps;  // as the event would store them
  Json inverse;
  Json touched;  // touched_summary()
  Json facts;
  std::vector<FilePlan> files;
  std::vector<Loaded> loads;  // what it brings in, from which files
  std::string summary;
  std::vector<std::string> told;  // what it comes to, in the domain's words
  Json result;                    // the tool's answer, given again when it commits
  Json planned;                   // the same while it waits; null: no other
  Tier tier = Tier::medium;
  std::vector<std::string> reasons;
  ApprovalNeed need;
  bool merge = false;
  Principal requester;
  std::string call_id;
  std::string reasoning;
  std::string idempotency_key;
  std::string policy_digest;
  std::string change_digest;  // hex
  std::int64_t created_ms = 0;
  std::int64_t expires_ms = 0;
  std::vector<std::string> after;  // pending changes of the same requester that must be decided first
  std::vector<Ballot> ballots;
  std::vector<std::string> open_nonces;
  std::string form_code;  // six characters the human types into a form; empty: no form
  int form_attempts = 0;  // wrong codes so far; five close the form
  std::string event_id;   // once committed
  // What lies outside the usual scope of who asks; found out when somebody looks, and not kept.
  std::vector<std::string> unusual;
};

Json to_json(const Pending& pending);
Result<Pending> pending_from_json(const Json& json);

// SHA-256 over the JCS of everything the human is shown and everything that will be done: ws, branch,
// base, requester, tool+version, args, steps, inverse, touched, facts, files, summary, what is told, reasoning,
// tier, reasons, need, merge, policy_digest. What comes later (times, ballots, nonces) is not in it.
Result<std::string> change_digest(const Pending& pending);

// The bytes an approver signs: "lintel/ballot/v1", verdict, pending id, digest, nonce, voter, each as
// `<length>:<bytes>,` so that no two ballots share their bytes.
std::string ballot_message(const Ballot& ballot, std::string_view pending_id);

bool is_terminal(std::string_view state);
bool ended_undone(std::string_view state);  // it is over, and nothing was done

enum class Next : std::uint8_t {
  keep_waiting,  // a first confirmation of two, now recorded
  commit,        // recheck and commit
  rejected,
};
// Judges a ballot against the record: digest, nonce, signature, assurance, kind of principal,
// approver ≠ requester, distinct humans, delay between confirmations, expiry, state. On success the
// ballot is recorded in `pending` with the time `now_ms`, the state becomes confirmed_once, approved
// or rejected, and every open nonce and the form's code are spent: a second confirmation needs a fresh
// preview. Failures leave the record as it was. Whether `public_key` belongs to `by` is for the caller
// to know (approver_key.h), and so is the form's code (form_code_matches).
//
// A form's "no" proves nobody's will (clients answer forms by themselves): it is not recorded, the
// change keeps waiting.
Result<Next> judge(Pending& pending, const Ballot& ballot, std::int64_t now_ms, std::int64_t second_delay_ms);

// Whether the human typed the form's code; case and blanks around it do not matter. Takes the same
// time for every wrong code, counts it, and says no to all after the fifth.
bool form_code_matches(Pending& pending, std::string_view typed);

// What a person must be shown before deciding; plain text: count, scope, summary, who asked and why, tier and reasons,
// digest, then all that is deleted, all files, those of others first, and every step, long values as a difference of
// lines. Text from callers is shown line by line without control, bidirectional or invisible characters, so that it
// cannot fake the screen.
std::string describe(const Pending& pending);
// Its beginning, and how to see the rest.
std::string describe_briefly(const Pending& pending, std::size_t lines = 60);

// --- multi-round-trip state (MCP 2026-07-28 requestState): sealed, bound to principal and expiry ---
struct FormState {
  std::string pending_id;
  std::string change_digest;
  std::string principal;
  std::string arguments_digest;
  std::int64_t expires_ms = 0;
};
std::string seal_form_state(const FormState& state, std::string_view key32, base::Entropy& entropy);
std::optional<FormState> open_form_state(std::string_view sealed, std::string_view key32);

}  // namespace kernel
