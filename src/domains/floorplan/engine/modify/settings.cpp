// SPDX-License-Identifier: Apache-2.0
// Floors, styles and settings.
#include <algorithm>

#include "base/text.h"
#include "domains/floorplan/engine/modify/handlers.h"
#include "domains/floorplan/engine/modify/needs.h"
#include "domains/floorplan/engine/modify/references.h"
#include "domains/floorplan/engine/modify/statements.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

using formats::floorplan::print;
using formats::floorplan::print_name;
using formats::floorplan::print_number;
using formats::floorplan::print_string;
using words::ConfigKey;
using words::StyleKey;

using StyleValue = std::variant<std::string, double>;
using StyleValues = std::vector<std::pair<StyleKey, StyleValue>>;

StyleValues style_values(const action::DefineStyle& given) {
  StyleValues out;
  const auto add = [&](StyleKey key, const auto& value) {
    if (value) out.emplace_back(key, *value);
  };
  add(StyleKey::floor_color, given.floorColor);
  add(StyleKey::wall_color, given.wallColor);
  add(StyleKey::floor_texture, given.floorTexture);
  add(StyleKey::wall_texture, given.wallTexture);
  add(StyleKey::roughness, given.roughness);
  add(StyleKey::metalness, given.metalness);
  return out;
}

std::string value_text(const StyleValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return print_number(*number);
  return print_string(std::get<std::string>(value));
}

const words::Style* find_style(const Draft& draft, std::string_view name) {
  const auto& styles = draft.document().styles;
  const auto found = std::ranges::find_if(styles, [&](const auto& style) { return style.name.text == name; });
  return found == styles.end() ? nullptr : &*found;
}

void update_style(Draft& draft, const words::Style& style, const StyleValues& values) {
  std::string added;
  for (const auto& [key, value] : values) {
    const auto old = std::ranges::find_if(style.properties, [&](const auto& p) { return p.key.value == key; });
    if (old != style.properties.end()) {
      draft.replace(old->value_span, value_text(value));
    } else {
      added += (added.empty() ? "" : ", ") + std::string(text(key)) + ": " + value_text(value);
    }
  }
  if (added.empty()) return;
  if (style.properties.empty()) return draft.insert(style.body.begin + 1, " " + added + " ");
  draft.insert(style.properties.back().span.end, ", " + added);
}

words::Style style_of(const std::string& name, const StyleValues& values) {
  words::Style style;
  style.name.text = name;
  for (const auto& [key, value] : values) {
    words::StyleProperty property;
    property.key.value = key;
    property.value = value;
    style.properties.push_back(property);
  }
  return style;
}

bool is_default_style(const words::ConfigEntry& entry, const std::string& name) {
  if (entry.key.value != ConfigKey::default_style) return false;
  const auto* word = std::get_if<words::Name>(&entry.value);
  const auto* quoted = std::get_if<std::string>(&entry.value);
  return (word != nullptr && word->text == name) || (quoted != nullptr && *quoted == name);
}

// Rooms, stairs and lifts that have the style lose it.
void remove_uses(Draft& draft, const std::string& name) {
  const auto drop = [&](const std::optional<words::Name>& use) {
    if (use && use->text == name) draft.remove_clause(use->span, "style");
  };
  draft.each_room([&](const FoundRoom& found) { drop(found.room->style); });
  for (const auto& floor : draft.document().floors) {
    for (const auto& stair : floor.stairs) drop(stair.style);
    for (const auto& lift : floor.lifts) drop(lift.style);
  }
}

bool is_size(ConfigKey key) { return key == ConfigKey::door_size || key == ConfigKey::window_size; }
bool is_text(ConfigKey key) { return key == ConfigKey::font_family; }

// A value as the grammar wants it: sizes in parentheses, texts in quotes, everything else bare.
Result<std::string> config_value(ConfigKey key, const std::string& value) {
  const std::string_view trimmed = base::trim(value);
  const bool strange =
      std::ranges::any_of(trimmed, [](char c) { return c == '\n' || c == '}' || c == '{' || c == '#'; });
  if (is_text(key)) return print_string(trimmed);
  if (trimmed.empty() || strange || trimmed.find(',') != std::string_view::npos) {
    return fail(Code::out_of_range, "this is not a value of " + std::string(text(key)), "params.value");
  }
  if (is_size(key) && !trimmed.starts_with('(')) return "(" + std::string(trimmed) + ")";
  if (key == ConfigKey::default_style) return print_name(trimmed);
  return std::string(trimmed);
}

}  // namespace

Result<std::string> add_floor(Draft& draft, const std::string& /*target*/, const action::AddFloor& given) {
  const std::string name = TRY(need(given, &action::AddFloor::name));
  TRY(check_name(name, "params.name"));
  if (draft.plan().floor_named(name) >= 0) {
    return fail(Code::constraint, "Floor " + in_quotes(name) + " exists already", "params.name",
                "Choose another name.");
  }
  std::string statement = "floor " + print_name(name);
  if (given.roomHeight) statement += " height " + print(draft.length(*given.roomHeight, given.unit));
  insert_after(draft, last_floor(draft.document()), statement + " {\n}");
  return "Floor " + in_quotes(name) + " added";
}

Result<std::string> rename_floor(Draft& draft, const std::string& target, const action::RenameFloor& given) {
  const words::Floor* floor = TRY(draft.floor(target, "target"));
  const std::string name = TRY(need(given, &action::RenameFloor::newName));
  TRY(check_name(name, "params.newName"));
  if (name != floor->name.text && draft.plan().floor_named(name) >= 0) {
    return fail(Code::constraint, "Floor " + in_quotes(name) + " exists already", "params.newName");
  }
  draft.replace(floor->name.span, print_name(name));
  for (const auto& vertical : draft.document().verticals) {
    for (const auto& link : vertical.links) {
      if (link.floor.text == floor->name.text) draft.replace(link.floor.span, print_name(name));
    }
  }
  return "Floor " + in_quotes(floor->name.text) + " is now " + in_quotes(name);
}

Result<std::string> remove_floor(Draft& draft, const std::string& target, const action::RemoveFloor& /*nothing*/) {
  const words::Floor* floor = TRY(draft.floor(target, "target"));
  std::vector<const words::Room*> rooms;
  for (const auto& room : floor->rooms) collect(room, rooms);
  remove_connections_of(draft, rooms);
  remove_links(draft, [&](const words::Link& link) { return link.floor.text == floor->name.text; });
  draft.remove_statement(floor->span);
  return "Floor " + in_quotes(floor->name.text) + " removed with its " + counted(rooms.size(), "room");
}

Result<std::string> define_style(Draft& draft, const std::string& /*target*/, const action::DefineStyle& given) {
  const std::string name = TRY(need(given, &action::DefineStyle::name));
  TRY(check_name(name, "params.name"));
  const StyleValues values = style_values(given);
  if (values.empty()) {
    return fail(Code::missing, "define_style needs at least one property", "params",
                std::string(info(given.action).doc));
  }
  if (const words::Style* style = find_style(draft, name)) {
    update_style(draft, *style, values);
    return "Style " + in_quotes(name) + " changed";
  }
  insert_after(draft, last_style(draft.document()), print(style_of(name, values)));
  return "Style " + in_quotes(name) + " defined";
}

Result<std::string> remove_style(Draft& draft, const std::string& target, const action::RemoveStyle& /*nothing*/) {
  const words::Style* style = find_style(draft, target);
  if (style == nullptr) {
    return fail(Code::not_found, "Style " + in_quotes(base::printable(target, 200)) + " not found", "target");
  }
  const auto is_default = [&](const words::ConfigEntry& entry) { return is_default_style(entry, target); };
  if (std::ranges::any_of(draft.document().config, is_default)) {
    return fail(Code::constraint, "Style " + in_quotes(target) + " is the default_style", "target",
                "Set default_style to another one first (set_config).");
  }
  remove_uses(draft, target);
  draft.remove_statement(style->span);
  return "Style " + in_quotes(target) + " removed";
}

Result<std::string> set_config(Draft& draft, const std::string& /*target*/, const action::SetConfig& given) {
  const ConfigKey key = TRY(need(given, &action::SetConfig::key));
  const std::string written = TRY(need(given, &action::SetConfig::value));
  const std::string value = TRY(config_value(key, written));
  const auto& document = draft.document();
  const auto old = std::ranges::find_if(document.config, [&](const auto& entry) { return entry.key.value == key; });
  const std::string entry = std::string(text(key)) + ": " + value;
  if (old != document.config.end()) {
    draft.replace(old->value_span, value);
  } else if (document.config_body.empty()) {
    insert_after(draft, last_style(document), "config { " + entry + " }");
  } else if (document.config.empty()) {
    draft.insert(document.config_body.begin + 1, " " + entry + " ");
  } else {
    draft.insert(document.config.back().span.end, ", " + entry);
  }
  return std::string(text(key)) + " is now " + value;
}

}  // namespace floorplan::engine
