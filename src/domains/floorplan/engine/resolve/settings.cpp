// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/floorplan/engine/resolve/context.h"
#include "formats/floorplan/lexer.h"

namespace floorplan::engine {

namespace {

using words::ConfigKey;

// The value of a front matter entry as the language itself would read it; a text if it cannot.
Setting from_front_matter(const words::FrontMatterEntry& entry, ConfigKey key) {
  Setting setting{key, entry.value, entry.span, entry.span, false};
  if (entry.quoted) return setting;
  const auto parsed = words::parse("floorplan config { theme: " + entry.value + " }");
  if (parsed.ok() && parsed.document.config.size() == 1 && parsed.document.floors.empty()) {
    setting.value = parsed.document.config.front().value;
  }
  return setting;
}

std::string_view config_part(std::string_view key) { return key.starts_with("config.") ? key.substr(7) : key; }

// The word of a setting, bare or quoted.
std::string word_of(const Setting& setting) {
  if (const auto* name = std::get_if<words::Name>(&setting.value)) return name->text;
  if (const auto* text = std::get_if<std::string>(&setting.value)) return *text;
  return {};
}

class SettingsReader {
 public:
  SettingsReader(Context& context, std::vector<Setting> all)
      : findings_(context.findings), settings_(context.plan.settings), all_(std::move(all)) {}

  void read() {
    if (const auto* unit = last(ConfigKey::default_unit)) read_unit(*unit);
    for (const auto& setting : all_) read(setting);
    read_sizes();
    settings_.outer_thickness = settings_.wall_thickness * 1.25;
    const bool imperial = settings_.unit == words::LengthUnit::ft || settings_.unit == words::LengthUnit::in;
    if (last(ConfigKey::area_unit) == nullptr) {
      settings_.area_unit = imperial ? words::AreaUnit::sqft : words::AreaUnit::sqm;
    }
    if (last(ConfigKey::theme) == nullptr && dark_) settings_.theme = words::ThemeName::dark;
  }

 private:
  const Setting* last(ConfigKey key) const {
    const auto found = std::find_if(all_.rbegin(), all_.rend(), [&](const auto& each) { return each.key == key; });
    return found == all_.rend() ? nullptr : &*found;
  }

  void read_unit(const Setting& setting) {
    const auto unit = words::parse_word<words::LengthUnit>(word_of(setting));
    if (unit) {
      settings_.unit = *unit;
      settings_.unit_stated = true;
      return;
    }
    // NB: the origin refuses a number and a name that is not a unit, and does not look at anything else.
    const auto* name = std::get_if<words::Name>(&setting.value);
    const bool refused =
        name != nullptr ? !words::is_keyword(name->text) : std::holds_alternative<words::Length>(setting.value);
    unknown_word<words::LengthUnit>(refused ? Finding::setting_unit : Finding::setting_unit_ignored, setting,
                                    "a unit of length");
  }

  template <class Enum>
  void unknown_word(Finding finding, const Setting& setting, std::string_view what) {
    static constexpr auto names = words::enum_names(Enum{});
    const std::vector<std::string> allowed(names.begin(), names.end());
    const auto word = word_of(setting);
    auto& report = findings_.add(finding, setting.value_span,
                                 "The value of `" + std::string(words::text(setting.key)) + "` is not " +
                                     std::string(what) + (word.empty() ? "." : ": " + quoted(word) + "."),
                                 "Possible: " + base::join(allowed, ", ") + ".");
    const auto near = word.empty() ? std::string() : findings_.nearest(word, allowed);
    if (near.empty()) return;
    report.hint = base::did_you_mean(shown(near), {.besides = report.hint});
    if (!setting.inline_entry) return;
    report.fix = words::Fix{"Change " + quoted(word) + " to " + quoted(near), {{setting.value_span, near}}};
  }

  template <class Enum>
  void read_word(const Setting& setting, Enum& target, Finding finding, std::string_view what) {
    const auto value = words::parse_word<Enum>(word_of(setting));
    if (value) {
      target = *value;
    } else {
      unknown_word<Enum>(finding, setting, what);
    }
  }

  void wrong(const Setting& setting, std::string_view what) {
    findings_.add(Finding::setting_value, setting.value_span,
                  "`" + std::string(words::text(setting.key)) + "` takes " + std::string(what) + ".");
  }

  void read_length(const Setting& setting, double& target, bool zero_allowed = false) {
    const auto* length = std::get_if<words::Length>(&setting.value);
    if (length == nullptr) return wrong(setting, "a length");
    const double value = metres(*length, settings_.unit);
    if (value < 0 || (value == 0 && !zero_allowed)) return wrong(setting, "a length above zero");
    target = value;
  }

  void read_flag(const Setting& setting, bool& target) {
    if (const auto* flag = std::get_if<bool>(&setting.value)) {
      target = *flag;
    } else if (const auto word = word_of(setting); word == "true" || word == "false") {
      target = word == "true";
    } else {
      wrong(setting, "true or false");
    }
  }

  void read_font_size(const Setting& setting) {
    const auto* number = std::get_if<words::Length>(&setting.value);
    if (number == nullptr) return wrong(setting, "a number");
    if (number->number <= 0) {
      findings_.add(Finding::setting_font_size, setting.value_span, "The font size must be above zero.");
      return;
    }
    settings_.font_size = std::min(number->number, 1000.0);
  }

  void read(const Setting& setting) {
    switch (setting.key) {
      case ConfigKey::wall_thickness:
        return read_length(setting, settings_.wall_thickness);
      case ConfigKey::floor_thickness:
        return read_length(setting, settings_.floor_thickness, true);
      case ConfigKey::default_height:
        return read_length(setting, settings_.default_height);
      case ConfigKey::window_sill:
        return read_length(setting, settings_.window_sill, true);
      case ConfigKey::area_unit:
        return read_word(setting, settings_.area_unit, Finding::setting_value, "a unit of area");
      case ConfigKey::theme:
        return read_word(setting, settings_.theme, Finding::setting_theme, "a theme");
      case ConfigKey::stair_code:
        read_word(setting, settings_.stair_code, Finding::setting_value, "a stair code");
        settings_.stair_code_stated = true;
        return;
      case ConfigKey::dark_mode:
        return read_flag(setting, dark_);
      case ConfigKey::show_labels:
        return read_flag(setting, settings_.show_labels);
      case ConfigKey::show_dimensions:
        return read_flag(setting, settings_.show_dimensions);
      case ConfigKey::font_family:
        settings_.font_family = word_of(setting);
        return;
      case ConfigKey::font_size:
        return read_font_size(setting);
      default:
        return;  // read elsewhere
    }
  }

  // A size says both; it wins over the two single settings.
  void read_pair(ConfigKey width_key, ConfigKey height_key, ConfigKey size_key, double& width, double& height) {
    if (const auto* setting = last(width_key)) read_length(*setting, width);
    if (const auto* setting = last(height_key)) read_length(*setting, height);
    const auto* setting = last(size_key);
    if (setting == nullptr) return;
    const auto* size = std::get_if<words::Size>(&setting->value);
    if (size == nullptr || !size->height) return wrong(*setting, "a size such as (0.9 x 2.1)");
    read_length({setting->key, size->width, setting->span, setting->value_span}, width);
    read_length({setting->key, *size->height, setting->span, setting->value_span}, height);
  }

  void read_sizes() {
    read_pair(ConfigKey::door_width, ConfigKey::door_height, ConfigKey::door_size, settings_.door_width,
              settings_.door_height);
    read_pair(ConfigKey::window_width, ConfigKey::window_height, ConfigKey::window_size, settings_.window_width,
              settings_.window_height);
    settings_.double_door_width = settings_.door_width * 2;
  }

  Findings& findings_;
  Settings& settings_;
  std::vector<Setting> all_;
  bool dark_ = false;
};

}  // namespace

// Front matter first, so that what stands in the text itself wins.
std::vector<Setting> settings_of(const words::Document& document) {
  std::vector<Setting> settings;
  for (const auto& entry : document.front_matter) {
    const auto key = words::config_key(config_part(entry.key.text));
    if (key) settings.push_back(from_front_matter(entry, *key));
  }
  for (const auto& entry : document.config) {
    settings.push_back({entry.key.value, entry.value, entry.span, entry.value_span, true, entry.camel_case});
  }
  return settings;
}

void resolve_settings(Context& context) {
  for (const auto& entry : context.document.front_matter) {
    if (entry.key.text == "title") context.plan.title = entry.value;
  }
  if (context.document.version) context.plan.version = context.document.version->value;
  SettingsReader(context, settings_of(context.document)).read();
}

}  // namespace floorplan::engine
