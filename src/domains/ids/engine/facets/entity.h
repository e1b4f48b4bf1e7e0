// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "domains/ids/engine/facets/facet.h"

namespace ids::engine {

// The words that a predefinedType parameter may match, the one that is meant first; none where there is no such thing.
std::vector<std::string> predefined_words(const ModelFacts& facts, Index element);

// IDS 1.0 "Entity facet": the exact class in upper case, and the predefined type.
class EntityCheck final : public FacetCheck {
 public:
  static base::Result<std::unique_ptr<EntityCheck>> make(const formats::ids::EntityFacet& facet,
                                                         const ModelFacts& facts);
  Outcome test(Index element, Tell tell, std::string& text) const override;
  std::vector<Index> candidates() const override;
  Found found(Index element) const override;
  std::string instead() const override;
  bool matches(Index element) const;

 private:
  EntityCheck(const ModelFacts& facts, Matcher name, std::optional<Matcher> predefined_type);
  bool name_matches(Index element) const;
  bool type_matches(Index element) const;
  bool is_subtype(EntityId id) const;

  // An IFC2X3 occurrence that is told from others by its type only.
  struct Mapped {
    EntityId occurrence, type;
  };
  const ModelFacts& facts_;
  Matcher name_;
  std::optional<Matcher> predefined_type_;
  std::vector<bool> classes_;  // by EntityId
  std::vector<Mapped> mapped_;
};

}  // namespace ids::engine
