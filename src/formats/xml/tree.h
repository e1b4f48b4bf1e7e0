// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "formats/xml/reader.h"

// A document as a tree, with namespaces, places, comments and instructions.
namespace formats::xml {

struct NodeAttribute {
  std::string uri, prefix, name, value;
};
struct Node {
  enum class Kind : std::uint8_t { element, text, comment, instruction };
  Kind kind = Kind::element;
  std::string uri, prefix, name;  // of an instruction: its target
  std::string text;               // of all but elements
  std::vector<NodeAttribute> attributes;
  std::vector<std::pair<std::string, std::string>> declarations;  // xmlns here: prefix and name, as written
  std::vector<Node*> children;
  Node* parent = nullptr;
  std::int64_t line = 0, column = 0;

  bool is(std::string_view of_uri, std::string_view of_name) const {
    return kind == Kind::element && uri == of_uri && name == of_name;
  }
};
struct Tree {
  std::deque<Node> nodes;  // owns them
  Node* root = nullptr;
  std::vector<Node*> before, after;  // comments and instructions around the root
};

// All of a document. Fails as Reader does, and with its limits.
base::Result<Tree> parse(std::string_view bytes, const Limits& limits = {});

// A node as XML that stands on its own: it declares the namespaces it uses. Reading the result and writing it again
// gives the same bytes.
std::string serialised(const Node& node);
std::string_view trimmed(std::string_view text);  // of XML's white space
bool blank(std::string_view text);

}  // namespace formats::xml
