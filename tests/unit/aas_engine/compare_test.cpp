// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>

#include "domains/aas/engine/compare/differences.h"
#include "domains/aas/engine/compare/list_steps.h"
#include "domains/aas/engine/compare/merge.h"
#include "unit/aas_engine/document.h"
#include "unit/aas_engine/random_environment.h"

namespace aas::engine {
namespace {

using namespace testing_document;  // NOLINT(google-build-using-namespace)
using testing::ElementsAre;
using testing::IsEmpty;

std::uint32_t start_seed() {
  const char* given = std::getenv("LINTEL_SEED");
  const std::uint32_t seed =
      given != nullptr ? static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10)) : std::random_device()();
  std::cout << "LINTEL_SEED=" << seed << "\n";
  return seed;
}

Json patched(const Json& document, const std::vector<Patch>& patches) {
  const InMemory nodes(document);
  Draft draft(nodes, [n = 0]() mutable { return "m" + std::to_string(n++); });
  for (const Patch& patch : patches) {
    const auto done = draft.apply(patch);
    EXPECT_TRUE(done.ok()) << to_json(patch).dump() << ": " << (done.ok() ? "" : done.error().message);
    if (!done.ok()) break;
  }
  return put_together(draft, draft.root());
}

std::vector<std::string> ops(const Json& from, const Json& to) {
  std::vector<std::string> out;
  for (const Patch& each : changes_between(from, to)) {
    out.push_back(std::string(name(each.op)) + " " + (each.from.empty() ? "" : each.from + " ") + each.path +
                  (each.value ? " " + each.value->dump() : ""));
  }
  return out;
}

Json& element(Json& document, std::size_t index) {
  return document["submodels"].as_array()[0]["submodelElements"].as_array()[index];
}

// --- one list ---

TEST(AasListSteps, FewAndInSequence) {
  std::mt19937 random(start_seed());
  for (int round = 0; round < 3000; ++round) {
    std::vector<int> old(random() % 9), now;
    std::iota(old.begin(), old.end(), 0);
    now = old;
    std::ranges::shuffle(now, random);
    now.resize(random() % (now.size() + 1));
    for (std::size_t i = random() % 4; i > 0; --i)
      now.insert(now.begin() + static_cast<std::ptrdiff_t>(random() % (now.size() + 1)), 100 + static_cast<int>(i));
    Json::Array before, after;
    for (const int each : old) before.emplace_back(std::to_string(each));
    for (const int each : now) after.emplace_back(std::to_string(each));
    const auto matches = formats::aas::match_items(before, after);
    Json::Array list = before;
    std::size_t moves = 0, displaced = 0;
    for (const ListStep& step : list_steps(before.size(), matches)) {
      const auto at = static_cast<std::ptrdiff_t>(step.at);
      if (step.kind == ListStep::Kind::remove) list.erase(list.begin() + at);
      if (step.kind == ListStep::Kind::add) list.insert(list.begin() + at, after[step.item]);
      if (step.kind != ListStep::Kind::move) continue;
      ++moves;
      const Json taken = list[step.from];
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(step.from));
      list.insert(list.begin() + at, taken);
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (!matches[i].old) continue;
      if (!matches[i].in_place) ++displaced;
      list[i] = after[i];  // items that were matched by their place
    }
    ASSERT_EQ(Json(list), Json(after)) << Json(before).dump();
    ASSERT_LE(moves, displaced);
  }
}

// --- documents ---

TEST(AasDifferences, AChangedPropertyIsOneReplace) {
  Json to = nameplate();
  element(to, 0).set("value", "B2");
  EXPECT_THAT(ops(nameplate(), to), ElementsAre(R"(replace /submodels/0/submodelElements/0/value "B2")"));
  EXPECT_THAT(diff_in_words(nameplate(), to), ElementsAre(R"(Nameplate/Serial/value: "A1" → "B2")"));
  EXPECT_THAT(ops(nameplate(), nameplate()), IsEmpty());
}

TEST(AasDifferences, ElementsAreTheSameByTheirNames) {
  Json to = nameplate();
  Json::Array& elements = to["submodels"].as_array()[0]["submodelElements"].as_array();
  std::swap(elements[0], elements[2]);
  elements[0].set("value", "/aasx/other.png");
  elements.insert(elements.begin(), parsed(R"({"modelType":"Property","idShort":"New","valueType":"xs:int"})"));
  EXPECT_EQ(patched(nameplate(), changes_between(nameplate(), to)), to);
  EXPECT_EQ(ops(nameplate(), to).size(), 4U);  // an addition, two moves, a value
}

TEST(AasDifferences, WhatComesAndGoes) {
  Json to = nameplate();
  to["submodels"].as_array().pop_back();
  element(to, 1).erase("displayName");
  to["submodels"].as_array()[0]["submodelElements"].push_back(
      parsed(R"({"modelType":"Property","idShort":"Year","valueType":"xs:gYear","value":"2023"})"));
  EXPECT_THAT(diff_in_words(nameplate(), to),
              ElementsAre("Empty: Submodel Empty → nothing", "Nameplate/Year: nothing → Property Year = 2023",
                          "Nameplate/Address/displayName: de: Adresse → nothing"));
}

TEST(AasDifferences, AnElementThatOnlyChangedPlaceIsMoved) {
  Json to = nameplate();
  Json::Array& elements = to["submodels"].as_array()[0]["submodelElements"].as_array();
  Json city = elements[1]["value"].as_array()[0];
  elements[1]["value"].as_array().erase(elements[1]["value"].as_array().begin());
  elements.insert(elements.begin(), city);
  EXPECT_THAT(ops(nameplate(), to),
              ElementsAre("move /submodels/0/submodelElements/1/value/0 /submodels/0/submodelElements/0"));
  EXPECT_THAT(diff_in_words(nameplate(), to), ElementsAre("Nameplate/City: moved from Nameplate/Address/City"));
  std::swap(elements[0], elements[3]);
  EXPECT_EQ(patched(nameplate(), changes_between(nameplate(), to)), to);
}

TEST(AasDifferences, ARenamedElementKeepsTheRest) {
  Json to = nameplate();
  element(to, 0).set("idShort", "SerialNumber");
  EXPECT_THAT(ops(nameplate(), to), ElementsAre(R"(replace /submodels/0/submodelElements/0/idShort "SerialNumber")"));
  element(to, 0).set("value", "other");  // now it is another element
  EXPECT_THAT(ops(nameplate(), to), ElementsAre(testing::StartsWith("remove"), testing::StartsWith("add")));
}

TEST(AasDifferences, SmallMembersAreShownAsAWhole) {
  Json from = nameplate();
  element(from, 0)["semanticId"].set("type", "ModelReference");
  Json to = from;
  element(to, 0).set("semanticId",
                     parsed(R"({"type":"ExternalReference","keys":[{"type":"GlobalReference","value":"x"}]})"));
  EXPECT_THAT(ops(from, to), ElementsAre(testing::StartsWith("replace /submodels/0/submodelElements/0/semanticId {")));
}

TEST(AasDifferences, ListsThatAreEmptyOrNoLists) {
  for (const auto& [from, to] : std::initializer_list<std::pair<const char*, const char*>>{
           {R"({"submodels":[{"modelType":"Submodel","id":"a"}]})", R"({"submodels":[]})"},
           {R"({"submodels":[]})", R"({"submodels":[{"modelType":"Submodel","id":"a"}]})"},
           {R"({"submodels":[{"id":"a"}]})", R"({"submodels":["a"]})"},
           {R"({"submodels":["a"]})", R"({"submodels":[{"id":"a"}]})"},
           {R"({"submodels":null})", R"({"submodels":[]})"},
           {R"({"submodels":[{"id":"a"}]})", R"({})"},
           {R"({"assetAdministrationShells":[],"submodels":[{"id":"a"}]})",
            R"({"assetAdministrationShells":[],"submodels":[{"id":"b","x":1}]})"},
           {R"({"modelType":"x","submodels":[{"id":"a"}]})",
            R"({"modelType":"y","submodels":[{"id":"b"},{"id":"a"}]})"}}) {
    EXPECT_EQ(patched(parsed(from), changes_between(parsed(from), parsed(to))), parsed(to)) << from;
  }
}

TEST(AasDifferences, TurnOneDocumentIntoTheOther) {
  const std::uint32_t first = start_seed();
  for (std::uint32_t round = 0; round < 3000; ++round) {
    RandomDocuments random(first + round);
    const Json from = random.environment();
    const Json to = round % 4 == 0 ? random.environment() : random.changed(from, 1 + static_cast<int>(round % 12));
    ASSERT_THAT(changes_between(from, from), IsEmpty());
    const auto patches = changes_between(from, to);
    ASSERT_EQ(patched(from, patches), to) << "seed " << first + round << "\n" << from.dump() << "\n" << to.dump();
  }
}

Json large(std::size_t elements) {
  Json submodels = Json::array();
  for (std::size_t i = 0; i < elements / 1000; ++i) {
    Json list = Json::array();
    for (std::size_t j = 0; j < 1000; ++j)
      list.push_back(Json::object({{"modelType", "Property"},
                                   {"idShort", "p" + std::to_string(j)},
                                   {"valueType", "xs:int"},
                                   {"value", std::to_string(i * j)}}));
    submodels.push_back(Json::object(
        {{"modelType", "Submodel"}, {"id", "urn:" + std::to_string(i)}, {"submodelElements", std::move(list)}}));
  }
  return Json::object({{"submodels", std::move(submodels)}});
}

TEST(AasDifferences, LargeDocumentsAreQuick) {
  const Json from = large(26'000);
  Json to = from;
  std::mt19937 random(7);
  for (Json& submodel : to["submodels"].as_array()) {
    std::ranges::shuffle(submodel["submodelElements"].as_array(), random);
    for (int i = 0; i < 100; ++i) submodel["submodelElements"].as_array()[random() % 1000].set("value", "x");
  }
  std::ranges::reverse(to["submodels"].as_array());
  const auto begun = std::chrono::steady_clock::now();
  const auto patches = changes_between(from, to);
  const auto took = std::chrono::steady_clock::now() - begun;
  std::cout << patches.size() << " operations in " << std::chrono::duration<double, std::milli>(took).count()
            << " ms\n";
  EXPECT_GT(patches.size(), 20'000U);
  EXPECT_LT(took, std::chrono::seconds(3));
}

// --- three ways ---

TEST(AasMerge, TakesWhatOnlyTheyChanged) {
  Json ours = nameplate(), theirs = nameplate();
  element(ours, 0).set("value", "ours");
  element(theirs, 2).set("value", "/theirs.png");
  element(theirs, 1)["value"].push_back(parsed(R"({"modelType":"Property","idShort":"Zip","valueType":"xs:string"})"));
  const Merged result = merged(nameplate(), ours, theirs);
  EXPECT_THAT(result.conflicts, IsEmpty());
  Json both = theirs;
  element(both, 0).set("value", "ours");
  EXPECT_EQ(patched(ours, result.patches), both);
}

TEST(AasMerge, ContradictionsAreToldAndOursStays) {
  Json ours = nameplate(), theirs = nameplate();
  element(ours, 0).set("value", "ours");
  element(theirs, 0).set("value", "theirs");
  element(theirs, 1)["value"].as_array()[0].set("value", "Bonn");
  ours["submodels"].as_array()[0]["submodelElements"].as_array().erase(
      ours["submodels"].as_array()[0]["submodelElements"].as_array().begin() + 1);
  const Merged result = merged(nameplate(), ours, theirs);
  EXPECT_EQ(patched(ours, result.patches), ours);
  ASSERT_EQ(result.conflicts.size(), 2U);
  EXPECT_EQ(in_words(result.conflicts[0]),
            R"(Nameplate/Serial/value: changed on both sides: here "A1" → "ours", there "A1" → "theirs")");
  EXPECT_EQ(result.conflicts[0].pointer, "/submodels/0/submodelElements/0/value");
  EXPECT_EQ(result.conflicts[1].what, "removed here, changed there");
  EXPECT_EQ(result.conflicts[1].where, "Nameplate/Address");
  EXPECT_EQ(result.conflicts[1].pointer, "/submodels/0/submodelElements/1");
}

TEST(AasMerge, TheSameChangeOnBothSidesIsThereOnce) {
  Json ours = nameplate();
  element(ours, 1)["value"].push_back(parsed(R"({"modelType":"Property","idShort":"Zip","valueType":"xs:string"})"));
  element(ours, 1)["value"].as_array()[1]["value"].push_back(
      parsed(R"({"modelType":"Property","valueType":"xs:string","value":"3"})"));
  Json theirs = ours;
  element(ours, 0).set("value", "x");
  const Merged result = merged(nameplate(), ours, theirs);
  EXPECT_THAT(result.patches, IsEmpty());
  EXPECT_THAT(result.conflicts, IsEmpty());
}

TEST(AasMerge, Laws) {
  const std::uint32_t first = start_seed();
  for (std::uint32_t round = 0; round < 2000; ++round) {
    RandomDocuments random(first + round);
    const Json base = random.environment();
    const Json ours = random.changed(base, 5), theirs = random.changed(base, 5);
    SCOPED_TRACE("seed " + std::to_string(first + round));
    const Merged nothing = merged(base, ours, base);
    ASSERT_THAT(nothing.patches, IsEmpty());
    ASSERT_THAT(nothing.conflicts, IsEmpty());
    const Merged all = merged(base, base, theirs);
    ASSERT_THAT(all.conflicts, IsEmpty());
    ASSERT_EQ(patched(base, all.patches), theirs);
    ASSERT_THAT(merged(base, ours, ours).patches, IsEmpty());
    patched(ours, merged(base, ours, theirs).patches);  // every pointer is right
  }
}

// Elements that are there or not, with one of three values each: what must come out is written down here by itself.
TEST(AasMerge, NoUpdateIsLost) {
  std::mt19937 random(start_seed());
  using Values = std::vector<std::string>;  // "" : not there
  const auto document = [](const Values& values) {
    Json list = Json::array();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!values[i].empty())
        list.push_back(
            Json::object({{"modelType", "Property"}, {"idShort", "p" + std::to_string(i)}, {"value", values[i]}}));
    }
    list.push_back(Json::object({{"modelType", "Property"}, {"idShort", "last"}}));
    return Json::object(
        {{"submodels", Json::array({Json::object(
                           {{"modelType", "Submodel"}, {"id", "a"}, {"submodelElements", std::move(list)}})})}});
  };
  for (int round = 0; round < 2000; ++round) {
    Values base(12), ours, theirs;
    const auto any = [&] { return std::string(std::vector<const char*>{"", "1", "2", "3"}[random() % 4]); };
    for (std::string& each : base) each = any();
    ours = theirs = base;
    for (std::string& each : ours) each = random() % 3 == 0 ? any() : each;
    for (std::string& each : theirs) each = random() % 3 == 0 ? any() : each;
    Values expected = ours;
    std::size_t conflicts = 0;
    for (std::size_t i = 0; i < base.size(); ++i) {
      if (ours[i] == theirs[i] || theirs[i] == base[i]) continue;
      if (ours[i] == base[i]) {
        expected[i] = theirs[i];
      } else {
        ++conflicts;
      }
    }
    const Merged result = merged(document(base), document(ours), document(theirs));
    const auto by_name = [](const Json& whole) {
      std::map<std::string, std::string> out;
      for (const Json& each : whole.at("submodels").as_array()[0].at("submodelElements").as_array())
        EXPECT_TRUE(out.emplace(each.text("idShort"), each.text("value")).second);
      return out;
    };
    ASSERT_EQ(by_name(patched(document(ours), result.patches)), by_name(document(expected)));
    ASSERT_EQ(result.conflicts.size(), conflicts);
  }
}

}  // namespace
}  // namespace aas::engine
