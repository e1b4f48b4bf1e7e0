// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/ids/engine/facets/model_facts.h"
#include "formats/ids/document.h"

// The six facets, made ready for one model. Immutable and thread-safe; `ModelFacts` must outlive them.
namespace ids::engine {

// How an element answers a facet, whatever the facet's cardinality.
enum class Outcome : std::uint8_t {
  met,
  absent,  // there is nothing the facet speaks of: what an optional facet allows
  unmet,   // there is, and it is not as it should be
};

// What to write of it: `why` an element does not meet the facet, or `what` was found.
enum class Tell : std::uint8_t { nothing, why, what };

// What an element has that does not meet a facet, in words that follow a number: "1 has false", "12 lack it".
struct Found {
  std::string_view one, many;  // "has", "have"
  std::string what;
};

class FacetCheck {
 public:
  virtual ~FacetCheck() = default;
  FacetCheck() = default;
  FacetCheck(const FacetCheck&) = delete;
  FacetCheck& operator=(const FacetCheck&) = delete;
  // `text` is set to a sentence without full stop: with Tell::why if the outcome is not met, with Tell::what if it is.
  virtual Outcome test(Index element, Tell tell, std::string& text) const = 0;
  // What a prohibited facet forbids: something of the element is as the facet says, whatever else it has. `text` is set
  // with Tell::what, and tells of that.
  virtual bool anything_met(Index element, Tell tell, std::string& text) const {
    return test(element, tell, text) == Outcome::met;
  }
  // Every element that can meet it, and maybe more; each once, in the order of the file.
  virtual std::vector<Index> candidates() const = 0;
  // Of an element that does not meet it.
  virtual Found found(Index element) const = 0;
  // Where it has no candidates: what the model has that may have been meant, without full stop.
  virtual std::string instead() const { return {}; }
};

// Fails for a pattern that is none.
base::Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::EntityFacet& facet, const ModelFacts& facts);
base::Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::AttributeFacet& facet, const ModelFacts& facts);
base::Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::PropertyFacet& facet, const ModelFacts& facts);
base::Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::ClassificationFacet& facet,
                                                const ModelFacts& facts);
base::Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::MaterialFacet& facet, const ModelFacts& facts);
base::Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::PartOfFacet& facet, const ModelFacts& facts);
base::Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::Facet& facet, const ModelFacts& facts);

// The matcher of a parameter; one that is absent matches anything.
base::Result<Matcher> matcher_of(const std::optional<formats::ids::IdsValue>& value);
// What a property facet asks whose set may have any name, where the property must be there: IDS wants it in every set
// of the element. Without full stop; none where the facet is not such.
std::optional<std::string> any_set_note(const formats::ids::PropertyFacet& facet);
inline constexpr std::string_view any_set_hint =
    "Name the set, or several as an enumeration: IDS cannot say \"in some set\". inspect_ifc lists the sets of a "
    "model.";
// The notes of all patterns of a facet, and that note.
std::vector<std::string> pattern_notes(const formats::ids::Facet& facet);

}  // namespace ids::engine
