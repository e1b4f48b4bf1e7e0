// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

// Expat behind one face: no other file of this folder includes its header.
namespace formats::table {

// The attributes of one start tag; valid during the call.
class Attributes {
 public:
  explicit Attributes(const char** pairs) : pairs_(pairs) {}
  // By local name: "id" finds "r:id" too, but prefers "id".
  std::optional<std::string_view> find(std::string_view name) const;
  std::string_view text(std::string_view name) const;  // "" where it is absent

 private:
  const char** pairs_;
};

// Names are local: prefixes are taken off. A handler that gives an error ends the reading with it.
struct XmlHandlers {
  std::function<base::Result<void>(std::string_view name, const Attributes& attributes)> start;
  std::function<base::Result<void>(std::string_view name)> end;
  std::function<base::Result<void>(std::string_view text)> text;
};

// Document types, and with them entities, are refused: no spreadsheet has them. `part` is for messages.
base::Result<void> read_xml(std::string_view xml, const std::string& part, const XmlHandlers& handlers);

}  // namespace formats::table
