// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "formats/aas/metamodel.h"

// Inner to formats/aas: from the text of a table (codegen/aas.py explains its columns) to a Metamodel.
namespace formats::aas {

// The table is our own: what is wrong in it is a bug (LINTEL_CHECK).
class TableReader {
 public:
  static Metamodel read(Version version, std::string_view table);

 private:
  using Cells = std::vector<std::string_view>;

  void read_fact(const Cells& cells);
  void read_class(const Cells& cells);
  void read_member(const Cells& cells);
  void read_set(const Cells& cells);
  void read_string_type(const Cells& cells);
  void add_property(const Cells& cells);
  void add_invariant(const Cells& cells);
  void find_descendants();

  Metamodel made_;
  Class* class_ = nullptr;  // the one whose members are being read
};

}  // namespace formats::aas
