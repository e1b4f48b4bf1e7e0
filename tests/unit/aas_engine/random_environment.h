// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"

// Documents at random, with few names, so that much is alike; some of it is not as the standard has it.
namespace aas::engine::testing_document {

using base::Json;

class RandomDocuments {
 public:
  explicit RandomDocuments(std::uint32_t seed) : engine_(seed) {}

  std::size_t pick(std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(engine_); }

  Json environment() {
    Json out = Json::object();
    for (const auto& [list, type] :
         {std::pair{"assetAdministrationShells", "AssetAdministrationShell"}, std::pair{"submodels", "Submodel"},
          std::pair{"conceptDescriptions", "ConceptDescription"}}) {
      if (pick(4) != 0) out.set(list, elements(type, 0));
    }
    if (pick(9) == 0) out.set("modelType", word());
    return out;
  }

  // Something in it is different.
  Json changed(const Json& document, int times) {
    Json out = document;
    for (int i = 0; i < times; ++i) change(out);
    return out;
  }

 private:
  std::string word() { return std::string(1, static_cast<char>('a' + pick(6))); }

  Json plain(int depth) {
    switch (pick(depth > 3 ? 4 : 7)) {
      case 0:
        return word();
      case 1:
        return static_cast<std::int64_t>(pick(3));
      case 2:
        return pick(3) == 0 ? Json() : Json(pick(2) == 0);
      case 3:
        return Json::array();
      case 4: {
        Json list = Json::array();
        for (std::size_t i = pick(4); i > 0; --i) list.push_back(plain(depth + 1));
        return list;
      }
      case 5: {
        Json texts = Json::array();
        for (std::size_t i = pick(4); i > 0; --i)
          texts.push_back(Json::object({{"language", word()}, {"text", word()}}));
        return texts;
      }
      default: {
        Json object = Json::object();
        for (std::size_t i = pick(4); i > 0; --i) object.set(pick(9) == 0 ? "/~" + word() : word(), plain(depth + 1));
        return object;
      }
    }
  }

  Json element(const char* type, int depth) {
    static const std::vector<std::pair<const char*, const char*>> classes = {
        {"Property", "value"},
        {"SubmodelElementCollection", "value"},
        {"SubmodelElementList", "value"},
        {"Entity", "statements"},
        {"Operation", "inputVariables"},
        {"AnnotatedRelationshipElement", "annotations"},
        {"MultiLanguageProperty", "value"}};
    auto [model_type, list] = classes[pick(classes.size())];
    if (type != nullptr) model_type = type;
    if (type != nullptr) list = "submodelElements";
    Json out = Json::object();
    if (pick(20) != 0) out.set("modelType", model_type);
    if (pick(4) != 0) out.set(type != nullptr && pick(4) != 0 ? "id" : "idShort", word());
    if (pick(2) == 0) out.set("description", plain(1));
    if (pick(3) == 0) out.set("semanticId", plain(1));
    const bool has_elements = std::string_view(model_type) != "Property" && depth < 4;
    if (pick(4) != 0) out.set(list, has_elements && pick(8) != 0 ? elements(nullptr, depth + 1) : plain(1));
    return out;
  }

  Json elements(const char* type, int depth) {
    Json out = Json::array();
    for (std::size_t i = pick(5); i > 0; --i) out.push_back(pick(40) == 0 ? plain(2) : element(type, depth));
    return out;
  }

  void collect(Json& value, std::vector<Json*>& out) {
    if (value.is_array()) {
      out.push_back(&value);
      for (Json& each : value.as_array()) collect(each, out);
    } else if (value.is_object()) {
      out.push_back(&value);
      for (auto& [name, each] : value.as_object()) collect(each, out);
    }
  }

  void change(Json& document) {
    std::vector<Json*> places;
    collect(document, places);
    Json& place = *places[pick(places.size())];
    if (place.is_array()) return change_list(place, places);
    if (!place.empty() && pick(3) == 0) {
      place.erase(std::string(place.as_object()[pick(place.size())].first));
    } else if (!place.empty() && pick(2) == 0) {
      place.as_object()[pick(place.size())].second = plain(1);
    } else {
      place.set(word(), plain(1));
    }
  }

  void change_list(Json& list, const std::vector<Json*>& places) {
    Json::Array& items = list.as_array();
    const auto at = [&](std::size_t index) { return items.begin() + static_cast<std::ptrdiff_t>(index); };
    if (items.empty() || pick(4) == 0) {
      items.insert(at(pick(items.size() + 1)), element(nullptr, 3));
      return;
    }
    Json taken = std::move(items[pick(items.size())]);
    std::erase_if(items, [](const Json& each) { return each.is_null(); });
    if (pick(3) == 0) return;
    if (pick(2) == 0) {
      items.insert(at(pick(items.size() + 1)), std::move(taken));
      return;
    }
    // Into another list; what was in the item itself is gone with it, so only the lists before it will do.
    for (Json* each : places) {
      if (each == &list) break;
      if (!each->is_array() || pick(3) != 0) continue;
      each->push_back(std::move(taken));
      return;
    }
  }

  std::mt19937 engine_;
};

}  // namespace aas::engine::testing_document
