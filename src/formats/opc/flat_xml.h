// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "formats/xml/reader.h"

// [Content_Types].xml and relationships are a root with children that have only attributes. They are edited as text, so
// that what is not touched keeps its bytes.
namespace formats::opc {

struct FlatChild {
  std::string name;  // without prefix
  std::vector<std::pair<std::string, std::string>> attributes;
  xml::Span span;

  std::string_view attribute(std::string_view of) const;  // "" where it is absent
};

struct FlatXml {
  std::vector<FlatChild> children;  // of the root's namespace
  std::string prefix;               // of the root, with its colon
  xml::Span root_start, root_end;   // its tags; an empty root has an end of no bytes
};

// What is to be read: a root of that namespace and name. `part` is the place in errors.
struct FlatKind {
  std::string_view uri, root;
};
base::Result<FlatXml> read_flat(std::string_view bytes, const FlatKind& kind, std::string_view part);

using Attributes = std::vector<std::pair<std::string_view, std::string>>;

// A document of that kind without children.
std::string empty_flat(const FlatKind& kind);
// `bytes` with one more child at the end. They must be what `read_flat` accepts.
base::Result<std::string> with_child(std::string_view bytes, const FlatKind& kind, std::string_view name,
                                     const Attributes& attributes);
// `bytes` without the children of which `drop` is true, and the white space before them.
base::Result<std::string> without_children(std::string_view bytes, const FlatKind& kind,
                                           const std::function<bool(const FlatChild&)>& drop);

}  // namespace formats::opc
