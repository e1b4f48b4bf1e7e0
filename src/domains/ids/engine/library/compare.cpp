// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/library/compare.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "base/text.h"
#include "domains/ids/engine/library/compare_match.h"
#include "domains/ids/engine/library/compare_strict.h"
#include "domains/ids/engine/library/sheet.h"

namespace ids::engine {
namespace {

namespace doc = formats::ids;
using doc::Document;
using doc::IdsValue;
using doc::Specification;
using Kind = Difference::Kind;
using Differences = std::vector<Difference>;

// ---- in words

std::string words(const std::optional<IdsValue>& value) { return value ? value_text(*value) : ""; }

std::string occurrence_words(const Specification& specification) {
  if (const auto cardinality = specification.cardinality()) return std::string(text(*cardinality));
  return specification.min_occurs.value_or("1") + " to " + specification.max_occurs.value_or("1") + " times";
}

const std::string& label(const Specification& specification) {
  return specification.identifier.empty() ? specification.name : specification.identifier;
}

// ---- one facet against another

// Every part of a facet that can differ, by name; the order of the list is the order in which differences are told.
struct FacetPart {
  std::string_view name;
  std::string text;
  std::optional<IdsValue> value;  // where it is one, for telling what is stricter
};

void add_value(std::vector<FacetPart>& parts, std::string_view name, const std::optional<IdsValue>& value) {
  parts.push_back({name, words(value), value});
}

std::vector<FacetPart> parts_of(const doc::EntityFacet& facet) {
  std::vector<FacetPart> parts;
  add_value(parts, "name", facet.name);
  add_value(parts, "predefined type", facet.predefined_type);
  return parts;
}

std::vector<FacetPart> parts_of(const doc::PartOfFacet& facet) {
  auto parts = parts_of(facet.entity);
  parts.push_back({"relation", facet.relation.value_or(""), std::nullopt});
  return parts;
}

std::vector<FacetPart> parts_of(const doc::ClassificationFacet& facet) {
  std::vector<FacetPart> parts;
  add_value(parts, "system", facet.system);
  add_value(parts, "value", facet.value);
  parts.push_back({"uri", facet.uri.value_or(""), std::nullopt});
  return parts;
}

std::vector<FacetPart> parts_of(const doc::AttributeFacet& facet) {
  std::vector<FacetPart> parts;
  add_value(parts, "name", facet.name);
  add_value(parts, "value", facet.value);
  return parts;
}

std::vector<FacetPart> parts_of(const doc::PropertyFacet& facet) {
  std::vector<FacetPart> parts;
  add_value(parts, "property set", facet.property_set);
  add_value(parts, "name", facet.base_name);
  parts.push_back({"data type", facet.data_type.value_or(""),
                   facet.data_type ? std::optional<IdsValue>(*facet.data_type) : std::nullopt});
  add_value(parts, "value", facet.value);
  parts.push_back({"uri", facet.uri.value_or(""), std::nullopt});
  return parts;
}

std::vector<FacetPart> parts_of(const doc::MaterialFacet& facet) {
  std::vector<FacetPart> parts;
  add_value(parts, "value", facet.value);
  parts.push_back({"uri", facet.uri.value_or(""), std::nullopt});
  return parts;
}

std::string shown_part(const FacetPart& part) { return part.text.empty() && part.name != "uri" ? "any" : part.text; }

std::string instructions_of(const doc::Facet& facet) {
  return std::visit([](const auto& one) { return one.instructions; }, facet);
}

enum class Side : std::uint8_t { applicability, requirements };

class SpecificationDiff {
 public:
  SpecificationDiff(const Specification& before, const Specification& after, Differences& out)
      : before_(before), after_(after), out_(out) {}
  void run() {
    fields();
    facets(Side::applicability, before_.applicability, after_.applicability);
    facets(Side::requirements, before_.requirements, after_.requirements);
    requirements_element();
  }

 private:
  void field(std::string place, std::string before, std::string after, bool stricter = false) {
    if (before != after)
      out_.push_back({Kind::changed, label(after_), std::move(place), std::move(before), std::move(after), stricter});
  }
  void fields();
  void requirements_element();
  void facets(Side side, const std::vector<doc::Facet>& before, const std::vector<doc::Facet>& after);
  void facet_there(Side side, Kind kind, const doc::Facet& facet);
  void facet_pair(Side side, const doc::Facet& before, const doc::Facet& after);
  bool part_stricter(Side side, const doc::Facet& before, const doc::Facet& after, const FacetPart& old_part,
                     const FacetPart& new_part) const;

  const Specification& before_;
  const Specification& after_;
  Differences& out_;
};

std::string place_of(Side side, const doc::Facet& facet) {
  return (side == Side::applicability ? "applicability: " : "requirements: ") + subject_of(facet);
}

void SpecificationDiff::fields() {
  field("name", before_.name, after_.name);
  field("identifier", before_.identifier, after_.identifier);
  field("IFC versions", base::join(before_.ifc_versions, " "), base::join(after_.ifc_versions, " "));
  field("occurrence", occurrence_words(before_), occurrence_words(after_),
        occurrence_stricter(before_.cardinality(), after_.cardinality()));
  field("description", before_.description, after_.description);
  field("instructions", before_.instructions, after_.instructions);
  field("requirements description", before_.requirements_description, after_.requirements_description);
}

// <requirements/> without facets is there or not.
void SpecificationDiff::requirements_element() {
  if (!before_.requirements.empty() || !after_.requirements.empty()) return;
  const auto said = [](bool there) { return there ? "there, without facets" : "absent"; };
  field("requirements", said(before_.has_requirements), said(after_.has_requirements));
}

void SpecificationDiff::facet_there(Side side, Kind kind, const doc::Facet& facet) {
  const bool added = kind == Kind::added;
  // What a specification applies to shrinks with every facet, what it requires grows.
  const bool stricter = added == (side == Side::requirements);
  std::string said = facet_words(facet, side == Side::requirements);
  out_.push_back({kind, label(after_), place_of(side, facet), added ? "" : said, added ? said : "", stricter});
}

bool SpecificationDiff::part_stricter(Side side, const doc::Facet& before, const doc::Facet& after,
                                      const FacetPart& old_part, const FacetPart& new_part) const {
  if (cardinality(before) != cardinality(after)) return false;  // told by the cardinality
  auto change = value_change(old_part.value, new_part.value);
  const bool reversed = side == Side::applicability || cardinality(after) == doc::Cardinality::prohibited;
  return change == (reversed ? ValueChange::wider : ValueChange::narrower);
}

void SpecificationDiff::facet_pair(Side side, const doc::Facet& before, const doc::Facet& after) {
  const std::string place = place_of(side, after);
  const auto old_parts = std::visit([](const auto& one) { return parts_of(one); }, before);
  const auto new_parts = std::visit([](const auto& one) { return parts_of(one); }, after);
  for (std::size_t i = 0; i < old_parts.size(); ++i) {
    const auto &old_part = old_parts[i], &new_part = new_parts[i];
    if (old_part.text == new_part.text && old_part.value.has_value() == new_part.value.has_value()) continue;
    field(place + ", " + std::string(new_part.name), shown_part(old_part), shown_part(new_part),
          part_stricter(side, before, after, old_part, new_part));
  }
  const auto old_cardinality = cardinality(before), new_cardinality = cardinality(after);
  field(place + ", cardinality", std::string(text(old_cardinality)), std::string(text(new_cardinality)),
        old_cardinality == doc::Cardinality::optional && new_cardinality == doc::Cardinality::required);
  field(place + ", instructions", instructions_of(before), instructions_of(after));
}

void SpecificationDiff::facets(Side side, const std::vector<doc::Facet>& before, const std::vector<doc::Facet>& after) {
  const auto pairs = match_facets(before, after);
  for (std::size_t i = 0; i < before.size(); ++i)
    if (!pairs.of_before[i]) facet_there(side, Kind::removed, before[i]);
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (const auto partner = pairs.of_after[i])
      facet_pair(side, before[*partner], after[i]);
    else
      facet_there(side, Kind::added, after[i]);
  }
}

// ---- documents

void compare_info(const doc::Info& before, const doc::Info& after, Differences& out) {
  const auto field = [&out](std::string place, const std::string& old_text, const std::string& new_text) {
    if (old_text != new_text) out.push_back({Kind::changed, "", std::move(place), old_text, new_text, false});
  };
  const auto optional = [&field](std::string place, const std::optional<std::string>& old_text,
                                 const std::optional<std::string>& new_text) {
    field(std::move(place), old_text.value_or(""), new_text.value_or(""));
  };
  field("title", before.title, after.title);
  optional("copyright", before.copyright, after.copyright);
  optional("version", before.version, after.version);
  optional("description", before.description, after.description);
  optional("author", before.author, after.author);
  optional("date", before.date, after.date);
  optional("purpose", before.purpose, after.purpose);
  optional("milestone", before.milestone, after.milestone);
}

std::string counted(std::size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

std::string specification_words(const Specification& specification) {
  std::string out = specification.name;
  for (const auto& facet : specification.applicability)
    if (std::holds_alternative<doc::EntityFacet>(facet)) out += ", for " + facet_words(facet, false);
  return out + ", with " + counted(specification.requirements.size(), "requirement");
}

void compare_order(const Document& after, const std::vector<std::optional<std::size_t>>& of_after, Differences& out) {
  for (const std::size_t i : moved(of_after))
    out.push_back({Kind::moved, label(after.specifications[i]), "order", "place " + std::to_string(*of_after[i] + 1),
                   "place " + std::to_string(i + 1), false});
}

// ---- for people

std::string_view sign(Kind kind) {
  switch (kind) {
    case Kind::added:
      return "+";
    case Kind::removed:
      return "-";
    case Kind::moved:
      return ">";
    default:
      return "~";
  }
}

std::string_view colour_of(Kind kind) {
  switch (kind) {
    case Kind::added:
      return "\x1b[32m";
    case Kind::removed:
      return "\x1b[31m";
    case Kind::moved:
      return "\x1b[36m";
    default:
      return "\x1b[33m";
  }
}

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::added:
      return "added";
    case Kind::removed:
      return "removed";
    case Kind::moved:
      return "moved";
    default:
      return "changed";
  }
}

struct Counts {
  std::size_t added = 0, removed = 0, changed = 0, moved = 0, stricter = 0;
};

Counts count(const Differences& differences) {
  Counts out;
  for (const auto& one : differences) {
    out.added += one.kind == Kind::added ? 1U : 0U;
    out.removed += one.kind == Kind::removed ? 1U : 0U;
    out.changed += one.kind == Kind::changed ? 1U : 0U;
    out.moved += one.kind == Kind::moved ? 1U : 0U;
    out.stricter += one.stricter ? 1U : 0U;
  }
  return out;
}

// One line, without what a terminal would obey: documents come from anywhere.
std::string shown(std::string_view text) {
  std::string out = base::printable(text, 400);
  std::replace(out.begin(), out.end(), '\n', ' ');
  std::replace(out.begin(), out.end(), '\t', ' ');
  return out;
}

class Painter {
 public:
  explicit Painter(bool colour) : colour_(colour) {}
  std::string text(const Differences& differences);

 private:
  std::string in(std::string_view code, std::string_view text) const {
    return colour_ ? std::string(code) + std::string(text) + "\x1b[0m" : std::string(text);
  }
  void line(const Difference& difference);
  void summary(const Counts& counts);
  bool colour_;
  std::string out_;
};

void Painter::line(const Difference& difference) {
  const std::string place(sign(difference.kind));
  out_ += "  " + in(colour_of(difference.kind), place + " " + shown(difference.place));
  if (difference.stricter) out_ += in("\x1b[1m", "  (stricter)");
  out_ += "\n";
  if (difference.kind == Kind::changed || difference.kind == Kind::moved) {
    out_ += "      before  " + (difference.before.empty() ? "nothing" : shown(difference.before)) + "\n";
    out_ += "      after   " + (difference.after.empty() ? "nothing" : shown(difference.after)) + "\n";
  } else {
    const auto& said = difference.kind == Kind::added ? difference.after : difference.before;
    if (!said.empty()) out_ += "      " + shown(said) + "\n";
  }
}

void Painter::summary(const Counts& counts) {
  std::vector<std::string> parts;
  const auto part = [&parts](std::size_t number, std::string_view what) {
    if (number != 0) parts.push_back(std::to_string(number) + " " + std::string(what));
  };
  part(counts.added, "added");
  part(counts.removed, "removed");
  part(counts.changed, "changed");
  part(counts.moved, "moved");
  const std::size_t total = counts.added + counts.removed + counts.changed + counts.moved;
  out_ += "\n" + counted(total, "difference") + ": " + base::join(parts, ", ");
  if (counts.stricter != 0) out_ += "; " + std::to_string(counts.stricter) + " stricter than before";
  out_ += ".\n";
}

std::string Painter::text(const Differences& differences) {
  if (differences.empty()) return "The two documents ask for the same.\n";
  const std::string* last = nullptr;
  for (const auto& difference : differences) {
    if (last == nullptr || *last != difference.specification) {
      if (last != nullptr) out_ += "\n";
      out_ += in("\x1b[1m", difference.specification.empty() ? "Document" : shown(difference.specification)) + "\n";
    }
    last = &difference.specification;
    line(difference);
  }
  summary(count(differences));
  return std::move(out_);
}

base::Json json(const Difference& difference) {
  auto out = base::Json::object({{"kind", name(difference.kind)}});
  if (!difference.specification.empty()) out.set("specification", difference.specification);
  out.set("place", difference.place);
  if (!difference.before.empty()) out.set("before", difference.before);
  if (!difference.after.empty()) out.set("after", difference.after);
  if (difference.stricter) out.set("stricter", true);
  return out;
}

}  // namespace

Differences compare(const Document& before, const Document& after) {
  Differences out;
  compare_info(before.info, after.info, out);
  const auto pairs = match_specifications(before.specifications, after.specifications);
  for (std::size_t i = 0; i < before.specifications.size(); ++i) {
    const auto& one = before.specifications[i];
    if (!pairs.of_before[i])
      out.push_back({Kind::removed, label(one), "specification", specification_words(one), "", false});
  }
  for (std::size_t i = 0; i < after.specifications.size(); ++i) {
    const auto& one = after.specifications[i];
    if (const auto partner = pairs.of_after[i])
      SpecificationDiff(before.specifications[*partner], one, out).run();
    else
      out.push_back({Kind::added, label(one), "specification", "", specification_words(one), true});
  }
  compare_order(after, pairs.of_after, out);
  return out;
}

std::string compare_text(const Differences& differences, bool colour) { return Painter(colour).text(differences); }

base::Json compare_json(const Differences& differences) {
  const auto counts = count(differences);
  auto list = base::Json::array();
  for (const auto& difference : differences) list.push_back(json(difference));
  return base::Json::object({{"same", differences.empty()},
                             {"added", counts.added},
                             {"removed", counts.removed},
                             {"changed", counts.changed},
                             {"moved", counts.moved},
                             {"stricter", counts.stricter},
                             {"differences", std::move(list)}});
}

}  // namespace ids::engine
