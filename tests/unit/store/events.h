// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/json.h"
#include "base/text.h"
#include "store/workspace_file.h"
#include "store/writer.h"

// What the tests of the store write: small events that set one element to a number.
namespace store::testing {

inline std::string numbered(std::string_view name, std::int64_t number) {
  return std::string(name).append(std::to_string(number));
}

inline std::string hex(const base::Digest& digest) {
  return base::hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

inline EventRow make_event(std::int64_t seq, const std::string& id, const base::Digest& prev,
                           const std::string& element, std::int64_t number, const std::string& branch = "main") {
  const auto op = base::Json::object({{"op", "put"}, {"id", element}, {"new", number}});
  const auto event = base::Json::object(
      {{"v", 1}, {"seq", seq}, {"id", id}, {"branch", branch}, {"prev", hex(prev)}, {"ops", base::Json::array({op})}});
  EventRow row{.seq = seq, .id = id, .branch = branch, .bytes = event.dump(), .prev = prev};
  row.hash = event_hash(row.bytes);
  return row;
}

// Appends the event that follows the last one, and its element, in the transaction that is open.
inline Result<EventRow> append_next(WorkspaceFile& file, const std::optional<EventRow>& last, const std::string& id,
                                    const std::string& element, std::int64_t number) {
  const auto prev = last ? last->hash : base::Digest{};
  auto event = make_event((last ? last->seq : 0) + 1, id, prev, element, number);
  TRY(file.append_event(event, {element}));
  TRY(file.put_element({.branch = "main", .id = element, .revision = event.seq, .bytes = std::to_string(number)}));
  return event;
}

// Submits and waits.
inline Result<void> write(Writer& writer, const std::shared_ptr<WorkspaceFile>& file,
                          std::move_only_function<Result<void>(WorkspaceFile&)> apply, std::string event_id = {}) {
  std::promise<Result<void>> promise;
  auto answer = promise.get_future();
  writer.submit({.file = file,
                 .event_id = std::move(event_id),
                 .apply = std::move(apply),
                 .done = [&promise](Result<void> result) { promise.set_value(std::move(result)); },
                 .lost = nullptr});
  return answer.get();
}

// A log of `count` events over three elements; no id is one bit away from another.
inline Result<void> write_log(const std::shared_ptr<WorkspaceFile>& file, int count) {
  Writer writer;
  std::optional<EventRow> last;
  for (int i = 1; i <= count; ++i) {
    const auto written = write(writer, file, [&](WorkspaceFile& f) -> Result<void> {
      last = TRY(append_next(f, last, numbered("event-", i * 11), numbered("wall-", i % 3), i * 100));
      return {};
    });
    if (!written.ok()) return written.error();
  }
  return {};
}

// A directory that goes away with the test.
class TemporaryDirectory {
 public:
  TemporaryDirectory()
      : path_(std::filesystem::temp_directory_path() / ("lintel-store-" + base::uuid_v4(base::system_entropy()))) {
    std::filesystem::create_directory(path_);
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace store::testing
