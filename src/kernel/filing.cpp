// SPDX-License-Identifier: Apache-2.0
#include "kernel/filing.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace kernel {

namespace {

// An event that touched more stands under one key: who looks for an element looks at all of those.
constexpr std::size_t most_elements = 1000;
const std::string touches_many = "on\n*";

std::string key_of(const Principal& principal, const std::string& branch) {
  return "by\n" + principal.user_id + "\n" + principal.key() + "\n" + branch;
}

std::string key_of_element(const std::string& id) { return "on\n" + id; }

std::set<std::string> elements_in(const std::vector<Step>& steps) {
  std::set<std::string> ids;
  for (const Step& step : steps) ids.insert(step.id);
  return ids;
}

}  // namespace

// What takes an event back is found by whose event that was too.
Result<std::vector<std::string>> keys_of(const store::WorkspaceFile& file, const Event& event,
                                         const std::vector<Step>& steps) {
  std::vector<std::string> keys;
  const std::string& reversed = event.undo_of.empty() ? event.redo_of : event.undo_of;
  if (!steps.empty() || !reversed.empty()) keys.push_back(key_of(event.principal, event.branch));
  if (!reversed.empty()) {
    if (const auto row = TRY(file.event(reversed)))
      keys.push_back(key_of(TRY(event_from_bytes(row->bytes)).principal, event.branch));
  }
  const std::set<std::string> elements = elements_in(steps);
  if (elements.size() > most_elements) {
    keys.push_back(touches_many);
  } else {
    for (const std::string& id : elements) keys.push_back(key_of_element(id));
  }
  return keys;
}

namespace {

Result<void> add_events(std::vector<Event>& events, const std::vector<store::EventRow>& rows) {
  for (const store::EventRow& row : rows) events.push_back(TRY(event_from_bytes(row.bytes)));
  return {};
}

Result<std::vector<store::EventRow>> not_filed(const store::WorkspaceFile& file, std::int64_t after,
                                               const std::string& branch) {
  std::vector<store::EventRow> rows = TRY(file.events_from(after + 1, std::numeric_limits<std::int64_t>::max()));
  std::erase_if(rows, [&](const store::EventRow& row) { return row.branch != branch; });
  return rows;
}

}  // namespace

void ToFile::add(std::int64_t seq, std::vector<std::string> keys) {
  constexpr std::size_t most_keys = 32'768;
  if (first_ == 0 || seq != last_ + 1 || keys_.size() > most_keys) {
    clear();
    first_ = seq;
  }
  last_ = seq;
  for (std::string& key : keys) keys_.emplace_back(std::move(key), seq);
}

std::optional<Filing> ToFile::taken(std::int64_t filed_through) {
  ToFile all = std::exchange(*this, {});
  if (all.first_ == 0 || all.first_ > filed_through + 1 || all.last_ <= filed_through) return std::nullopt;
  std::ranges::sort(all.keys_);  // neighbours in the index are written together
  return Filing{.keys = std::move(all.keys_), .through = all.last_};
}

Result<Filing> next_to_file(const store::WorkspaceFile& file, std::int64_t limit) {
  Filing filing;
  const std::int64_t before = TRY(file.filed_through());
  const std::vector<store::EventRow> rows = TRY(file.events_from(before + 1, limit));
  for (const store::EventRow& row : rows) {
    const Event event = TRY(event_from_bytes(row.bytes));
    for (std::string& key : TRY(keys_of(file, event, event.steps))) filing.keys.emplace_back(std::move(key), row.seq);
    filing.through = row.seq;
  }
  std::ranges::sort(filing.keys);
  filing.more = std::ssize(rows) == limit;
  return filing;
}

Result<void> file_them(store::WorkspaceFile& file, const Filing& filing) {
  TRY(file.file_events(filing.keys));
  return file.put_filed_through(filing.through);
}

Result<std::vector<Event>> events_of(const store::WorkspaceFile& file, const Principal& principal,
                                     const std::string& branch, std::int64_t limit) {
  const std::int64_t filed = TRY(file.filed_through());
  std::vector<store::EventRow> newest = TRY(not_filed(file, filed, branch));
  std::ranges::reverse(newest);
  std::vector<Event> events;
  TRY(add_events(events, newest));
  const std::vector<store::EventRow> filed_ones =
      TRY(file.events_filed(key_of(principal, branch), 0, filed + 1, limit));
  TRY(add_events(events, filed_ones));
  return events;
}

Result<std::vector<Event>> events_on_the_same(const store::WorkspaceFile& file, const Event& event,
                                              const std::set<std::string, std::less<>>& others) {
  constexpr std::int64_t all = std::numeric_limits<std::int64_t>::max();
  const std::int64_t filed = TRY(file.filed_through());
  std::set<std::string> elements = elements_in(event.steps);
  elements.insert(others.begin(), others.end());
  std::map<std::int64_t, store::EventRow> by_seq;
  const auto take = [&](std::vector<store::EventRow> rows) {
    for (store::EventRow& row : rows) {
      if (row.branch == event.branch) by_seq.insert_or_assign(row.seq, std::move(row));
    }
  };
  take(TRY(not_filed(file, std::max(filed, event.seq), event.branch)));
  take(TRY(file.events_filed(touches_many, event.seq, 0, all)));
  for (const std::string& id : elements) take(TRY(file.events_filed(key_of_element(id), event.seq, 0, all)));
  std::vector<Event> later;
  for (const auto& [seq, row] : by_seq) {
    Event each = TRY(event_from_bytes(row.bytes));
    const bool touches = std::ranges::any_of(each.steps, [&](const Step& step) { return elements.contains(step.id); });
    if (touches) later.push_back(std::move(each));
  }
  return later;
}

}  // namespace kernel
