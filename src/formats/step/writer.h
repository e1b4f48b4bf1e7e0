// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/step/step.h"

namespace formats::step {

// ISO 10303-21, the writing side: a header and records, one value after the other. Every edition reads the result; the
// same calls give the same bytes. Not thread-safe. Calls out of order (a value outside a record, a list left open, a
// number that is not finite) are bugs of the caller: LINTEL_CHECK.
//
//   Writer writer({.name = "house.ifc", .schemas = {"IFC4"}});
//   writer.begin(12, "IFCWALL");
//   writer.string("2O2Fr$t4X7Zf8NOew3FLOH").null().string("Außenwand");
//   writer.end();
//   std::string bytes = std::move(writer).finish();
class Writer {
 public:
  struct Header {
    std::vector<std::string> description;
    std::string implementation_level = "2;1";
    std::string name;
    std::string time_stamp;  // ISO 8601, as given: the clock is the caller's
    std::vector<std::string> authors, organizations;
    std::string preprocessor, originating_system, authorization;
    std::vector<std::string> schemas;
  };
  explicit Writer(const Header& header);

  void begin(std::uint32_t id, std::string_view type);
  Writer& null();     // $
  Writer& derived();  // *
  Writer& integer(std::int64_t value);
  Writer& real(double value);  // the shortest digits that read back as the same number, with a point
  Writer& string(std::string_view utf8);
  Writer& enumeration(std::string_view word);  // without dots
  Writer& boolean(bool value) { return enumeration(value ? "T" : "F"); }
  Writer& binary(std::string_view digits);  // hexadecimal, the first one tells how many bits are unused
  Writer& reference(std::uint32_t id);
  Writer& references(const std::vector<std::uint32_t>& ids);  // a list
  Writer& strings(const std::vector<std::string>& values);    // a list
  Writer& open();                                             // a list
  Writer& open(std::string_view type);                        // a typed value: IFCLABEL(
  Writer& close();
  Writer& copy(const Value& value);  // as its file wrote it
  void end();

  std::string finish() &&;

 private:
  Writer& put(std::string_view written);
  void entry(std::string_view type);

  std::string bytes_;
  int depth_ = 0;      // 0: between records
  bool first_ = true;  // no comma is needed
};

}  // namespace formats::step
