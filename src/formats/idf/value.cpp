// SPDX-License-Identifier: Apache-2.0
#include "formats/idf/value.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "base/json.h"
#include "base/text.h"

namespace formats::idf {
namespace {

// Reads the number that a text begins with. `rest` is what follows it. False: it begins with none. Too large a number
// is infinite and too small a one zero, as for the engine.
bool read_double(std::string_view text, double& number, std::string_view& rest) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec == std::errc::invalid_argument) return false;
  rest = text.substr(static_cast<std::size_t>(result.ptr - text.data()));
  if (result.ec == std::errc::result_out_of_range) {
    const auto written = text.substr(0, text.size() - rest.size());
    const auto exponent = written.find_first_of("eE");
    const bool tiny = exponent != std::string_view::npos && written.substr(exponent + 1).starts_with('-');
    number = tiny ? 0 : std::numeric_limits<double>::infinity();
    if (written.starts_with('-')) number = -number;
  }
  return true;
}

bool read_int(std::string_view text, int& number, std::string_view& rest) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec != std::errc()) return false;
  rest = text.substr(static_cast<std::size_t>(result.ptr - text.data()));
  return true;
}

bool blank(std::string_view text) { return text.find_first_not_of(' ') == std::string_view::npos; }
bool fraction(std::string_view rest) { return !rest.empty() && (rest[0] == '.' || rest[0] == 'e' || rest[0] == 'E'); }

Value text_value(std::string_view text) {
  constexpr std::string_view cut("\t \0", 3);
  return {.kind = Value::Kind::text, .text = text.substr(0, text.find_last_not_of(cut) + 1)};
}

// A number field: an int, else a double; nothing but spaces may follow.
Value read_number(std::string_view text) {
  int whole = 0;
  std::string_view rest;
  if (read_int(text, whole, rest) && !fraction(rest))
    return blank(rest) ? Value{.kind = Value::Kind::integer, .number = static_cast<double>(whole)} : text_value(text);
  double number = 0;
  if (!read_double(text.starts_with('+') ? text.substr(1) : text, number, rest) || !blank(rest))
    return text_value(text);
  return {.kind = Value::Kind::number, .number = number};
}

// An integer field: what follows the number is not looked at; fractions are rounded half away from zero.
Value read_integer(std::string_view text) {
  int whole = 0;
  std::string_view rest;
  if (!read_int(text, whole, rest)) return text_value(text);
  if (!fraction(rest))
    return {.kind = Value::Kind::integer, .rounded = !rest.empty(), .number = static_cast<double>(whole)};
  double number = 0;
  read_double(text, number, rest);
  const double nearest = std::round(number);
  const bool fits = std::abs(nearest) <= static_cast<double>(std::numeric_limits<int>::max());
  return {.kind = Value::Kind::integer,
          .rounded = nearest != number || !rest.empty(),
          .number = fits ? nearest : static_cast<double>(std::numeric_limits<int>::min())};
}

bool is_sentinel(std::string_view text) {
  return base::equals_ignoring_case(text, "Autosize") || base::equals_ignoring_case(text, "Autocalculate");
}

// The word that the field itself has for it: AUTOSIZE becomes Autocalculate where that is what the field knows.
const std::string* own_sentinel(const Field& field) {
  for (const auto& each : field.choices)
    if (is_sentinel(each)) return &each;
  return nullptr;
}

Value read_word(const Field& field, std::string_view text) {
  if (field.kind == Field::Kind::either) {
    const auto* word = is_sentinel(text) ? own_sentinel(field) : nullptr;
    return text_value(word == nullptr ? text : *word);
  }
  const auto* choice = field.choice(text);
  return text_value(choice == nullptr ? text : *choice);
}

bool begins_number(char c) { return std::string_view(".-+0123456789").find(c) != std::string_view::npos; }

// Whether a line end ends the value, by its first character as the engine sees it.
Reads reads_as(const Field& field, std::string_view slot, std::size_t from) {
  if (field.is_number()) return Reads::number;
  if (field.kind != Field::Kind::either) return Reads::text;
  const auto piece = next_piece(slot, from, Reads::text);
  return piece && begins_number(slot[piece->begin]) ? Reads::number : Reads::text;
}

// Goes through the slots of one object.
class ObjectReader {
 public:
  ObjectReader(const File& file, const ObjectType& type, std::vector<Reading>& readings)
      : file_(file), type_(type), readings_(readings) {}

  ObjectReading run(const File::Object& object) {
    for (const auto& slot : file_.slots(object)) {
      one(slot);
      ++slot_;
    }
    if (!type_.group_fields.empty() && in_groups_ % type_.group_fields.size() != 0) close_last();
    return done_;
  }

 private:
  void one(File::Slot slot) {
    const auto text = file_.text(slot);
    std::size_t from = 0;
    bool read = false;
    while (true) {
      const bool grouped = slot_ >= type_.fields.size();
      if (grouped && !type_.extensible()) return beyond(slot, text, from);
      const auto field = grouped ? in_groups_ % type_.group_fields.size() : slot_;
      const auto& described = grouped ? type_.group_fields[field] : type_.fields[field];
      const auto piece = next_piece(text, from, reads_as(described, text, from));
      if (!piece) break;
      if (read) done_.pieces = true;
      if (read && !grouped) readings_.pop_back();
      add(slot, text, *piece, static_cast<std::uint32_t>(field), described, grouped);
      from = piece->next;
      read = true;
    }
    if (!read && slot_ >= type_.fields.size()) next_in_group();
  }

  void add(File::Slot slot, std::string_view text, const Piece& piece, std::uint32_t field, const Field& described,
           bool grouped) {
    Reading reading{.field = field,
                    .slot = slot_,
                    .begin = slot.begin + static_cast<std::uint32_t>(piece.begin),
                    .end = slot.begin + static_cast<std::uint32_t>(piece.end),
                    .value = read_value(described, text.substr(piece.begin, piece.end - piece.begin))};
    if (grouped) {
      reading.group = static_cast<std::uint32_t>(in_groups_ / type_.group_fields.size());
      reading.slot = static_cast<std::uint32_t>(type_.fields.size()) + in_groups_;
      open_ = true;
      next_in_group();
    }
    readings_.push_back(reading);
  }

  void next_in_group() {
    ++in_groups_;
    if (in_groups_ % type_.group_fields.size() != 0) return;
    done_.groups = in_groups_ / static_cast<std::uint32_t>(type_.group_fields.size());
    open_ = false;
  }

  // A group that the object ends within counts if it holds a value.
  void close_last() {
    if (open_) done_.groups = in_groups_ / static_cast<std::uint32_t>(type_.group_fields.size()) + 1;
  }

  void beyond(File::Slot slot, std::string_view text, std::size_t from) {
    const auto piece = next_piece(text, from, Reads::text);
    if (!piece) {
      ++done_.surplus;
    } else if (done_.too_many < 0) {
      done_.too_many = slot.begin + static_cast<std::int64_t>(piece->begin);
    }
  }

  const File& file_;
  const ObjectType& type_;
  std::vector<Reading>& readings_;
  ObjectReading done_;
  std::uint32_t slot_ = 0, in_groups_ = 0;
  bool open_ = false;
};

}  // namespace

Value read_value(const Field& field, std::string_view piece) {
  if (field.kind == Field::Kind::number) return read_number(piece);
  if (field.kind == Field::Kind::integer) return read_integer(piece);
  if (field.kind == Field::Kind::either && begins_number(piece.front())) return read_number(piece);
  return read_word(field, piece);
}

std::string text_of(const Value& value) {
  if (!value.is_number()) return std::string(value.text);
  if (value.kind == Value::Kind::integer) return std::to_string(static_cast<long long>(value.number));
  std::string text;
  base::append_json_number(text, value.number);
  return text;
}

ObjectReading read_object(const File& file, const File::Object& object, const ObjectType& type,
                          std::vector<Reading>& readings) {
  return ObjectReader(file, type, readings).run(object);
}

}  // namespace formats::idf
