// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "domains/aas/engine/edit/patch.h"

// What differs between two documents, as operations and in words. Pure; both are environments in the JSON form.
namespace aas::engine {

struct Difference {
  Patch patch;              // with what was there before, and which element it is about
  std::string where;        // the same place for people: "Nameplate/YearOfConstruction/value"
  std::string origin = {};  // of a move: where it was
};

// Operations of RFC 6902 that turn `from` into `to`, each on what those before it left. Shells, submodels and concept
// descriptions are the same by their id, elements by their idShort, items of lists by equality, then by their place.
// What only changed its place is moved; of what changed otherwise, the members that did are replaced. None where the
// two are equal; the order of members is no difference. In about n log n steps.
std::vector<Difference> differences(const Json& from, const Json& to);
std::vector<Patch> changes_between(const Json& from, const Json& to);

// `Nameplate/YearOfConstruction/value: "2022" → "2023"`
std::string in_words(const Difference& difference);
std::vector<std::string> diff_in_words(const Json& from, const Json& to);

// {op, path, from?, value?, before?, where}
Json to_json(const Difference& difference);

}  // namespace aas::engine
