// SPDX-License-Identifier: Apache-2.0
#include "store/workspace_file.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/json.h"
#include "base/text.h"
#include "store/workspace_inner.h"

namespace store {
namespace {

constexpr std::int64_t counters_kept_ms = std::int64_t{48} * 3600 * 1000;
constexpr std::int64_t events_per_read = 512;
constexpr std::int64_t period_ms = std::int64_t{6} * 3600 * 1000;  // keys that expire together are forgotten together
constexpr char separator = '\n';                                   // between the ids of touched elements

std::string_view view(const base::Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

std::string hex(const base::Digest& digest) { return base::hex(view(digest)); }

// A digest of the wrong length reads as zeroes, which no chain holds but before its first event.
base::Digest digest_from(const std::string& bytes) {
  base::Digest digest{};
  if (bytes.size() == digest.size()) std::memcpy(digest.data(), bytes.data(), digest.size());
  return digest;
}

EventRow event_row(const Query& query) {
  return {.seq = query.integer(0),
          .id = query.text(1),
          .branch = query.text(2),
          .bytes = query.text(5),
          .prev = digest_from(query.text(3)),
          .hash = digest_from(query.text(4))};
}

ElementRow element_row(const Query& query) {
  return {.branch = query.text(0), .id = query.text(1), .revision = query.integer(2), .bytes = query.text(3)};
}

PendingRow pending_row(const Query& query) {
  return {.id = query.text(0),
          .state = query.text(1),
          .created_ms = query.integer(2),
          .expires_ms = query.integer(3),
          .bytes = query.text(4)};
}

IdempotencyRow idempotency_row(const Query& query) {
  return {.principal = query.text(0),
          .key = query.text(1),
          .args_digest = query.text(2),
          .result = query.text(3),
          .expires_ms = query.integer(4)};
}

OutboxRow outbox_row(const Query& query) {
  OutboxRow row{.id = query.integer(0), .event_id = query.text(1), .path = query.text(2), .bytes = query.text(3)};
  if (!query.is_null(4)) row.before = query.text(4);
  row.keep = query.integer(5) != 0;
  return row;
}

FileRow file_row(const Query& query) {
  return {.path = query.text(0), .sha256 = query.text(1), .element = query.text(2)};
}

PrivateText private_text(const Query& query) { return {.salt = query.text(0), .text = query.text(1)}; }

std::string text_column(const Query& query) { return query.text(0); }

template <class Row>
Result<std::optional<Row>> first(Query& query, Row (*read)(const Query&)) {
  if (!TRY(query.step())) return std::optional<Row>();
  return std::optional<Row>(read(query));
}

template <class Row>
Result<std::vector<Row>> all(Query& query, Row (*read)(const Query&)) {
  std::vector<Row> rows;
  while (TRY(query.step())) rows.push_back(read(query));
  return rows;
}

Result<std::optional<IdempotencyRow>> select_idempotency(Database& database, std::string_view principal,
                                                         std::string_view key) {
  // From period to period, of which there are few; a key used again after it expired is in two.
  auto query = TRY(
      database.query("WITH RECURSIVE periods (period) AS (SELECT max(period) FROM idempotency UNION ALL "
                     "SELECT (SELECT max(i.period) FROM idempotency i WHERE i.period < periods.period) FROM periods "
                     "WHERE period IS NOT NULL) "
                     "SELECT principal, key, args_digest, result, expires_ms FROM periods CROSS JOIN idempotency i "
                     "WHERE i.period = periods.period AND principal = ?1 AND key = ?2 LIMIT 1"));
  query.bind(1, principal).bind(2, key);
  return first(query, idempotency_row);
}

Result<std::optional<PendingRow>> select_pending(Database& database, std::string_view id) {
  auto query = TRY(database.query("SELECT id, state, created_ms, expires_ms, bytes FROM pending WHERE id = ?1"));
  query.bind(1, id);
  return first(query, pending_row);
}

// Rows carry running totals, so that a count over a day costs two look-ups, not a sum.
Result<std::int64_t> select_operations(Database& database, std::string_view counter, std::int64_t since_ms) {
  auto query = TRY(database.query(
      "SELECT (SELECT total FROM operations WHERE counter = ?1 ORDER BY time_ms DESC LIMIT 1) - total + n "
      "FROM operations WHERE counter = ?1 AND time_ms >= ?2 ORDER BY time_ms LIMIT 1"));
  query.bind(1, counter).bind(2, since_ms);
  return TRY(query.step()) ? query.integer(0) : 0;
}

// What one event of the chain is checked against.
struct ChainCheck {
  ChainReport report;
  base::Digest head{};
  std::int64_t last_seq = 0;
  std::int64_t read_to = INT64_MIN;  // rows at or below zero are found too
  bool in_order = true;              // false: the table itself is damaged, reading on could go in circles

  void problem(std::int64_t seq, const std::string& what) {
    report.problems.push_back("event " + std::to_string(seq) + ": " + what);
  }
  void event(const EventRow& event, const std::string& column_types);
  std::vector<std::string> contents(const EventRow& event);  // the elements it names
  void listed(const EventRow& event, const std::vector<std::string>& elements, const std::string& touched);
};

void ChainCheck::event(const EventRow& event, const std::string& column_types) {
  in_order = event.seq > read_to;
  if (event.seq != last_seq + 1)
    problem(event.seq, "it stands where event " + std::to_string(last_seq + 1) + " should");
  if (column_types != "text text blob 32 blob 32 blob") problem(event.seq, "its row is malformed");
  if (event.hash != event_hash(event.bytes)) problem(event.seq, "its bytes do not have the stored hash");
  if (event.prev != head) problem(event.seq, "it does not name the hash of the event before");
  head = event.hash;
  last_seq = read_to = event.seq;
  ++report.events;
}

bool names_digest(const base::Json* value, const base::Digest& digest) {
  const bool none = value == nullptr || value->is_null() || (value->is_string() && value->as_string().empty());
  if (none) return digest == base::Digest{};
  return value->is_string() && value->as_string() == hex(digest);
}

std::vector<std::string> ChainCheck::contents(const EventRow& event) {
  const auto parsed = base::parse_json(event.bytes);
  if (!parsed.ok()) {
    problem(event.seq, "its bytes are no JSON");
    return {};
  }
  const base::Json* seq = parsed->find("seq");
  if (seq == nullptr || !seq->is_integer() || seq->as_integer() != event.seq) problem(event.seq, "its seq differs");
  if (parsed->text("id") != event.id) problem(event.seq, "its id differs from the stored one");
  if (parsed->text("branch") != event.branch) problem(event.seq, "its branch differs from the stored one");
  if (!names_digest(parsed->find("prev"), event.prev)) problem(event.seq, "its prev differs from the stored one");
  std::vector<std::string> elements;
  const base::Json* ops = parsed->find("ops");
  if (ops == nullptr || !ops->is_array()) return elements;
  for (const auto& op : ops->as_array()) {
    if (const base::Json* id = op.find("id"); id != nullptr && id->is_string()) elements.push_back(id->as_string());
  }
  return elements;
}

void ChainCheck::listed(const EventRow& event, const std::vector<std::string>& elements, const std::string& touched) {
  const auto listed = base::split(touched, separator);
  for (const auto& element : elements) {
    if (std::ranges::find(listed, element) == listed.end()) problem(event.seq, "it is not listed under " + element);
  }
}

// Checks the next few events; false when there are no more.
Result<bool> check_some(Database& database, ChainCheck& check) {
  auto query = TRY(database.query(
      "SELECT seq, id, branch, prev, hash, bytes, typeof(id) || ' ' || typeof(branch) || ' ' || typeof(prev) || ' ' || "
      "length(prev) || ' ' || typeof(hash) || ' ' || length(hash) || ' ' || typeof(bytes), touched "
      "FROM events WHERE seq > ?1 ORDER BY seq LIMIT ?2"));
  query.bind(1, check.read_to).bind(2, events_per_read);
  bool any = false;
  while (check.in_order && TRY(query.step())) {
    any = true;
    const EventRow row = event_row(query);
    check.event(row, query.text(6));
    check.listed(row, check.contents(row), query.text(7));
  }
  return any && check.in_order;
}

// The index of ids knows how many events there were: rows that vanished from the end of the table
// without a trace are still in it.
Result<void> check_none_vanished(Database& database, ChainCheck& check) {
  auto query =
      TRY(database.query("SELECT count(*), coalesce(max(seq), 0), (SELECT coalesce(max(seq), 0) FROM events) "
                         "FROM events INDEXED BY sqlite_autoindex_events_1"));
  TRY(query.step());
  const auto indexed = query.integer(1);
  if (query.integer(0) == indexed && query.integer(2) == indexed && indexed >= check.last_seq) return {};
  check.problem(indexed, "the index of ids and the log do not hold the same events");
  return {};
}

}  // namespace

base::Digest event_hash(std::string_view canonical_bytes) {
  constexpr std::string_view domain("lintel/event/v1\0", 16);  // its NUL is part of it
  std::string input;
  input.reserve(domain.size() + canonical_bytes.size());
  input.append(domain).append(canonical_bytes);
  return base::sha256(input);
}

WorkspaceFile::WorkspaceFile(std::shared_ptr<Inner> inner) : inner_(std::move(inner)) {}

WorkspaceFile::~WorkspaceFile() { inner_->close(); }

Result<std::shared_ptr<WorkspaceFile>> WorkspaceFile::open(const std::string& path, const std::string& vfs) {
  auto inner = std::make_shared<Inner>(path, vfs, false);
  TRY(inner->claim());
  TRY(inner->open_writer());
  return std::shared_ptr<WorkspaceFile>(new WorkspaceFile(std::move(inner)));
}

Result<std::shared_ptr<WorkspaceFile>> WorkspaceFile::open_read_only(const std::string& path, const std::string& vfs) {
  auto inner = std::make_shared<Inner>(path, vfs, true);
  if (inner->memory) return fail(Code::io, "a database in memory cannot be opened for reading only");
  TRY(inner->check_readable());
  return std::shared_ptr<WorkspaceFile>(new WorkspaceFile(std::move(inner)));
}

const std::string& WorkspaceFile::path() const { return inner_->path; }

// --- writer thread ---

Result<void> WorkspaceFile::check_follows_last(const EventRow& event) {
  auto& head = inner_->head;
  if (!head) {
    auto database = TRY(inner_->writing());
    auto query = TRY(database->query("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1"));
    head = TRY(query.step()) ? Inner::Head{query.integer(0), digest_from(query.text(1))} : Inner::Head{};
  }
  if (event.seq == head->seq + 1 && event.prev == head->hash) return {};
  return fail(Code::stale, "event " + std::to_string(event.seq) + " does not follow event " +
                               std::to_string(head->seq) + ", the last one stored");
}

Result<base::Digest> WorkspaceFile::append_event(const EventRow& event, const std::vector<std::string>& touched_ids,
                                                 const PrivateText& reasoning) {
  auto database = TRY(inner_->writing());
  const base::Digest hash = event_hash(event.bytes);
  LINTEL_CHECK(event.hash == base::Digest{} || event.hash == hash);
  TRY(check_follows_last(event));
  auto insert =
      TRY(database->query("INSERT INTO events (seq, id, branch, prev, hash, touched, salt, reasoning, bytes) "
                          "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"));
  const std::string touched = base::join(touched_ids, std::string_view(&separator, 1));
  insert.bind(1, event.seq).bind_kept(2, event.id).bind_kept(3, event.branch);
  insert.bind_blob_kept(4, view(event.prev)).bind_blob_kept(5, view(hash)).bind_kept(6, touched);
  if (!reasoning.salt.empty()) insert.bind_blob_kept(7, reasoning.salt).bind_blob_kept(8, reasoning.text);
  TRY(insert.bind_blob_kept(9, event.bytes).run());
  inner_->head = Inner::Head{event.seq, hash};
  return hash;
}

Result<void> WorkspaceFile::put_element(const ElementRow& element) {
  auto database = TRY(inner_->writing());
  auto query = TRY(database->query("REPLACE INTO elements (branch, id, revision, bytes) VALUES (?1, ?2, ?3, ?4)"));
  query.bind_kept(1, element.branch).bind_kept(2, element.id).bind(3, element.revision);
  return query.bind_blob_kept(4, element.bytes).run();
}

Result<void> WorkspaceFile::remove_element(std::string_view branch, std::string_view id) {
  auto database = TRY(inner_->writing());
  auto query = TRY(database->query("DELETE FROM elements WHERE branch = ?1 AND id = ?2"));
  return query.bind(1, branch).bind(2, id).run();
}

Result<void> WorkspaceFile::copy_branch(std::string_view from, std::string_view to) {
  auto database = TRY(inner_->writing());
  auto query =
      TRY(database->query("INSERT INTO elements (branch, id, revision, bytes) "
                          "SELECT ?2, id, revision, bytes FROM elements WHERE branch = ?1 ORDER BY id"));
  return query.bind(1, from).bind(2, to).run();
}

Result<void> WorkspaceFile::remove_branch(std::string_view branch) {
  auto database = TRY(inner_->writing());
  auto query = TRY(database->query("DELETE FROM elements WHERE branch = ?1"));
  return query.bind(1, branch).run();
}

Result<void> WorkspaceFile::put_pending(const PendingRow& pending) {
  auto database = TRY(inner_->writing());
  auto query =
      TRY(database->query("INSERT INTO pending (id, state, created_ms, expires_ms, bytes) VALUES (?1, ?2, ?3, ?4, ?5) "
                          "ON CONFLICT (id) DO UPDATE SET state = excluded.state, created_ms = excluded.created_ms, "
                          "expires_ms = excluded.expires_ms, bytes = excluded.bytes"));
  query.bind(1, pending.id).bind(2, pending.state).bind(3, pending.created_ms).bind(4, pending.expires_ms);
  return query.bind_blob(5, pending.bytes).run();
}

Result<void> WorkspaceFile::put_idempotency(const IdempotencyRow& row) {
  auto database = TRY(inner_->writing());
  auto query =
      TRY(database->query("REPLACE INTO idempotency (period, principal, key, args_digest, result, expires_ms) "
                          "VALUES (?1, ?2, ?3, ?4, ?5, ?6)"));
  query.bind(1, row.expires_ms / period_ms).bind_kept(2, row.principal).bind_kept(3, row.key);
  return query.bind_kept(4, row.args_digest).bind_blob_kept(5, row.result).bind(6, row.expires_ms).run();
}

Result<bool> WorkspaceFile::remove_reasoning(std::string_view event_id) {
  auto database = TRY(inner_->writing());
  auto query = TRY(database->query(
      "UPDATE events SET salt = NULL, reasoning = NULL WHERE id = ?1 AND salt IS NOT NULL RETURNING 1"));
  return query.bind(1, event_id).step();
}

Result<void> WorkspaceFile::put_blob(const base::Digest& digest, std::string_view bytes) {
  auto database = TRY(inner_->writing());
  auto query = TRY(database->query("INSERT OR IGNORE INTO blobs (digest, bytes) VALUES (?1, ?2)"));
  return query.bind_blob_kept(1, view(digest)).bind_blob_kept(2, bytes).run();
}

Result<std::int64_t> WorkspaceFile::put_outbox(const OutboxRow& row) {
  auto database = TRY(inner_->writing());
  auto query = TRY(database->query(
      "INSERT INTO outbox (event_id, path, bytes, before, keep) VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id"));
  query.bind(1, row.event_id).bind(2, row.path).bind_blob(3, row.bytes).bind(5, std::int64_t{row.keep ? 1 : 0});
  if (row.before) {
    query.bind(4, *row.before);
  } else {
    query.bind_null(4);
  }
  TRY(query.step());
  return query.integer(0);
}

Result<void> WorkspaceFile::put_file(const FileRow& row) {
  auto database = TRY(inner_->writing());
  auto query = TRY(database->query("INSERT OR REPLACE INTO files (path, sha256, element) VALUES (?1, ?2, ?3)"));
  return query.bind(1, row.path).bind(2, row.sha256).bind(3, row.element).run();
}

Result<void> WorkspaceFile::forget_loaded(std::string_view element) {
  auto database = TRY(inner_->writing());
  auto query = TRY(database->query("DELETE FROM files WHERE element = ?1 AND element <> ''"));
  return query.bind(1, element).run();
}

Result<void> WorkspaceFile::forget_file(std::string_view path) {
  auto database = TRY(inner_->writing());
  auto query = TRY(database->query("DELETE FROM files WHERE path = ?1"));
  return query.bind(1, path).run();
}

Result<void> WorkspaceFile::remove_outbox(std::int64_t id) {
  auto database = TRY(inner_->writing());
  auto query = TRY(database->query("DELETE FROM outbox WHERE id = ?1"));
  return query.bind(1, id).run();
}

// A clock set back counts at the latest time seen: totals must grow with time.
Result<void> WorkspaceFile::count_operation(std::string_view counter, std::int64_t time_ms) {
  auto database = TRY(inner_->writing());
  Inner::Counter& known = *TRY(inner_->counter_named(counter));
  const std::int64_t at = known.total > 0 ? std::max(time_ms, known.last_ms) : time_ms;
  auto query =
      TRY(database->query("INSERT INTO operations (counter, time_ms, n, total) VALUES (?1, ?2, 1, ?3) "
                          "ON CONFLICT (counter, time_ms) DO UPDATE SET n = n + 1, total = excluded.total"));
  TRY(query.bind_kept(1, counter).bind(2, at).bind(3, known.total + 1).run());
  known.last_ms = at;
  ++known.total;
  return {};
}

Result<void> WorkspaceFile::put_value(std::string_view name, std::string_view bytes) {
  auto database = TRY(inner_->writing());
  auto query =
      TRY(database->query("INSERT INTO named_values (name, bytes) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET "
                          "bytes = excluded.bytes"));
  return query.bind(1, name).bind_blob(2, bytes).run();
}

Result<void> WorkspaceFile::forget_expired(std::int64_t now_ms) {
  auto database = TRY(inner_->writing());
  auto keys = TRY(database->query("DELETE FROM idempotency WHERE period < ?1"));
  TRY(keys.bind(1, now_ms / period_ms).run());
  // From name to name, so that the rows that stay are not all read.
  auto counters = TRY(
      database->query("WITH RECURSIVE names (name) AS (SELECT min(counter) FROM operations UNION ALL "
                      "SELECT (SELECT min(counter) FROM operations WHERE counter > name) FROM names WHERE name IS NOT "
                      "NULL) DELETE FROM operations WHERE (counter, time_ms) IN "
                      "(SELECT o.counter, o.time_ms FROM names CROSS JOIN operations o "
                      "WHERE o.counter = name AND o.time_ms < ?1)"));
  inner_->counter.reset();
  return counters.bind(1, now_ms - counters_kept_ms).run();
}

Result<std::optional<IdempotencyRow>> WorkspaceFile::idempotency(std::string_view principal, std::string_view key) {
  auto database = TRY(inner_->writing());
  return select_idempotency(*database.database, principal, key);
}

Result<std::optional<PendingRow>> WorkspaceFile::pending_for_update(std::string_view id) {
  auto database = TRY(inner_->writing());
  return select_pending(*database.database, id);
}

// The count needs the last total and the total before the first row in the window. The one is always
// known; the other stays the same until the window has moved past that row.
Result<std::int64_t> WorkspaceFile::operations_since_in_transaction(std::string_view counter, std::int64_t since_ms) {
  auto database = TRY(inner_->writing());
  Inner::Counter& known = *TRY(inner_->counter_named(counter));
  const bool reaches_back = known.window && since_ms >= known.window->asked_from_ms;
  if (reaches_back && since_ms <= known.window->first_ms) return known.total - known.window->before;
  auto first =
      TRY(database->query("SELECT time_ms, total - n FROM operations WHERE counter = ?1 AND time_ms >= ?2 "
                          "ORDER BY time_ms LIMIT 1"));
  if (!TRY(first.bind(1, counter).bind(2, since_ms).step())) return 0;
  known.window = Inner::Counter::Window{since_ms, first.integer(0), first.integer(1)};
  return known.total - known.window->before;
}

Result<bool> WorkspaceFile::has_event_in_transaction(std::string_view event_id) {
  auto database = TRY(inner_->writing());
  auto query = TRY(database->query("SELECT 1 FROM events WHERE id = ?1"));
  return query.bind(1, event_id).step();
}

Result<std::optional<std::string>> WorkspaceFile::value_in_transaction(std::string_view name) {
  auto database = TRY(inner_->writing());
  auto query = TRY(database->query("SELECT bytes FROM named_values WHERE name = ?1"));
  return first(query.bind(1, name), text_column);
}

// --- readers ---

// Runs `use` on the reader. After an error the connection is opened anew by the next read.
template <class F>
auto WorkspaceFile::read(F&& use) const -> std::invoke_result_t<F, Database&> {
  auto result = [&]() -> std::invoke_result_t<F, Database&> {
    auto database = TRY(inner_->reading());
    return use(*database.database);
  }();
  if (!result.ok()) inner_->drop_reader();
  return result;
}

Result<void> WorkspaceFile::each_element(const std::function<void(ElementRow)>& visit) const {
  return read([&](Database& database) -> Result<void> {
    auto query = TRY(database.query("SELECT branch, id, revision, bytes FROM elements ORDER BY branch, id"));
    while (TRY(query.step())) visit(element_row(query));
    return {};
  });
}

Result<std::optional<EventRow>> WorkspaceFile::last_event() const {
  return read([&](Database& database) -> Result<std::optional<EventRow>> {
    auto query = TRY(database.query("SELECT seq, id, branch, prev, hash, bytes FROM events ORDER BY seq DESC LIMIT 1"));
    return first(query, event_row);
  });
}

Result<std::optional<EventRow>> WorkspaceFile::event(std::string_view id) const {
  return read([&](Database& database) -> Result<std::optional<EventRow>> {
    auto query = TRY(database.query("SELECT seq, id, branch, prev, hash, bytes FROM events WHERE id = ?1"));
    return first(query.bind(1, id), event_row);
  });
}

Result<std::optional<EventRow>> WorkspaceFile::event_at(std::int64_t seq) const {
  return read([&](Database& database) -> Result<std::optional<EventRow>> {
    auto query = TRY(database.query("SELECT seq, id, branch, prev, hash, bytes FROM events WHERE seq = ?1"));
    return first(query.bind(1, seq), event_row);
  });
}

Result<std::vector<EventRow>> WorkspaceFile::events_from(std::int64_t from, std::int64_t limit) const {
  return read([&](Database& database) -> Result<std::vector<EventRow>> {
    auto query = TRY(
        database.query("SELECT seq, id, branch, prev, hash, bytes FROM events WHERE seq >= ?1 ORDER BY seq LIMIT ?2"));
    return all(query.bind(1, from).bind(2, limit), event_row);
  });
}

Result<std::vector<EventRow>> WorkspaceFile::events_before(std::int64_t before_seq, std::int64_t limit,
                                                           std::string_view branch) const {
  // "main" is found by walking the log, every other branch by the index that leaves "main" out.
  const char* any_branch =
      "SELECT seq, id, branch, prev, hash, bytes FROM events WHERE seq < ?1 ORDER BY seq DESC LIMIT ?2";
  const char* trunk =
      "SELECT seq, id, branch, prev, hash, bytes FROM events WHERE seq < ?1 AND branch = ?3 ORDER BY seq DESC LIMIT ?2";
  const char* side_branch =
      "SELECT seq, id, branch, prev, hash, bytes FROM events "
      "WHERE seq < ?1 AND branch = ?3 AND branch <> 'main' ORDER BY seq DESC LIMIT ?2";
  return read([&](Database& database) -> Result<std::vector<EventRow>> {
    auto query = TRY(database.query(branch.empty() ? any_branch : branch == "main" ? trunk : side_branch));
    query.bind(1, before_seq > 0 ? before_seq : INT64_MAX).bind(2, limit);
    if (!branch.empty()) query.bind(3, branch);
    return all(query, event_row);
  });
}

Result<void> WorkspaceFile::file_events(const std::vector<FiledKey>& keys) {
  auto database = TRY(inner_->writing());
  for (const auto& [key, seq] : keys) {
    LINTEL_CHECK(!key.empty());
    auto query = TRY(database->query("REPLACE INTO filed (key, seq) VALUES (?1, ?2)"));
    TRY(query.bind_kept(1, key).bind(2, seq).run());
  }
  return {};
}

// How far it went stands in the same table, under the empty key.
Result<void> WorkspaceFile::put_filed_through(std::int64_t seq) {
  auto database = TRY(inner_->writing());
  auto forget = TRY(database->query("DELETE FROM filed WHERE key = ''"));
  TRY(forget.run());
  auto query = TRY(database->query("INSERT INTO filed (key, seq) VALUES ('', ?1)"));
  return query.bind(1, seq).run();
}

// A file that is only read, and was last written by an older program, has no such table.
Result<std::int64_t> WorkspaceFile::filed_through() const {
  return read([&](Database& database) -> Result<std::int64_t> {
    auto table = TRY(database.query("SELECT 1 FROM sqlite_schema WHERE name = 'filed'"));
    if (!TRY(table.step())) return 0;
    auto query = TRY(database.query("SELECT seq FROM filed WHERE key = ''"));
    return TRY(query.step()) ? query.integer(0) : 0;
  });
}

Result<std::vector<EventRow>> WorkspaceFile::events_filed(std::string_view key, std::int64_t after_seq,
                                                          std::int64_t before_seq, std::int64_t limit) const {
  return read([&](Database& database) -> Result<std::vector<EventRow>> {
    auto query = TRY(database.query(
        "SELECT e.seq, e.id, e.branch, e.prev, e.hash, e.bytes FROM filed f JOIN events e ON e.seq = f.seq "
        "WHERE f.key = ?1 AND f.seq > ?2 AND f.seq < ?3 ORDER BY f.seq DESC LIMIT ?4"));
    query.bind(1, key).bind(2, after_seq).bind(3, before_seq > 0 ? before_seq : INT64_MAX).bind(4, limit);
    return all(query, event_row);
  });
}

Result<std::vector<EventRow>> WorkspaceFile::events_touching(std::string_view element_id,
                                                             std::int64_t after_seq) const {
  return read([&](Database& database) -> Result<std::vector<EventRow>> {
    auto query =
        TRY(database.query("SELECT seq, id, branch, prev, hash, bytes FROM events "
                           "WHERE seq > ?2 AND instr(char(10) || touched || char(10), char(10) || ?1 || char(10)) > 0 "
                           "ORDER BY seq"));
    return all(query.bind(1, element_id).bind(2, after_seq), event_row);
  });
}

Result<std::optional<IdempotencyRow>> WorkspaceFile::find_idempotency(std::string_view principal,
                                                                      std::string_view key) const {
  return read([&](Database& database) { return select_idempotency(database, principal, key); });
}

Result<bool> WorkspaceFile::has_idempotency() const {
  return read([&](Database& database) -> Result<bool> {
    auto query = TRY(database.query("SELECT 1 FROM idempotency LIMIT 1"));
    return query.step();
  });
}

Result<std::optional<PendingRow>> WorkspaceFile::pending(std::string_view id) const {
  return read([&](Database& database) { return select_pending(database, id); });
}

Result<std::vector<PendingRow>> WorkspaceFile::pendings(std::string_view state) const {
  const char* any_state = "SELECT id, state, created_ms, expires_ms, bytes FROM pending ORDER BY created_ms, id";
  const char* one_state =
      "SELECT id, state, created_ms, expires_ms, bytes FROM pending WHERE state = ?1 ORDER BY created_ms, id";
  return read([&](Database& database) -> Result<std::vector<PendingRow>> {
    auto query = TRY(database.query(state.empty() ? any_state : one_state));
    if (!state.empty()) query.bind(1, state);
    return all(query, pending_row);
  });
}

Result<std::optional<PrivateText>> WorkspaceFile::reasoning(std::string_view event_id) const {
  return read([&](Database& database) -> Result<std::optional<PrivateText>> {
    auto query = TRY(database.query("SELECT salt, reasoning FROM events WHERE id = ?1 AND salt IS NOT NULL"));
    return first(query.bind(1, event_id), private_text);
  });
}

Result<std::optional<std::string>> WorkspaceFile::blob(const base::Digest& digest) const {
  return read([&](Database& database) -> Result<std::optional<std::string>> {
    auto query = TRY(database.query("SELECT bytes FROM blobs WHERE digest = ?1"));
    return first(query.bind_blob(1, view(digest)), text_column);
  });
}

Result<std::vector<OutboxRow>> WorkspaceFile::outbox() const {
  return read([&](Database& database) -> Result<std::vector<OutboxRow>> {
    auto query = TRY(database.query("SELECT id, event_id, path, bytes, before, keep FROM outbox ORDER BY id"));
    return all(query, outbox_row);
  });
}

Result<std::optional<FileRow>> WorkspaceFile::file(std::string_view path) const {
  return read([&](Database& database) -> Result<std::optional<FileRow>> {
    auto query = TRY(database.query("SELECT path, sha256, element FROM files WHERE path = ?1"));
    return first(query.bind(1, path), file_row);
  });
}

Result<std::int64_t> WorkspaceFile::operations_since(std::string_view counter, std::int64_t since_ms) const {
  return read([&](Database& database) { return select_operations(database, counter, since_ms); });
}

Result<std::optional<std::string>> WorkspaceFile::value(std::string_view name) const {
  return read([&](Database& database) -> Result<std::optional<std::string>> {
    auto query = TRY(database.query("SELECT bytes FROM named_values WHERE name = ?1"));
    return first(query.bind(1, name), text_column);
  });
}

Result<void> WorkspaceFile::each_blob(const std::function<void(const base::Digest&, const std::string&)>& visit) const {
  return read([&](Database& database) -> Result<void> {
    auto query = TRY(database.query("SELECT digest, bytes FROM blobs"));
    while (TRY(query.step())) visit(digest_from(query.text(0)), query.text(1));
    return {};
  });
}

Result<void> WorkspaceFile::each_idempotency(const std::function<void(const IdempotencyRow&)>& visit) const {
  return read([&](Database& database) -> Result<void> {
    auto query = TRY(database.query("SELECT principal, key, args_digest, result, expires_ms FROM idempotency"));
    while (TRY(query.step())) visit(idempotency_row(query));
    return {};
  });
}

Result<std::vector<FileRow>> WorkspaceFile::files() const {
  return read([&](Database& database) -> Result<std::vector<FileRow>> {
    auto query = TRY(database.query("SELECT path, sha256, element FROM files ORDER BY path"));
    return all(query, file_row);
  });
}

Result<std::vector<std::pair<std::string, std::string>>> WorkspaceFile::values() const {
  using Value = std::pair<std::string, std::string>;
  return read([&](Database& database) -> Result<std::vector<Value>> {
    auto query = TRY(database.query("SELECT name, bytes FROM named_values ORDER BY name"));
    return all<Value>(query, [](const Query& row) { return Value{row.text(0), row.text(1)}; });
  });
}

namespace {

// What runs by itself must be ours to the letter; tables of migrated files are written otherwise but have these names.
constexpr const char* schema_names =
    "SELECT type || ' ' || name || CASE type WHEN 'trigger' THEN ' ' || sql WHEN 'view' THEN ' ' || sql ELSE '' END "
    "FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND NOT (type = 'table' AND name = 'filed') ORDER "
    "BY 1";

}  // namespace

Result<std::vector<std::string>> WorkspaceFile::damage() const {
  const auto ours = TRY(open(":memory:"));
  const auto expected = TRY(ours->read([](Database& database) -> Result<std::vector<std::string>> {
    auto query = TRY(database.query(schema_names));
    return all(query, text_column);
  }));
  return read([&](Database& database) -> Result<std::vector<std::string>> {
    auto check = TRY(database.query("PRAGMA integrity_check(5)"));
    std::vector<std::string> problems = TRY(all(check, text_column));
    std::erase(problems, "ok");
    auto query = TRY(database.query(schema_names));
    if (TRY(all(query, text_column)) != expected) problems.emplace_back("its tables are not those of a workspace");
    return problems;
  });
}

Result<void> WorkspaceFile::copy_to(const std::string& path) const {
  TRY(read([&](Database& database) -> Result<void> {
    auto copy = TRY(database.query("VACUUM INTO ?1"));
    return copy.bind(1, path).run();
  }));
  return sync_path(path);
}

// In portions, so that a long log blocks neither other readers nor checkpoints.
Result<ChainReport> WorkspaceFile::verify_chain() const {
  ChainCheck check;
  while (TRY(read([&](Database& database) { return check_some(database, check); }))) {
  }
  TRY(read([&](Database& database) { return check_none_vanished(database, check); }));
  check.report.head_hash = hex(check.head);
  return std::move(check.report);
}

}  // namespace store
