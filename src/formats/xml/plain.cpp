// SPDX-License-Identifier: Apache-2.0
#include "formats/xml/plain.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "base/swar.h"
#include "base/utf8.h"

namespace formats::xml {
namespace {

constexpr std::string_view mark_utf8 = "\xEF\xBB\xBF";

// XML 1.0, 2.3 (NameStartChar, NameChar), of ASCII and without the colon.
constexpr std::array<bool, 256> make_name_characters(bool first) {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < 128; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    table[c] = letter || (!first && ((c >= '0' && c <= '9') || c == '-' || c == '.'));
  }
  return table;
}
constexpr auto name_begins = make_name_characters(true), name_goes_on = make_name_characters(false);

constexpr bool is_white(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
constexpr bool is_character(std::uint32_t c) {  // 2.2
  return c == 9 || c == 10 || c == 13 || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) ||
         (c >= 0x10000 && c <= 0x10FFFF);
}

// What the whole text must not have: characters that are none (2.2), and "]]>" (2.4).
bool has_only_characters(std::string_view bytes) {
  const auto forbidden = [](std::uint64_t word) {
    return base::swar::controls(word) &
           ~(base::swar::equal_to(word, '\n') | base::swar::equal_to(word, '\r') | base::swar::equal_to(word, '\t'));
  };
  if (base::swar::find(bytes, forbidden) != bytes.size() || !base::valid_utf8(bytes)) return false;
  return bytes.find("]]>") == std::string_view::npos && bytes.find("\xEF\xBF\xBE") == std::string_view::npos &&
         bytes.find("\xEF\xBF\xBF") == std::string_view::npos;
}

class PlainScanner {
 public:
  PlainScanner(std::string_view bytes, PlainSink& sink, const Limits& limits)
      : bytes_(bytes), sink_(sink), limits_(limits) {}

  bool scan() {
    if (bytes_.size() > limits_.bytes || !has_only_characters(bytes_)) return false;
    if (bytes_.starts_with(mark_utf8)) at_ = mark_utf8.size();
    if (!declaration()) return false;
    while (at_ < bytes_.size()) {
      if (bytes_[at_] != '<' ? !text() : !markup()) return false;
    }
    return has_root_ && open_.empty();
  }

 private:
  char peek(std::size_t further = 0) const { return at_ + further < bytes_.size() ? bytes_[at_ + further] : '\0'; }
  bool starts(std::string_view with) const { return bytes_.substr(at_).starts_with(with); }
  void skip_white() {
    while (at_ < bytes_.size() && is_white(bytes_[at_])) ++at_;
  }

  // 2.8: only the two that nearly all documents have.
  bool declaration() {
    if (!starts("<?")) return true;
    for (const std::string_view usual :
         {R"(<?xml version="1.0"?>)", R"(<?xml version="1.0" encoding="utf-8"?>)",
          R"(<?xml version="1.0" encoding="UTF-8"?>)", R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>)",
          R"(<?xml version="1.0" encoding="utf-8" standalone="yes"?>)"}) {
      if (!starts(usual)) continue;
      at_ += usual.size();
      return true;
    }
    return false;
  }

  bool markup() {
    switch (peek(1)) {
      case '/':
        return end_tag();
      case '!':
        return comment();
      default:
        return start_tag();
    }
  }

  // 2.5: no "--" within. Anything else that begins so is not plain.
  bool comment() {
    if (!starts("<!--")) return false;
    const auto dashes = bytes_.find("--", at_ + 4);
    if (dashes == std::string_view::npos || dashes + 2 >= bytes_.size() || bytes_[dashes + 2] != '>') return false;
    at_ = dashes + 3;
    return count();
  }

  bool start_tag() {
    const std::size_t begin = at_++;
    const auto name = qualified();
    if (name.empty()) return false;
    const bool is_root = open_.empty();
    if (is_root && (has_root_ || !root_tag(name))) return false;
    skip_white();
    const bool is_empty = peek() == '/';
    at_ += is_empty ? 1 : 0;
    if (peek() != '>' || open_.size() >= limits_.depth || !count()) return false;
    ++at_;
    const auto told = told_name(name);
    if (!told || !sink_.start(*told, {begin, at_})) return false;
    if (is_empty) return sink_.end({at_, at_});
    open_.push_back(name);
    return true;
  }
  bool end_tag() {
    if (open_.empty()) return false;
    const std::size_t begin = at_;
    at_ += 2;
    if (!starts(open_.back())) return false;
    at_ += open_.back().size();
    skip_white();
    if (peek() != '>') return false;
    ++at_;
    open_.pop_back();
    return sink_.end({begin, at_});
  }

  // "prefix:local" or "local"; "" for what is neither.
  std::string_view qualified() {
    const std::size_t begin = at_;
    if (!plain_name()) return {};
    if (peek() == ':') {
      ++at_;
      if (!plain_name()) return {};
    }
    return bytes_.substr(begin, at_ - begin);
  }
  bool plain_name() {
    if (!name_begins[static_cast<unsigned char>(peek())]) return false;
    while (name_goes_on[static_cast<unsigned char>(peek())]) ++at_;
    return true;
  }
  // Every element has the prefix of the root.
  std::optional<Name> told_name(std::string_view name) const {
    if (prefix_.empty())
      return name.find(':') == std::string_view::npos ? std::optional(Name{uri_, {}, name}) : std::nullopt;
    if (!name.starts_with(prefix_) || name.substr(prefix_.size(), 1) != ":") return std::nullopt;
    return Name{uri_, prefix_, name.substr(prefix_.size() + 1)};
  }

  // Namespaces are declared here or nowhere.
  bool root_tag(std::string_view name) {
    has_root_ = true;
    const auto colon = name.find(':');
    prefix_ = colon == std::string_view::npos ? std::string_view() : name.substr(0, colon);
    std::vector<std::string_view> seen;
    while (is_white(peek())) {
      skip_white();
      if (peek() == '>' || peek() == '/') break;
      if (!declared(seen)) return false;
    }
    return !uri_.empty();
  }
  bool declared(std::vector<std::string_view>& seen) {
    const auto name = qualified();
    if (name != "xmlns" && !name.starts_with("xmlns:")) return false;
    const auto prefix = name.substr(std::min(name.size(), std::string_view("xmlns:").size()));
    if (prefix.starts_with("xml") || std::ranges::find(seen, name) != seen.end() || seen.size() >= 8) return false;
    seen.push_back(name);
    skip_white();
    if (peek() != '=') return false;
    ++at_;
    skip_white();
    const char quote = peek();
    if (quote != '"' && quote != '\'') return false;
    const auto end = bytes_.find(quote, at_ + 1);
    if (end == std::string_view::npos) return false;
    const auto uri = bytes_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    const bool odd =
        uri.empty() || uri.find_first_of("<&\t\r\n") != std::string_view::npos || uri.starts_with("http://www.w3.org/");
    if (prefix == prefix_) uri_ = uri;
    return !odd || (uri == "http://www.w3.org/2001/XMLSchema-instance" && prefix != prefix_);
  }

  bool text() {
    const auto rest = bytes_.substr(at_);
    const auto raw =
        rest.substr(0, base::swar::find(rest, [](auto word) { return base::swar::first_equal_to(word, '<'); }));
    at_ += raw.size();
    if (open_.empty()) return std::ranges::all_of(raw, is_white);
    if (!count()) return false;
    const auto plain = coded_at(raw, 0);
    if (plain == raw.size()) return sink_.text(raw);
    return decode(raw, plain) && sink_.text(decoded_);
  }
  // 2.11 (line ends) and 4.1, 4.6 (references).
  bool decode(std::string_view raw, std::size_t first) {
    decoded_ = raw.substr(0, first);
    for (std::size_t i = first; i < raw.size();) {
      const auto coded = coded_at(raw, i);
      decoded_ += raw.substr(i, coded - i);
      i = coded;
      if (i == raw.size()) break;
      if (raw[i] == '\r') {
        decoded_ += '\n';
        i += raw.substr(i + 1, 1) == "\n" ? 2 : 1;
        continue;
      }
      const auto end = raw.find(';', i);
      if (end == std::string_view::npos || !reference(raw.substr(i + 1, end - i - 1))) return false;
      i = end + 1;
    }
    return true;
  }
  // The first that stands for something else.
  static std::size_t coded_at(std::string_view text, std::size_t from) {
    const auto coded = [](std::uint64_t word) {
      return base::swar::equal_to(word, '&') | base::swar::equal_to(word, '\r');
    };
    return from + base::swar::find(text.substr(from), coded);
  }
  bool reference(std::string_view name) {
    if (name.starts_with("#")) return character(name.substr(1));
    constexpr std::array<std::pair<std::string_view, char>, 5> known{
        {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};
    for (const auto& [word, stands_for] : known) {
      if (name != word) continue;
      decoded_ += stands_for;
      return true;
    }
    return false;
  }
  bool character(std::string_view digits) {
    const int base = digits.starts_with("x") ? 16 : 10;
    if (base == 16) digits.remove_prefix(1);
    std::uint32_t value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (problem != std::errc() || end != digits.data() + digits.size() || !is_character(value)) return false;
    base::append_utf8(decoded_, value);
    return true;
  }

  bool count() { return ++nodes_ <= limits_.nodes; }

  std::string_view bytes_;
  PlainSink& sink_;
  const Limits& limits_;
  std::size_t at_ = 0, nodes_ = 0;
  std::vector<std::string_view> open_;
  std::string_view uri_, prefix_;
  bool has_root_ = false;
  std::string decoded_;
};

}  // namespace

bool read_plain(std::string_view bytes, PlainSink& sink, const Limits& limits) {
  return PlainScanner(bytes, sink, limits).scan();
}

}  // namespace formats::xml
