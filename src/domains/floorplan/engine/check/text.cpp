// SPDX-License-Identifier: Apache-2.0
// What can be said without geometry: versions, settings, styles, names, units.
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "domains/floorplan/engine/check/check.h"
#include "domains/floorplan/engine/plan/lengths.h"
#include "formats/floorplan/lexer.h"

namespace floorplan::engine {

namespace {

using words::ConfigKey;
using words::Dialect;
using words::StyleKey;

constexpr std::array<int, 3> supported_version{1, 0, 0};

std::optional<std::array<int, 3>> version_numbers(std::string_view text) {
  std::array<int, 3> numbers{};
  const auto parts = base::split(text, '.');
  if (parts.empty() || parts.size() > numbers.size()) return std::nullopt;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].empty() || parts[i].size() > 6) return std::nullopt;
    for (const char c : parts[i]) {
      if (c < '0' || c > '9') return std::nullopt;
      numbers[i] = numbers[i] * 10 + (c - '0');
    }
  }
  return numbers;
}

void check_version(const words::Document& document, Dialect dialect, Findings& findings) {
  if (!document.version) {
    if (dialect == Dialect::lenient) return;
    findings.add(Finding::version_missing, document.header, "No version is declared; 1.0 is assumed.",
                 "Add %%{version: 1.0}%% above `floorplan`.");
    return;
  }
  const auto& version = *document.version;
  const bool above =
      std::ranges::any_of(document.front_matter, [](const auto& each) { return each.key.text == "version"; });
  const auto numbers = version_numbers(version.value);
  if (numbers && *numbers <= supported_version) {
    if ((*numbers)[0] < supported_version[0]) {
      findings.add(Finding::version_old, version.span, "The plan is written for version " + shown(version.value) + ".");
    }
    return;
  }
  // NB: a version in the front matter may be that of the plan itself; only the directive is binding.
  findings.add(above ? Finding::version_of_front_matter : Finding::version_unsupported, version.span,
               "Version " + quoted(version.value) + " of the language is not known; this reads 1.0.",
               "Write 1.0 if nothing newer is used.");
}

void check_color(const words::StyleProperty& property, Dialect dialect, Findings& findings) {
  const auto* text = std::get_if<std::string>(&property.value);
  const bool good = text != nullptr && parse_color(*text) && (dialect == Dialect::lenient || text->size() == 7);
  if (good) return;
  findings.add(Finding::style_color, property.value_span,
               "`" + std::string(words::text(property.key.value)) + "` is not a colour.",
               "Write it as \"#RRGGBB\", for example \"#D4A574\".");
}

void check_share(const words::StyleProperty& property, Findings& findings) {
  const auto* number = std::get_if<double>(&property.value);
  if (number != nullptr && *number >= 0 && *number <= 1) return;
  findings.add(number == nullptr ? Finding::style_value : Finding::style_number, property.value_span,
               "`" + std::string(words::text(property.key.value)) + "` is a number from 0 to 1.");
}

void check_texture(const words::StyleProperty& property, Findings& findings) {
  if (std::holds_alternative<std::string>(property.value)) return;
  findings.add(Finding::style_value, property.value_span,
               "`" + std::string(words::text(property.key.value)) + "` is a text in quotes.");
}

void check_styles(const words::Document& document, Dialect dialect, Findings& findings) {
  std::set<std::string_view> names;
  for (const auto& style : document.styles) {
    if (!names.insert(style.name.text).second) {
      findings.add(Finding::style_repeated, style.name.span, "There are two styles " + quoted(style.name.text) + ".",
                   "Rename one of them.");
    }
    for (const auto& property : style.properties) {
      switch (property.key.value) {
        case StyleKey::floor_color:
        case StyleKey::wall_color:
          check_color(property, dialect, findings);
          break;
        case StyleKey::roughness:
        case StyleKey::metalness:
          check_share(property, findings);
          break;
        default:
          check_texture(property, findings);
          break;
      }
    }
  }
}

// Every use of a style must name one.
class StyleUses {
 public:
  StyleUses(const words::Document& document, Findings& findings) : document_(document), findings_(findings) {
    for (const auto& style : document.styles) known_.insert(style.name.text), names_.push_back(style.name.text);
  }
  void run() {
    for (const auto* room : room_sources(document_)) check(room->style, Finding::style_undefined, room->name.text);
    for (const auto* stair : stair_sources(document_)) check(stair->style, Finding::style_unknown_here);
    for (const auto* lift : lift_sources(document_)) check(lift->style, Finding::style_unknown_here);
    for (const auto& setting : settings_of(document_)) {
      if (setting.key == ConfigKey::default_style) check(setting);
    }
  }

 private:
  // NB: the origin looks at a bare name behind `default_style` only.
  void check(const Setting& setting) {
    if (const auto* text = std::get_if<std::string>(&setting.value)) {
      check(words::Name{*text, setting.value_span}, Finding::style_unknown_here);
    } else if (const auto* name = std::get_if<words::Name>(&setting.value)) {
      const bool plain = setting.inline_entry && !setting.camel_case && !words::is_keyword(name->text);
      check(words::Name{name->text, setting.value_span},
            plain ? Finding::style_undefined : Finding::style_unknown_here);
    }
  }
  void check(const std::optional<words::Name>& style, Finding code, const std::string& room = {}) {
    if (!style || known_.contains(style->text)) return;
    auto& finding =
        findings_.add(code, style->span, "The style " + quoted(style->text) + " is not defined.",
                      names_.empty() ? "Define it: style " + shown(style->text) + " { floor_color: \"#D4A574\" }" : "");
    if (!room.empty()) finding.rooms = {room};
    findings_.suggest(finding, *style, names_);
  }

  const words::Document& document_;
  Findings& findings_;
  std::set<std::string_view> known_;
  std::vector<std::string> names_;
};

void check_settings(const words::Document& document, Findings& findings) {
  std::array<const Setting*, words::enum_names(ConfigKey{}).size()> seen{};
  const auto settings = settings_of(document);
  for (const auto& setting : settings) {
    auto& before = seen[static_cast<std::size_t>(setting.key)];
    if (before != nullptr && before->inline_entry == setting.inline_entry) {
      findings.add(Finding::setting_repeated, setting.span,
                   "`" + std::string(words::text(setting.key)) + "` is set twice; this one counts.",
                   "Remove one of them.");
    }
    before = &setting;
  }
  const auto conflict = [&](Finding finding, ConfigKey one, std::initializer_list<ConfigKey> others,
                            std::string message) {
    const auto* first = seen[static_cast<std::size_t>(one)];
    for (const auto other : others) {
      if (first == nullptr || seen[static_cast<std::size_t>(other)] == nullptr) continue;
      findings.add(finding, first->span, message);
      return;
    }
  };
  conflict(Finding::setting_size_conflict, ConfigKey::door_size, {ConfigKey::door_width, ConfigKey::door_height},
           "`door_size` says more than `door_width` and `door_height`; it wins.");
  conflict(Finding::setting_size_conflict, ConfigKey::window_size, {ConfigKey::window_width, ConfigKey::window_height},
           "`window_size` says more than `window_width` and `window_height`; it wins.");
  conflict(Finding::setting_theme_conflict, ConfigKey::dark_mode, {ConfigKey::theme},
           "`theme` and `dark_mode` are both set; the theme wins.");
  for (const auto& entry : document.front_matter) {
    if (!entry.key.text.starts_with("config.") || words::config_key(entry.key.text.substr(7))) continue;
    findings.add(Finding::setting_unknown, entry.span, quoted(entry.key.text.substr(7)) + " is not a setting.");
  }
}

void check_defines(const words::Document& document, Findings& findings) {
  std::set<std::string_view> names;
  for (const auto& define : document.defines) {
    if (names.insert(define.name.text).second) continue;
    auto& finding = findings.add(Finding::variable_repeated, define.name.span,
                                 "The size " + quoted(define.name.text) + " is defined twice.", "Rename one of them.");
    finding.variable = define.name.text;
  }
}

bool imperial(words::LengthUnit unit) { return unit == words::LengthUnit::ft || unit == words::LengthUnit::in; }

void check_units(const words::Document& document, const Plan& plan, Findings& findings) {
  std::optional<words::LengthUnit> first;
  if (plan.settings.unit_stated) first = plan.settings.unit;
  bool mixed = false;
  int far = 0;
  LengthWalk([&](const words::Length& length) {
    if (std::abs(metres(length, plan.settings.unit)) >= farthest && ++far <= 20) {
      findings.add(Finding::out_of_range, length.span, "This number is too large to draw.",
                   "Lengths are held to 100 km.");
    }
    if (!length.unit || mixed) return;
    if (!first) first = length.unit;
    mixed = imperial(*first) != imperial(*length.unit);
    if (mixed) {
      findings.add(Finding::units_mixed, length.span, "Metric and imperial units are mixed in this plan.",
                   "All of them are converted; one system is easier to read.");
    }
  }).document(document);
}

}  // namespace

void check_text(const words::Document& document, const Plan& plan, Dialect dialect, Findings& findings) {
  check_version(document, dialect, findings);
  check_styles(document, dialect, findings);
  StyleUses(document, findings).run();
  check_settings(document, findings);
  check_defines(document, findings);
  check_units(document, plan, findings);
}

}  // namespace floorplan::engine
