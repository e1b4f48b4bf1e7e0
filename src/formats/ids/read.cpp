// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/xml_text.h"
#include "formats/ids/document.h"
#include "formats/ids/names.h"
#include "formats/ids/time_value.h"
#include "formats/xml/tree.h"

namespace formats::ids {
namespace {

using xml::Node;
constexpr std::size_t max_problems = 1000;

// ---- where a node stands

// Siblings of these names are counted in positions.
bool is_counted(const Node& node) {
  static const std::set<std::string_view> facets{"entity",    "partOf",   "classification",
                                                 "attribute", "property", "material"};
  if (node.name == "specification") return true;
  return facets.contains(node.name) && node.parent != nullptr &&
         (node.parent->name == "applicability" || node.parent->name == "requirements");
}

std::size_t number_of(const Node& node) {
  std::size_t number = 0;
  for (const auto* sibling : node.parent->children) {
    if (sibling->kind == Node::Kind::element && sibling->name == node.name) ++number;
    if (sibling == &node) break;
  }
  return number;
}

std::string position_of(const Node* node) {
  std::string position;
  for (; node != nullptr; node = node->parent) {
    if (node->kind != Node::Kind::element) continue;
    const bool counted = node->parent != nullptr && is_counted(*node);
    position = "/" + node->name + (counted ? "[" + std::to_string(number_of(*node)) + "]" : "") + position;
  }
  return position;
}

// ---- names of other namespaces

// The namespaces that the writer declares itself, with its prefixes.
std::string_view own_prefix(std::string_view uri) {
  if (uri == xs_namespace) return "xs";
  if (uri == xsi_namespace) return "xsi";
  return uri == xml::xml_namespace ? "xml" : "";
}

bool is_reserved(std::string_view prefix) { return prefix == "ids" || prefix == "xs" || prefix == "xsi"; }

// A prefix for a foreign namespace on one element, declared among its attributes: the written one unless it is taken.
std::string declare(Extra& extra, std::string prefix, const std::string& uri) {
  if (is_reserved(prefix) && !(prefix == "ids" && uri == ids_namespace)) prefix += "_";
  for (;; prefix += "_") {
    const auto* bound = extra.attribute("xmlns:" + prefix);
    if (bound != nullptr && *bound == uri) return prefix;
    if (bound != nullptr) continue;
    extra.attributes.emplace_back("xmlns:" + prefix, uri);
    return prefix;
  }
}

std::string attribute_name(const xml::NodeAttribute& attribute, Extra& extra) {
  if (attribute.uri.empty()) return attribute.name;
  const auto own = own_prefix(attribute.uri);
  const auto prefix = own.empty() ? declare(extra, attribute.prefix, attribute.uri) : std::string(own);
  return prefix + ":" + attribute.name;
}

// The namespace a prefix means at a node; nullptr if none.
const std::string* bound(const Node* node, std::string_view prefix) {
  for (; node != nullptr; node = node->parent) {
    for (const auto& [name, uri] : node->declarations) {
      if (name == prefix) return &uri;
    }
  }
  return nullptr;
}

// A QName in an attribute ("xsd:string") with our prefix, where it is one of XML Schema's.
std::string with_xs_prefix(const Node& node, const std::string& name) {
  const auto colon = name.find(':');
  const auto prefix = colon == std::string::npos ? std::string() : name.substr(0, colon);
  const auto* uri = bound(&node, prefix);
  if (uri == nullptr || *uri != xs_namespace) return name;
  return "xs:" + (colon == std::string::npos ? name : name.substr(colon + 1));
}

// ---- the reader

class Reader {
 public:
  explicit Reader(const xml::Tree& tree) : tree_(tree), uri_(tree.root->uri) {}

  Read read() {
    for (const auto* each : tree_.before) out_.document.before.push_back(xml::serialised(*each));
    for (const auto* each : tree_.after) out_.document.after.push_back(xml::serialised(*each));
    read_root(*tree_.root);
    out_.ids_version = version();
    tell_version();
    return std::move(out_);
  }

 private:
  using Take = std::function<bool(const Node& child)>;
  using TakeAttribute = std::function<bool(const std::string& name, const std::string& value)>;

  void problem(const Node& node, std::string message) {
    if (out_.problems.size() < max_problems)
      out_.problems.push_back({std::move(message), node.line, node.column, position_of(&node)});
  }
  bool is(const Node& node, std::string_view name) const { return node.is(uri_, name); }

  // ---- what every element has

  // Offers every attribute without a namespace to `take`; the rest is kept.
  void attributes(const Node& node, Extra& extra, const TakeAttribute& take) {
    for (const auto& each : node.attributes) {
      if (each.uri.empty() && take(each.name, each.value)) {
        if (is_for_requirements(node, each.name))
          problem(node, "only facets of <requirements> have the attribute \"" + each.name + "\"");
        continue;
      }
      const auto name = attribute_name(each, extra);
      extra.attributes.emplace_back(name, each.value);
      if (each.uri.empty()) unknown_attribute(node, each);
      if (is_foreign(node, each)) problem(node, no_attribute(node, each));
    }
  }
  // ids.xsd: facets that choose elements, and the entity of partOf, carry nothing that is said of requirements.
  static bool is_for_requirements(const Node& node, std::string_view name) {
    if (name != "cardinality" && name != "instructions" && name != "uri") return false;
    return node.parent->name == "applicability" || node.parent->name == "partOf";
  }
  // The types of ids.xsd have no place for attributes of other namespaces; those of XML Schema have.
  static bool is_foreign(const Node& node, const xml::NodeAttribute& attribute) {
    return !attribute.uri.empty() && attribute.uri != xsi_namespace && node.uri != xs_namespace;
  }
  static std::string no_attribute(const Node& node, const xml::NodeAttribute& attribute) {
    return "<" + node.name + "> has no attribute \"" + attribute.name + "\" in IDS 1.0";
  }
  void unknown_attribute(const Node& node, const xml::NodeAttribute& attribute) {
    if (attribute.name == "minOccurs" || attribute.name == "maxOccurs" || attribute.name == "use" ||
        attribute.name == "datatype" || attribute.name == "measure") {
      old_.insert(attribute.name + "@" + node.name);
    }
    problem(node, no_attribute(node, attribute));
  }
  // A text attribute: empty ones are kept apart, because an empty field means "absent".
  static void take_text(Extra& extra, std::string_view name, const std::string& value, std::string& field) {
    if (value.empty()) extra.attributes.emplace_back(name, "");
    field = value;
  }
  // Offers every child element to `take`; the rest is kept as it was, behind as many known ones.
  void children(const Node& node, Extra& extra, const Take& take) {
    std::size_t known = 0;
    for (const auto* child : node.children) {
      if (child->kind == Node::Kind::text) {
        keep_text(node, *child, known, extra);
      } else if (child->kind == Node::Kind::element && take(*child)) {
        ++known;
      } else {
        if (child->kind == Node::Kind::element) unexpected(*child);
        extra.children.push_back({known, xml::serialised(*child)});
      }
    }
  }
  void keep_text(const Node& node, const Node& text, std::size_t known, Extra& extra) {
    if (xml::blank(text.text)) return;
    extra.children.push_back({known, base::xml_text(xml::trimmed(text.text), base::XmlPlace::text)});
    problem(node, "<" + node.name + "> holds text where only elements belong" +
                      std::string(is_parameter(node) ? "; write it as <simpleValue>" : ""));
  }
  static bool is_parameter(const Node& node) {
    static const std::set<std::string_view> names{"name",     "predefinedType", "propertySet",
                                                  "baseName", "value",          "system"};
    return names.contains(node.name);
  }
  // Legal in restrictions, and without meaning for IDS: kept, and no problem.
  static bool is_xs_rest(const Node& node) {
    return node.is(xs_namespace, "annotation") || node.is(xs_namespace, "simpleType");
  }
  void unexpected(const Node& child) {
    if (is_xs_rest(child)) return;
    if (child.name == "name" && child.parent->name == "property") old_.insert("name@property");
    problem(child, "<" + child.name + "> does not belong here in IDS 1.0");
  }
  void missing(const Node& node, Extra& extra, std::string name) {
    problem(node, "<" + node.name + "> lacks " +
                      (name.starts_with("@") ? "the attribute \"" + name.substr(1) + "\"" : "<" + name + ">"));
    extra.missing.push_back(std::move(name));
  }
  static void keep_part(Extra& extra, const std::string& name, Extra part) {
    if (!part.empty()) extra.parts.push_back({name, std::move(part)});
  }
  // The text of an element that should hold nothing else.
  std::string text_of(const Node& node, Extra& owner) {
    std::string text;
    Extra part;
    attributes(node, part, [](const auto&, const auto&) { return false; });
    for (const auto* child : node.children) {
      if (child->kind == Node::Kind::text) {
        text += child->text;
        continue;
      }
      if (child->kind == Node::Kind::element) unexpected(*child);
      part.children.push_back({0, xml::serialised(*child)});
    }
    keep_part(owner, node.name, std::move(part));
    return text;
  }
  // Elements that must come in a certain order: tells when they do not.
  void in_order(const Node& child, std::size_t rank, std::size_t& highest) {
    if (rank < highest)
      problem(child, "<" + child.name + "> comes too late: the XSD wants another order, which is used when writing");
    highest = std::max(highest, rank);
  }

  // ---- document

  void read_root(const Node& root) {
    auto& extra = out_.document.extra;
    if (uri_ != ids_namespace) {
      problem(root, "the namespace of IDS is " + std::string(ids_namespace) + ", not " +
                        (uri_.empty() ? "none" : "\"" + uri_ + "\""));
    }
    for (const auto& [prefix, uri] : root.declarations) {
      if (!prefix.empty() && own_prefix(uri).empty() && uri != ids_namespace && uri != uri_)
        declare(extra, prefix, uri);
    }
    attributes(root, extra, [](const auto&, const auto&) { return false; });
    take_schema_location(extra);
    std::size_t highest = 0;
    bool info = false, specifications = false;
    children(root, extra, [&](const Node& child) {
      if (is(child, "info") && !info) return in_order(child, 0, highest), read_info(child), info = true;
      if (!is(child, "specifications") || specifications) return false;
      return in_order(child, 1, highest), read_specifications(child), specifications = true;
    });
    if (!info) missing(root, extra, "info");
    if (!specifications) missing(root, extra, "specifications");
  }
  // The usual location is not stored: it is what the writer writes anyway.
  void take_schema_location(Extra& extra) {
    const auto* written = extra.attribute("xsi:schemaLocation");
    if (written == nullptr) return extra.missing.emplace_back("@xsi:schemaLocation"), void();
    location_ = *written;
    if (*written == schema_location)
      std::erase_if(extra.attributes, [](const auto& each) { return each.first == "xsi:schemaLocation"; });
  }
  void read_info(const Node& node) {
    auto& info = out_.document.info;
    attributes(node, info.extra, [](const auto&, const auto&) { return false; });
    std::size_t highest = 0;
    bool title = false;
    children(node, info.extra, [&](const Node& child) {
      if (is(child, "title") && !title) {
        in_order(child, 0, highest);
        info.title = text_of(child, info.extra);
        return title = true;
      }
      for (std::size_t i = 0; i < info_fields.size(); ++i) {
        auto& field = info.*info_fields[i].member;
        if (!is(child, info_fields[i].name) || field) continue;
        in_order(child, i + 1, highest);
        field = text_of(child, info.extra);
        check_info(child, *field);
        return true;
      }
      return false;
    });
    if (!title) missing(node, info.extra, "title");
  }
  void check_info(const Node& node, const std::string& text) {
    if (is(node, "author") && !is_author(text)) problem(node, "the author is not an e-mail address");
    if (is(node, "date") && !time_value(TimeType::date, xml::trimmed(text)))
      problem(node, "the date is not an xs:date");
  }
  void read_specifications(const Node& node) {
    auto& extra = out_.document.specifications_extra;
    attributes(node, extra, [](const auto&, const auto&) { return false; });
    children(node, extra, [&](const Node& child) {
      if (!is(child, "specification")) return false;
      out_.document.specifications.push_back(specification(child));
      return true;
    });
    if (out_.document.specifications.empty()) problem(node, "there is no <specification>");
  }
  Specification specification(const Node& node) {
    Specification out;
    out_.lines.push_back({.specification = node.line, .applicability = {}, .requirements = {}});
    bool name = false, versions = false;
    attributes(node, out.extra, [&](const std::string& key, const std::string& value) {
      if (key == "name") return take_text(out.extra, key, value, out.name), name = true;
      if (key == "ifcVersion") return take_versions(value, out), versions = true;
      if (key == "identifier") return take_text(out.extra, key, value, out.identifier), true;
      if (key == "description") return take_text(out.extra, key, value, out.description), true;
      if (key == "instructions") return take_text(out.extra, key, value, out.instructions), true;
      return false;
    });
    if (!name) missing(node, out.extra, "@name");
    if (!versions) missing(node, out.extra, "@ifcVersion");
    std::size_t highest = 0;
    bool applicability = false;
    children(node, out.extra, [&](const Node& child) {
      if (is(child, "applicability") && !applicability)
        return in_order(child, 0, highest), read_applicability(child, out), applicability = true;
      if (!is(child, "requirements") || out.has_requirements) return false;
      return in_order(child, 1, highest), read_requirements(child, out), true;
    });
    if (!applicability) missing(node, out.extra, "applicability");
    return out;
  }
  static void take_versions(const std::string& value, Specification& out) {
    out.ifc_versions = split_list(value);
    if (value.empty() || join_list(out.ifc_versions) != value) out.extra.attributes.emplace_back("ifcVersion", value);
  }
  void read_applicability(const Node& node, Specification& out) {
    attributes(node, out.applicability_extra, [&](const std::string& key, const std::string& value) {
      if (key == "minOccurs") return out.min_occurs = value, true;
      if (key == "maxOccurs") return out.max_occurs = value, true;
      return false;
    });
    std::size_t highest = 0;
    children(node, out.applicability_extra, [&](const Node& child) {
      auto read = facet(child);
      if (!read) return false;
      in_order(child, read->index(), highest);
      if (is(child, "entity") && !out.applicability.empty() && out.applicability.back().index() == read->index())
        problem(child, "<applicability> holds more than one <entity>");
      out.applicability.push_back(std::move(*read));
      out_.lines.back().applicability.push_back(child.line);
      return true;
    });
  }
  void read_requirements(const Node& node, Specification& out) {
    out.has_requirements = true;
    attributes(node, out.requirements_extra, [&](const std::string& key, const std::string& value) {
      if (key != "description") return false;
      return take_text(out.requirements_extra, key, value, out.requirements_description), true;
    });
    children(node, out.requirements_extra, [&](const Node& child) {
      auto read = facet(child);
      if (!read) return false;
      out.requirements.push_back(std::move(*read));
      out_.lines.back().requirements.push_back(child.line);
      return true;
    });
  }

  // ---- facets

  // A parameter of a facet as it is found: where it goes, and whether the XSD demands it.
  struct Slot {
    std::string_view name;
    IdsValue* required = nullptr;
    std::optional<IdsValue>* optional = nullptr;
    bool demanded = false;
    bool seen = false;
  };
  void parameters(const Node& node, Extra& extra, std::vector<Slot> slots) {
    std::size_t highest = 0;
    children(node, extra, [&](const Node& child) {
      for (std::size_t i = 0; i < slots.size(); ++i) {
        auto& slot = slots[i];
        if (slot.seen || !is(child, slot.name)) continue;
        slot.seen = true;
        in_order(child, i, highest);
        auto read = value(child, extra);
        slot.required != nullptr ? void(*slot.required = std::move(read)) : void(*slot.optional = std::move(read));
        return true;
      }
      return false;
    });
    for (const auto& slot : slots) {
      if (slot.demanded && !slot.seen) missing(node, extra, std::string(slot.name));
    }
  }
  template <class F>
  bool take_common(F& facet, const std::string& key, const std::string& value) {
    if (key == "cardinality") return take_text(facet.extra, key, value, facet.cardinality), true;
    if (key == "instructions") return take_text(facet.extra, key, value, facet.instructions), true;
    if constexpr (requires { facet.uri; }) {
      if (key == "uri") return facet.uri = value, true;
    }
    return false;
  }
  template <class F>
  void common_attributes(const Node& node, F& facet) {
    attributes(node, facet.extra, [&](const auto& key, const auto& value) { return take_common(facet, key, value); });
  }

  std::optional<Facet> facet(const Node& node) {
    if (is(node, "entity")) return entity(node);
    if (is(node, "partOf")) return part_of(node);
    if (is(node, "classification")) return classification(node);
    if (is(node, "attribute")) return attribute(node);
    if (is(node, "property")) return property(node);
    if (is(node, "material")) return material(node);
    return std::nullopt;
  }
  EntityFacet entity(const Node& node) {
    EntityFacet out;
    attributes(node, out.extra, [&](const std::string& key, const std::string& value) {
      if (key != "instructions") return false;
      return take_text(out.extra, key, value, out.instructions), true;
    });
    parameters(node, out.extra,
               {{"name", &out.name, nullptr, true}, {"predefinedType", nullptr, &out.predefined_type}});
    return out;
  }
  PartOfFacet part_of(const Node& node) {
    PartOfFacet out;
    attributes(node, out.extra, [&](const std::string& key, const std::string& value) {
      if (key == "relation") return out.relation = value, true;
      return take_common(out, key, value);
    });
    bool seen = false;
    children(node, out.extra, [&](const Node& child) {
      if (!is(child, "entity") || seen) return false;
      out.entity = entity(child);
      return seen = true;
    });
    if (!seen) missing(node, out.extra, "entity");
    return out;
  }
  ClassificationFacet classification(const Node& node) {
    ClassificationFacet out;
    common_attributes(node, out);
    parameters(node, out.extra, {{"value", nullptr, &out.value}, {"system", nullptr, &out.system}});
    if (!out.system) problem(node, "<classification> lacks <system>");
    return out;
  }
  AttributeFacet attribute(const Node& node) {
    AttributeFacet out;
    common_attributes(node, out);
    parameters(node, out.extra, {{"name", &out.name, nullptr, true}, {"value", nullptr, &out.value}});
    return out;
  }
  PropertyFacet property(const Node& node) {
    PropertyFacet out;
    attributes(node, out.extra, [&](const std::string& key, const std::string& value) {
      if (key == "dataType") return out.data_type = value, true;
      return take_common(out, key, value);
    });
    parameters(node, out.extra,
               {{"propertySet", &out.property_set, nullptr, true},
                {"baseName", &out.base_name, nullptr, true},
                {"value", nullptr, &out.value}});
    return out;
  }
  MaterialFacet material(const Node& node) {
    MaterialFacet out;
    common_attributes(node, out);
    parameters(node, out.extra, {{"value", nullptr, &out.value}});
    return out;
  }

  // ---- values

  IdsValue value(const Node& node, Extra& owner) {
    IdsValue out;
    Extra part;
    attributes(node, part, [](const auto&, const auto&) { return false; });
    children(node, part, [&](const Node& child) {
      if (!std::holds_alternative<std::monostate>(out)) return false;
      if (is(child, "simpleValue")) return out = text_of(child, part), true;
      if (child.is(xs_namespace, "restriction")) return out = restriction(child), true;
      return false;
    });
    if (std::holds_alternative<std::monostate>(out))
      problem(node, "<" + node.name + "> holds neither <simpleValue> nor <xs:restriction>");
    keep_part(owner, node.name, std::move(part));
    return out;
  }
  Restriction restriction(const Node& node) {
    Restriction out;
    attributes(node, out.extra, [&](const std::string& key, const std::string& value) {
      if (key == "id") return out.extra.attributes.emplace_back(key, value), true;
      if (key != "base") return false;
      std::string base;
      take_text(out.extra, key, value, base);
      return out.base = with_xs_prefix(node, base), true;
    });
    children(node, out.extra, [&](const Node& child) {
      if (child.uri != xs_namespace) return false;
      if (is_xs_rest(child)) return false;
      out.facets.push_back(xs_facet(child));
      return true;
    });
    return out;
  }
  XsFacet xs_facet(const Node& node) {
    XsFacet out{.name = node.name, .value = {}, .fixed = false, .extra = {}};
    bool has_value = false;
    attributes(node, out.extra, [&](const std::string& key, const std::string& value) {
      if (key == "value") return out.value = value, has_value = true;
      if (key == "id") return out.extra.attributes.emplace_back(key, value), true;
      if (key != "fixed") return false;
      out.fixed = value == "true" || value == "1";
      if (value != "true") out.extra.attributes.emplace_back(key, value);
      return true;
    });
    if (!has_value) missing(node, out.extra, "@value");
    children(node, out.extra, [](const Node&) { return false; });
    return out;
  }

  // ---- versions

  // 0.9.x share the namespace with 1.0: the schema location tells, or what only they had.
  std::string version() const {
    const auto at = location_.find("/IDS/");
    if (at != std::string::npos) {
      const auto rest = std::string_view(location_).substr(at + 5);
      const auto number = rest.substr(0, rest.find('/'));
      if (!number.empty() && number.find_first_not_of("0123456789.") == std::string_view::npos)
        return std::string(number);
    }
    if (old_.contains("use@specification") || old_.contains("use@applicability")) return "0.9.3";
    const auto any_old = [&](std::string_view what) {
      return std::any_of(old_.begin(), old_.end(), [&](const auto& each) { return each.starts_with(what); });
    };
    if (any_old("datatype@") || any_old("measure@") || any_old("name@property") || any_old("minOccurs@") ||
        any_old("maxOccurs@"))
      return "0.9.6";
    return "1.0";
  }
  void tell_version() {
    if (!out_.ids_version.starts_with("0.")) return;
    std::string todo = "This is IDS " + out_.ids_version + ", not 1.0. To bring it to 1.0: ";
    todo +=
        "minOccurs and maxOccurs belong on <applicability>, facets of requirements say cardinality=\"required\", "
        "\"optional\" or "
        "\"prohibited\", <property> has dataType in capitals and <baseName>, ifcVersion says IFC4X3_ADD2 instead of "
        "IFC4X3, and the "
        "schema location ends with /1.0/ids.xsd";
    problem(*tree_.root, std::move(todo));
  }

  const xml::Tree& tree_;
  std::string uri_;  // the root's: the namespace in which this document's elements stand
  std::string location_;
  std::set<std::string, std::less<>> old_;  // "minOccurs@attribute": seen, and of an older IDS
  Read out_;
};

}  // namespace

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items;
  while (true) {
    text = xml::trimmed(text);
    if (text.empty()) return items;
    const auto end = text.find_first_of(" \t\r\n");
    items.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return items;
    text.remove_prefix(end);
  }
}

std::string join_list(const std::vector<std::string>& items) {
  std::string out;
  for (const auto& each : items) out += (out.empty() ? "" : " ") + each;
  return out;
}

base::Result<Read> read(std::string_view bytes) {
  const auto tree = TRY(xml::parse(bytes));
  if (tree.root == nullptr || tree.root->name != "ids") {
    return base::fail(base::Code::parse,
                      "the root element is <" + (tree.root == nullptr ? "" : tree.root->name) + ">, not <ids>", "/",
                      "An IDS document starts with <ids xmlns=\"" + std::string(ids_namespace) + "\">.");
  }
  return Reader(tree).read();
}

}  // namespace formats::ids
