// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernel/core.h"

// Internal: one event and the state it makes, written in the current transaction.
namespace kernel {

// What the writer needs beside the event. `event` needs no seq, prev, time, revision or state_check:
// its place in the log gives them.
struct Entry {
  Event event;
  Applied* applied = nullptr;          // its state; absent: the event writes none
  std::string reasoning;               // kept apart, so that it can be removed again
  const Branch* new_branch = nullptr;  // the event creates its branch as a copy of this one
  const EventTexts* texts = nullptr;   // of `applied`, if they were made before
};

// Writer thread only. Completes the event by its place in the log. Memory is changed by the Advance, once everything
// else is written.
Result<Advance> append(Core& core, const Workspace& workspace, store::WorkspaceFile& file, Entry& entry);

// Who stands behind a principal's id, for people who read the log.
Result<void> keep_name(store::WorkspaceFile& file, const Principal& principal);

// The start of an event: who, where, under which policy.
Event event_for(const Call& call, const Core& core, const Workspace& workspace, std::string id);

}  // namespace kernel
