// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/document/specification_lookup.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "base/did_you_mean.h"
#include "base/text.h"

namespace ids::engine {

namespace {

using base::Code;
using base::fail;
using base::Result;
namespace doc = formats::ids;

using Names = std::span<const SpecificationName>;
using Positions = std::vector<std::size_t>;

std::string place_text(std::size_t position) { return "#" + std::to_string(position + 1); }

Positions with(Names list, std::string_view SpecificationName::* part, std::string_view wanted) {
  Positions found;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].*part == wanted) found.push_back(i);
  }
  return found;
}

Positions at_place(Names list, std::string_view wanted) {
  std::size_t place = 0;
  const auto* end = wanted.data() + wanted.size();
  if (!wanted.starts_with('#') || std::from_chars(wanted.data() + 1, end, place).ptr != end) return {};
  return place >= 1 && place <= list.size() ? Positions{place - 1} : Positions{};
}

Positions called(Names list, std::string_view wanted) {
  if (wanted.empty()) return {};
  auto found = with(list, &SpecificationName::identifier, wanted);
  if (found.empty()) found = with(list, &SpecificationName::name, wanted);
  return found.empty() ? at_place(list, wanted) : found;
}

base::Error several(Names list, const Positions& found, std::string_view wanted) {
  std::vector<std::string> ways;
  for (const std::size_t position : found) {
    const auto identifier = list[position].identifier;
    const bool tells = !identifier.empty() && identifier != wanted;
    ways.push_back(tells ? std::string(identifier) : place_text(position));
  }
  return fail(Code::constraint, "Several specifications go by " + base::printable(wanted, 200) + ".", "spec_id",
              "Use one of " + base::join(ways, ", ") + ".");
}

}  // namespace

std::string spec_id(SpecificationName specification) {
  return std::string(specification.identifier.empty() ? specification.name : specification.identifier);
}

std::string spec_id(const doc::Specification& specification) {
  return spec_id(SpecificationName{specification.identifier, specification.name});
}

base::Error no_specification(Names list, std::string_view wanted) {
  std::vector<std::string> known;
  for (const auto& each : list) {
    if (auto id = spec_id(each); !id.empty()) known.push_back(std::move(id));
  }
  const auto first = std::span(known).first(std::min<std::size_t>(known.size(), 10));
  const std::string there =
      known.empty() ? std::string("Add one with add_specification.") : base::listing("There are", first);
  return fail(Code::not_found, "Specification not found: " + base::printable(wanted, 200), "spec_id",
              base::did_you_mean(wanted, known, {.otherwise = there}));
}

Result<std::size_t> find_specification(Names list, std::string_view wanted) {
  const auto found = called(list, wanted);
  if (found.empty()) return no_specification(list, wanted);
  if (found.size() > 1) return several(list, found, wanted);
  return found.front();
}

Result<std::size_t> find_specification(const doc::Document& document, std::string_view wanted) {
  std::vector<SpecificationName> names;
  for (const auto& each : document.specifications) names.push_back({each.identifier, each.name});
  return find_specification(names, wanted);
}

}  // namespace ids::engine
