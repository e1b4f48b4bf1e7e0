// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/idf/schema.h"

namespace energy::engine {

// The types of a schema with what they are for, without reading their fields. Immutable.
class Catalogue {
 public:
  struct Entry {
    std::string name, group, memo;
    std::string upper;  // name and memo in upper case, to look in
  };
  explicit Catalogue(const formats::idf::Schema& schema);

  const std::vector<Entry>& types() const { return types_; }
  // Those whose name or memo holds all words of the query, the best first.
  std::vector<const Entry*> search(std::string_view query, std::size_t limit) const;

 private:
  std::vector<Entry> types_;
};

}  // namespace energy::engine
