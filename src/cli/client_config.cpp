// SPDX-License-Identifier: Apache-2.0
#include "cli/client_config.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.h"

namespace cli {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

namespace {

constexpr std::string_view blanks = " \t\r\n";  // RFC 8259, section 2

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Member {
  Span name;  // with its quotes
  Span value;
};

// Finds places in a text that is known to be JSON.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}

  // The members of the object that begins at `at`.
  std::vector<Member> members(std::size_t at) const {
    std::vector<Member> found;
    for (at = skip_blanks(at + 1); text_[at] != '}'; at = skip_blanks(at)) {
      if (text_[at] == ',') at = skip_blanks(at + 1);
      Member member;
      member.name = {at, end_of_text(at)};
      const std::size_t value = skip_blanks(skip_blanks(member.name.end) + 1);
      member.value = {value, end_of_value(value)};
      at = member.value.end;
      found.push_back(member);
    }
    return found;
  }

  std::string_view at(Span span) const { return text_.substr(span.begin, span.end - span.begin); }

  // The blanks before a name that begins its line; nothing where something else stands before it.
  std::optional<std::string> indentation(std::size_t at) const {
    const auto before = text_.find_last_not_of(" \t", at - 1);
    if (before == std::string_view::npos || text_[before] != '\n') return std::nullopt;
    return std::string(text_.substr(before + 1, at - before - 1));
  }

 private:
  std::size_t skip_blanks(std::size_t at) const { return std::min(text_.find_first_not_of(blanks, at), text_.size()); }

  std::size_t end_of_text(std::size_t at) const {
    for (++at; text_[at] != '"'; ++at) {
      if (text_[at] == '\\') ++at;
    }
    return at + 1;
  }

  std::size_t end_of_value(std::size_t at) const {
    int depth = 0;
    for (; at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == '"') {
        at = end_of_text(at) - 1;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if (c == '}' || c == ']') {
        if (depth == 0) return at;  // the end of what a number or a word stood in
        if (--depth == 0) return at + 1;
      }
      if (depth == 0 && (c == '"' || c == ',' || blanks.find(c) != std::string_view::npos)) {
        return c == '"' ? at + 1 : at;
      }
    }
    return at;
  }

  std::string_view text_;
};

// How the file is written: its line ends and one level of indentation.
struct Style {
  std::string line_end = "\n";
  std::string level = "  ";
};

// The value over several lines, as it stands behind a name at this indentation.
std::string laid_out(const Json& value, const Style& style, const std::string& indentation) {
  const std::string pretty = value.pretty();
  std::string out;
  for (const auto line : base::split(pretty, '\n')) {
    const std::size_t blank = line.find_first_not_of(' ');
    if (!out.empty()) out += style.line_end + indentation;
    for (std::size_t i = 0; !out.empty() && i < blank / 2; ++i) out += style.level;
    out += line.substr(blank);
  }
  return out;
}

class Editor {
 public:
  explicit Editor(std::string_view text) : text_(text), places_(text), top_(text.find('{')) {
    if (text_.find("\r\n") != std::string::npos) style_.line_end = "\r\n";
    const auto members = places_.members(top_);
    if (members.empty()) return;
    const auto level = places_.indentation(members.front().name.begin);
    if (level && !level->empty()) style_.level = *level;
  }

  Result<std::string> put(std::string_view section, std::string_view name, const Json& entry) const {
    const auto outer = find(top_, section);
    if (!outer) return added(top_, "", section, Json::object({{name, entry}}));
    if (text_[outer->value.begin] != '{')
      return fail(Code::parse, "'" + std::string(section) + "' in the configuration is not an object");
    const std::string outer_indentation = places_.indentation(outer->name.begin).value_or("");
    const auto inner = find(outer->value.begin, name);
    if (!inner) return added(outer->value.begin, outer_indentation, name, entry);
    const auto there = base::parse_json(places_.at(inner->value));
    if (there.ok() && *there == entry) return text_;
    const auto indentation = places_.indentation(inner->name.begin);
    return replaced(inner->value, indentation ? laid_out(entry, style_, *indentation) : entry.dump());
  }

 private:
  std::optional<Member> find(std::size_t object, std::string_view name) const {
    for (const auto& member : places_.members(object)) {
      const auto spelt = base::parse_json(places_.at(member.name));  // names may hold escapes
      if (spelt.ok() && spelt->is_string() && spelt->as_string() == name) return member;
    }
    return std::nullopt;
  }

  // Behind the last member and laid out like it; an empty object is opened over several lines.
  std::string added(std::size_t object, const std::string& around, std::string_view name, const Json& value) const {
    const std::string label = Json(name).dump() + ": ";
    const auto members = places_.members(object);
    if (members.empty()) {
      const std::string inside = around + style_.level;
      return replaced({object + 1, text_.find('}', object)},
                      style_.line_end + inside + label + laid_out(value, style_, inside) + style_.line_end + around);
    }
    const std::size_t end = members.back().value.end;
    const auto inside = places_.indentation(members.back().name.begin);
    if (!inside) return replaced({end, end}, ", " + label + value.dump());
    return replaced({end, end}, "," + style_.line_end + *inside + label + laid_out(value, style_, *inside));
  }

  std::string replaced(Span span, const std::string& by) const {
    return text_.substr(0, span.begin) + by + text_.substr(span.end);
  }

  std::string text_;
  Places places_;
  std::size_t top_;
  Style style_;
};

}  // namespace

Result<std::string> with_server(std::string_view text, std::string_view section, std::string_view name,
                                const Json& entry) {
  if (base::trim(text).empty()) return Json::object({{section, Json::object({{name, entry}})}}).pretty() + "\n";
  const auto parsed = base::parse_json(text);
  if (!parsed.ok() || !parsed->is_object())
    return fail(Code::parse, "the configuration is not plain JSON, so it was left alone");
  std::string edited = TRY(Editor(text).put(section, name, entry));
  // NB: somebody else's file. What we made of it must read as we meant it, or it is not written.
  const auto again = base::parse_json(edited);
  LINTEL_CHECK(again.ok() && again->at(section).at(name) == entry);
  return edited;
}

}  // namespace cli
