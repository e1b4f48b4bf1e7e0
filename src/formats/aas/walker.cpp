// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/walker.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>

#include "base/did_you_mean.h"
#include "base/swar.h"
#include "base/text.h"
#include "formats/aas/values.h"

namespace formats::aas {

using base::Json;

namespace {

std::string nearest_of(std::string_view word, const auto& names, std::string_view otherwise) {
  const std::vector<std::string> candidates(names.begin(), names.end());
  return base::did_you_mean(word.substr(0, 100), candidates, {.quote = "\"", .otherwise = otherwise});
}

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::boolean:
      return "true or false";
    case Kind::bytes:
      return "a string in base64";
    case Kind::string:
    case Kind::enumeration:
      return "a string";
    case Kind::object:
      return "an object";
    case Kind::list:
      return "an array";
  }
  return {};
}

bool is_of_kind(const Json& value, Kind kind) {
  switch (kind) {
    case Kind::boolean:
      return value.is_bool();
    case Kind::object:
      return value.is_object();
    case Kind::list:
      return value.is_array();
    default:
      return value.is_string();
  }
}

}  // namespace

bool Walker::wants(Severity severity) { return options_.checks != Checks::constraints && reporter_.wants(severity); }

void Walker::found(Severity severity, std::string_view code, const Place& place, const Place& instance,
                   std::string message, std::string fix, std::string_view constraint) {
  reporter_.list({.severity = severity,
                  .code = code,
                  .constraint = constraint,
                  .pointer = reporter_.pointer(place),
                  .instance = reporter_.pointer_size(instance),
                  .message = std::move(message),
                  .fix = std::move(fix)});
}

void Walker::object(const Json& value, const Class& declared, const Place& place, int depth, const Way& way) {
  if (depth > options_.max_depth) {
    if (wants(Severity::error))
      found(Severity::error, "too_deep", place, place, "This is nested too deeply to be checked.");
    return;
  }
  if (!value.is_object()) {
    if (wants(Severity::error)) {
      found(Severity::error, value.is_null() ? "null_value" : "wrong_type", place, place,
            "Here stands " + std::string(value.type_name()) + " where an object of " + std::string(declared.name) +
                " belongs.");
    }
    return;
  }
  const Class* type = class_of(value, declared, place);
  if (type == nullptr) return;
  Instance instance(context_, *type, value, place);
  members(instance, depth, way);
  run_rules(instance);
}

// A class without descendants is known whatever modelType says; of the others only modelType tells.
const Class* Walker::class_of(const Json& value, const Class& declared, const Place& place) {
  if (!declared.is_open() && declared.model_type.empty()) return &declared;
  const Class* said = class_by_model_type(value, declared, place);
  return said == nullptr && !declared.is_open() ? &declared : said;
}

const Class* Walker::class_by_model_type(const Json& value, const Class& declared, const Place& place) {
  const Json* said = value.find("modelType");
  if (said == nullptr || !said->is_string()) {
    if (wants(Severity::error)) {
      found(Severity::error, "model_type", place, place, "The object does not say what it is.",
            declared.is_open() ? "Add \"modelType\" with the name of its class."
                               : "Add \"modelType\": \"" + std::string(declared.model_type) + "\".");
    }
    return nullptr;
  }
  const Class* type = declared.by_model_type(said->as_string());
  if (type == nullptr && wants(Severity::error)) {
    std::vector<std::string_view> names;
    for (const Class* each : declared.concrete) names.push_back(each->model_type);
    found(Severity::error, "model_type", place, place,
          quoted(said->as_string()) + " cannot stand where a " + std::string(declared.name) + " belongs.",
          nearest_of(said->as_string(), names, "Use the name of a class that belongs here."));
  }
  return type;
}

void Walker::members(Instance& instance, int depth, const Way& way) {
  const auto& properties = instance.type().properties;
  std::size_t next = 0;  // most documents have the members in the order of the table
  std::uint32_t seen = 0;
  constexpr auto model_type = key_of("modelType");
  for (const auto& [name, value] : instance.value().as_object()) {
    const auto key = key_of(name);
    if (key == model_type && name == "modelType") {  // of no class a property
      if (instance.type().model_type.empty()) needless_model_type(instance);
      continue;
    }
    std::size_t tries = 0;
    while (tries < properties.size() &&
           (properties[next].key != key || !base::swar::are_same(properties[next].name, name))) {
      next = next + 1 == properties.size() ? 0 : next + 1;
      ++tries;
    }
    if (tries < properties.size()) {
      seen |= 1U << next;
      member(instance, next, value, depth, way);
    } else {
      unknown_member(instance, name);
    }
  }
  for (std::uint32_t missing = instance.type().required & ~seen; missing != 0; missing &= missing - 1)
    missing_member(instance, properties[static_cast<std::size_t>(std::countr_zero(missing))]);
}

void Walker::unknown_member(const Instance& instance, std::string_view name) {
  if (!wants(Severity::error)) return;
  std::vector<std::string_view> names;
  for (const auto& each : instance.type().properties) names.push_back(each.name);
  found(Severity::error, "unknown_member", instance.place().member(name), instance.place(),
        std::string(instance.type().name) + " has no member " + quoted(name) + '.',
        nearest_of(name, names, "Remove it; what has no place in the metamodel goes into extensions."));
}

// aas-core passes over a modelType wherever it stands.
void Walker::needless_model_type(const Instance& instance) {
  if (!wants(Severity::warning)) return;
  found(Severity::warning, "needless_model_type", instance.place().member("modelType"), instance.place(),
        std::string(instance.type().name) + " has no modelType.", "Remove it.");
}

void Walker::missing_member(const Instance& instance, const Property& property) {
  if (!wants(Severity::error)) return;
  found(Severity::error, "required", instance.place(), instance.place(),
        std::string(instance.type().name) + " needs the member \"" + std::string(property.name) + "\".",
        "Add \"" + std::string(property.name) + "\", " + std::string(name_of(property.kind)) + '.');
}

void Walker::wrong_type(const Property& property, const Json& value, const Place& place) {
  if (!wants(Severity::error)) return;
  const std::string name(property.name);
  if (value.is_null()) {
    found(Severity::error, "null_value", place, place, "\"" + name + "\" is null, which nothing may be.",
          "Leave \"" + name + "\" out, or give it a value.");
  } else {
    found(Severity::error, "wrong_type", place, place,
          "\"" + name + "\" is " + std::string(value.type_name()) + " where " + std::string(name_of(property.kind)) +
              " belongs.");
  }
}

void Walker::member(Instance& instance, std::size_t position, const Json& value, int depth, const Way& way) {
  const Property& property = instance.type().properties[position];
  const Place place = instance.place().member(property.name);
  if (!is_of_kind(value, property.kind)) return wrong_type(property, value, place);
  instance.set(position, value);
  const bool aside = way && (way->empty() || way->front() != property.name);
  switch (property.kind) {
    case Kind::boolean:
      return;
    case Kind::bytes:
      return bytes(value.as_string(), place);
    case Kind::string:
      return string(*property.string, value.as_string(), place);
    case Kind::enumeration:
      return literal(*property.enumeration, value.as_string(), place);
    case Kind::object:
      if (aside) return;
      return object(value, *property.type, place, depth + 1, way && way->size() > 1 ? Way(way->subspan(1)) : Way());
    case Kind::list:
      return list(instance, property, value, place, depth, aside ? Way(std::span<const std::string>()) : way);
  }
}

namespace {

// Where the step leads in a list; "-" is the last. The size: nowhere.
std::size_t position_in(const Json::Array& items, std::string_view step) {
  if (step == "-") return items.empty() ? 0 : items.size() - 1;
  std::size_t position = items.size();
  const auto read = std::from_chars(step.data(), step.data() + step.size(), position);
  return read.ec == std::errc() && read.ptr == step.data() + step.size() ? std::min(position, items.size())
                                                                         : items.size();
}

}  // namespace

// `way` begins with the name of this list if it leads through it, and is empty if it leads elsewhere.
void Walker::list(const Instance& instance, const Property& property, const Json& value, const Place& place, int depth,
                  const Way& way) {
  const auto& items = value.as_array();
  if (items.size() < property.least_items && wants(Severity::error)) {
    found(Severity::error, "empty_list", place, instance.place(), "\"" + std::string(property.name) + "\" is empty.",
          property.required ? "Add an item." : "Leave it out, or add an item.");
  }
  if (way && way->empty()) return;
  if (way && way->size() > 1) {
    const std::size_t only = position_in(items, (*way)[1]);
    if (only == items.size()) return;
    const Way rest = way->size() > 2 ? Way(way->subspan(2)) : Way();
    return object(items[only], *property.type, place.item(only), depth + 1, rest);
  }
  for (std::size_t i = 0; i < items.size(); ++i) object(items[i], *property.type, place.item(i), depth + 1, {});
}

void Walker::string(const StringType& type, std::string_view text, const Place& place) {
  if (options_.checks == Checks::constraints) return;
  if (text.size() < type.least && wants(Severity::error)) {  // the least is never more than one
    found(Severity::error, "too_short", place, place, "The text is empty.", "Leave it out where it is optional.");
  }
  if (text.size() > type.most) {
    const std::size_t length = base::count_characters(text);
    if (length > type.most && wants(Severity::error)) {
      found(Severity::error, "too_long", place, place,
            "The text has " + std::to_string(length) + " characters, " + std::to_string(type.most) + " are allowed.",
            "Shorten it.");
    }
  }
  if (type.of_xml_characters && !has_only_xml_characters(text) && wants(Severity::error)) {
    found(Severity::error, "characters", place, place, "The text has a character that XML cannot have.",
          "Remove control characters.", "AASd-130");
  }
  if (type.pattern != nullptr) pattern(type, text, place);
}

namespace {

struct PatternWords {
  std::string_view pattern;
  std::string_view what;
  std::string_view fix;
  std::string_view constraint;
};
constexpr PatternWords pattern_words[] = {
    {"id_short", "an idShort", "Use letters, digits and underscores, a letter first.", "AASd-002"},
    {"version_type", "a version", "Use a number without leading zeros.", ""},
    {"revision_type", "a revision", "Use a number without leading zeros.", ""},
    {"xs_date_time_utc", "a time in UTC", "Write it like 2026-01-31T12:00:00Z.", ""},
    {"mime_type", "a content type", "Write it like application/pdf.", ""},
    {"rfc_2396", "a URI of RFC 2396", "Write what is not ASCII, and blanks, as %20 and the like.", ""},
    {"bcp_47", "a language tag of BCP 47", "Write it like en or de-AT.", ""},
    {"xs_duration", "a duration", "Write it like P1DT12H or PT30S.", ""},
};

const PatternWords& words_for(std::string_view pattern) {
  static constexpr PatternWords other{"", "a value of this kind", "", ""};
  const auto* found = std::ranges::find(pattern_words, pattern, &PatternWords::pattern);
  return found == std::end(pattern_words) ? other : *found;
}

bool fits(const StringType& type, std::string_view text) {
  return type.pattern->matches(text) && (!type.is_utc_time || is_day_of_calendar(text));
}

}  // namespace

void Walker::pattern(const StringType& type, std::string_view text, const Place& place) {
  if (fits(type, text)) return;
  const auto& words = words_for(type.pattern->name());
  if (text.ends_with('\n') && fits(type, text.substr(0, text.size() - 1))) {
    if (wants(Severity::warning)) {
      found(Severity::warning, "line_break", place, place, "The value ends with a line break, which it may not have.",
            "Remove the line break at the end.", words.constraint);
    }
    return;
  }
  if (!wants(Severity::error)) return;
  found(Severity::error, "pattern", place, place, quoted(text) + " is not " + std::string(words.what) + '.',
        std::string(words.fix), words.constraint);
}

void Walker::literal(const Enumeration& enumeration, std::string_view text, const Place& place) {
  if (enumeration.has(text) || !wants(Severity::error)) return;
  const std::vector<std::string> literals(enumeration.literals.begin(), enumeration.literals.end());
  found(Severity::error, "literal", place, place,
        quoted(text) + " is no literal of " + std::string(enumeration.name) + '.',
        nearest_of(text, enumeration.literals, base::listing("Known", literals)));
}

void Walker::bytes(std::string_view text, const Place& place) {
  if (options_.checks == Checks::constraints) return;
  const auto look = look_at_base64(text);
  if (look == Base64::bad && wants(Severity::error)) {
    found(Severity::error, "base64", place, place, "The text is not base64.",
          "Write the bytes in base64, with padding.");
  } else if (look == Base64::strange_characters && wants(Severity::warning)) {
    found(Severity::warning, "base64_characters", place, place,
          "The text has characters that base64 has not; readers pass over them or refuse.",
          "Write the bytes in base64, with padding.");
  }
}

void Walker::run_rules(Instance& instance) {
  const auto holds = book_.all_hold(instance.type());
  if (holds != nullptr && holds(instance)) return;
  for (const auto& [rule, invariant] : book_.rules(instance.type())) {
    const auto not_wanted = rule->stage == Stage::structure ? Checks::constraints : Checks::structure;
    if (options_.checks != not_wanted) instance.run(*rule, *invariant);
  }
}

}  // namespace formats::aas
