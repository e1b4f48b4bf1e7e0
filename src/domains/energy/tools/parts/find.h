// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "domains/energy/tools/parts/opened.h"
#include "domains/energy/tools/tool.h"

namespace energy::tools {

// Fails with the nearest name, and how to look for others.
Result<const engine::ObjectType*> type_named(const formats::idf::Schema& schema, const Version& version,
                                             std::string_view type);
Result<const engine::ObjectType*> type_named(const Opened& open, std::string_view type);
// An object of Model::objects(), by type and name. Objects without names go by their keys ("Timestep 1"), or, if there
// is one of the type only, without any. Fails with the nearest name.
Result<std::size_t> object_named(const Opened& open, std::string_view type, std::string_view name);

// {object_type, name, fields}
struct ObjectOut {
  std::string object_type, name;
  Json fields_ = Json::object();
  static constexpr auto fields =
      tool::fields(tool::field("object_type", &ObjectOut::object_type, "Its type."),
                   tool::field("name", &ObjectOut::name, "Its name."),
                   tool::field("fields", &ObjectOut::fields_,
                               "Its values by field; blank ones are absent. Repeated ones are a list."));
};
ObjectOut object_out(const engine::Model& model, const engine::Object& object);

}  // namespace energy::tools
