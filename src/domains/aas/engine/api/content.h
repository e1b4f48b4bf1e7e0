// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "domains/aas/engine/api/query.h"
#include "domains/aas/engine/tree/node.h"

// The formats in which IDTA-01002 shows an element ("SerializationModifier Content"), written as JSON. What lies deeper
// than the level says is left out.
namespace aas::engine::api {

// As IDTA-01001 has it in JSON.
void write_normal(std::string& out, const Nodes& nodes, const Node& node, const Modifiers& modifiers);

// Without its value: what ValueOnly shows, and all that is below.
void write_metadata(std::string& out, const Node& node);
// Capability and Operation have nothing that metadata would leave out.
bool has_metadata(const Node& node);

// ValueOnly (IDTA-01001, "Format Value"). Capability and Operation have none.
bool has_value(const Node& node);
void write_value(std::string& out, const Nodes& nodes, const Node& node, const Modifiers& modifiers);
// The same under its idShort: {"MaxRotationSpeed": 5000}; an item of a list, which has none, as it is.
void write_named_value(std::string& out, const Nodes& nodes, const Node& node, const Modifiers& modifiers);

// A ModelReference to it.
void write_reference(std::string& out, const Nodes& nodes, const Node& node);

// Elements below `node`, in order, with their idShortPaths; `path` is that of the node itself. Ends when `each` says
// false.
void each_path_below(const Nodes& nodes, const Node& node, std::string_view path, bool deep,
                     const std::function<bool(std::string_view path)>& each);
// Whether an element can have others below it that have a path: collections, lists, entities.
bool has_paths(const Node& node);

// A value in the JSON type of its valueType. Numbers that JSON would not give back as they are stay text.
Json typed_value(std::string_view value_type, std::string_view value);

}  // namespace aas::engine::api
