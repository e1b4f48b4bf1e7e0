// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <utility>

#include "base/text.h"
#include "domains/energy/engine/edit/draft.h"
#include "formats/idf/edit.h"

namespace energy::engine {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

std::string shown(const Json& value) {
  return base::printable(value.is_string() ? value.as_string() : value.dump(), 200);
}

using Flat = std::vector<std::pair<std::string, std::string>>;

// Every field by its path, in the order of the object.
Flat flat(const Json& fields) {
  Flat out;
  for (const auto& [name, value] : fields.as_object()) {
    if (!value.is_array()) {
      out.emplace_back(name, shown(value));
      continue;
    }
    for (std::size_t i = 0; i < value.size(); ++i)
      for (const auto& [inner, text] : value.as_array()[i].as_object())
        out.emplace_back(name + "[" + std::to_string(i) + "]." + inner, shown(text));
  }
  return out;
}

}  // namespace

Result<Model> model_of(const Json& body, std::shared_ptr<const Schema> schema) {
  const auto* type = schema->find(body.text("type"));
  if (type == nullptr) return fail(Code::unknown_name, "unknown object type", std::string(body.text("type")));
  if (const Json* fields = body.find("fields"); fields != nullptr && fields->is_array()) {
    std::vector<std::string> texts;
    for (const Json& each : fields->as_array()) texts.push_back(each.as_string());
    auto file = TRY(formats::idf::File::parse(formats::idf::print_object(texts, *type, "\n")));
    return Model::read(std::make_shared<const formats::idf::File>(std::move(file)), std::move(schema));
  }
  Json root = Json::object();
  root[type->name].set(std::string(body.text("key")), body.at("value"));
  auto file = TRY(formats::epjson::File::parse(root.dump()));
  return Model::read(std::make_shared<const formats::epjson::File>(std::move(file)), std::move(schema));
}

std::vector<std::string> differences(const Json* before, const Json* after) {
  const Flat old = before == nullptr ? Flat() : flat(*before);
  const Flat now = after == nullptr ? Flat() : flat(*after);
  std::map<std::string_view, std::string_view> left(old.begin(), old.end());
  std::vector<std::string> out;
  for (const auto& [path, text] : now) {
    const auto was = left.find(path);
    if (was == left.end()) {
      out.push_back(path + ": " + (before == nullptr ? "" : "nothing → ") + text);
    } else {
      if (was->second != text) out.push_back(path + ": " + std::string(was->second) + " → " + text);
      left.erase(was);
    }
  }
  for (const auto& [path, text] : old)
    if (left.count(path) > 0) out.push_back(path + ": " + text + (after == nullptr ? "" : " → nothing"));
  return out;
}

}  // namespace energy::engine
