// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/docs/sections.h"

#include <algorithm>
#include <cctype>

#include "base/json.h"
#include "base/text.h"

namespace energy::engine {
namespace {

using base::Json;

// Memos and notes are texts, or lists of lines.
std::string words_of(const Json* value) {
  if (value == nullptr) return {};
  if (value->is_string()) return value->as_string();
  if (!value->is_array()) return {};
  std::string out;
  for (const auto& each : value->as_array())
    if (each.is_string()) out += (out.empty() ? "" : " ") + each.as_string();
  return out;
}

std::string number_text(const Json& value) {
  std::string out;
  if (value.is_number()) base::append_json_number(out, value.as_number());
  return out;
}

// " [W], minimum 0, default 1, one of Yes, No"
std::string limits_of(const Json& field) {
  std::string out;
  if (const auto units = field.text("units"); !units.empty()) out += " [" + std::string(units) + "]";
  for (const char* bound : {"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"}) {
    const Json* value = field.find(bound);
    if (value != nullptr && value->is_number()) out += ", " + std::string(bound) + " " + number_text(*value);
  }
  if (const Json* value = field.find("default"))
    out += ", default " + (value->is_string() ? value->as_string() : number_text(*value));
  if (const Json* choices = field.find("enum"); choices != nullptr && choices->is_array()) {
    std::vector<std::string> names;
    for (const auto& each : choices->as_array())
      if (each.is_string() && !each.as_string().empty()) names.push_back(each.as_string());
    out += ", one of " + base::join(names, ", ");
  }
  return out;
}

void add_fields(std::string& text, const Json& properties) {
  for (const auto& [name, field] : properties.as_object()) {
    if (const Json* inner = field.pointer("/items/properties"); inner != nullptr && inner->is_object()) {
      text += name + " (repeated):\n";
      add_fields(text, *inner);
      continue;
    }
    text += name + limits_of(field);
    const auto note = words_of(field.find("note"));
    text += note.empty() ? "\n" : ": " + note + "\n";
  }
}

// --- LaTeX ---

bool name_byte(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '*'; }

// Environments and commands whose content is nothing to read.
bool silent(std::string_view command) {
  constexpr std::string_view names[] = {"label",  "ref",   "includegraphics", "begin",        "end",
                                        "input",  "cite",  "hypertarget",     "renewcommand", "addcontentsline",
                                        "vspace", "hspace"};
  return std::ranges::count(names, command) > 0;
}

// Past a group in braces or brackets that begins at `at`.
std::size_t past_group(std::string_view text, std::size_t at) {
  const char open = text[at], close = open == '{' ? '}' : ']';
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == open) {
      ++depth;
    } else if (text[at] == close && --depth == 0) {
      return at + 1;
    }
  }
  return text.size();
}

class Plain {
 public:
  std::string run(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) at = step(text, at);
    return tidy();
  }

 private:
  std::size_t step(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (c == '%') return std::min(text.find('\n', at), text.size());
    if (c == '{' || c == '}' || c == '$') return at + 1;
    if (c == '~' || c == '&') out_ += ' ';
    if (c == '~' || c == '&') return at + 1;
    if (c != '\\') {
      out_ += c;
      return at + 1;
    }
    return command(text, at + 1);
  }

  std::size_t command(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && name_byte(text[end])) ++end;
    if (end == at) {  // \\ is a new line, \_ is _
      if (at < text.size()) out_ += text[at] == '\\' ? '\n' : text[at];
      return std::min(at + 1, text.size());
    }
    const auto name = text.substr(at, end - at);
    if (name == "item") out_ += "\n-";
    while (end < text.size() && (text[end] == '[' || (text[end] == '{' && silent(name)))) end = past_group(text, end);
    return end;
  }

  // One space, at most one empty line.
  std::string tidy() const {
    std::string tidied;
    for (const auto line : base::split(out_, '\n')) {
      const auto words = base::trim(line);
      if (words.empty() && (tidied.empty() || tidied.ends_with("\n\n"))) continue;
      tidied += std::string(words) + "\n";
    }
    while (tidied.ends_with("\n\n")) tidied.pop_back();
    return tidied;
  }

  std::string out_;
};

std::string slug_of(std::string_view title) {
  std::string out;
  for (const char c : base::lower_ascii(title)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (out.ends_with('-')) out.pop_back();
  return out;
}

// Where the next \chapter, \section, \subsection… stands.
std::size_t next_heading(std::string_view source, std::size_t at) {
  for (at = source.find('\\', at); at != std::string_view::npos; at = source.find('\\', at + 1)) {
    const auto rest = source.substr(at + 1);
    if (rest.starts_with("chapter") || rest.starts_with("section") || rest.starts_with("subsection") ||
        rest.starts_with("subsubsection") || rest.starts_with("paragraph{"))
      return at;
  }
  return source.size();
}

}  // namespace

Section schema_section(std::string_view type, std::string_view json) {
  Section out{.location = "schema/" + std::string(type), .title = std::string(type), .tag = "schema", .text = {}};
  const auto parsed = base::parse_json(json);
  if (!parsed.ok()) return out;
  out.text = words_of(parsed->find("memo"));
  if (!out.text.empty()) out.text += "\n\n";
  const Json* pattern = parsed->find("patternProperties");
  if (pattern == nullptr || !pattern->is_object() || pattern->empty()) return out;
  const Json* properties = pattern->as_object().front().second.find("properties");
  if (properties != nullptr && properties->is_object()) add_fields(out.text, *properties);
  return out;
}

std::vector<Section> tex_sections(const std::string& path, std::string_view source) {
  std::vector<Section> out;
  const auto tag = path.substr(0, path.find('/'));
  for (std::size_t at = next_heading(source, 0); at < source.size();) {
    const auto open = source.find('{', at);
    if (open == std::string_view::npos) break;
    const auto after = past_group(source, open);
    const auto next = next_heading(source, after);
    const auto title = Plain().run(source.substr(open, after - open));
    const auto words = std::string(base::trim(title));
    out.push_back({path + "#" + slug_of(words), words, tag, Plain().run(source.substr(after, next - after))});
    at = next;
  }
  return out;
}

}  // namespace energy::engine
