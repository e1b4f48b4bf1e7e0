// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/xml_text.h"
#include "formats/ids/document.h"
#include "formats/ids/names.h"

namespace formats::ids {
namespace {

using Attributes = std::vector<std::pair<std::string, std::string>>;

const Extra* part_of(const Extra& extra, std::string_view name) {
  const auto found =
      std::find_if(extra.parts.begin(), extra.parts.end(), [&](const auto& each) { return each.name == name; });
  return found == extra.parts.end() ? nullptr : &found->extra;
}

// Own attributes, then what was kept beside them; an own one that is set wins.
Attributes merged(Attributes own, const Extra& extra) {
  std::erase_if(own, [](const auto& each) { return each.second.empty(); });
  const auto count = own.size();
  for (const auto& each : extra.attributes) {
    const auto end = own.begin() + static_cast<std::ptrdiff_t>(count);
    if (std::none_of(own.begin(), end, [&](const auto& known) { return known.first == each.first; }))
      own.push_back(each);
  }
  return own;
}

class Writer {
 public:
  explicit Writer(Prefix prefix) : prefix_(prefix == Prefix::ids ? "ids:" : "") {}

  std::string write(const Document& document) {
    out_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    for (const auto& each : document.before) line(each);
    element(prefix_ + "ids", root_attributes(document), document.extra, [&](Children& children) {
      if (document.info != Info{} || !document.extra.lacks("info")) children.next([&] { info(document.info); });
      const bool any = !document.specifications.empty() || !document.specifications_extra.empty();
      if (any || !document.extra.lacks("specifications")) children.next([&] { specifications(document); });
    });
    for (const auto& each : document.after) line(each);
    return std::move(out_);
  }

 private:
  // Puts what was kept between the known children back to where it stood.
  class Children {
   public:
    Children(Writer& writer, const Extra& extra) : writer_(writer), extra_(extra) {}
    template <class Write>
    void next(Write write) {
      until(known_++);
      write();
    }
    void rest() { until(SIZE_MAX); }

   private:
    void until(std::size_t known) {
      for (; kept_ < extra_.children.size() && extra_.children[kept_].after <= known; ++kept_)
        writer_.line(extra_.children[kept_].xml);
    }
    Writer& writer_;
    const Extra& extra_;
    std::size_t known_ = 0, kept_ = 0;
  };

  // ---- text

  void line(std::string_view xml) { out_.append(depth_ * 2, ' ').append(xml).append("\n"); }
  static std::string tag(const std::string& name, const Attributes& attributes) {
    std::string out = "<" + name;
    for (const auto& [key, value] : attributes)
      out += " " + key + "=\"" + base::xml_text(value, base::XmlPlace::attribute) + "\"";
    return out;
  }
  // An element of elements; without any it is written as one tag.
  template <class Write>
  void element(const std::string& name, const Attributes& attributes, const Extra& extra, Write write) {
    const auto start = tag(name, attributes);
    line(start + ">");
    const auto inside = out_.size();
    ++depth_;
    Children children(*this, extra);
    write(children);
    children.rest();
    --depth_;
    if (out_.size() != inside) return line("</" + name + ">");
    out_.resize(inside - 2);
    out_ += "/>\n";
  }
  void text_element(std::string_view name, std::string_view text, const Extra& owner) {
    static const Extra none;
    const auto* part = part_of(owner, name);
    const Extra& extra = part == nullptr ? none : *part;
    const auto full = prefix_ + std::string(name);
    std::string inner = base::xml_text(text, base::XmlPlace::text);
    for (const auto& each : extra.children) inner += each.xml;
    const auto start = tag(full, extra.attributes);
    line(inner.empty() ? start + "/>" : start + ">" + inner + "</" + full + ">");
  }

  // ---- document

  Attributes root_attributes(const Document& document) const {
    Attributes out{{prefix_.empty() ? "xmlns" : "xmlns:ids", std::string(ids_namespace)},
                   {"xmlns:xs", std::string(xs_namespace)},
                   {"xmlns:xsi", std::string(xsi_namespace)}};
    const auto& extra = document.extra;
    if (extra.attribute("xsi:schemaLocation") == nullptr && !extra.lacks("@xsi:schemaLocation")) {
      out.emplace_back("xsi:schemaLocation", schema_location);
    }
    return merged(std::move(out), extra);
  }
  void info(const Info& info) {
    element(prefix_ + "info", info.extra.attributes, info.extra, [&](Children& children) {
      if (!info.title.empty() || !info.extra.lacks("title"))
        children.next([&] { text_element("title", info.title, info.extra); });
      for (const auto& field : info_fields) {
        const auto& value = info.*field.member;
        if (value) children.next([&] { text_element(field.name, *value, info.extra); });
      }
    });
  }
  void specifications(const Document& document) {
    const auto& extra = document.specifications_extra;
    element(prefix_ + "specifications", extra.attributes, extra, [&](Children& children) {
      for (const auto& each : document.specifications) children.next([&] { specification(each); });
    });
  }
  static std::string versions(const Specification& specification) {
    const auto* written = specification.extra.attribute("ifcVersion");
    if (written != nullptr && split_list(*written) == specification.ifc_versions) return *written;
    return join_list(specification.ifc_versions);
  }
  void specification(const Specification& each) {
    const auto attributes = merged({{"name", each.name},
                                    {"ifcVersion", versions(each)},
                                    {"identifier", each.identifier},
                                    {"description", each.description},
                                    {"instructions", each.instructions}},
                                   each.extra);
    element(prefix_ + "specification", attributes, each.extra, [&](Children& children) {
      const bool any =
          !each.applicability.empty() || each.min_occurs || each.max_occurs || !each.applicability_extra.empty();
      if (any || !each.extra.lacks("applicability")) children.next([&] { applicability(each); });
      if (each.has_requirements || !each.requirements.empty()) children.next([&] { requirements(each); });
    });
  }
  void applicability(const Specification& each) {
    auto attributes = each.applicability_extra.attributes;
    if (each.max_occurs) attributes.emplace(attributes.begin(), "maxOccurs", *each.max_occurs);
    if (each.min_occurs) attributes.emplace(attributes.begin(), "minOccurs", *each.min_occurs);
    // ids.xsd, applicabilityType: a sequence of the kinds, unlike requirementsType.
    std::vector<const Facet*> sorted;
    for (std::size_t kind = 0; kind < std::variant_size_v<Facet>; ++kind) {
      for (const auto& facet : each.applicability) {
        if (facet.index() == kind) sorted.push_back(&facet);
      }
    }
    element(prefix_ + "applicability", attributes, each.applicability_extra, [&](Children& children) {
      for (const auto* facet : sorted) children.next([&] { write_facet(*facet); });
    });
  }
  void requirements(const Specification& each) {
    const auto attributes = merged({{"description", each.requirements_description}}, each.requirements_extra);
    element(prefix_ + "requirements", attributes, each.requirements_extra, [&](Children& children) {
      for (const auto& facet : each.requirements) children.next([&] { write_facet(facet); });
    });
  }

  // ---- facets

  void write_facet(const Facet& facet) {
    std::visit([this](const auto& each) { write_one(each); }, facet);
  }
  // Attributes in the order given; an optional one may be empty.
  template <class F>
  static Attributes facet_attributes(const F& facet, Attributes first = {}) {
    if constexpr (requires { facet.cardinality; }) first.emplace_back("cardinality", facet.cardinality);
    first.emplace_back("instructions", facet.instructions);
    auto out = merged(std::move(first), facet.extra);
    if constexpr (requires { facet.uri; }) {
      if (facet.uri) out.emplace_back("uri", *facet.uri);
    }
    return out;
  }
  void parameter(Children& children, std::string_view name, const IdsValue& value, const Extra& owner) {
    if (std::holds_alternative<std::monostate>(value) && owner.lacks(name)) return;
    children.next([&] { write_value(name, value, owner); });
  }
  void parameter(Children& children, std::string_view name, const std::optional<IdsValue>& value, const Extra& owner) {
    if (value) children.next([&] { write_value(name, *value, owner); });
  }
  void write_one(const EntityFacet& facet) {
    element(prefix_ + "entity", facet_attributes(facet), facet.extra, [&](Children& children) {
      parameter(children, "name", facet.name, facet.extra);
      parameter(children, "predefinedType", facet.predefined_type, facet.extra);
    });
  }
  void write_one(const PartOfFacet& facet) {
    auto attributes = facet_attributes(facet);
    if (facet.relation) attributes.emplace(attributes.begin(), "relation", *facet.relation);
    element(prefix_ + "partOf", attributes, facet.extra, [&](Children& children) {
      if (facet.entity != EntityFacet{} || !facet.extra.lacks("entity"))
        children.next([&] { write_one(facet.entity); });
    });
  }
  void write_one(const ClassificationFacet& facet) {
    element(prefix_ + "classification", facet_attributes(facet), facet.extra, [&](Children& children) {
      parameter(children, "value", facet.value, facet.extra);
      parameter(children, "system", facet.system, facet.extra);
    });
  }
  void write_one(const AttributeFacet& facet) {
    element(prefix_ + "attribute", facet_attributes(facet), facet.extra, [&](Children& children) {
      parameter(children, "name", facet.name, facet.extra);
      parameter(children, "value", facet.value, facet.extra);
    });
  }
  void write_one(const PropertyFacet& facet) {
    auto attributes = facet_attributes(facet);
    if (facet.data_type) attributes.emplace(attributes.begin(), "dataType", *facet.data_type);
    element(prefix_ + "property", attributes, facet.extra, [&](Children& children) {
      parameter(children, "propertySet", facet.property_set, facet.extra);
      parameter(children, "baseName", facet.base_name, facet.extra);
      parameter(children, "value", facet.value, facet.extra);
    });
  }
  void write_one(const MaterialFacet& facet) {
    element(prefix_ + "material", facet_attributes(facet), facet.extra,
            [&](Children& children) { parameter(children, "value", facet.value, facet.extra); });
  }

  // ---- values

  void write_value(std::string_view name, const IdsValue& value, const Extra& owner) {
    static const Extra none;
    const auto* part = part_of(owner, name);
    const Extra& extra = part == nullptr ? none : *part;
    element(prefix_ + std::string(name), extra.attributes, extra, [&](Children& children) {
      if (const auto* text = std::get_if<std::string>(&value))
        children.next([&] { text_element("simpleValue", *text, extra); });
      if (const auto* rule = std::get_if<Restriction>(&value)) children.next([&] { restriction(*rule); });
    });
  }
  void restriction(const Restriction& rule) {
    element("xs:restriction", merged({{"base", rule.base}}, rule.extra), rule.extra, [&](Children& children) {
      for (const auto& facet : rule.facets) children.next([&] { xs_facet(facet); });
    });
  }
  void xs_facet(const XsFacet& facet) {
    Attributes attributes;
    if (!facet.value.empty() || !facet.extra.lacks("@value")) attributes.emplace_back("value", facet.value);
    if (facet.fixed && facet.extra.attribute("fixed") == nullptr) attributes.emplace_back("fixed", "true");
    attributes.insert(attributes.end(), facet.extra.attributes.begin(), facet.extra.attributes.end());
    element("xs:" + facet.name, attributes, facet.extra, [](Children&) {});
  }

  std::string prefix_, out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string write(const Document& document, Prefix prefix) { return Writer(prefix).write(document); }

}  // namespace formats::ids
