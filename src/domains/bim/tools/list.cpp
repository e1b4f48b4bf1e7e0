// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/list.h"

#include <utility>

// One line per tool: X(name) stands for name::declare() in name.cpp.
#define BIM_GEOMETRY(X) \
  X(create_wall)        \
  X(create_floor)       \
  X(create_roof)        \
  X(create_column)      \
  X(create_opening)     \
  X(place_door)         \
  X(place_window)       \
  X(boolean_operation)  \
  X(join_elements)      \
  X(modify_parameter)   \
  X(move_element)       \
  X(copy_element)

// Those that change the model; the readings are beneath.
#define BIM_EXTRAS(X) \
  X(create_level)     \
  X(create_grid)      \
  X(create_type)      \
  X(create_room)      \
  X(delete_elements)

namespace bim::tools {

#define DECLARE_TOOL(name)                               \
  namespace name {                                       \
  tool::Tool declare();                                  \
  Result<Json> run(const Json& arguments, Draft& draft); \
  }
BIM_GEOMETRY(DECLARE_TOOL)
BIM_EXTRAS(DECLARE_TOOL)
#undef DECLARE_TOOL
namespace apply_changes {
tool::Tool declare();
}
namespace get_element {
tool::Tool declare();
}
namespace list_elements {
tool::Tool declare();
}
namespace look_at_building {
tool::Tool declare();
}

// One by one: a list in braces would copy every schema.
#define ADD_TOOL(name) out.tools.push_back(name::declare());

tool::Offer geometry() {
  tool::Offer out{.toolset = "geometry"};
  BIM_GEOMETRY(ADD_TOOL)
  return out;
}

tool::Offer extras() {
  tool::Offer out{.toolset = "bim"};
  BIM_EXTRAS(ADD_TOOL)
  ADD_TOOL(apply_changes)
  ADD_TOOL(get_element)
  ADD_TOOL(list_elements)
  ADD_TOOL(look_at_building)
  return out;
}

namespace {

const std::vector<std::pair<std::string, Step>>& steps() {
#define NAME_STEP(name) {#name, name::run},
  static const std::vector<std::pair<std::string, Step>> all{BIM_GEOMETRY(NAME_STEP) NAME_STEP(create_level) NAME_STEP(
      create_grid) NAME_STEP(create_type) NAME_STEP(create_room) NAME_STEP(delete_elements)};
#undef NAME_STEP
  return all;
}

}  // namespace

Step step_named(std::string_view tool) {
  for (const auto& [name, step] : steps()) {
    if (name == tool) return step;
  }
  return nullptr;
}

std::vector<std::string> step_names() {
  std::vector<std::string> names;
  for (const auto& [name, step] : steps()) names.push_back(name);
  return names;
}

}  // namespace bim::tools
