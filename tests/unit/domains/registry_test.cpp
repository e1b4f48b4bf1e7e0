// SPDX-License-Identifier: Apache-2.0
// What every tool must have, and which tools a choice of toolsets gives.
#include "tool/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "cli/runtime.h"
#include "domains.h"

namespace {

const std::filesystem::path source_dir = LINTEL_SOURCE_DIR;

// Everything there is, from the list that main reads.
struct Everything {
  tool::Views views{base::system_clock(), base::system_entropy()};
  tool::Registry registry;
  std::vector<domain::Serving> servings = cli::fill(registry, views, all_domains(), true);
  std::shared_ptr<const tool::Catalogue> select(const tool::Selection& selection) const {
    auto catalogue = registry.select(selection);
    EXPECT_TRUE(catalogue.ok()) << catalogue.error().message;
    return *catalogue;
  }
};

std::string read_text(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

// Fixtures of the conformance suite have the wording that the suite prescribes; the rules are for ours.
std::vector<const tool::Listed*> our_tools(const tool::Catalogue& catalogue) {
  std::vector<const tool::Listed*> ours;
  for (const auto& listed : catalogue.tools()) {
    if (listed.tool->toolset != "conformance") ours.push_back(&listed);
  }
  return ours;
}

TEST(Registry, EveryToolIsNamedTitledAndDocumented) {
  const Everything everything;
  const auto catalogue = everything.select({.toolsets = {"all"}, .fixtures = true});
  std::set<std::string> names;
  for (const auto& listed : catalogue->tools()) {
    const auto& spec = listed.tool->spec;
    EXPECT_TRUE(std::regex_match(spec.name, std::regex("[a-z0-9_]{1,64}"))) << spec.name;
    EXPECT_TRUE(names.insert(spec.name).second) << spec.name << " exists twice";
  }
  for (const auto* listed : our_tools(*catalogue)) {
    const auto& spec = listed->tool->spec;
    EXPECT_FALSE(spec.title.empty()) << spec.name;
    EXPECT_TRUE(spec.doc.ends_with(".")) << spec.name << ": " << spec.doc;
    for (const auto& [name, property] : listed->input_schema().at("properties").as_object()) {
      // None where the name says it.
      const std::string description(property.text("description", "."));
      EXPECT_TRUE(description.ends_with(".")) << spec.name << "." << name;
    }
    EXPECT_FALSE(listed->output_schema().is_null()) << spec.name;
    for (const char* combinator : {"anyOf", "oneOf", "allOf"}) {
      EXPECT_EQ(listed->input_schema().find(combinator), nullptr) << spec.name;
    }
  }
}

TEST(Registry, EveryToolAppearsInAConversation) {
  const Everything everything;
  std::string conversations;
  for (const auto& file : std::filesystem::directory_iterator(source_dir / "tests/conversations")) {
    if (file.path().extension() == ".test") conversations += read_text(file.path());
  }
  const auto catalogue = everything.select({.toolsets = {"all"}, .fixtures = true});
  for (const auto* listed : our_tools(*catalogue)) {
    EXPECT_NE(conversations.find("call " + listed->tool->spec.name), std::string::npos)
        << listed->tool->spec.name << " is in no tests/conversations/*.test";
  }
}

// UPDATE_SNAPSHOTS=1 rewrites them; the difference is reviewed like code.
TEST(Registry, EveryToolMatchesItsSnapshot) {
  const Everything everything;
  const bool update = std::getenv("UPDATE_SNAPSHOTS") != nullptr;
  const auto catalogue = everything.select({.toolsets = {"all"}, .fixtures = true});
  for (const auto* listed : our_tools(*catalogue)) {
    const auto file = source_dir / "tests/snapshots" / (listed->tool->spec.name + ".json");
    const std::string now = base::parse_json(listed->json())->pretty() + "\n";
    if (update) {
      std::ofstream(file) << now;
    } else {
      EXPECT_EQ(now, read_text(file)) << "UPDATE_SNAPSHOTS=1 rewrites " << file;
    }
  }
}

// A model reads name, description and arguments of every tool before it does anything. About four bytes are a token.
std::size_t tokens_of(const tool::Listed& listed) {
  const base::Json entry = base::parse_json(listed.json()).value();
  base::Json read = base::Json::object();
  for (const char* member : {"name", "description", "inputSchema"}) read.set(member, entry.at(member));
  return (read.dump().size() + 3) / 4;
}

TEST(Registry, WhatAModelReadsOfAToolIsSmall) {
  const Everything everything;
  const std::map<std::string, std::size_t> larger = {{"render_floorplan", 700}, {"modify_floorplan", 1500}};
  const auto all = everything.select({.toolsets = {"all"}, .fixtures = true});
  for (const auto& listed : all->tools()) {
    const auto found = larger.find(listed.tool->spec.name);
    EXPECT_LE(tokens_of(listed), found == larger.end() ? 300U : found->second) << listed.tool->spec.name;
  }
  const auto plain = everything.select({});
  std::size_t first_three = 0, of_aas = 0;
  std::vector<std::size_t> of_energy, of_geometry;
  for (const auto& listed : plain->tools()) {
    if (listed.toolset->name == "energy") {
      of_energy.push_back(tokens_of(listed));
    } else if (listed.toolset->name == "geometry") {
      of_geometry.push_back(tokens_of(listed));
    } else if (listed.toolset->name != "bim") {
      (listed.toolset->name == "aas" ? of_aas : first_three) += tokens_of(listed);
    }
  }
  EXPECT_LE(first_three, 8000U) << "kernel, ids and floorplan in a plain `lintel serve`";
  EXPECT_LE(of_aas, 17U * 200U) << "the seventeen of aas";
  std::ranges::sort(of_energy);
  EXPECT_LE(of_energy[of_energy.size() / 2], 200U) << "the median of energy";
  std::ranges::sort(of_geometry);
  ASSERT_EQ(of_geometry.size(), 12U);
  EXPECT_LE(of_geometry[of_geometry.size() / 2], 200U) << "the median of geometry";
}

// What the list leaves out to be small, the decoder and docs/tools.md still know.
TEST(Registry, TheListNamesEveryArgumentAndLeavesLimitsToTheDecoder) {
  const Everything everything;
  const auto catalogue = everything.select({.toolsets = {"all"}});
  const auto& listed = *catalogue->find("render_floorplan");
  const base::Json brief = base::parse_json(listed.json())->at("inputSchema").at("properties");
  EXPECT_EQ(brief.size(), listed.input_schema().at("properties").size());
  EXPECT_EQ(listed.input_schema().at("properties").at("dsl").find("maxLength")->as_integer(), 4194304);
  EXPECT_EQ(brief.at("dsl").find("maxLength"), nullptr);
  EXPECT_EQ(brief.at("width").at("maximum").as_integer(), 8192) << "a limit that a caller may meet";
  EXPECT_EQ(brief.at("cameraTarget").at("required").size(), 3U);
  EXPECT_EQ(brief.at("cameraTarget").at("properties").at("x").dump(), R"({"type":"number"})");
}

TEST(Registry, PlansCanBeOpenedByDefault) { EXPECT_NE(Everything().select({})->find("open_floorplan"), nullptr); }

TEST(Registry, HintsFollowFromTheVerb) {
  const Everything everything;
  const auto catalogue = everything.select({.toolsets = {"all"}, .fixtures = true});
  const auto hints = [&](const char* name) { return catalogue->find(name)->annotations(); };
  EXPECT_TRUE(hints("sample_list").at("readOnlyHint").as_bool());
  EXPECT_FALSE(hints("sample_create").at("readOnlyHint").as_bool());
  EXPECT_FALSE(hints("sample_create").at("destructiveHint").as_bool());
  EXPECT_TRUE(hints("sample_delete").at("destructiveHint").as_bool());
}

TEST(Registry, AddsTheCommonArguments) {
  const Everything everything;
  const auto catalogue = everything.select({.toolsets = {"all"}, .fixtures = true});
  const auto has = [&](const char* tool, const char* argument) {
    return catalogue->find(tool)->input_schema().at("properties").find(argument) != nullptr;
  };
  EXPECT_TRUE(has("sample_list", "workspace"));
  EXPECT_TRUE(has("sample_list", "reasoning"));
  EXPECT_FALSE(has("sample_list", "dry_run"));
  EXPECT_TRUE(has("sample_create", "dry_run"));
  EXPECT_TRUE(has("sample_create", "branch"));
  EXPECT_FALSE(has("history", "dry_run"));
}

TEST(Registry, ReadOnlyDropsEveryChange) {
  const Everything everything;
  const auto catalogue = everything.select({.read_only = true, .fixtures = true});
  for (const auto& listed : catalogue->tools()) {
    EXPECT_TRUE(listed.annotations().at("readOnlyHint").as_bool()) << listed.tool->spec.name;
  }
}

// A reading returns data: its handler has no way to write. So none takes a path to write to either.
TEST(Registry, NoReadingTakesAPathToWrite) {
  const Everything everything;
  const auto catalogue = everything.select({.toolsets = {"all"}, .fixtures = true});
  const std::regex writes("(out|output|target|dest|destination|save|write|export)(_?(path|file|dir|to|folder))?");
  for (const auto& listed : catalogue->tools()) {
    if (listed.tool->verb != tool::Verb::read) continue;
    for (const auto& [name, property] : listed.input_schema().at("properties").as_object()) {
      EXPECT_FALSE(std::regex_match(name, writes)) << listed.tool->spec.name << "." << name;
      EXPECT_EQ(property.text("description").find("to write"), std::string::npos)
          << listed.tool->spec.name << "." << name;
    }
    EXPECT_EQ(listed.input_schema().at("properties").find("dry_run"), nullptr) << listed.tool->spec.name;
  }
}

TEST(Registry, AReadOnlyServerChecksModels) {
  const Everything everything;
  const auto catalogue = everything.select({.toolsets = {"all"}, .read_only = true});
  ASSERT_NE(catalogue->find("validate_ifc_model"), nullptr);
  EXPECT_TRUE(catalogue->find("validate_ifc_model")->annotations().at("readOnlyHint").as_bool());
  EXPECT_EQ(catalogue->find("export_ids_report"), nullptr);
}

// A snapshot without its tool is as wrong as a tool without its snapshot.
TEST(Registry, EverySnapshotHasItsTool) {
  const Everything everything;
  for (const auto& file : std::filesystem::directory_iterator(source_dir / "tests/snapshots"))
    EXPECT_NE(everything.registry.tool(file.path().stem().string()), nullptr) << file.path();
}

// What serves has its domain.cpp.
TEST(Domains, AreFoldersOfTheirNames) {
  for (const auto& domain : all_domains()) {
    EXPECT_EQ(static_cast<bool>(domain.serve),
              std::filesystem::exists(source_dir / "src/domains" / domain.name / "domain.cpp"))
        << domain.name;
    EXPECT_FALSE(domain.toolsets.empty()) << domain.name;
  }
}

// Whatever is served, the built-in policy is one, and it knows names that policy files already use.
TEST(Domains, PoliciesMayNameEveryToolset) {
  const auto policy = kernel::Policy::built_in(domain::policy_toolsets(all_domains()));
  for (const char* name : {"ids", "energy", "floorplan", "aas", "bim", "geometry", "spatial", "validation",
                           "documentation", "fixtures", "kernel"})
    EXPECT_TRUE(policy.expand(name).ok()) << name;
  EXPECT_EQ(policy.expand("bim")->size(), 5U);
  EXPECT_EQ(policy.expand("bimm").error().message, "unknown toolset 'bimm' (did you mean 'bim'?)");
}

TEST(Registry, SelectionNarrowsAddsAndExcludes) {
  const Everything everything;
  EXPECT_EQ(everything.select({})->find("sample_create"), nullptr) << "fixtures are hidden";
  EXPECT_NE(everything.select({})->find("history"), nullptr);
  const auto narrowed = everything.select({.toolsets = {"fixtures"}, .exclude = {"sample_merge"}});
  EXPECT_NE(narrowed->find("sample_create"), nullptr);
  EXPECT_EQ(narrowed->find("sample_merge"), nullptr);
  EXPECT_NE(narrowed->find("undo"), nullptr) << "the kernel's tools belong to every toolset";
  EXPECT_NE(everything.select({.tools = {"sample_list"}})->find("sample_list"), nullptr);
}

TEST(Registry, UnknownNamesAreAnsweredWithTheNearest) {
  const Everything everything;
  const auto toolset = everything.registry.select({.toolsets = {"kernal"}});
  ASSERT_FALSE(toolset.ok());
  EXPECT_EQ(toolset.error().hint, "Did you mean 'kernel'?");
  const auto excluded = everything.registry.select({.exclude = {"histori"}});
  ASSERT_FALSE(excluded.ok());
  EXPECT_EQ(excluded.error().hint, "Did you mean 'history'?");
}

TEST(Registry, TheOrderIsAlwaysTheSame) {
  EXPECT_EQ(Everything().select({.fixtures = true})->names(), Everything().select({.fixtures = true})->names());
}

}  // namespace
