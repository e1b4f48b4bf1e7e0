// SPDX-License-Identifier: Apache-2.0
#include "kernel/undo.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"

namespace kernel {
namespace {

using Ids = std::set<std::string, std::less<>>;

// Denials, recorded readings and decisions write nothing: undo and redo pass them by.
bool wrote(const Event& event, const Principal& principal, const std::string& branch) {
  return event.branch == branch && event.principal == principal && !event.steps.empty();
}

// What stands in the way.
struct Blocker {
  std::string reason;
  std::string element;
  std::string path;
  const Event* event = nullptr;  // absent: no single event is to blame
};

Json to_json(const Blocker& blocker) {
  Json json = Json::object({{"reason", blocker.reason}, {"element", blocker.element}, {"path", blocker.path}});
  if (blocker.event) json.set("event_id", blocker.event->id).set("tool", blocker.event->tool);
  return json;
}

std::string in_words(const Blocker& blocker) {
  std::string text = blocker.reason;
  if (!blocker.element.empty()) text += " " + blocker.element + (blocker.path.empty() ? "" : " " + blocker.path);
  if (blocker.event) text += " (event " + blocker.event->id + ", " + blocker.event->tool + ")";
  return base::printable(text, 300);
}

Error blocked(const Event& event, const std::vector<Blocker>& blockers) {
  constexpr std::size_t named = 5;
  Json list = Json::array();
  std::vector<std::string> texts;
  for (const auto& blocker : blockers) {
    list.push_back(to_json(blocker));
    if (texts.size() < named) texts.push_back(in_words(blocker));
  }
  if (blockers.size() > named) texts.push_back("and " + std::to_string(blockers.size() - named) + " more");
  Error error = fail(Code::stale, "event " + event.id + " cannot be taken back: " + base::join(texts, "; "), event.id,
                     "Undo what came later first, or make the opposite change by hand.");
  error.data = std::make_shared<const Json>(Json::object({{"blockers", std::move(list)}}));
  return error;
}

// The later events whose effect still stands: an event and its undo cancel each other, and so do an
// undo and its redo. Newest first, because only an undo that stands cancels anything.
std::vector<const Event*> standing(const Event& event, const std::vector<Event>& later) {
  Ids among;
  for (const auto& candidate : later) among.insert(candidate.id);
  Ids cancelled;
  std::vector<const Event*> stand;
  for (auto it = later.rbegin(); it != later.rend(); ++it) {
    if (it->branch != event.branch || cancelled.contains(it->id)) continue;
    const std::string& reversed = it->undo_of.empty() ? it->redo_of : it->undo_of;
    if (!reversed.empty() && among.contains(reversed)) {
      cancelled.insert(reversed);
    } else {
      stand.push_back(&*it);
    }
  }
  std::ranges::reverse(stand);
  return stand;
}

bool reverses(const Event& later, const Event& event) { return later.undo_of == event.id || later.redo_of == event.id; }

// The first of the later event's steps that writes where `event` wrote, or brought anew what that is in.
const Step* first_overlap(const Event& event, const Event& later, const Ids& owners) {
  for (const auto& step : later.steps) {
    if (is_of_document(step) && owners.contains(step.id)) return &step;
    if (std::ranges::any_of(event.steps, [&](const Step& own) { return overlaps(own, step); })) return &step;
  }
  return nullptr;
}

std::vector<Blocker> later_writes(const Event& event, const std::vector<Event>& later, const Ids& owners) {
  std::vector<Blocker> blockers;
  for (const Event* other : standing(event, later)) {
    if (reverses(*other, event)) {
      blockers.push_back({"it was taken back already", {}, {}, other});
    } else if (const Step* step = first_overlap(event, *other, owners)) {
      blockers.push_back({"a later change wrote", step->id, step->path, other});
    }
  }
  return blockers;
}

// References are judged on the branch as it would be: `ops` may remove a referrer and its host at once.
std::vector<Blocker> broken_references(const Branch& branch, const std::vector<Op>& ops) {
  std::vector<Blocker> blockers;
  Ids written;
  Ids removed;
  Ids restored;
  for (const auto& op : ops) {
    written.insert(op.id);
    (op.what == Op::What::remove ? removed : restored).insert(op.id);
  }
  for (const auto& op : ops) {
    if (!op.after) continue;
    for (const auto& host : op.after->refs) {
      const bool there = restored.contains(host) || (branch.elements.has(host) && !removed.contains(host));
      if (!there) blockers.push_back({"the host " + host + " is gone of", op.id, "/refs"});
    }
  }
  if (removed.empty()) return blockers;
  for (const auto& [id, host] : branch.elements.referring(removed)) {
    if (!written.contains(id)) blockers.push_back({host + " is now referred to by", id, "/refs"});
  }
  return blockers;
}

// A document that goes takes along what was written over it: nothing may be lost that the reversal does not name.
std::vector<Blocker> lost_with_documents(const Branch& branch, const std::vector<Op>& ops) {
  std::vector<Blocker> blockers;
  Ids written;
  for (const Op& op : ops) written.insert(op.id);
  for (const Op& op : ops) {
    const auto owner = branch.elements.find(op.id);
    if (!owner || !owner->adopts || same_adoption(owner.get(), op.after.get())) continue;
    const Adopted& content = *owner->adopts->content;
    for (const auto& [id, element] : branch.elements.written().sorted()) {
      if (written.contains(id) || !content.has(id)) continue;
      const bool same = element && *element == *content.find(id);
      if (!same) blockers.push_back({"a later change wrote", id, ""});
    }
  }
  if (!blockers.empty()) return blockers;
  if (const auto applied = apply_ops(branch, ops); !applied.ok()) blockers.push_back({applied.error().message, {}, {}});
  return blockers;
}

}  // namespace

Result<std::string> last_undoable(const std::vector<Event>& newest_first, const Principal& principal,
                                  const std::string& branch) {
  Ids undone;
  for (const auto& event : newest_first) {
    if (!event.undo_of.empty()) {
      undone.insert(event.undo_of);
    } else if (wrote(event, principal, branch) && !undone.contains(event.id)) {
      // An event undone and redone is met as its redo first, further up.
      return event.id;
    }
  }
  return fail(Code::not_found, "there is nothing of yours to undo on branch " + branch, {},
              "History shows what was done and by whom.");
}

Result<std::string> last_redoable(const std::vector<Event>& newest_first, const Principal& principal,
                                  const std::string& branch) {
  Ids redone;
  for (const auto& event : newest_first) {
    if (!event.redo_of.empty()) redone.insert(event.redo_of);
    if (!wrote(event, principal, branch) || !event.redo_of.empty()) continue;
    if (event.undo_of.empty()) break;
    if (!redone.contains(event.id)) return event.id;
  }
  return fail(Code::not_found, "there is nothing of yours to redo on branch " + branch, {},
              "A redo is possible until the next change of your own.");
}

Ids owners_of(const Event& event, const Branch& branch) {
  Ids owners;
  for (const Step& step : event.steps) {
    if (const Element* owner = branch.elements.owner_of(step.id)) owners.insert(owner->id);
  }
  return owners;
}

Result<std::vector<Op>> plan_reversal(const Event& event, const std::vector<Event>& later, const Branch& branch,
                                      const Resolve& resolve, const Terms& terms) {
  if (event.leaves_system) return blocked(event, {{"its effect left the system", {}, {}, &event}});
  if (event.steps.empty()) return blocked(event, {{"it changed no element", {}, {}, &event}});
  auto blockers = later_writes(event, later, owners_of(event, branch));
  if (!blockers.empty()) return blocked(event, blockers);
  auto ops = TRY(ops_of(branch, invert(event.steps), resolve));
  const bool moves_documents = std::ranges::any_of(event.steps, is_of_document);
  blockers = moves_documents ? lost_with_documents(branch, ops) : broken_references(branch, ops);
  if (!blockers.empty()) return blocked(event, blockers);
  if (!terms.hold) return ops;
  if (const auto tried = apply_ops(branch, ops, terms); !tried.ok())
    return blocked(event, {{tried.error().message, tried.error().path, {}}});
  return ops;
}

}  // namespace kernel
