// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/value/value.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "domains/ids/engine/audit/rules.h"

namespace ids::engine {
namespace {

using formats::ids::IdsValue;
using formats::ids::Restriction;
using formats::ids::XsFacet;

// ---- literals, DataTypes.md "XML base types"

// Takes what it recognises from the front of a text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool take_sign() { return take('+') || take('-'); }
  std::size_t digits() {
    const auto end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    rest_.remove_prefix(end);
    return end;
  }
  // Exactly so many digits, as a number within the limits.
  bool number(std::size_t count, int low, int high) {
    if (rest_.size() < count) return false;
    int value = 0;
    for (const char c : rest_.substr(0, count)) {
      if (c < '0' || c > '9') return false;
      value = value * 10 + (c - '0');
    }
    rest_.remove_prefix(count);
    return low <= value && value <= high;
  }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

bool is_integer(std::string_view text) {
  Scanner scan(text);
  scan.take_sign();
  return scan.digits() > 0 && scan.done();
}

bool is_double(std::string_view text) {
  if (text == "NaN" || text == "INF" || text == "+INF" || text == "-INF") return true;
  Scanner scan(text);
  scan.take_sign();
  auto digits = scan.digits();
  if (scan.take('.')) digits += scan.digits();
  if (digits == 0) return false;
  if (!scan.take('e') && !scan.take('E')) return scan.done();
  scan.take_sign();
  return scan.digits() > 0 && scan.done();
}

bool is_boolean(std::string_view text) { return text == "true" || text == "false" || text == "0" || text == "1"; }

bool take_date(Scanner& scan) {
  return scan.number(4, 0, 9999) && scan.take('-') && scan.number(2, 1, 12) && scan.take('-') && scan.number(2, 1, 31);
}

bool take_time(Scanner& scan) {
  if (!scan.number(2, 0, 24) || !scan.take(':') || !scan.number(2, 0, 59) || !scan.take(':') || !scan.number(2, 0, 60))
    return false;
  return !scan.take('.') || scan.digits() > 0;
}

bool take_zone(Scanner& scan) {
  if (scan.done() || scan.take('Z')) return true;
  return scan.take_sign() && scan.number(2, 0, 14) && scan.take(':') && scan.number(2, 0, 59);
}

bool is_date(std::string_view text) {
  Scanner scan(text);
  return take_date(scan) && take_zone(scan) && scan.done();
}

bool is_time(std::string_view text) {
  Scanner scan(text);
  return take_time(scan) && take_zone(scan) && scan.done();
}

bool is_date_time(std::string_view text) {
  Scanner scan(text);
  return take_date(scan) && scan.take('T') && take_time(scan) && take_zone(scan) && scan.done();
}

// Numbers each followed by its letter, in the order of the letters; true if there was one at least.
bool take_parts(std::string_view& text, std::string_view letters) {
  bool any = false;
  std::size_t next = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    const auto end = text.find_first_not_of("0123456789.");
    if (end == std::string_view::npos) return false;
    const auto letter = letters.find(text[end], next);
    if (letter == std::string_view::npos ||
        (text.substr(0, end).find('.') != std::string_view::npos && text[end] != 'S'))
      return false;
    next = letter + 1;
    text.remove_prefix(end + 1);
    any = true;
  }
  return any;
}

bool is_duration(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (!text.starts_with('P')) return false;
  text.remove_prefix(1);
  const bool date = take_parts(text, "YMD");
  if (!text.starts_with('T')) return date && text.empty();
  text.remove_prefix(1);
  return take_parts(text, "HMS") && text.empty();
}

// ---- restrictions

constexpr std::array<std::string_view, 9> known_bases{"xs:string",  "xs:double",   "xs:integer",
                                                      "xs:boolean", "xs:date",     "xs:dateTime",
                                                      "xs:time",    "xs:duration", "xs:anyURI"};

bool is_known_base(std::string_view base) {
  return std::find(known_bases.begin(), known_bases.end(), base) != known_bases.end();
}

bool is_text(std::string_view base) { return base == "xs:string" || base == "xs:anyURI"; }

bool is_bound(std::string_view facet) {
  return facet == "minInclusive" || facet == "maxInclusive" || facet == "minExclusive" || facet == "maxExclusive";
}

bool is_length(std::string_view facet) { return facet == "length" || facet == "minLength" || facet == "maxLength"; }

bool is_supported(std::string_view facet) {
  return facet == "enumeration" || facet == "pattern" || is_bound(facet) || is_length(facet);
}

// XML Schema Part 2, "constraining facets" of each type. Pattern, enumeration and white space fit all of them.
bool fits_base(std::string_view facet, std::string_view base) {
  if (is_bound(facet)) return !is_text(base) && base != "xs:boolean";
  if (is_length(facet)) return is_text(base);
  if (facet == "totalDigits" || facet == "fractionDigits") return base == "xs:integer" || base == "xs:double";
  return true;
}

// URIs are texts in DataTypes.md; files in the field say xs:anyURI as well.
bool base_fits(std::string_view written, std::string_view needed) {
  return written == needed || (needed == "xs:anyURI" && written == "xs:string");
}

std::string in_words(std::span<const std::string_view> bases) {
  std::string out;
  for (const auto each : bases) out += (out.empty() ? "" : " or ") + std::string(each);
  return out;
}

std::string example_of(std::string_view base) {
  if (base == "xs:double") return "numbers are written like 4.2, -1 or 1e3: a point, no comma, no separators";
  if (base == "xs:integer") return "whole numbers are written like 42 or -7, without a point";
  if (base == "xs:boolean") return "write true, false, 1 or 0, in lower case";
  if (base == "xs:date") return "dates are written like 2026-12-31";
  if (base == "xs:dateTime") return "write it like 2026-12-31T07:09:11";
  if (base == "xs:time") return "times are written like 18:06:12 or 18:06:12+01:00";
  if (base == "xs:duration") return "durations are written like P3DT4H15M30S";
  return "it must not be empty";
}

std::string quoted(std::string_view text) { return "\"" + base::printable(text, 80) + "\""; }

// 305
void audit_literal(std::string_view text, std::span<const std::string_view> bases, const std::string& position,
                   Sink& sink) {
  if (bases.empty()) return;
  if (std::any_of(bases.begin(), bases.end(), [&](auto base) { return is_literal_of(base, text); })) return;
  sink.add(305, position, quoted(text) + " is not an " + in_words(bases), example_of(bases.front()));
}

// 303
void audit_base(const Restriction& rule, std::span<const std::string_view> bases, bool name,
                const std::string& position, Sink& sink) {
  const bool known = is_known_base(rule.base);
  if (!known) {
    sink.add(303, position,
             rule.base.empty() ? "the restriction has no base" : quoted(rule.base) + " is not a base type of IDS",
             "Write base=\"" + std::string(bases.empty() ? "xs:string" : bases.front()) + "\".");
    if (name) return;
  }
  if (bases.empty() ||
      std::any_of(bases.begin(), bases.end(), [&](auto needed) { return base_fits(rule.base, needed); }))
    return;
  sink.add(303, position,
           "values of this type are restricted with base " + in_words(bases) + ", not " +
               (rule.base.empty() ? "none" : rule.base),
           "Write base=\"" + std::string(bases.front()) + "\".");
}

// 109; a warning where it was read all the same, and where the official audit, which reads patterns as .NET does,
// could.
bool audit_pattern(const XsFacet& facet, const std::string& position, Sink& sink) {
  const auto compiled = XsdPattern::compile(facet.value);
  if (compiled.ok()) {
    for (const auto& note : compiled->notes()) {
      sink.warn(109, position, "in the pattern " + quoted(facet.value) + ", " + note,
                "Other programs may read it differently: write it as XML Schema does.");
    }
    return true;
  }
  const auto& error = compiled.error();
  const std::string hint = error.hint.empty()
                               ? "Patterns are those of XML Schema Part 2, appendix F; the whole text has to match."
                               : error.hint;
  if (error.code == base::Code::unavailable) {
    sink.warn(109, position, error.message + "; this specification cannot be checked", hint);
  } else {
    sink.add(109, position, error.message, hint);
  }
  return false;
}

// 302, 308, 109, 305 for one xs facet. False if it cannot be compared with anything.
bool audit_xs_facet(const XsFacet& facet, std::string_view base, std::span<const std::string_view> bases,
                    const std::string& position, Sink& sink) {
  if (!is_supported(facet.name)) {
    sink.add(302, position, "xs:" + facet.name + " is not supported in IDS",
             "Use enumeration, pattern, bounds or lengths.");
  }
  if (is_known_base(base) && !fits_base(facet.name, base)) {
    sink.add(308, position, "xs:" + facet.name + " cannot restrict " + std::string(base),
             is_length(facet.name) ? "Lengths restrict xs:string." : "Bounds restrict numbers, dates and times.");
    return false;
  }
  if (facet.name == "pattern") return audit_pattern(facet, position, sink);
  if (is_length(facet.name) && (!is_integer(facet.value) || facet.value.starts_with('-'))) {
    sink.add(305, position, quoted(facet.value) + " is not a length", "Lengths are whole numbers from 0.");
    return false;
  }
  if (facet.name == "enumeration" || is_bound(facet.name)) audit_literal(facet.value, bases, position, sink);
  return is_supported(facet.name);
}

bool audit_restriction(const Restriction& rule, std::span<const std::string_view> bases, bool name,
                       const std::string& position, Sink& sink) {
  const auto before = sink.errors();
  audit_base(rule, bases, name, position, sink);
  if (rule.facets.empty()) {
    sink.add(304, position, "the restriction restricts nothing",
             "Add an enumeration, a pattern, bounds or lengths, or use a simple value.");
    return false;
  }
  const std::string_view own[] = {rule.base};
  const auto literal_bases = bases.empty() && is_known_base(rule.base) ? std::span<const std::string_view>(own) : bases;
  bool usable = true;
  for (const auto& facet : rule.facets)
    usable = audit_xs_facet(facet, rule.base, literal_bases, position, sink) && usable;
  if (sink.errors() == before) warn_if_never_met(rule, rule.base, position, sink);
  return usable;
}

bool audit_any(const IdsValue& value, std::span<const std::string_view> bases, bool name, const std::string& position,
               Sink& sink) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    audit_literal(*text, bases, position, sink);
    return true;
  }
  if (const auto* rule = std::get_if<Restriction>(&value)) return audit_restriction(*rule, bases, name, position, sink);
  sink.add(102, position, "there is no value to match", "Write <simpleValue> or <xs:restriction> inside.");
  return false;
}

}  // namespace

void Sink::add(int code, std::string position, std::string message, std::string hint) {
  out_.push_back({.code = code,
                  .position = std::move(position),
                  .message = std::move(message),
                  .hint = std::move(hint),
                  .specification = specification_});
  ++errors_;
}

void Sink::warn(int code, std::string position, std::string message, std::string hint) {
  add(code, std::move(position), std::move(message), std::move(hint));
  soften(out_.size() - 1);
}

void Sink::add_structure(int code, std::string position, std::string message, std::string hint) {
  add(code, std::move(position), std::move(message), std::move(hint));
  out_.back().kind = AuditFinding::Kind::structure;
}

void Sink::soften(std::size_t from) {
  for (auto i = from; i < out_.size(); ++i) {
    if (!out_[i].warning) --errors_;
    out_[i].warning = true;
  }
}

bool is_literal_of(std::string_view xs_base, std::string_view text) {
  if (xs_base == "xs:double") return is_double(text);
  if (xs_base == "xs:integer") return is_integer(text);
  if (xs_base == "xs:boolean") return is_boolean(text);
  if (xs_base == "xs:date") return is_date(text);
  if (xs_base == "xs:dateTime") return is_date_time(text);
  if (xs_base == "xs:time") return is_time(text);
  if (xs_base == "xs:duration") return is_duration(text);
  return xs_base != "xs:anyURI" || !text.empty();
}

bool is_empty(const IdsValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return text->empty();
  const auto* rule = std::get_if<Restriction>(&value);
  if (rule == nullptr) return true;
  return !rule->facets.empty() && std::all_of(rule->facets.begin(), rule->facets.end(), [](const auto& facet) {
    return facet.value.empty() && (facet.name == "pattern" || facet.name == "enumeration");
  });
}

bool is_empty(const std::optional<IdsValue>& value) { return !value || is_empty(*value); }

std::vector<std::string_view> listed(const IdsValue& value) {
  std::vector<std::string_view> out;
  if (const auto* text = std::get_if<std::string>(&value)) out.emplace_back(*text);
  if (const auto* rule = std::get_if<Restriction>(&value)) {
    for (const auto& facet : rule->facets) {
      if (facet.name == "enumeration") out.emplace_back(facet.value);
    }
  }
  return out;
}

bool audit_value(const IdsValue& value, std::span<const std::string_view> bases, const std::string& position,
                 Sink& sink) {
  return audit_any(value, bases, false, position, sink);
}

bool audit_name(const IdsValue& value, const std::string& position, Sink& sink) {
  static constexpr std::string_view text[] = {"xs:string"};
  return audit_any(value, text, true, position, sink);
}

}  // namespace ids::engine
