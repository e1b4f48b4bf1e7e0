// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/edit/value.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/tree/path.h"
#include "formats/aas/values.h"

namespace aas::engine {

namespace {

base::Error type_mismatch(std::string message, std::string_view pointer, std::string hint) {
  base::Error error{base::Code::wrong_type, std::move(message), std::string(pointer), std::move(hint)};
  error.label = "TYPE_MISMATCH";
  return error;
}

bool is_number_type(std::string_view type) {
  static constexpr std::array<std::string_view, 16> numbers{"xs:byte",
                                                            "xs:decimal",
                                                            "xs:double",
                                                            "xs:float",
                                                            "xs:int",
                                                            "xs:integer",
                                                            "xs:long",
                                                            "xs:negativeInteger",
                                                            "xs:short",
                                                            "xs:nonNegativeInteger",
                                                            "xs:positiveInteger",
                                                            "xs:nonPositiveInteger",
                                                            "xs:unsignedByte",
                                                            "xs:unsignedInt",
                                                            "xs:unsignedLong",
                                                            "xs:unsignedShort"};
  return std::ranges::find(numbers, type) != numbers.end();
}

// The text of a value as the standard's JSON has it, where its kind fits the type.
std::optional<std::string> text_for(const Json& value, std::string_view type) {
  if (value.is_string()) return value.as_string();
  if (value.is_bool() && type == "xs:boolean") return value.as_bool() ? "true" : "false";
  if (value.is_number() && is_number_type(type)) return value.dump();
  return std::nullopt;
}

// One element's value on its way to operations.
class Setting {
 public:
  Setting(const Json& element, std::string pointer, formats::aas::Version version)
      : element_(element), pointer_(std::move(pointer)), types_(formats::aas::metamodel(version)) {}

  Result<std::vector<Patch>> to(const Json& value) {
    const std::string_view type = element_.text("modelType");
    if (type == "Property") {
      TRY(typed("value", value));
    } else if (type == "Range") {
      TRY(range(value));
    } else if (type == "MultiLanguageProperty") {
      TRY(languages(value));
    } else if (type == "File" || type == "Blob") {
      TRY(content(value));
    } else if (type == "ReferenceElement") {
      TRY(reference(value));
    } else {
      return invalid_path("a " + std::string(type) + " has no value of its own", pointer_,
                          "Name one of the properties in it; aas_query_structure shows them.");
    }
    return std::move(out_);
  }

 private:
  void set(const std::string& member, const Json& value) {
    const Json* before = element_.find(member);
    if (value.is_null()) {
      if (before != nullptr) out_.push_back({.op = Patch::Op::remove, .path = pointer_ + "/" + member});
      return;
    }
    if (before != nullptr && *before == value) return;
    out_.push_back({.op = before == nullptr ? Patch::Op::add : Patch::Op::replace,
                    .path = pointer_ + "/" + member,
                    .value = value});
  }

  Result<void> typed(const std::string& member, const Json& value) {
    if (value.is_null()) {
      set(member, value);
      return {};
    }
    const std::string type(element_.text("valueType", "xs:string"));
    const std::optional<std::string> text = text_for(value, type);
    if (!text || !types_.has(type, *text))
      return type_mismatch(base::printable(value.dump(), 120) + " is no value of " + type, pointer_ + "/" + member,
                           "The element's valueType is " + type + "; " + example_of(type));
    set(member, *text);
    return {};
  }

  static std::string example_of(std::string_view type) {
    if (type == "xs:boolean") return "write true or false.";
    if (type == "xs:date") return "write a date as 2024-05-31.";
    if (type == "xs:dateTime") return "write a time as 2024-05-31T13:20:00Z.";
    if (is_number_type(type)) return "write a number in its range.";
    return "write a text, in quotes.";
  }

  Result<void> range(const Json& value) {
    const bool named =
        value.is_object() && !value.empty() && std::ranges::all_of(value.as_object(), [](const Json::Member& each) {
          return each.first == "min" || each.first == "max";
        });
    if (!named && !value.is_null())
      return type_mismatch("a Range has min and max", pointer_, R"(Write {"min": 1, "max": 5}.)");
    for (const char* member : {"min", "max"}) {
      const Json* bound = value.is_null() ? &value : value.find(member);
      if (bound != nullptr) TRY(typed(member, *bound));
    }
    return {};
  }

  static Result<Json> entry(const std::string& language, const Json& text, const std::string& pointer) {
    if (!text.is_string())
      return type_mismatch("the text for " + base::printable(language, 40) + " is no text", pointer,
                           R"(Write {"en": "…"} or [{"language": "en", "text": "…"}].)");
    return Json::object({{"language", language}, {"text", text}});
  }

  Result<void> languages(const Json& value) {
    if (value.is_null()) {
      set("value", value);
      return {};
    }
    Json list = Json::array();
    if (value.is_array()) {
      for (const Json& item : value.as_array())
        list.push_back(
            TRY(entry(std::string(item.text("language")), item.find("text") ? item.at("text") : Json(), pointer_)));
    } else if (value.is_object() && !value.empty()) {
      TRY(merge_languages(value, list));
    } else {
      return type_mismatch("a MultiLanguageProperty has a text for each language", pointer_,
                           R"(Write {"en": "…"} or [{"language": "en", "text": "…"}].)");
    }
    set("value", list);
    return {};
  }

  // Named languages get their text in their place; the others stay.
  Result<void> merge_languages(const Json& named, Json& list) {
    if (const Json* before = element_.find("value"); before != nullptr && before->is_array()) list = *before;
    for (const auto& [language, text] : named.as_object()) {
      Json made = TRY(entry(language, text, pointer_));
      auto& items = list.as_array();
      const auto found =
          std::ranges::find_if(items, [&](const Json& each) { return each.text("language") == language; });
      if (found == items.end()) {
        items.push_back(std::move(made));
      } else {
        *found = std::move(made);
      }
    }
    return {};
  }

  Result<void> content(const Json& value) {
    const bool whole = value.is_object() && value.find("value") != nullptr;
    const Json& bytes = whole ? value.at("value") : value;
    const bool is_blob = element_.text("modelType") == "Blob";
    const bool readable = bytes.is_null() || (bytes.is_string() && (!is_blob || base::unbase64(bytes.as_string())));
    if (!readable)
      return type_mismatch(is_blob ? "a Blob's value is base64" : "a File's value is a path", pointer_,
                           R"(Write the text, or {"value": …, "contentType": "image/png"}.)");
    set("value", bytes);
    if (!whole) return {};
    if (const Json* type = value.find("contentType")) {
      if (!type->is_string()) return type_mismatch("a contentType is a text", pointer_, "For example application/pdf.");
      set("contentType", *type);
    }
    return {};
  }

  Result<void> reference(const Json& value) {
    const Json* keys = value.find("keys");
    if (!value.is_null() && (keys == nullptr || !keys->is_array() || value.find("type") == nullptr))
      return type_mismatch("the value of a ReferenceElement is a Reference", pointer_,
                           R"(Write {"type": "ModelReference", "keys": [{"type": "Submodel", "value": "…"}]}.)");
    set("value", value);
    return {};
  }

  const Json& element_;
  std::string pointer_;
  formats::aas::ValueTypes types_;
  std::vector<Patch> out_;
};

}  // namespace

Result<std::vector<Patch>> value_patches(const Nodes& nodes, std::string_view pointer, const Json& value,
                                         formats::aas::Version version) {
  const Named element = TRY(element_named(nodes, pointer));
  return Setting(element.members(), element.pointer(nodes), version).to(value);
}

}  // namespace aas::engine
