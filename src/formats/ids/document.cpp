// SPDX-License-Identifier: Apache-2.0
#include "formats/ids/document.h"

#include <algorithm>

namespace formats::ids {
namespace {

// ids.xsd: the attribute's default is "required"; what is written wrongly is for the audit to tell.
Cardinality cardinality_of(std::string_view written) {
  if (written == "optional") return Cardinality::optional;
  return written == "prohibited" ? Cardinality::prohibited : Cardinality::required;
}

}  // namespace

const std::string* Extra::attribute(std::string_view name) const {
  const auto found =
      std::find_if(attributes.begin(), attributes.end(), [&](const auto& each) { return each.first == name; });
  return found == attributes.end() ? nullptr : &found->second;
}

bool Extra::lacks(std::string_view name) const {
  return std::find(missing.begin(), missing.end(), name) != missing.end();
}

bool Extra::empty() const { return attributes.empty() && children.empty() && parts.empty() && missing.empty(); }

// The order of attributes says nothing (XML 1.0, 3.1).
bool operator==(const Extra& a, const Extra& b) {
  return std::ranges::is_permutation(a.attributes, b.attributes) && a.children == b.children && a.parts == b.parts &&
         a.missing == b.missing;
}

std::string_view text(Cardinality cardinality) {
  static constexpr std::string_view names[] = {"required", "optional", "prohibited"};
  return names[static_cast<std::size_t>(cardinality)];
}

std::string_view kind(const Facet& facet) {
  static constexpr std::string_view names[] = {"entity",    "partOf",   "classification",
                                               "attribute", "property", "material"};
  return names[facet.index()];
}

Cardinality cardinality(const Facet& facet) {
  return std::visit(
      []<class F>(const F& each) {
        if constexpr (std::is_same_v<F, EntityFacet>) {
          return Cardinality::required;  // ids.xsd: an entity among the requirements is always required
        } else {
          return cardinality_of(each.cardinality);
        }
      },
      facet);
}

// IDS 1.0, "Cardinality of the applicability entity"; XML Schema's default of both is 1.
std::optional<Cardinality> Specification::cardinality() const {
  const std::string_view low = min_occurs ? std::string_view(*min_occurs) : "1";
  const std::string_view high = max_occurs ? std::string_view(*max_occurs) : "1";
  if (low == "1" && high == "unbounded") return Cardinality::required;
  if (low == "0" && high == "unbounded") return Cardinality::optional;
  if (low == "0" && high == "0") return Cardinality::prohibited;
  return std::nullopt;
}

// ids.xsd: [^@]+@[^\.]+\..+ where a dot stands for anything but the end of a line.
bool is_author(std::string_view text) {
  const auto at = text.find('@');
  if (at == 0 || at == std::string_view::npos) return false;
  const auto dot = text.find('.', at);
  if (dot == std::string_view::npos || dot == at + 1 || dot + 1 == text.size()) return false;
  return text.find_first_of("\r\n", dot) == std::string_view::npos;
}

}  // namespace formats::ids
