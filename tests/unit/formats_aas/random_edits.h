// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "formats/aas/metamodel.h"

// Random edits of a form that XML can hold, and what they left alone.
namespace sample {

using base::Json;
using formats::aas::Class;
using formats::aas::Kind;

inline constexpr std::string_view mark = "$origin";  // a member that tells which object of the original it is

class Editor {
 public:
  explicit Editor(std::mt19937_64& random) : random_(random) {}

  void edit(Json& form, const Class& type) {
    objects_.clear();
    collect(form, type);
    switch (pick(7)) {
      case 0:
      case 1:
        return change_text();
      case 2:
        return remove_member();
      case 3:
        return add_member();
      case 4:
        return remove_item();
      case 5:
        return move_item();
      default:
        return copy_item();
    }
  }

 private:
  struct Object {
    Json* value;
    const Class* type;
  };

  std::size_t pick(std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(random_); }

  void collect(Json& value, const Class& type) {
    const Class* own = type.is_open() ? type.by_model_type(value.text("modelType")) : &type;
    if (own == nullptr) return;
    objects_.push_back({&value, own});
    for (auto& [name, member] : value.as_object()) {
      const auto* property = own->find(name);
      if (property == nullptr) continue;
      if (property->kind == Kind::object && member.is_object()) collect(member, *property->type);
      if (property->kind != Kind::list || !member.is_array()) continue;
      for (auto& item : member.as_array()) collect(item, *property->type);
    }
  }
  const Object& some_object() { return objects_[pick(objects_.size())]; }

  std::string some_text() {
    static const std::vector<std::string> words = {"new",    " a  b ", "<&>\"'", "Größe ▲", "line\nline",
                                                   "\r\n\t", "]]>",    "",       "1.0",     "𝄞"};
    return words[pick(words.size())] + std::to_string(pick(1000));
  }

  void change_text() {
    const auto [value, type] = some_object();
    for (auto& [name, member] : value->as_object()) {
      const auto* property = type->find(name);
      if (property == nullptr || property->kind != Kind::string || pick(2) == 0) continue;
      member = some_text();
      return;
    }
  }
  void remove_member() {
    const auto [value, type] = some_object();
    if (value->empty()) return;
    const std::string name = value->as_object()[pick(value->size())].first;
    if (type->find(name) != nullptr) value->erase(name);
  }
  void add_member() {
    const auto [value, type] = some_object();
    const auto& property = type->properties[pick(type->properties.size())];
    if (value->find(property.name) != nullptr) return;
    const std::string name(property.name);
    switch (property.kind) {
      case Kind::boolean:
        value->set(name, pick(2) == 0);
        return;
      case Kind::bytes:
        value->set(name, "AAEC");
        return;
      case Kind::enumeration:
        value->set(name, property.enumeration->literals[pick(property.enumeration->literals.size())]);
        return;
      case Kind::string:
        value->set(name, some_text());
        return;
      case Kind::object:
        value->set(name, made(*property.type, 3));
        return;
      case Kind::list: {
        Json list = Json::array();
        for (std::size_t i = pick(3); i > 0; --i) list.push_back(made(*property.type, 3));
        value->set(name, std::move(list));
        return;
      }
    }
  }
  // A small object of a class.
  Json made(const Class& type, int depth) {
    const Class& own = *type.concrete[pick(type.concrete.size())];
    Json value = Json::object();
    if (!own.model_type.empty()) value.set("modelType", own.model_type);
    for (const auto& property : own.properties) {
      if (property.kind == Kind::string && pick(3) == 0) value.set(std::string(property.name), some_text());
      if (depth == 0 || pick(6) != 0) continue;
      if (property.kind == Kind::object) value.set(std::string(property.name), made(*property.type, depth - 1));
      if (property.kind == Kind::list)
        value.set(std::string(property.name), Json::array({made(*property.type, depth - 1)}));
    }
    return value;
  }

  Json::Array* some_list() {
    for (int tries = 0; tries < 20; ++tries) {
      for (auto& [name, member] : some_object().value->as_object()) {
        if (member.is_array() && !member.empty()) return &member.as_array();
      }
    }
    return nullptr;
  }
  void remove_item() {
    Json::Array* list = some_list();
    if (list != nullptr) list->erase(list->begin() + static_cast<std::ptrdiff_t>(pick(list->size())));
  }
  void move_item() {
    Json::Array* list = some_list();
    if (list == nullptr) return;
    const auto from = static_cast<std::ptrdiff_t>(pick(list->size())),
               to = static_cast<std::ptrdiff_t>(pick(list->size()));
    Json item = std::move((*list)[static_cast<std::size_t>(from)]);
    list->erase(list->begin() + from);
    list->insert(list->begin() + to, std::move(item));
  }
  void copy_item() {
    Json::Array* list = some_list();
    if (list == nullptr) return;
    Json copy = (*list)[pick(list->size())];
    unmark(copy);
    for (const std::string_view name : {"idShort", "id"}) {
      if (copy.find(name) != nullptr) copy.set(std::string(name), "copy" + std::to_string(pick(100'000)));
    }
    list->insert(list->begin() + static_cast<std::ptrdiff_t>(pick(list->size() + 1)), std::move(copy));
  }

 public:
  static void unmark(Json& value) {
    if (value.is_array()) {
      for (auto& item : value.as_array()) unmark(item);
    } else if (value.is_object()) {
      value.erase(mark);
      for (auto& [name, member] : value.as_object()) unmark(member);
    }
  }

 private:
  std::mt19937_64& random_;
  std::vector<Object> objects_;
};

}  // namespace sample
