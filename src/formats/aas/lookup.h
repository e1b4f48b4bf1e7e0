// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

#include "base/json.h"
#include "formats/aas/metamodel.h"

// Inner to formats/aas: finds what references and value ids mean within one Environment. Indexed when first asked, so
// that every question takes about the same time however large the document. Not thread-safe; lives within one check.
namespace formats::aas {

class Lookup {
 public:
  Lookup(const base::Json& environment, const Metamodel& model) : environment_(environment), model_(model) {}

  // The shell, submodel or concept description with this id; null: none. Of equal ones the first.
  const base::Json* identifiable(std::string_view id);
  // The number of keys that lead somewhere: all of them, or the position of the first that does not. A fragment is
  // beyond what can be looked up and counts as found.
  std::size_t keys_found(std::span<const base::Json> keys);
  // The value that a concept description gives by IEC 61360, where the id is one of a concept description with such
  // content; an empty optional otherwise. Null: it has no value.
  std::optional<const base::Json*> coded_value(std::string_view id);

 private:
  using ById = std::unordered_map<std::string_view, const base::Json*>;
  void index();
  const base::Json* child(const base::Json& parent, const base::Json& key);
  const base::Json* child_of_list(std::span<const base::Json> items, std::string_view position) const;
  const base::Json* child_by_id_short(const base::Json& parent, std::string_view id_short);
  bool is_of_type(const base::Json& found, std::string_view key_type) const;

  const base::Json& environment_;
  const Metamodel& model_;
  bool indexed_ = false;
  ById identifiables_;
  std::unordered_map<const base::Json*, ById> children_;  // of parents that were asked
};

}  // namespace formats::aas
