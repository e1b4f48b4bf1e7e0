// SPDX-License-Identifier: Apache-2.0
// The tables of engine/modify are the only place where actions and their parameters are listed: what clients see of
// modify_floorplan, its errors and the schema resource follow from them.
#include "domains/floorplan/engine/modify/actions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "domains/floorplan/tools/list.h"
#include "kernel/snapshot.h"
#include "tool/registry.h"

namespace {

using floorplan::engine::all_actions;
using floorplan::engine::all_parameters;
using testing::HasSubstr;

// The tools and resources as a server lists them.
class Floorplan {
 public:
  Floorplan() {
    registry_.add(tool::Toolset{.name = "floorplan", .title = "", .doc = ""});
    registry_.add(floorplan::tools::offer());
    catalogue_ = *registry_.select({.toolsets = {"floorplan"}});
  }
  const tool::Listed& modify() const { return *catalogue_->find("modify_floorplan"); }
  // Of one operation.
  const base::Json& schema() const {
    return modify().input_schema().at("properties").at("operations").at("items").at("properties");
  }
  std::string schema_resource() const {
    const kernel::View nobody(std::make_shared<const kernel::Snapshot>(), {});
    for (const tool::Resource* resource : catalogue_->resources()) {
      if (resource->uri == "floorplan://schema") return resource->read({}, nobody)->text;
    }
    return "";
  }

 private:
  tool::Registry registry_;
  std::shared_ptr<const tool::Catalogue> catalogue_;
};

std::string list_of(const floorplan::engine::ActionInfo& action) {
  std::string out;
  for (const auto& one : action.parameters) out += (out.empty() ? "`" : ", `") + std::string(one.name) + "`";
  return out.empty() ? "none" : out;
}

TEST(Actions, AreTheToolsEnumerationInTheirOrder) {
  const Floorplan served;
  std::vector<std::string> listed;
  for (const auto& name : served.schema().at("action").at("enum").as_array()) listed.push_back(name.as_string());
  std::vector<std::string> table;
  for (const auto& action : all_actions()) table.emplace_back(action.name);
  EXPECT_EQ(listed, table);
}

TEST(Actions, AreDescribedOneByOne) {
  const Floorplan served;
  const std::string& doc = served.modify().tool->spec.doc;
  for (const auto& action : all_actions()) {
    const std::string target = action.target.empty() ? "" : " (target)";
    const std::string brief = action.brief.empty() ? "" : ": " + std::string(action.brief);
    EXPECT_THAT(doc, HasSubstr("\n" + std::string(action.name) + target + brief));
  }
}

// What stands in the tool's description is taken.
TEST(Actions, TakeTheirMainParameters) {
  for (const auto& action : all_actions()) {
    std::string brief(action.brief);
    std::ranges::replace(brief, ',', ' ');
    std::istringstream names(brief);
    for (std::string name; names >> name;) {
      if (name == "or") continue;
      EXPECT_TRUE(std::ranges::any_of(action.parameters, [&](const auto& one) { return one.name == name; }))
          << action.name << ": " << name;
    }
  }
}

// The list that clients see is flat; a parameter that no action takes would have no place in it.
TEST(Actions, TakeEveryParameterOfTheFlatSchema) {
  const Floorplan served;
  std::vector<std::string> flat;
  for (const auto& [name, schema] : served.schema().at("params").at("properties").as_object()) {
    flat.push_back(name);
    const auto takes = [&](const auto& action) {
      return std::ranges::any_of(action.parameters, [&](const auto& parameter) { return parameter.name == name; });
    };
    EXPECT_TRUE(std::ranges::any_of(all_actions(), takes)) << name;
  }
  std::vector<std::string> table;
  for (const auto& parameter : all_parameters()) table.emplace_back(parameter.name);
  EXPECT_EQ(flat, table);
}

TEST(Actions, AreInTheSchemaResourceWithTheirParameters) {
  const std::string text = Floorplan().schema_resource();
  for (const auto& action : all_actions()) {
    EXPECT_THAT(text, HasSubstr("- `" + std::string(action.name) + "`"));
    EXPECT_THAT(text, HasSubstr(std::string(action.doc) + " Parameters: " + list_of(action) + ".\n"));
  }
  for (const auto& one : all_parameters()) {
    EXPECT_THAT(text, HasSubstr("- `" + std::string(one.name) + "`: " + std::string(one.doc) + "\n"));
  }
}

// The decoder of a request is made from the same tables.
struct Asked {
  floorplan::engine::Action action{};
  std::optional<floorplan::engine::AllParameters> params;
  static constexpr auto fields = tool::fields(tool::field("action", &Asked::action, "What to do."),
                                              tool::field("params", &Asked::params, "With what."));
};
base::Error refusal(std::string_view json) { return tool::decode<Asked>(*base::parse_json(json)).error(); }

TEST(Actions, AnUnknownOneIsAnsweredWithTheNearestAndAllOfThem) {
  const base::Error error = refusal(R"({"action":"add_rooms"})");
  EXPECT_EQ(error.path, "action");
  EXPECT_EQ(error.hint, "Did you mean 'add_room'?");
  for (const auto& action : all_actions()) EXPECT_THAT(error.message, HasSubstr(std::string(action.name)));
}

TEST(Actions, AnUnknownParameterIsAnsweredWithTheNearestAndAllOfThem) {
  const base::Error error = refusal(R"({"action":"add_room","params":{"newNames":"x"}})");
  EXPECT_EQ(error.path, "params.newNames");
  EXPECT_EQ(error.hint, "Did you mean 'newName'?");
  for (const auto& one : all_parameters()) EXPECT_THAT(error.message, HasSubstr(std::string(one.name)));
}

}  // namespace
