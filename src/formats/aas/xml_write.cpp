// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/xml_write.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "base/xml_text.h"

namespace formats::aas {
namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

constexpr int deepest = 200;

base::Error unwritable(std::string what, const std::string& path) {
  return fail(Code::wrong_type, std::move(what) + "; XML has no place for that", path.empty() ? "/" : path);
}

// XML 1.0, 2.2: Char.
bool is_xml_character(char32_t c) {
  return c == 9 || c == 10 || c == 13 || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
}

Result<std::string> text_in_xml(std::string_view text, XmlStyle::Letters letters, const std::string& path) {
  const auto is_plain = [](char c) { return c >= ' ' && c != '<' && c != '>' && c != '&'; };  // and ASCII
  if (std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto character = base::first_character(text.substr(at));
    if (!character.valid || !is_xml_character(character.value)) {
      return unwritable("the text has a character that XML forbids", path);
    }
    if (letters == XmlStyle::Letters::ascii && character.value >= 0x80) {
      result += "&#" + std::to_string(static_cast<std::uint32_t>(character.value)) + ";";
    } else {
      base::append_xml_text(result, text.substr(at, character.bytes), base::XmlPlace::text);
    }
    at += character.bytes;
  }
  return result;
}

// Writes elements into one text. The depth of what is written is bounded.
class ElementWriter {
 public:
  ElementWriter(std::string& out, const XmlStyle& style, std::string path)
      : out_(out), style_(style), path_(std::move(path)) {}

  Result<void> property(const Json& value, const Property& property, const std::string& lead) {
    switch (property.kind) {
      case Kind::list:
        return list(value, property, lead);
      case Kind::object:
        return object_property(value, property, lead);
      default:
        out_ += start(property.name);
        out_ += TRY(scalar_text(value, property, style_, path_));
        out_ += finish(property.name);
        return {};
    }
  }

  Result<void> item(const Json& value, const Class& type, const std::string& lead) {
    const Class* own = TRY(class_of(value, type, path_));
    return element(value, *own, own->element, {}, lead);
  }

  // An element with the properties of an object; `declaration` stands in its tag.
  Result<void> element(const Json& value, const Class& type, std::string_view name, std::string_view declaration,
                       const std::string& lead) {
    if (++depth_ > deepest) return unwritable("values are nested too deep", path_);
    TRY(check_members(value, type));
    const std::string inner = further(lead);
    bool empty = true;
    for (const auto& property_of_type : type.properties) {
      const Json* member = value.find(property_of_type.name);
      if (member == nullptr) continue;
      if (std::exchange(empty, false))
        out_.append("<").append(style_.prefix).append(name).append(declaration).append(">");
      out_ += inner;
      const Step step(path_, property_of_type.name);
      TRY(property(*member, property_of_type, inner));
    }
    --depth_;
    if (empty) {
      out_.append("<").append(style_.prefix).append(name).append(declaration).append("/>");
    } else {
      out_ += lead + finish(name);
    }
    return {};
  }

 private:
  // One segment more on the path, as long as it lives.
  class Step {
   public:
    Step(std::string& path, std::string_view segment) : path_(path), size_(path.size()) {
      path_.append("/").append(segment);
    }
    ~Step() { path_.resize(size_); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    std::string& path_;
    std::size_t size_;
  };

  Result<void> object_property(const Json& value, const Property& property, const std::string& lead) {
    if (!property.type->is_open()) {
      const Class* own = TRY(class_of(value, *property.type, path_));
      return element(value, *own, property.name, {}, lead);
    }
    out_ += start(property.name) + further(lead);
    TRY(item(value, *property.type, further(lead)));
    out_ += lead + finish(property.name);
    return {};
  }
  Result<void> list(const Json& value, const Property& property, const std::string& lead) {
    if (!value.is_array()) return unwritable("a list is wanted, this is " + std::string(value.type_name()), path_);
    const std::string inner = further(lead);
    out_ += start(property.name);
    for (std::size_t i = 0; i < value.size(); ++i) {
      out_ += inner;
      const Step step(path_, std::to_string(i));
      TRY(item(value.as_array()[i], *property.type, inner));
    }
    out_ += (value.empty() ? "" : lead) + finish(property.name);
    return {};
  }
  Result<void> check_members(const Json& value, const Class& type) const {
    if (value.text("modelType") != type.model_type) {
      return unwritable("the modelType of " + std::string(type.name) + " is \"" + std::string(type.model_type) + "\"",
                        path_);
    }
    for (const auto& [name, member] : value.as_object()) {
      if ((name == "modelType" && !type.model_type.empty()) || type.find(name) != nullptr) continue;
      return unwritable(std::string(type.name) + " has no property \"" + base::printable(name, 100) + "\"", path_);
    }
    return {};
  }

  std::string start(std::string_view name) const { return "<" + style_.prefix + std::string(name) + ">"; }
  std::string finish(std::string_view name) const { return "</" + style_.prefix + std::string(name) + ">"; }
  std::string further(const std::string& lead) const {
    return lead.find('\n') == std::string::npos ? lead : lead + style_.unit;
  }

  std::string& out_;
  const XmlStyle& style_;
  std::string path_;
  int depth_ = 0;
};

}  // namespace

Result<const Class*> class_of(const Json& value, const Class& type, const std::string& path) {
  if (!value.is_object()) return unwritable("an object is wanted, this is " + std::string(value.type_name()), path);
  if (!type.is_open()) return &type;
  const Class* own = type.by_model_type(value.text("modelType"));
  if (own != nullptr) return own;
  return unwritable(
      "the modelType \"" + base::printable(value.text("modelType"), 100) + "\" is none of " + std::string(type.name),
      path);
}

Result<std::string> scalar_text(const Json& value, const Property& property, const XmlStyle& style,
                                const std::string& path) {
  if (value.is_bool() && property.kind == Kind::boolean) return std::string(value.as_bool() ? "true" : "false");
  if (!value.is_string()) return unwritable("text is wanted, this is " + std::string(value.type_name()), path);
  return text_in_xml(value.as_string(), style.letters, path);
}

Result<void> append_property(std::string& out, const Json& value, const Property& property, const XmlStyle& style,
                             const XmlSpot& place) {
  return ElementWriter(out, style, place.path).property(value, property, place.lead);
}

Result<void> append_item(std::string& out, const Json& value, const Class& type, const XmlStyle& style,
                         const XmlSpot& place) {
  return ElementWriter(out, style, place.path).item(value, type, place.lead);
}

Result<std::string> write_xml(const Json& form, const Class& type, const Metamodel& metamodel) {
  const Class* own = TRY(class_of(form, type, ""));
  std::string out = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
  const XmlStyle style;
  TRY(ElementWriter(out, style, "")
          .element(form, *own, own->element, " xmlns=\"" + std::string(metamodel.xml_namespace()) + "\"", "\n"));
  return out + "\n";
}

}  // namespace formats::aas
