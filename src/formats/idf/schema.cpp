// SPDX-License-Identifier: Apache-2.0
#include "formats/idf/schema.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "formats/idf/gunzip.h"
#include "formats/idf/json_scan.h"
#include "formats/idf/schema_type.h"

namespace formats::idf {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr std::size_t max_schema_bytes = std::size_t{64} << 20;

// Half of a schema is indentation, and the text is kept: a JSON text without its white space, from parts of it.
class Tightened {
 public:
  // `size` of the whole, as a hint. What is reserved and not written costs nothing.
  explicit Tightened(std::size_t size) { text_.reserve(size / 2 + size / 16); }

  void add(std::string_view part) {
    while (!part.empty()) part.remove_prefix(in_string_ ? string(part) : between(part));
  }
  std::string take() { return std::move(text_); }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  // How much of the part was used.
  std::size_t between(std::string_view part) {
    std::size_t at = 0;
    while (at < part.size() && is_blank(part[at])) ++at;
    std::size_t end = at;
    while (end < part.size() && !is_blank(part[end]) && part[end] != '"') ++end;
    in_string_ = end < part.size() && part[end] == '"';
    if (in_string_) ++end;
    text_.append(part, at, end - at);
    return end;
  }

  std::size_t string(std::string_view part) {
    std::size_t at = 0;
    if (std::exchange(escaped_, false)) at = 1;
    while (at < part.size() && part[at] != '"') at += part[at] == '\\' ? 2 : 1;
    escaped_ = at > part.size();
    in_string_ = at >= part.size();
    const std::size_t end = std::min(at + 1, part.size());
    text_.append(part, 0, end);
    return end;
  }

  std::string text_;
  bool in_string_ = false, escaped_ = false;
};

}  // namespace

const std::string* Field::choice(std::string_view text) const {
  const auto same = [&](const std::string& each) { return base::equals_ignoring_case(each, text); };
  const auto found = std::ranges::find_if(choices, same);
  return found == choices.end() ? nullptr : &*found;
}

namespace {
std::optional<std::size_t> index_of(const std::vector<Field>& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  if (found == fields.end()) return std::nullopt;
  return static_cast<std::size_t>(found - fields.begin());
}
}  // namespace

std::optional<std::size_t> ObjectType::field(std::string_view wanted) const { return index_of(fields, wanted); }
std::optional<std::size_t> ObjectType::group_field(std::string_view wanted) const {
  return index_of(group_fields, wanted);
}

struct Schema::Entry {
  std::string_view text;
  std::string name;
  mutable std::once_flag once{};
  mutable std::optional<ObjectType> type{};
};
struct Schema::Entries {
  std::deque<Entry> list;
  std::unordered_map<std::string, const Entry*> by_name;  // in upper case
};

Schema::Schema() : entries_(std::make_unique<Entries>()) {}
Schema::~Schema() = default;

Result<std::shared_ptr<const Schema>> Schema::read(std::string bytes) {
  std::shared_ptr<Schema> schema(new Schema);
  if (bytes.size() > max_schema_bytes) return fail(Code::out_of_range, "the schema is larger than 64 MiB");
  if (bytes.starts_with("\x1f\x8b")) {
    Tightened text(std::min({unpacked_size(bytes), max_schema_bytes, bytes.size() * 32}));
    TRY(gunzip(bytes, max_schema_bytes, [&](std::string_view part) { text.add(part); }));
    schema->text_ = text.take();
  } else {
    Tightened text(bytes.size());
    text.add(bytes);
    schema->text_ = text.take();
  }
  TRY(schema->index());
  return std::shared_ptr<const Schema>(std::move(schema));
}

Result<void> Schema::index() {
  const auto broken = fail(Code::parse, "not a schema of EnergyPlus: it needs an object \"properties\"", {},
                           "Take Energy+.schema.epJSON of an EnergyPlus installation, version 8.9 or later.");
  const auto root = members_of(text_);
  if (!root) return broken;
  for (const auto& [key, value] : *root) {
    if (key == "required") {
      const auto list = base::parse_json(value);
      if (!list.ok() || !list->is_array()) return broken;
      for (const auto& each : list->as_array())
        if (each.is_string()) required_.push_back(each.as_string());
    }
    if (key != "properties") continue;
    const auto types = members_of(value);
    if (!types) return broken;
    for (const auto& [name, text] : *types) {
      names_.emplace_back(name);
      const Entry& made = entries_->list.emplace_back(text, std::string(name));
      entries_->by_name.emplace(base::upper_ascii(name), &made);
    }
  }
  if (names_.empty()) return broken;
  return {};
}

const Schema::Entry* Schema::entry(std::string_view type) const {
  const auto found = entries_->by_name.find(base::upper_ascii(type));
  return found == entries_->by_name.end() ? nullptr : found->second;
}

const ObjectType* Schema::find(std::string_view type) const {
  const Entry* found = entry(type);
  if (found == nullptr) return nullptr;
  std::call_once(found->once, [&] { found->type = read_type(found->name, found->text); });
  return found->type ? &*found->type : nullptr;
}

std::string_view Schema::text_of(std::string_view type) const {
  const Entry* found = entry(type);
  return found == nullptr ? std::string_view() : found->text;
}

}  // namespace formats::idf
