// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "formats/idf/edit.h"

namespace formats::idf {
namespace {

constexpr std::string_view indent = "    ";
constexpr std::size_t comment_column = 29;

// Appends `text`, and the comment where the others stand.
void line(std::string& out, std::string_view text, std::string_view comment, std::string_view newline) {
  out += text;
  if (!comment.empty()) {
    out.append(text.size() + 2 > comment_column ? 2 : comment_column - text.size(), ' ');
    out += comment;
  }
  out += newline;
}

bool three_coordinates(const ObjectType& type) { return type.vertices && type.group_fields.size() == 3; }

std::string vertex_comment(const ObjectType& type, std::size_t slot) {
  const auto number = (slot - type.fields.size()) / 3 + 1;
  return "!- X,Y,Z ==> Vertex " + std::to_string(number) + " {m}";
}

}  // namespace

std::string comment_of(const ObjectType& type, std::size_t slot) {
  const bool grouped = slot >= type.fields.size();
  if (grouped && !type.extensible()) return {};
  const auto index = grouped ? (slot - type.fields.size()) % type.group_fields.size() : slot;
  const Field& field = grouped ? type.group_fields[index] : type.fields[index];
  std::string comment = "!- " + field.label;
  if (grouped) comment += " " + std::to_string((slot - type.fields.size()) / type.group_fields.size() + 1);
  if (!field.units.empty()) comment += " {" + field.units + "}";
  return comment;
}

std::string print_object(std::span<const std::string> values, const ObjectType& type, std::string_view newline) {
  std::string out = type.name + ",";
  if (values.empty()) return out + ";" + std::string(newline);
  if (type.one_line) {
    for (std::size_t i = 0; i < values.size(); ++i) out += values[i] + (i + 1 == values.size() ? ";" : ",");
    return out + std::string(newline);
  }
  out += newline;
  for (std::size_t i = 0; i < values.size();) {
    const bool vertex = three_coordinates(type) && i >= type.fields.size() && i + 3 <= values.size() &&
                        (i - type.fields.size()) % 3 == 0;
    std::string text(indent);
    const auto comment = vertex ? vertex_comment(type, i) : comment_of(type, i);
    for (std::size_t end = i + (vertex ? 3 : 1); i < end; ++i) text += values[i] + (i + 1 == values.size() ? ";" : ",");
    line(out, text, comment, newline);
  }
  return out;
}

std::optional<std::string> unwritable(std::string_view value) {
  if (!base::valid_utf8(value)) return "bytes that are not UTF-8";
  if (value.find_first_of(",;!") != std::string_view::npos) return "a comma, a semicolon or an exclamation mark";
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (std::ranges::any_of(value, control)) return "a line end or another control character";
  if (value != base::trim(value)) return "blanks at its beginning or end";
  return std::nullopt;
}

}  // namespace formats::idf
