// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "kernel/event.h"
#include "kernel/snapshot.h"

// Undo and redo as pure judgement over events: which event, what it would do, what stands in the way.
namespace kernel {

// The newest event of this principal on this branch that can be undone: it has steps, is not an undo
// itself and was not undone (an undone and redone event counts as its redo). `newest_first` is the
// tail of the log. Nothing found: Code::not_found.
Result<std::string> last_undoable(const std::vector<Event>& newest_first, const Principal& principal,
                                  const std::string& branch);
// The newest undo of this principal that was not redone (no event's redo_of names it) and after which
// this principal did nothing on the branch but undo and redo. Code::not_found where there is none.
Result<std::string> last_redoable(const std::vector<Event>& newest_first, const Principal& principal,
                                  const std::string& branch);

// The operations that take `event` back on today's branch; for an undo that is its redo. `later` are
// the events after it that touched the same elements, oldest first; those that were undone, and their
// undos, do not count. Fails with Code::stale, listing the blockers: a later write to the same place,
// a created element that is now referred to, a removed element whose host is gone, what `terms` do not admit, an
// effect that left the system, a document that was changed since it came, or that came anew. The message names them,
// and data is
// {"blockers":[{reason, element, path, event_id, tool}]}, the last two where an event is to blame.
Result<std::vector<Op>> plan_reversal(const Event& event, const std::vector<Event>& later, const Branch& branch,
                                      const Resolve& resolve = nullptr, const Terms& terms = {});
// What later events must be looked for beside the elements of an event: those that adopt what it wrote.
std::set<std::string, std::less<>> owners_of(const Event& event, const Branch& branch);

}  // namespace kernel
