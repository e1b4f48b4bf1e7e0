// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/templates/template.h"

// The templates that are known, and the dictionary of what their semantic ids mean: the published ones of the IDTA
// (schemas/idta_*.tsv; CC BY 4.0) and a user's own. Immutable and thread-safe; cheap to copy.
namespace aas::engine {

class Templates {
 public:
  // Costs nothing before the first call, and a millisecond or two then.
  static const Templates& published();
  // These and a user's own, which come first where two are equally new.
  Templates with(std::vector<Template> own, std::vector<Concept> concepts) const;

  const std::vector<Template>& list() const { return *list_; }

  // By semanticId or id, by IDTA number ("02006", "IDTA 02006-3-0-1"), or by name or idShort with or without a version
  // ("Digital Nameplate", "Nameplate 3.0"); of several the newest. Fails with TEMPLATE_NOT_FOUND and names the nearest,
  // and where it is published in parts ("Digital Battery Passport") all of them. The answer lives as long as any copy
  // of this.
  Result<const Template*> find(std::string_view what) const;

  // The template of a submodel, by its semanticId: of several the newest; nullptr: none.
  const Template* of_submodel(const Json& submodel) const;

  // Some templates leave the elements of a collection to another ("drop-in"): an element of any template that means the
  // same, is of the same class, and has elements; else the first such of the template under whose semanticId it stands
  // (…/ContactInformations/AddressInformation). nullptr: none. Reads all trees when first asked.
  const Element* drop_in(const Element& open) const;

  // What an identifier means, offline.
  std::optional<Concept> meaning_of(std::string_view id) const;
  // Identifiers, names or idShorts that have this text in them, in either case; up to `most`.
  std::vector<Concept> search_meanings(std::string_view text, std::size_t most) const;

 private:
  Templates() = default;
  std::shared_ptr<const std::vector<Template>> list_;
  std::shared_ptr<const std::map<std::string, Concept, std::less<>>> own_concepts_;
};

// Whether one version is newer than the other: by number, part by part.
bool is_newer(std::string_view version, std::string_view than);

}  // namespace aas::engine
