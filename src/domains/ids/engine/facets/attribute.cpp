// SPDX-License-Identifier: Apache-2.0
// IDS 1.0 "Attribute facet".
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "domains/ids/engine/facets/facet.h"

namespace ids::engine {
namespace {

using base::Result;
using formats::ifc::Primitive;
using formats::step::Value;

// What stands in an attribute.
enum class Content : std::uint8_t { null, empty, simple, compound };

Content content_of(const Value& value, Primitive primitive) {
  switch (value.kind()) {
    case Value::Kind::null:
    case Value::Kind::derived:
      return Content::null;
    case Value::Kind::string:
      return value.raw() == "''" || value.string().empty() ? Content::empty : Content::simple;
    case Value::Kind::enumeration:
      // LOGICAL .U. is as good as nothing (the cases; buildingSMART/IDS issue 353 is open).
      return primitive == Primitive::logical && value.word() == "U" ? Content::empty : Content::simple;
    case Value::Kind::list:
      return value.items().empty() ? Content::empty : Content::compound;
    case Value::Kind::typed: {
      const auto inner = value.items();
      const bool empty = inner.empty() || inner[0].is_null() ||
                         (inner[0].kind() == Value::Kind::string && inner[0].string().empty()) ||
                         (inner[0].kind() == Value::Kind::enumeration && inner[0].word() == "U");
      return empty ? Content::empty : Content::compound;
    }
    case Value::Kind::reference:
      return Content::compound;
    default:
      return Content::simple;
  }
}

class AttributeCheck final : public FacetCheck {
 public:
  AttributeCheck(const ModelFacts& facts, Matcher name, std::optional<Matcher> value)
      : facts_(facts),
        name_(std::move(name)),
        value_(std::move(value)),
        conversions_(facts.schema, "IfcMapConversion"),
        slots_(facts.schema.entities().size(), 0),
        lists_(1) {
    for (const auto id : facts.present) find_positions(id);
  }

  Outcome test(Index element, Tell tell, std::string& text) const override {
    const auto id = facts_.model.entity(element);
    bool found = false;
    auto missing = Outcome::absent;
    for (const auto& each : lists_[id ? slots_[*id] : 0]) {
      const auto value = facts_.model.attribute(element, each.position);
      const auto content = content_of(value, each.primitive);
      if (content == Content::empty) missing = Outcome::unmet;
      if (content == Content::null || content == Content::empty) continue;
      found = true;
      if (!matches(element, value, content, each)) {
        if (tell == Tell::why) text = sentence(element, value, content, each) + ", expected " + value_->shown();
        return Outcome::unmet;
      }
      if (tell == Tell::what) text = sentence(element, value, content, each);
    }
    if (found) return Outcome::met;
    if (tell == Tell::why)
      text = "The attribute " + name_.plain() + (missing == Outcome::absent ? " is missing" : " is empty");
    return missing;
  }

  // "All matching attributes cannot match the value constraints" (facet configurations).
  bool anything_met(Index element, Tell tell, std::string& text) const override {
    const auto id = facts_.model.entity(element);
    for (const auto& each : lists_[id ? slots_[*id] : 0]) {
      const auto value = facts_.model.attribute(element, each.position);
      const auto content = content_of(value, each.primitive);
      if (content == Content::null || content == Content::empty || !matches(element, value, content, each)) continue;
      if (tell == Tell::what) text = sentence(element, value, content, each);
      return true;
    }
    return false;
  }

  std::vector<Index> candidates() const override {
    std::vector<EntityId> classes;
    std::copy_if(facts_.present.begin(), facts_.present.end(), std::back_inserter(classes),
                 [&](EntityId id) { return slots_[id] != 0; });
    return facts_.instances(classes);
  }

  Found found(Index element) const override {
    const auto id = facts_.model.entity(element);
    bool empty = false;
    for (const auto& each : lists_[id ? slots_[*id] : 0]) {
      const auto value = facts_.model.attribute(element, each.position);
      const auto content = content_of(value, each.primitive);
      empty = empty || content == Content::empty;
      if (content == Content::null || content == Content::empty || matches(element, value, content, each)) continue;
      return {"has", "have", in_words(element, value, content, each)};
    }
    return empty ? Found{"has", "have", "it empty"} : Found{"lacks", "lack", "it"};
  }

 private:
  struct Position {
    int position;
    Primitive primitive;
    std::string_view name;
    std::string type;  // upper case
    bool on_map;       // a length on the map of an IfcMapConversion
  };

  // Derived and inverse attributes are never looked at.
  void find_positions(EntityId id) {
    std::vector<Position> found;
    const auto& attributes = facts_.schema.entity(id).attributes;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      const auto& each = attributes[i];
      if (each.derived || !name_.matches_text(each.name)) continue;
      const bool on_map = conversions_[id] && each.type == "IfcLengthMeasure";
      found.push_back({static_cast<int>(i), each.primitive, each.name, base::upper_ascii(each.type), on_map});
    }
    if (found.empty()) return;
    slots_[id] = static_cast<std::uint16_t>(lists_.size());
    lists_.push_back(std::move(found));
  }

  // IfcProjectedCRS.MapUnit is the unit of the axes of the map, and so of Eastings, Northings and OrthogonalHeight.
  std::optional<Index> unit_of(Index element, const Position& at) const {
    if (!at.on_map) return std::nullopt;
    const auto target = facts_.model.attribute(element, "TargetCRS");
    const auto map = target ? facts_.model.referred(*target) : std::nullopt;
    const auto unit = map ? facts_.model.attribute(*map, "MapUnit") : std::nullopt;
    return unit ? facts_.model.referred(*unit) : std::nullopt;
  }

  ModelValue in_si(Index element, const Value& value, const Position& at) const {
    return facts_.value(value, at.type, at.primitive, unit_of(element, at));
  }

  // Values of lists, of selects and of other entities cannot be compared.
  bool matches(Index element, const Value& value, Content content, const Position& at) const {
    if (!value_ || value_->any()) return true;
    return content == Content::simple && value_->matches(in_si(element, value, at));
  }

  std::string sentence(Index element, const Value& value, Content content, const Position& at) const {
    return std::string(at.name) + " is " + in_words(element, value, content, at);
  }
  std::string in_words(Index element, const Value& value, Content content, const Position& at) const {
    if (content == Content::simple) return shown(in_si(element, value, at));
    if (value.kind() == Value::Kind::list) return "a list";
    if (value.kind() == Value::Kind::reference) return "another entity";
    return "a value of type " + base::printable(value.word(), 100);
  }

  const ModelFacts& facts_;
  Matcher name_;
  std::optional<Matcher> value_;
  EntityFlags conversions_;
  std::vector<std::uint16_t> slots_;          // by EntityId: which of the lists
  std::vector<std::vector<Position>> lists_;  // the first is empty
};

}  // namespace

Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::AttributeFacet& facet, const ModelFacts& facts) {
  auto name = TRY(Matcher::make(facet.name));
  std::optional<Matcher> value;
  if (facet.value) value = TRY(Matcher::make(*facet.value));
  return std::unique_ptr<FacetCheck>(new AttributeCheck(facts, std::move(name), std::move(value)));
}

}  // namespace ids::engine
