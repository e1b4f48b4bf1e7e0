// SPDX-License-Identifier: Apache-2.0
#include "formats/idf/edit.h"

#include <algorithm>
#include <utility>

namespace formats::idf {
namespace {

// Where the last value of a slot stands; an empty place before the separator if it is blank.
File::Slot place_of(const File& file, File::Slot slot) {
  const auto text = file.text(slot);
  File::Slot place{slot.end, slot.end};
  for (auto piece = next_piece(text, 0, Reads::text); piece; piece = next_piece(text, piece->next, Reads::text)) {
    place = {slot.begin + static_cast<std::uint32_t>(piece->begin),
             slot.begin + static_cast<std::uint32_t>(piece->end)};
  }
  return place;
}

std::size_t end_of_line(std::string_view text, std::size_t from) {
  return std::min(text.find('\n', from), text.size());
}

// Whether nothing but blanks and a comment follows on the line.
bool ends_line(std::string_view text, std::size_t from) {
  const auto next = text.find_first_not_of(" \t\r", from);
  return next == std::string_view::npos || text[next] == '\n' || text[next] == '!';
}

std::size_t column_of(std::string_view text, std::size_t place) {
  const auto line = place == 0 ? std::string_view::npos : text.rfind('\n', place - 1);
  return line == std::string_view::npos ? place : place - line - 1;
}

// The blanks that the line of a place begins with.
std::string_view blanks_before(std::string_view text, std::size_t place) {
  const auto begin = place - column_of(text, place);
  return text.substr(begin, std::min(text.find_first_not_of(" \t", begin), text.size()) - begin);
}

}  // namespace

void Edits::splice(std::size_t begin, std::size_t end, std::string text) {
  const auto size = file_.bytes().size();  // an object that does not end has no semicolon
  splices_.push_back({std::min(begin, size), std::min(end, size), std::move(text)});
}

void Edits::value(std::size_t begin, std::size_t end, std::string_view text, std::size_t separator) {
  splice(begin, end, std::string(text));
  // The comment that follows keeps its column as long as two blanks are left.
  const std::string_view bytes = file_.bytes();
  const std::size_t gap = separator + 1;
  const auto comment = bytes.find_first_not_of(' ', std::min(gap, bytes.size()));
  if (comment == std::string_view::npos || bytes[comment] != '!' ||
      bytes.substr(end, separator - end).find('\n') != std::string_view::npos)
    return;
  const std::size_t old_size = end - begin, room = comment - gap;
  if (text.size() > old_size) {
    const auto less = std::min(text.size() - old_size, room > 2 ? room - 2 : 0);
    if (less > 0) splice(comment - less, comment, "");
  } else if (text.size() < old_size && room > 1) {
    splice(comment, comment, std::string(old_size - text.size(), ' '));
  }
}

void Edits::replace(std::size_t object, std::uint32_t begin, std::uint32_t end, std::string_view text) {
  std::size_t separator = end;
  for (const auto& slot : file_.slots(file_.objects()[object]))
    if (slot.begin <= begin && end <= slot.end) separator = slot.end;
  value(begin, end, text, separator);
}

void Edits::set_slot(std::size_t object, std::size_t slot, std::string_view text) {
  const auto at = file_.slots(file_.objects()[object])[slot];
  const auto place = place_of(file_, at);
  if (file_.text(place) != text) value(place.begin, place.end, text, at.end);
}

void Edits::set(std::size_t object, std::span<const std::string> values, const ObjectType& type) {
  const auto slots = file_.objects()[object].slots;
  const auto kept = std::min<std::size_t>(slots, values.size());
  for (std::size_t i = 0; i < kept; ++i) set_slot(object, i, values[i]);
  if (values.size() > slots) extend(object, values, type);
  if (values.size() < slots) truncate(object, std::max<std::size_t>(values.size(), 1));
}

void Edits::extend(std::size_t object, std::span<const std::string> values, const ObjectType& type) {
  const std::string_view bytes = file_.bytes();
  const auto& at = file_.objects()[object];
  const auto slots = file_.slots(at);
  const auto fresh = values.subspan(slots.size());
  const std::size_t semicolon = slots.back().end;
  const bool lines = bytes.substr(at.begin, semicolon - at.begin).find('\n') != std::string_view::npos;
  if (!lines || !ends_line(bytes, semicolon + 1)) {
    std::string text;
    for (const auto& each : fresh) text += "," + each;
    return splice(semicolon, semicolon, std::move(text));
  }
  const auto last = place_of(file_, slots.back());
  const std::string indent(blanks_before(bytes, last.begin));
  const auto comment = bytes.find_first_not_of(" \t\r", semicolon + 1);
  const bool comments = comment != std::string_view::npos && bytes.substr(comment, 2) == "!-";
  const std::size_t column = comments ? column_of(bytes, comment) : 0;
  std::string text;
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    std::string row = indent + fresh[i] + (i + 1 == fresh.size() ? ";" : ",");
    if (comments) {
      row.append(row.size() + 2 > column ? 2 : column - row.size(), ' ');
      row += comment_of(type, slots.size() + i);
    }
    text += std::string(file_.newline()) + row;
  }
  splice(semicolon, semicolon + 1, ",");
  auto end = end_of_line(bytes, semicolon);
  if (end > 0 && end < bytes.size() && bytes[end - 1] == '\r') --end;
  splice(end, end, std::move(text));
}

void Edits::truncate(std::size_t object, std::size_t slots) {
  const std::string_view bytes = file_.bytes();
  const auto all = file_.slots(file_.objects()[object]);
  const std::size_t separator = all[slots - 1].end, semicolon = all.back().end;
  splice(separator, separator + 1, ";");
  const bool own_line = ends_line(bytes, separator + 1), last_line = ends_line(bytes, semicolon + 1);
  // What follows the object on its last line comes to a line of its own, or the comment before would take it in.
  const auto kept = own_line ? end_of_line(bytes, separator) + (last_line ? 0 : 1) : separator + 1;
  const auto end = own_line && last_line ? end_of_line(bytes, semicolon) : semicolon + 1;
  splice(std::min(kept, end), end, "");
}

void Edits::remove(std::size_t object) {
  const std::string_view bytes = file_.bytes();
  const auto& at = file_.objects()[object];
  std::size_t begin = at.begin, end = at.end;
  const auto blanks = blanks_before(bytes, begin);
  if (ends_line(bytes, end)) {
    if (column_of(bytes, begin) == blanks.size()) {
      begin -= blanks.size();
      end = std::min(end_of_line(bytes, end) + 1, bytes.size());
    } else {
      end = end_of_line(bytes, end);
    }
  }
  splice(begin, end, "");
}

void Edits::add(std::span<const std::string> values, const ObjectType& type) {
  added_ += file_.newline();
  added_ += print_object(values, type, file_.newline());
}

// Those that count: what lies within something that is gone does not.
std::vector<Edits::Splice> Edits::in_order() const {
  std::vector<std::pair<std::size_t, std::size_t>> order;  // where each begins; at one place in the order they came
  for (const auto& each : splices_) order.emplace_back(each.begin, order.size());
  std::ranges::sort(order);
  std::vector<Splice> out;
  for (const auto& [begin, number] : order)
    if (out.empty() || begin >= out.back().end) out.push_back(splices_[number]);
  return out;
}

Edits::Growth Edits::growth() const {
  Growth out;
  const auto lines = [](std::string_view text) { return std::ranges::count(text, '\n'); };
  for (const auto& each : in_order()) {
    const auto gone = std::string_view(file_.bytes()).substr(each.begin, each.end - each.begin);
    out.bytes += static_cast<std::int64_t>(each.text.size()) - static_cast<std::int64_t>(gone.size());
    out.lines += lines(each.text) - lines(gone);
  }
  return out;
}

std::string Edits::apply() const {
  const std::string_view bytes = file_.bytes();
  std::string out;
  out.reserve(bytes.size() + added_.size());
  std::size_t at = 0;
  for (const auto& each : in_order()) {
    out += bytes.substr(at, each.begin - at);
    out += each.text;
    at = each.end;
  }
  out += bytes.substr(at);
  if (!added_.empty() && !out.empty() && out.back() != '\n') out += file_.newline();
  return out + added_;
}

}  // namespace formats::idf
