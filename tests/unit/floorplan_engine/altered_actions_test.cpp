// SPDX-License-Identifier: Apache-2.0
// Built from tables with the action `paint_room` and the parameter `colour` added (see CMakeLists.txt).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "domains/floorplan/engine/modify/actions.h"
#include "tool/fields.h"

namespace floorplan::engine {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

struct Asked {
  Action action{};
  std::optional<AllParameters> params;
  static constexpr auto fields = tool::fields(tool::field("action", &Asked::action, "What to do."),
                                              tool::field("params", &Asked::params, "With what."));
};
base::Result<Asked> decoded(std::string_view json) { return tool::decode<Asked>(*base::parse_json(json)); }

TEST(AlteredActions, TheListsHaveTheNewAction) {
  EXPECT_EQ(enum_names(Action{}).back(), "paint_room");
  EXPECT_EQ(all_actions().back().target, "room");
  EXPECT_THAT(info(Action::paint_room).parameters,
              ElementsAre(Field(&ParameterInfo::name, "colour"), Field(&ParameterInfo::name, "floor")));
  EXPECT_EQ(all_parameters().back().doc, "The colour of its walls.");
}

TEST(AlteredActions, TheSchemaHasThem) {
  const base::Json schema = tool::object_schema<Asked>(true).at("properties");
  EXPECT_EQ(schema.at("action").at("enum").as_array().back().as_string(), "paint_room");
  EXPECT_EQ(schema.at("params").at("properties").at("colour").at("maxLength").as_integer(), 20);
}

TEST(AlteredActions, ARequestBecomesItsStruct) {
  const auto asked = decoded(R"({"action":"paint_room","params":{"colour":"red","floor":"Ground","label":"x"}})");
  ASSERT_TRUE(asked.ok());
  const Operation operation = operation_of(asked->action, "Hall", *asked->params);
  EXPECT_EQ(operation.action(), Action::paint_room);
  EXPECT_EQ(std::get<action::PaintRoom>(operation.parameters).colour, "red");
  EXPECT_EQ(std::get<action::PaintRoom>(operation.parameters).floor, "Ground");
}

TEST(AlteredActions, TheErrorsKnowThem) {
  EXPECT_EQ(decoded(R"({"action":"paint_rooms"})").error().hint, "Did you mean 'paint_room'?");
  const base::Error error = decoded(R"({"action":"paint_room","params":{"colours":"red"}})").error();
  EXPECT_EQ(error.hint, "Did you mean 'colour'?");
  EXPECT_THAT(error.message, HasSubstr("value, colour"));
}

}  // namespace
}  // namespace floorplan::engine
