// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/validate/fields.h"

#include <algorithm>

#include "base/json.h"
#include "base/text.h"

namespace energy::engine {
namespace {

std::string number(double value) {
  std::string text;
  base::append_json_number(text, value);
  return text;
}

std::string range_of(const Field& field) {
  std::string text;
  if (field.minimum) text = (field.above_minimum ? "above " : "at least ") + number(*field.minimum);
  if (field.maximum)
    text += (text.empty() ? "" : " and ") + std::string(field.below_maximum ? "below " : "at most ") +
            number(*field.maximum);
  return text;
}

std::string quoted(const Value& value) { return "\"" + base::printable(formats::idf::text_of(value), 100) + "\""; }

std::string words_of(const Field& field) {
  std::vector<std::string> words;
  for (const auto& each : field.choices)
    if (!each.empty()) words.push_back(each);
  if (words.size() > 12) {
    const auto more = words.size() - 12;
    words.resize(12);
    return base::join(words, ", ") + " and " + std::to_string(more) + " more";
  }
  return base::join(words, ", ");
}

std::string allowed(const Field& field) {
  std::string text;
  if (field.kind != Field::Kind::text) {
    text = field.kind == Field::Kind::integer || field.whole ? "an integer" : "a number";
    if (const auto range = range_of(field); !range.empty()) text += " " + range;
  }
  const auto words = words_of(field);
  if (!words.empty()) text += (text.empty() ? "one of " : " or one of ") + words;
  return "Allowed: " + (text.empty() ? "any text" : text) + ".";
}

std::optional<Refusal> number_refusal(const Field& field, const Value& value) {
  if ((field.kind == Field::Kind::integer || field.whole) && value.kind != Value::Kind::integer)
    return Refusal{"wrong_type", quoted(value) + " is not an integer", allowed(field)};
  if (!field.numbers.empty() && std::ranges::count(field.numbers, value.number) == 0)
    return Refusal{"not_a_choice", quoted(value) + " is not one of the numbers allowed", allowed(field)};
  const bool low =
      field.minimum && (value.number < *field.minimum || (field.above_minimum && value.number == *field.minimum));
  const bool high =
      field.maximum && (value.number > *field.maximum || (field.below_maximum && value.number == *field.maximum));
  if (low || high) return Refusal{"out_of_range", quoted(value) + " must be " + range_of(field), allowed(field)};
  return std::nullopt;
}

std::optional<Refusal> text_refusal(const Field& field, const Value& value) {
  if (field.is_number()) return Refusal{"wrong_type", quoted(value) + " is not a number", allowed(field)};
  if (field.any_text || (field.kind == Field::Kind::text && field.choices.empty())) return std::nullopt;
  // Case was settled when the value was read; in epJSON it counts.
  if (std::ranges::count(field.choices, value.text) > 0) return std::nullopt;
  const bool number_too = field.kind == Field::Kind::either;
  return Refusal{number_too ? "wrong_type" : "not_a_choice",
                 quoted(value) + (number_too ? " is not a number" : " is not one of the choices"), allowed(field)};
}

}  // namespace

std::optional<Refusal> refusal(const Field& field, const Value& value) {
  if (value.kind == Value::Kind::other)
    return Refusal{"wrong_type", "a value of type " + std::string(value.text) + " is not allowed", allowed(field)};
  if (!value.is_number()) return text_refusal(field, value);
  if (field.kind == Field::Kind::text) {
    return Refusal{field.choices.empty() ? "wrong_type" : "not_a_choice", quoted(value) + " must be a text",
                   allowed(field)};
  }
  return number_refusal(field, value);
}

}  // namespace energy::engine
