// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/calls.h"

// Internal: what becomes of changes that wait.
namespace kernel {

struct Found {
  std::shared_ptr<Workspace> workspace;
  Pending pending;  // as it stands now: one whose time is over reads as expired
};
Result<Found> find_pending(Core& core, std::string_view id);
Result<std::vector<Pending>> list_pendings(Core& core, const Call& call, bool with_closed);

// Ends the changes that were asked for before files were looked at; called as a workspace is opened.
void end_outdated(Core& core, const std::shared_ptr<Workspace>& workspace);

void run_withdraw(Core& core, const Call& call, std::string id, Kernel::Done done);
void run_challenge(Core& core, std::string id, std::function<void(Result<Kernel::Challenge>)> done);
void run_decide(Core& core, std::string id, Ballot ballot, Kernel::Done done);
void run_form(Core& core, std::string id, Principal asked_through, std::string code, bool accepted, Kernel::Done done);

// --- inside the transaction ---
// A ballot as events show it.
Json decision_of(const Ballot& ballot);

struct Recheck {
  Applied applied;
  std::string ends_as;  // "stale" or "denied": it can no longer be committed
  Error why;
};
// Whether a waiting change may still be done, under today's policy and on today's state (recheck.cpp).
// An error leaves it waiting.
Result<Recheck> recheck(Core& core, const Workspace& workspace, store::WorkspaceFile& file, const Pending& pending);

}  // namespace kernel
