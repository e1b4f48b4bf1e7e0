// SPDX-License-Identifier: Apache-2.0
#include "formats/xml/tree.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "base/xml_text.h"

namespace formats::xml {
namespace {

using base::Result;

constexpr std::string_view white = " \t\r\n";

// Builds the tree from the reader's events. One for each document.
class Builder {
 public:
  explicit Builder(const Limits& limits) : reader_(handlers(), {.limits = limits}) {}

  Result<Tree> build(std::string_view bytes) {
    TRY(reader_.feed(bytes));
    TRY(reader_.finish());
    return std::move(tree_);
  }

 private:
  Handlers handlers() {
    return {.start = [this](const Name& name, const Attributes& attributes) { return start(name, attributes); },
            .end =
                [this](const Name&) {
                  open_.pop_back();
                  return Result<void>();
                },
            .text = [this](std::string_view text) { return characters(text); },
            .comment =
                [this](std::string_view text) {
                  add(Node::Kind::comment).text = text;
                  return Result<void>();
                },
            .instruction = [this](std::string_view target, std::string_view text) { return instruction(target, text); },
            .declare =
                [this](std::string_view prefix, std::string_view uri) {
                  declared_.emplace_back(prefix, uri);
                  return Result<void>();
                }};
  }
  Result<void> start(const Name& name, const Attributes& attributes) {
    Node& node = add(Node::Kind::element);
    node.uri = name.uri, node.prefix = name.prefix, node.name = name.local;
    node.declarations = std::exchange(declared_, {});
    for (std::size_t i = 0, count = attributes.size(); i < count; ++i) {
      const auto [of, value] = attributes[i];
      node.attributes.push_back(
          {std::string(of.uri), std::string(of.prefix), std::string(of.local), std::string(value)});
    }
    if (open_.empty()) tree_.root = &node;
    open_.push_back(&node);
    return {};
  }
  Result<void> characters(std::string_view text) {
    auto& siblings = open_.back()->children;
    const bool goes_on = !siblings.empty() && siblings.back()->kind == Node::Kind::text;
    (goes_on ? *siblings.back() : add(Node::Kind::text)).text += text;
    return {};
  }
  Result<void> instruction(std::string_view target, std::string_view text) {
    Node& node = add(Node::Kind::instruction);
    node.name = target;
    node.text = text;
    return {};
  }
  Node& add(Node::Kind kind) {
    Node& node = tree_.nodes.emplace_back();
    node.kind = kind;
    const auto [line, column] = reader_.place();
    node.line = line, node.column = column;
    if (!open_.empty()) {
      node.parent = open_.back();
      open_.back()->children.push_back(&node);
    } else if (kind != Node::Kind::element) {
      (tree_.root == nullptr ? tree_.before : tree_.after).push_back(&node);
    }
    return node;
  }

  Tree tree_;
  std::vector<Node*> open_;
  std::vector<std::pair<std::string, std::string>> declared_;
  Reader reader_;
};

using Bindings = std::map<std::string, std::string, std::less<>>;

// What an element declares when it is written alone: all it declared, and what it and its attributes use.
Bindings declarations_of(const Node& node, const Bindings& outer) {
  Bindings own(node.declarations.begin(), node.declarations.end());
  const auto use = [&](const std::string& prefix, const std::string& uri) {
    if (uri == xml_namespace) return;
    const auto known = outer.find(prefix);
    if (known == outer.end() || known->second != uri) own.insert_or_assign(prefix, uri);
  };
  use(node.prefix, node.uri);
  for (const auto& each : node.attributes) {
    if (!each.uri.empty()) use(each.prefix, each.uri);
  }
  return own;
}

std::string qualified(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + ":" + name;
}

void serialise(const Node& node, const Bindings& outer, std::string& out);

void serialise_element(const Node& node, const Bindings& outer, std::string& out) {
  const auto own = declarations_of(node, outer);
  const auto name = qualified(node.prefix, node.name);
  out += "<" + name;
  for (const auto& [prefix, uri] : own)
    out += (prefix.empty() ? " xmlns=\"" : " xmlns:" + prefix + "=\"") +
           base::xml_text(uri, base::XmlPlace::attribute) + "\"";
  for (const auto& each : node.attributes)
    out +=
        " " + qualified(each.prefix, each.name) + "=\"" + base::xml_text(each.value, base::XmlPlace::attribute) + "\"";
  if (node.children.empty()) {
    out += "/>";
    return;
  }
  out += ">";
  Bindings inner = outer;
  for (const auto& [prefix, uri] : own) inner.insert_or_assign(prefix, uri);
  for (const auto* child : node.children) serialise(*child, inner, out);
  out += "</" + name + ">";
}

// As deep as the tree, which Limits bounds.
void serialise(const Node& node, const Bindings& outer, std::string& out) {
  switch (node.kind) {
    case Node::Kind::element:
      return serialise_element(node, outer, out);
    case Node::Kind::text:
      out += base::xml_text(node.text, base::XmlPlace::text);
      return;
    case Node::Kind::comment:
      out += "<!--" + node.text + "-->";
      return;
    case Node::Kind::instruction:
      out += "<?" + node.name + (node.text.empty() ? "" : " " + node.text) + "?>";
      return;
  }
}

}  // namespace

Result<Tree> parse(std::string_view bytes, const Limits& limits) { return Builder(limits).build(bytes); }

std::string serialised(const Node& node) {
  std::string out;
  serialise(node, {}, out);
  return out;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(white);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(white) - first + 1);
}

bool blank(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; });
}

}  // namespace formats::xml
