// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>

#include "base/json_read.h"
#include "base/swar.h"
#include "base/text.h"

namespace base {

// ---- the value -------------------------------------------------------------------------------

Json::Json(const Json& other) : truth_(false) {
  switch (other.kind_) {
    case Kind::null:
      break;
    case Kind::boolean:
      truth_ = other.truth_;
      break;
    case Kind::integer:
      integer_ = other.integer_;
      break;
    case Kind::real:
      real_ = other.real_;
      break;
    case Kind::string:
      new (&text_) std::string(other.text_);
      break;
    case Kind::array:
      new (&items_) Array(other.items_);
      break;
    case Kind::object:
      new (&members_) Object(other.members_);
      break;
  }
  kind_ = other.kind_;
}

Json::Json(Json&& other) noexcept : truth_(false) { take(std::move(other)); }

// Both go by a value of their own, since the other may stand inside of this one.
Json& Json::operator=(const Json& other) {
  Json copy(other);
  return *this = std::move(copy);
}

Json& Json::operator=(Json&& other) noexcept {
  Json taken(std::move(other));
  if (holds_memory()) release();
  take(std::move(taken));
  return *this;
}

// What was taken from is as empty as a string or a list that was moved from, and no null.
void Json::take(Json&& other) noexcept {
  switch (other.kind_) {
    case Kind::null:
      break;
    case Kind::boolean:
      truth_ = other.truth_;
      break;
    case Kind::integer:
      integer_ = other.integer_;
      break;
    case Kind::real:
      real_ = other.real_;
      break;
    case Kind::string:
      new (&text_) std::string(std::move(other.text_));
      break;
    case Kind::array:
      new (&items_) Array(std::move(other.items_));
      break;
    case Kind::object:
      new (&members_) Object(std::move(other.members_));
      break;
  }
  kind_ = other.kind_;
}

void Json::release() {
  if (kind_ == Kind::string) {
    text_.~basic_string();
  } else if (kind_ == Kind::array) {
    items_.~vector();
  } else {
    members_.~vector();
  }
  kind_ = Kind::null;
}

Json Json::object(std::initializer_list<NewMember> members) {
  Json json;
  Object& list = json.become_object();
  list.reserve(members.size());
  for (const NewMember& member : members) list.emplace_back(member.name, std::move(member.value));
  return json;
}

Json Json::object(Object members) {
  Json json;
  json.become_object() = std::move(members);
  return json;
}

Json Json::array(std::initializer_list<NewItem> items) {
  Array list;
  list.reserve(items.size());
  for (const NewItem& item : items) list.push_back(std::move(item.value));
  return {std::move(list)};
}

std::string_view Json::type_name() const {
  static constexpr std::array<std::string_view, 7> names{"null",   "boolean", "integer", "number",
                                                         "string", "array",   "object"};
  return names[static_cast<std::size_t>(kind_)];
}

bool Json::as_bool() const {
  LINTEL_CHECK(is_bool());
  return truth_;
}

std::int64_t Json::as_integer() const {
  LINTEL_CHECK(is_integer());
  return integer_;
}

double Json::as_number() const {
  LINTEL_CHECK(is_number());
  return is_integer() ? static_cast<double>(integer_) : real_;
}

Json::Array& Json::as_array() {
  LINTEL_CHECK(is_array());
  return items_;
}

Json::Object& Json::as_object() {
  LINTEL_CHECK(is_object());
  return members_;
}

const Json* Json::find(std::string_view key) const {
  if (!is_object()) return nullptr;
  for (const auto& [name, value] : members_) {
    if (swar::are_same(name, key)) return &value;
  }
  return nullptr;
}

Json* Json::find(std::string_view key) { return const_cast<Json*>(std::as_const(*this).find(key)); }

const Json& Json::at(std::string_view key) const {
  const auto* member = find(key);
  LINTEL_CHECK(member != nullptr);
  return *member;
}

std::string_view Json::text(std::string_view key, std::string_view fallback) const {
  const auto* member = find(key);
  return member && member->is_string() ? std::string_view(member->as_string()) : fallback;
}

Json& Json::set(std::string key, Json value) {
  if (is_null()) become_object();
  if (auto* member = find(key)) {
    *member = std::move(value);
  } else {
    as_object().emplace_back(std::move(key), std::move(value));
  }
  return *this;
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) become_object();
  if (auto* member = find(key)) return *member;
  return as_object().emplace_back(std::string(key), Json()).second;
}

bool Json::erase(std::string_view key) {
  if (!is_object()) return false;
  return std::erase_if(members_, [&](const Member& member) { return member.first == key; }) > 0;
}

Json& Json::push_back(Json value) {
  if (is_null()) become_array();
  as_array().push_back(std::move(value));
  return *this;
}

std::size_t Json::size() const {
  if (is_array()) return items_.size();
  return is_object() ? members_.size() : 0;
}

// ---- RFC 6901 --------------------------------------------------------------------------------

namespace {

// Section 4: ~1 is '/', ~0 is '~'; any other '~' is an error.
std::optional<std::string> unescape_token(std::string_view token) {
  std::string out;
  while (!token.empty()) {
    if (token.starts_with("~0") || token.starts_with("~1")) {
      out.push_back(token[1] == '0' ? '~' : '/');
      token.remove_prefix(2);
    } else if (token.front() == '~') {
      return std::nullopt;
    } else {
      out.push_back(token.front());
      token.remove_prefix(1);
    }
  }
  return out;
}

// Section 4: digits without a leading zero. "-" names the element after the last, which never exists.
const Json* element_at(const Json::Array& items, std::string_view token) {
  if (token.empty() || (token.size() > 1 && token.front() == '0')) return nullptr;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (error != std::errc{} || end != token.data() + token.size() || index >= items.size()) return nullptr;
  return &items[index];
}

const Json* child(const Json& parent, std::string_view token) {
  if (parent.is_array()) return element_at(parent.as_array(), token);
  const auto name = unescape_token(token);
  return name ? parent.find(*name) : nullptr;
}

}  // namespace

const Json* Json::pointer(std::string_view json_pointer) const {
  const Json* at = this;
  while (at && !json_pointer.empty()) {
    if (json_pointer.front() != '/') return nullptr;
    const auto end = std::min(json_pointer.find('/', 1), json_pointer.size());
    at = child(*at, json_pointer.substr(1, end - 1));
    json_pointer.remove_prefix(end);
  }
  return at;
}

// ---- equality --------------------------------------------------------------------------------

namespace {

constexpr double two_to_63 = 9223372036854775808.0;

// Exact: no rounding of the integer to a double.
bool same_number(std::int64_t integer, double real) {
  return real >= -two_to_63 && real < two_to_63 && std::trunc(real) == real &&
         static_cast<std::int64_t>(real) == integer;
}

bool same_number(const Json& a, const Json& b) {
  if (a.is_integer() && b.is_integer()) return a.as_integer() == b.as_integer();
  if (a.is_integer()) return same_number(a.as_integer(), b.as_number());
  if (b.is_integer()) return same_number(b.as_integer(), a.as_number());
  return a.as_number() == b.as_number();
}

std::vector<const Json::Member*> by_name(const Json::Object& members) {
  std::vector<const Json::Member*> sorted;
  sorted.reserve(members.size());
  for (const auto& member : members) sorted.push_back(&member);
  std::ranges::sort(sorted, {}, [](const Json::Member* member) { return std::string_view(member->first); });
  return sorted;
}

bool same_members(const Json::Object& a, const Json::Object& b) {
  if (a.size() != b.size()) return false;
  const auto same_name = [](const Json::Member& x, const Json::Member& y) { return x.first == y.first; };
  if (std::ranges::equal(a, b, same_name)) return a == b;
  return std::ranges::equal(by_name(a), by_name(b),
                            [](const Json::Member* x, const Json::Member* y) { return *x == *y; });
}

}  // namespace

bool operator==(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) return same_number(a, b);
  if (a.kind_ != b.kind_) return false;
  if (a.is_object()) return same_members(a.as_object(), b.as_object());
  if (a.is_array()) return a.as_array() == b.as_array();
  if (a.is_string()) return a.as_string() == b.as_string();
  return a.is_null() || a.as_bool() == b.as_bool();
}

// ---- writing ---------------------------------------------------------------------------------

namespace {

// What follows the backslash: 0 for bytes that stand for themselves, 'u' for \u00XX (RFC 8259, 7).
constexpr std::array<char, 256> make_escapes() {
  std::array<char, 256> table{};
  for (std::size_t c = 0; c < 0x20; ++c) table[c] = 'u';
  table['\b'] = 'b';
  table['\t'] = 't';
  table['\n'] = 'n';
  table['\f'] = 'f';
  table['\r'] = 'r';
  table['"'] = '"';
  table['\\'] = '\\';
  return table;
}
constexpr auto escapes = make_escapes();

char escape_of(char c) { return escapes[static_cast<unsigned char>(c)]; }

// 0x80 in the first byte that needs an escape.
constexpr std::uint64_t first_to_escape(std::uint64_t word) {
  return swar::first_control(word) | swar::first_equal_to(word, '"') | swar::first_equal_to(word, '\\');
}

// The length of the run at the start of `text` that can be copied as it is.
std::size_t plain_run(std::string_view text) { return swar::find(text, first_to_escape); }

void append_control(std::string& out, char c) {
  static constexpr std::string_view digits = "0123456789abcdef";
  out.append("\\u00");
  out.push_back(digits[static_cast<std::size_t>(c) >> 4]);
  out.push_back(digits[static_cast<std::size_t>(c) & 15]);
}

// Writes `text` up to its end or to the first byte that needs \u00XX, at `to`, which has room for all of it escaped and
// eight bytes more: words are copied whole, and what follows an escape is written over. Moves both.
void write_escaped(char*& to, std::string_view& text) {
  while (!text.empty()) {
    if (text.size() >= sizeof(std::uint64_t)) {
      const std::uint64_t word = swar::load(&text.front());
      std::memcpy(to, &word, sizeof word);
      const std::uint64_t found = first_to_escape(word);
      const auto plain = found == 0 ? sizeof word : static_cast<std::size_t>(std::countr_zero(found)) / 8;
      to += plain;
      text.remove_prefix(plain);
      if (found == 0) continue;
    }
    const char letter = escape_of(text.front());
    if (letter == 'u') return;
    if (letter != 0) *to++ = '\\';
    *to++ = letter != 0 ? letter : text.front();
    text.remove_prefix(1);
  }
}

// JSON inside a text is nearly all of what needs escapes, and every answer has it: so it is written in one go.
void append_escaped(std::string& out, std::string_view text) {
  constexpr std::size_t piece = std::size_t{64} << 10;  // bounds the room that is taken and not used
  while (!text.empty()) {
    std::string_view rest = text.substr(0, piece);
    const auto size = rest.size();
    const auto at = out.size();
    out.resize_and_overwrite(at + 2 * size + sizeof(std::uint64_t), [&](char* bytes, std::size_t) {
      char* to = bytes + at;
      write_escaped(to, rest);
      return static_cast<std::size_t>(to - bytes);
    });
    text.remove_prefix(size - rest.size());
    if (rest.empty()) continue;
    append_control(out, text.front());
    text.remove_prefix(1);
  }
}

// The common case, in one step: nothing to escape.
void append_quoted(std::string& out, std::string_view plain) {
  const auto at = out.size();
  const auto size = at + plain.size() + 2;
  // libstdc++ 12 tells the callback the capacity, not the size asked for.
  out.resize_and_overwrite(size, [&](char* bytes, std::size_t) {
    bytes[at] = '"';
    plain.copy(bytes + at + 1, plain.size());
    bytes[size - 1] = '"';
    return size;
  });
}

void append_integer(std::string& out, std::int64_t value) {
  std::array<char, 24> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  out.append(buffer.data(), end);
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  if (plain_run(text) == text.size()) return append_quoted(out, text);
  out.push_back('"');
  append_escaped(out, text);
  out.push_back('"');
}

void append_json_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out.append("null");  // JSON has no NaN and no infinities
    return;
  }
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  out.append(buffer.data(), end);
}

namespace {

void append_line(std::string& out, std::size_t depth) {
  out.push_back('\n');
  out.append(depth * 2, ' ');
}

void append_pretty(std::string& out, const Json& json, std::size_t depth);

void append_pretty_items(std::string& out, const Json::Array& items, std::size_t depth) {
  out.push_back('[');
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out.push_back(',');
    append_line(out, depth + 1);
    append_pretty(out, items[i], depth + 1);
  }
  if (!items.empty()) append_line(out, depth);
  out.push_back(']');
}

void append_pretty_members(std::string& out, const Json::Object& members, std::size_t depth) {
  out.push_back('{');
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i > 0) out.push_back(',');
    append_line(out, depth + 1);
    append_json_string(out, members[i].first);
    out.append(": ");
    append_pretty(out, members[i].second, depth + 1);
  }
  if (!members.empty()) append_line(out, depth);
  out.push_back('}');
}

void append_pretty(std::string& out, const Json& json, std::size_t depth) {
  if (json.is_array()) {
    append_pretty_items(out, json.as_array(), depth);
  } else if (json.is_object()) {
    append_pretty_members(out, json.as_object(), depth);
  } else {
    json.dump_to(out);
  }
}

void append_items(std::string& out, const Json::Array& items) {
  out.push_back('[');
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out.push_back(',');
    items[i].dump_to(out);
  }
  out.push_back(']');
}

void append_members(std::string& out, const Json::Object& members) {
  out.push_back('{');
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i > 0) out.push_back(',');
    append_json_string(out, members[i].first);
    out.push_back(':');
    members[i].second.dump_to(out);
  }
  out.push_back('}');
}

}  // namespace

void Json::dump_to(std::string& out) const {
  switch (kind_) {
    case Kind::null:
      out.append("null");
      return;
    case Kind::boolean:
      out.append(truth_ ? "true" : "false");
      return;
    case Kind::integer:
      return append_integer(out, integer_);
    case Kind::real:
      return append_json_number(out, real_);
    case Kind::string:
      return append_json_string(out, text_);
    case Kind::array:
      return append_items(out, items_);
    case Kind::object:
      return append_members(out, members_);
  }
}

std::string Json::dump() const {
  std::string out;
  dump_to(out);
  return out;
}

std::string Json::pretty() const {
  std::string out;
  append_pretty(out, *this, 0);
  return out;
}

// ---- parsing ---------------------------------------------------------------------------------

namespace {

namespace dom = simdjson::dom;

// Buffers up to this size of text are kept for the next parse on the same thread. simdjson holds
// about 15 bytes per byte of text, so larger ones are given back at once.
constexpr std::size_t kept_bytes = std::size_t{256} << 10;
constexpr std::size_t smallest_bytes = std::size_t{4} << 10;
// Conversion, copying and destruction of values recurse; this depth is safe on any thread's stack.
constexpr int deepest = 1024;

// simdjson's working memory, and the padded copy of the text it reads.
struct Workspace {
  dom::parser parser{};
  dom::document document;
  std::unique_ptr<char[]> text;
  std::size_t capacity = 0;

  bool prepare(std::string_view input, std::size_t max_depth) {
    if (capacity < input.size() && !grow(input.size())) return false;
    if (parser.capacity() != capacity || parser.max_depth() != max_depth) {
      if (parser.allocate(capacity, max_depth) != simdjson::SUCCESS) return false;
    }
    std::memcpy(text.get(), input.data(), input.size());
    std::memset(text.get() + input.size(), ' ', simdjson::SIMDJSON_PADDING);
    return true;
  }

  bool grow(std::size_t size) {
    const auto wanted = size > kept_bytes ? size : std::max(std::bit_ceil(size), smallest_bytes);
    text.reset(new (std::nothrow) char[wanted + simdjson::SIMDJSON_PADDING]);
    capacity = text ? wanted : 0;
    return text && document.allocate(wanted) == simdjson::SUCCESS;
  }
};

// Lends the thread's workspace and frees it afterwards if a large text made it large.
class Loan {
 public:
  Loan() : workspace_(slot()) {}
  ~Loan() {
    if (workspace_.capacity > kept_bytes) workspace_ = Workspace();
  }
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;
  Workspace* operator->() { return &workspace_; }

 private:
  static Workspace& slot() {
    thread_local Workspace workspace;
    return workspace;
  }
  Workspace& workspace_;
};

Error duplicate(std::string_view name) {
  std::string message = "not valid JSON: the member name ";
  append_json_string(message, printable(name, 80));
  return fail(Code::parse, message + " appears twice in one object", {}, "Give every member of an object once.");
}

// Copies simdjson's document into our values. Its depth is bounded by the parser, which does not
// count empty arrays and objects; `too_deep` does.
class Converter {
 public:
  explicit Converter(int max_depth) : levels_left_(max_depth) {}

  Json convert(const dom::element& element) {
    Json out;
    given(element, [&](auto&& value) { out = Json(std::forward<decltype(value)>(value)); });
    return out;
  }

  std::optional<Error> repeated;
  bool too_deep = false;

 private:
  // Hands the value on as what it is, so that it is made where it will stand.
  template <class Take>
  void given(const dom::element& element, const Take& take) {
    switch (element.type()) {
      case dom::element_type::ARRAY:
        return take(items(element.get_array().value_unsafe()));
      case dom::element_type::OBJECT:
        return take(members(element.get_object().value_unsafe()));
      case dom::element_type::STRING:
        return take(element.get_string().value_unsafe());
      case dom::element_type::INT64:
        return take(element.get_int64().value_unsafe());
      case dom::element_type::UINT64:
        return take(static_cast<double>(element.get_uint64().value_unsafe()));
      case dom::element_type::DOUBLE:
        return take(element.get_double().value_unsafe());
      case dom::element_type::BOOL:
        return take(element.get_bool().value_unsafe());
      case dom::element_type::NULL_VALUE:
        break;
    }
    return take(nullptr);
  }

  // Counts one level down for as long as it lives.
  class Level {
   public:
    explicit Level(Converter& converter) : left_(converter.levels_left_) { converter.too_deep |= --left_ < 0; }
    ~Level() { ++left_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& left_;
  };

  Json items(const dom::array& array) {
    const Level level(*this);
    Json::Array out;
    out.reserve(array.size());
    for (const auto& element : array)
      given(element, [&](auto&& value) { out.emplace_back(std::forward<decltype(value)>(value)); });
    return {std::move(out)};
  }

  Json members(const dom::object& object) {
    const Level level(*this);
    Json::Object out;
    out.reserve(object.size());
    for (const auto& field : object)
      given(field.value, [&](auto&& value) { out.emplace_back(field.key, std::forward<decltype(value)>(value)); });
    if (const auto name = repeated_name(out); name && !repeated) repeated = duplicate(*name);
    return Json::object(std::move(out));
  }

  int levels_left_;
};

std::string reason(simdjson::error_code code, int max_depth) {
  switch (code) {
    case simdjson::EMPTY:
      return "the text is empty";
    case simdjson::DEPTH_ERROR:
      return "nested deeper than " + std::to_string(max_depth) + " levels";
    case simdjson::UTF8_ERROR:
      return "the text is not UTF-8";
    case simdjson::UNCLOSED_STRING:
      return "a string is not closed";
    case simdjson::UNESCAPED_CHARS:
      return "a string holds a control character that is not escaped";
    case simdjson::STRING_ERROR:
      return "a string holds a bad escape or half of a surrogate pair";
    case simdjson::NUMBER_ERROR:
      return "a number is malformed or too large";
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR:
      return "expected true, false or null";
    default:
      return "brackets, commas, colons and values do not fit together";
  }
}

std::string advice(simdjson::error_code code) {
  switch (code) {
    case simdjson::STRING_ERROR:
      return "Escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX.";
    case simdjson::UNESCAPED_CHARS:
      return "Write line breaks in strings as \\n and tabs as \\t.";
    case simdjson::NUMBER_ERROR:
      return "No leading zeros or plus signs; the magnitude must fit a double.";
    case simdjson::TAPE_ERROR:
      return "Look for a trailing comma, single quotes, a comment or text after the value.";
    default:
      return {};
  }
}

Error refusal(simdjson::error_code code, const JsonLimits& limits) {
  if (code == simdjson::MEMALLOC) return fail(Code::unavailable, "not enough memory to read this JSON text");
  return fail(Code::parse, "not valid JSON: " + reason(code, limits.max_depth), {}, advice(code));
}

template <class Integer>
bool exceeds(std::string_view digits) {
  Integer value = 0;
  return std::from_chars(digits.data(), digits.data() + digits.size(), value).ec == std::errc::result_out_of_range;
}

bool beyond_64_bits(std::string_view integer) {
  return integer.front() == '-' ? exceeds<std::int64_t>(integer) : exceeds<std::uint64_t>(integer);
}

// The end of the string that opens at `at`, behind its quote.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

// simdjson refuses integers beyond 64 bits. JSON does not (RFC 8259, 6), so they get an exponent of
// zero, which makes doubles of them. Nothing else changes.
std::string with_large_integers_as_reals(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 64);
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text[i] == '"') end = end_of_string(text, i);
    const bool number = text[i] == '-' || (text[i] >= '0' && text[i] <= '9');
    if (number) end = std::min(text.find_first_not_of("0123456789+-.eE", i + 1), text.size());
    const auto token = text.substr(i, end - i);
    out.append(token);
    const bool integer = number && token.find_first_not_of("0123456789", 1) == std::string_view::npos;
    if (integer && token.size() >= 19 && beyond_64_bits(token)) out.append("e0");
    i = end;
  }
  return out;
}

Result<Json> parse_once(std::string_view text, const JsonLimits& limits, simdjson::error_code& code) {
  Loan loan;
  // simdjson counts the document itself as one level.
  if (!loan->prepare(text, static_cast<std::size_t>(limits.max_depth) + 1)) {
    code = simdjson::MEMALLOC;
    return refusal(code, limits);
  }
  dom::element root;
  code = loan->parser.parse_into_document(loan->document, loan->text.get(), text.size(), false).get(root);
  if (code != simdjson::SUCCESS) return refusal(code, limits);
  Converter converter(limits.max_depth);
  Json json = converter.convert(root);
  if (converter.too_deep) return refusal(simdjson::DEPTH_ERROR, limits);
  if (converter.repeated) return std::move(*converter.repeated);
  return json;
}

}  // namespace

Result<Json> parse_json(std::string_view text, const JsonLimits& limits) {
  LINTEL_CHECK(limits.max_depth > 0 && limits.max_depth <= deepest);
  if (text.size() > limits.max_bytes) {
    return fail(Code::parse, "JSON text of " + std::to_string(text.size()) + " bytes is too large", {},
                "At most " + std::to_string(limits.max_bytes) + " bytes are read.");
  }
  if (std::optional<Json> read = read_json(text, limits.max_depth)) return *std::move(read);
  return judge_json(text, limits);
}

Result<Json> judge_json(std::string_view text, const JsonLimits& limits) {
  if (text.empty()) return refusal(simdjson::EMPTY, limits);
  simdjson::error_code code = simdjson::SUCCESS;
  auto parsed = parse_once(text, limits, code);
  if (code != simdjson::NUMBER_ERROR) return parsed;
  const auto rewritten = with_large_integers_as_reals(text);
  if (rewritten.size() == text.size()) return parsed;
  return parse_once(rewritten, limits, code);
}

}  // namespace base
