// SPDX-License-Identifier: Apache-2.0
#include "formats/ids/xml.h"

#include <expat.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/xml_text.h"

namespace formats::ids::xml {
namespace {

// Between the parts of expat's names. No character of XML 1.0, so no name can contain it.
constexpr char separator = '\x1F';
constexpr std::string_view white = " \t\r\n";

struct Name {
  std::string uri, name, prefix;
};

// expat with XML_SetReturnNSTriplet: "uri|name|prefix", "uri|name" or "name".
Name split_name(std::string_view text) {
  const auto first = text.find(separator);
  if (first == std::string_view::npos) return {.uri = {}, .name = std::string(text), .prefix = {}};
  Name name{.uri = std::string(text.substr(0, first)), .name = {}, .prefix = {}};
  auto rest = text.substr(first + 1);
  const auto second = rest.find(separator);
  name.name = rest.substr(0, second);
  if (second != std::string_view::npos) name.prefix = rest.substr(second + 1);
  return name;
}

// Builds the tree from expat's calls. One for each parse.
class Builder {
 public:
  Builder(XML_Parser parser, const Limits& limits) : parser_(parser), limits_(limits) {}

  Tree tree;
  std::string refusal;  // why it was stopped

  void start(const char* name, const char** attributes) {
    if (++depth_ > limits_.depth)
      return stop("elements are nested more than " + std::to_string(limits_.depth) + " deep");
    Node* node = add(Node::Kind::element);
    if (node == nullptr) return;
    auto parts = split_name(name);
    node->uri = std::move(parts.uri), node->name = std::move(parts.name), node->prefix = std::move(parts.prefix);
    node->declarations = std::exchange(declared_, {});
    in_scope_ += node->declarations.size();
    if (in_scope_ > limits_.namespaces)
      return stop("more than " + std::to_string(limits_.namespaces) + " namespaces in scope");
    for (; *attributes != nullptr; attributes += 2) add_attribute(*node, attributes[0], attributes[1]);
    if (open_.empty()) tree.root = node;
    open_.push_back(node);
  }
  void end() {
    --depth_;
    if (open_.empty()) return;
    in_scope_ -= open_.back()->declarations.size();
    open_.pop_back();
  }
  void characters(std::string_view text) {
    if (open_.empty()) return;
    auto& siblings = open_.back()->children;
    if (siblings.empty() || siblings.back()->kind != Node::Kind::text) {
      if (add(Node::Kind::text) == nullptr) return;
    }
    siblings.back()->text += text;
  }
  void comment(const char* text) {
    if (Node* node = add(Node::Kind::comment)) node->text = text;
  }
  void instruction(const char* target, const char* text) {
    Node* node = add(Node::Kind::instruction);
    if (node == nullptr) return;
    node->name = target;
    node->text = text;
  }
  void declare(const char* prefix, const char* uri) {
    if (declared_.size() >= limits_.namespaces) return stop("an element declares too many namespaces");
    declared_.emplace_back(prefix == nullptr ? "" : prefix, uri == nullptr ? "" : uri);
  }
  void stop(std::string why) {
    if (refusal.empty()) refusal = std::move(why);
    XML_StopParser(parser_, XML_FALSE);
  }

 private:
  Node* add(Node::Kind kind) {
    if (tree.nodes.size() >= limits_.nodes) {
      stop("more than " + std::to_string(limits_.nodes) + " nodes");
      return nullptr;
    }
    auto& node = tree.nodes.emplace_back();
    node.kind = kind;
    node.line = static_cast<std::int64_t>(XML_GetCurrentLineNumber(parser_));
    node.column = static_cast<std::int64_t>(XML_GetCurrentColumnNumber(parser_)) + 1;
    if (!open_.empty()) {
      node.parent = open_.back();
      open_.back()->children.push_back(&node);
    } else if (kind != Node::Kind::element) {
      (tree.root == nullptr ? tree.before : tree.after).push_back(&node);
    }
    return &node;
  }
  void add_attribute(Node& node, const char* name, const char* value) {
    if (node.attributes.size() >= limits_.attributes)
      return stop("an element has more than " + std::to_string(limits_.attributes) + " attributes");
    auto parts = split_name(name);
    node.attributes.push_back({std::move(parts.uri), std::move(parts.prefix), std::move(parts.name), value});
  }

  XML_Parser parser_;
  const Limits& limits_;
  std::size_t depth_ = 0, in_scope_ = 0;
  std::vector<Node*> open_;
  std::vector<std::pair<std::string, std::string>> declared_;
};

Builder& builder(void* data) { return *static_cast<Builder*>(data); }

void set_handlers(XML_Parser parser, Builder& to) {
  XML_SetUserData(parser, &to);
  XML_SetReturnNSTriplet(parser, 1);
  XML_SetElementHandler(
      parser, [](void* data, const char* name, const char** attributes) { builder(data).start(name, attributes); },
      [](void* data, const char*) { builder(data).end(); });
  XML_SetCharacterDataHandler(parser, [](void* data, const char* text, int size) {
    builder(data).characters({text, static_cast<std::size_t>(size)});
  });
  XML_SetCommentHandler(parser, [](void* data, const char* text) { builder(data).comment(text); });
  XML_SetProcessingInstructionHandler(
      parser, [](void* data, const char* target, const char* text) { builder(data).instruction(target, text); });
  XML_SetStartNamespaceDeclHandler(
      parser, [](void* data, const char* prefix, const char* uri) { builder(data).declare(prefix, uri); });
  XML_SetStartDoctypeDeclHandler(parser, [](void* data, const char*, const char*, const char*, int) {
    builder(data).stop("document types (<!DOCTYPE>) and their entities are not accepted");
  });
}

std::string place(XML_Parser parser) {
  return "line " + std::to_string(XML_GetCurrentLineNumber(parser)) + ", column " +
         std::to_string(XML_GetCurrentColumnNumber(parser) + 1);
}

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

base::Result<Tree> parse(std::string_view bytes, const Limits& limits) {
  if (bytes.size() > limits.bytes) {
    return base::fail(base::Code::parse, "the document is larger than " + std::to_string(limits.bytes >> 20) + " MiB");
  }
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(XML_ParserCreateNS(nullptr, separator),
                                                                            &XML_ParserFree);
  LINTEL_CHECK(parser != nullptr);
  Builder build(parser.get(), limits);
  set_handlers(parser.get(), build);
  if (XML_Parse(parser.get(), bytes.data(), static_cast<int>(bytes.size()), 1) == XML_STATUS_OK &&
      build.refusal.empty()) {
    return std::move(build.tree);
  }
  const auto why = build.refusal.empty() ? XML_ErrorString(XML_GetErrorCode(parser.get())) : build.refusal;
  return base::fail(base::Code::parse, "this is no XML we can read: " + why, place(parser.get()));
}

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

bool blank(std::string_view text) { return text.find_first_not_of(white) == std::string_view::npos; }

}  // namespace formats::ids::xml
