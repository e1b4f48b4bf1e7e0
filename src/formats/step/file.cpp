// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>

#include "base/descriptor.h"
#include "base/text.h"
#include "formats/step/bytes.h"
#include "formats/step/id_index.h"
#include "formats/step/indexer.h"
#include "formats/step/scan.h"
#include "formats/step/step.h"
#include "formats/zip/zip.h"

namespace formats::step {
namespace {

using base::Code;
using base::fail;

constexpr std::size_t most_bytes = std::size_t{1} << 32;
constexpr std::size_t line_mark_bytes = std::size_t{8} << 10;

Limits bounded(Limits limits) {
  limits.max_bytes = std::min(limits.max_bytes, most_bytes);
  limits.max_records = std::min<std::size_t>(limits.max_records, 0xffff'fff0U);
  return limits;
}

// The first .ifc member of an .ifczip; other bytes as they are.
base::Result<Bytes> unpacked(Bytes bytes, const Limits& limits) {
  if (!bytes.view().starts_with("PK\3\4")) return bytes;
  const auto archive = TRY(zip::Archive::open(bytes.view(), {.max_member_bytes = limits.max_bytes}));
  const auto is_model = [](const zip::Member& member) {
    const std::string name = base::lower_ascii(member.name);
    return name.ends_with(".ifc");
  };
  const auto model = std::ranges::find_if(archive.members(), is_model);
  if (model == archive.members().end())
    return fail(Code::parse, "the archive has no .ifc member", {}, "An .ifczip holds one .ifc file.");
  return Bytes(TRY(archive.read(model->name)));
}

std::string text_of(const Value& value) {
  if (value.kind() == Value::Kind::string) return value.string();
  if (value.kind() != Value::Kind::list) return value.is_null() ? "" : std::string(value.raw());
  std::string joined;
  for (const Value& each : value.items()) joined += (joined.empty() ? "" : ", ") + text_of(each);
  return joined;
}

}  // namespace

struct File::Inner {
  explicit Inner(Bytes from) : bytes(std::move(from)) {}

  base::Result<void> index(const Limits& limits, const base::Cancel& cancel,
                           const std::function<void(double share)>& progress);
  void leave_out(std::span<const Index> repeated);
  void group_by_type();
  void read_schema_names();
  Value::Items arguments_from(std::size_t from, std::size_t to) const;
  std::size_t record_start(Index index) const;
  std::int64_t line(std::size_t place);

  Bytes bytes;
  Indexed found;
  IdIndex ids;
  std::vector<Index> type_starts, by_type;
  std::vector<std::string> schema_names;
  std::vector<Problem> problems;
  std::once_flag lines_counted;
  std::vector<std::int64_t> line_marks;  // lines that end before every so many bytes
};

base::Result<void> File::Inner::index(const Limits& limits, const base::Cancel& cancel,
                                      const std::function<void(double share)>& progress) {
  Problems gathered(bytes.view(), limits.max_problems);
  found = TRY(Indexer(bytes.view(), limits, gathered).run(cancel, progress));
  ids = IdIndex(found.records);
  const std::vector<Index> repeated = ids.repeated(found.records);
  for (const Index each : repeated) {
    const std::uint32_t id = found.records[each].id;
    gathered.add(record_start(each), id, "the id #" + std::to_string(id) + " was given before; the first record stays");
  }
  if (!repeated.empty()) leave_out(repeated);
  group_by_type();
  read_schema_names();
  problems = std::move(gathered).finish();
  if (progress) progress(1);
  return {};
}

void File::Inner::leave_out(std::span<const Index> repeated) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < found.records.size(); ++i) {
    if (!repeated.empty() && repeated.front() == i) {
      repeated = repeated.subspan(1);
      continue;
    }
    found.records[kept] = found.records[i];
    found.arguments[kept++] = found.arguments[i];
  }
  found.records.resize(kept);
  found.arguments.resize(kept);
  ids = IdIndex(found.records);
}

// Counts, then places: the order of the file stays within a type.
void File::Inner::group_by_type() {
  type_starts.assign(found.keywords.names().size() + 1, 0);
  for (const Record& each : found.records) ++type_starts[each.type + 1U];
  for (std::size_t i = 1; i < type_starts.size(); ++i) type_starts[i] += type_starts[i - 1];
  by_type.resize(found.records.size());
  std::vector<Index> next = type_starts;
  for (std::size_t i = 0; i < found.records.size(); ++i) by_type[next[found.records[i].type]++] = static_cast<Index>(i);
}

void File::Inner::read_schema_names() {
  const auto entry = std::ranges::find(found.header, "FILE_SCHEMA", &HeaderEntry::name);
  if (entry == found.header.end()) return;
  for (const Value& argument : arguments_from(entry->arguments, bytes.view().size())) {
    if (argument.kind() == Value::Kind::string) schema_names.push_back(argument.string());
    for (const Value& each : argument.items()) schema_names.push_back(text_of(each));
  }
}

Value::Items File::Inner::arguments_from(std::size_t from, std::size_t to) const {
  Value::Items items;
  items.bytes_ = bytes.view().substr(from, to - from);
  return items;
}

// Back to the "#12" before the arguments.
std::size_t File::Inner::record_start(Index index) const {
  std::size_t at = found.arguments[index];
  while (at > 0) {
    at = bytes.view().rfind('#', at - 1);
    if (at == std::string_view::npos) break;
    std::uint64_t id = 0;
    for (std::size_t i = at + 1; i < bytes.view().size() && scan::is_digit(bytes.view()[i]) && id <= 0xffff'ffffU; ++i)
      id = id * 10 + static_cast<std::uint64_t>(bytes.view()[i] - '0');
    if (id == found.records[index].id) return at;
  }
  return found.arguments[index];
}

std::int64_t File::Inner::line(std::size_t place) {
  std::call_once(lines_counted, [this] {
    line_marks.push_back(0);
    for (std::size_t at = 0; at + line_mark_bytes <= bytes.view().size(); at += line_mark_bytes)
      line_marks.push_back(line_marks.back() + line_ends(bytes.view(), at, at + line_mark_bytes));
  });
  const std::size_t mark = place / line_mark_bytes;
  return 1 + line_marks[mark] + line_ends(bytes.view(), mark * line_mark_bytes, place);
}

File::File(std::unique_ptr<Inner> inner) : inner_(std::move(inner)) {}
File::File(File&&) noexcept = default;
File& File::operator=(File&&) noexcept = default;
File::~File() = default;

base::Result<File> File::open(const std::string& path, const base::Cancel& cancel, const Limits& limits,
                              const std::function<void(double share)>& progress) {
  const base::Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!descriptor)
    return fail(errno == ENOENT ? Code::not_found : Code::io, path + " cannot be opened: " + std::strerror(errno));
  return read(descriptor.get(), path, cancel, limits, progress);
}

base::Result<File> File::read(int descriptor, const std::string& name, const base::Cancel& cancel, const Limits& limits,
                              const std::function<void(double share)>& progress) {
  const Limits used = bounded(limits);
  Bytes bytes = TRY(Bytes::read(descriptor, name, used.max_bytes));
  auto inner = std::make_unique<Inner>(TRY(unpacked(std::move(bytes), used)));
  TRY(inner->index(used, cancel, progress));
  return File(std::move(inner));
}

base::Result<File> File::parse(std::string bytes, const Limits& limits) {
  const Limits used = bounded(limits);
  if (bytes.size() > used.max_bytes)
    return fail(Code::out_of_range, "the text has " + std::to_string(bytes.size()) + " bytes; the limit is " +
                                        std::to_string(used.max_bytes));
  auto inner = std::make_unique<Inner>(TRY(unpacked(Bytes(std::move(bytes)), used)));
  TRY(inner->index(used, {}, {}));
  return File(std::move(inner));
}

const std::string& File::schema_name() const {
  static const std::string none;
  return inner_->schema_names.empty() ? none : inner_->schema_names.front();
}
const std::vector<std::string>& File::schema_names() const { return inner_->schema_names; }
bool File::cut_off() const { return inner_->found.cut_off; }

std::vector<std::string> File::header(std::string_view name) const {
  const auto named = [&](const HeaderEntry& entry) { return base::equals_ignoring_case(entry.name, name); };
  const auto entry = std::ranges::find_if(inner_->found.header, named);
  std::vector<std::string> arguments;
  if (entry == inner_->found.header.end()) return arguments;
  for (const Value& each : inner_->arguments_from(entry->arguments, bytes())) arguments.push_back(text_of(each));
  return arguments;
}

const std::vector<Problem>& File::problems() const { return inner_->problems; }
std::size_t File::bytes() const { return inner_->bytes.view().size(); }
std::size_t File::index_bytes() const {
  return inner_->found.records.size() * (sizeof(Record) + sizeof(std::uint32_t) + sizeof(Index)) + inner_->ids.bytes();
}

std::span<const File::Record> File::records() const { return inner_->found.records; }
const std::vector<std::string>& File::types() const { return inner_->found.keywords.names(); }
std::optional<std::uint16_t> File::type_named(std::string_view upper) const {
  return inner_->found.keywords.find(upper);
}

std::span<const File::Index> File::of_type(std::uint16_t type) const {
  const auto& starts = inner_->type_starts;
  if (type + 1U >= starts.size()) return {};
  return std::span(inner_->by_type).subspan(starts[type], starts[type + 1U] - starts[type]);
}

std::optional<File::Index> File::find(std::uint32_t id) const { return inner_->ids.find(inner_->found.records, id); }

// The next record's arguments begin behind this one's end.
Value::Items File::arguments(Index index) const {
  const auto& places = inner_->found.arguments;
  LINTEL_CHECK(index < places.size());
  return inner_->arguments_from(places[index], index + 1U < places.size() ? places[index + 1U] : bytes());
}

std::int64_t File::line_of(Index index) const {
  LINTEL_CHECK(index < inner_->found.arguments.size());
  return inner_->line(inner_->record_start(index));
}

}  // namespace formats::step
