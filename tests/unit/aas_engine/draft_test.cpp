// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/edit/draft.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "unit/aas_engine/document.h"

namespace aas::engine {
namespace {

using namespace testing_document;  // NOLINT(google-build-using-namespace)

Mint counter() {
  return [n = 0]() mutable { return "m" + std::to_string(n++); };
}
Json after(const Draft& draft) { return put_together(draft, draft.root()); }

// What RFC 6902 says of the same operations on the document in one piece.
Json* walk(Json& value, const std::vector<std::string>& tokens, std::size_t count) {
  Json* at = &value;
  for (std::size_t i = 0; i < count && at != nullptr; ++i) {
    if (at->is_object()) {
      at = at->find(tokens[i]);
    } else if (at->is_array()) {
      const auto index = index_of(tokens[i]);
      at = index && *index < at->size() ? &at->as_array()[*index] : nullptr;
    } else {
      at = nullptr;
    }
  }
  return at;
}
// Whether the first so many steps lead through lists of elements only: what is elsewhere is no node.
bool leads_to_node(Json& document, const std::vector<std::string>& tokens, std::size_t count) {
  for (std::size_t i = 0; i + 1 < count; i += 2) {
    const Json* owner = walk(document, tokens, i);
    const std::string_view type = i == 0 ? "Environment" : owner->text("modelType");
    const Json* list = owner->find(tokens[i]);
    if (!is_node_list(type, tokens[i]) || list == nullptr || !list->is_array()) return false;
    for (const Json& item : list->as_array()) {
      if (!item.is_object()) return false;
    }
  }
  return count % 2 == 0;
}
// A list of elements goes with its last one; other lists stay.
void drop_if_empty(Json& document, const std::vector<std::string>& tokens) {
  Json* owner = walk(document, tokens, tokens.size() - 2);
  const std::string& list = tokens[tokens.size() - 2];
  if (!leads_to_node(document, tokens, tokens.size() - 2)) return;
  if (!is_node_list(tokens.size() == 2 ? "Environment" : owner->text("modelType"), list)) return;
  if (owner->find(list)->empty()) owner->erase(list);
}

Json removed(Json& document, const std::string& path) {
  const auto tokens = *tokens_of(path);
  Json* parent = walk(document, tokens, tokens.size() - 1);
  Json out = *walk(document, tokens, tokens.size());
  if (parent->is_object()) {
    parent->erase(tokens.back());
  } else {
    parent->as_array().erase(parent->as_array().begin() + static_cast<std::ptrdiff_t>(*index_of(tokens.back())));
    drop_if_empty(document, tokens);
  }
  return out;
}
void added(Json& document, const std::string& path, Json value) {
  const auto tokens = *tokens_of(path);
  Json* parent = walk(document, tokens, tokens.size() - 1);
  if (parent->is_object()) {
    parent->set(tokens.back(), std::move(value));
  } else {
    parent->as_array().insert(parent->as_array().begin() + static_cast<std::ptrdiff_t>(*index_of(tokens.back())),
                              std::move(value));
  }
}

TEST(AasDraft, WritesOnlyTheNodesThatChange) {
  const InMemory document(nameplate());
  Draft draft(document, counter());
  ASSERT_TRUE(draft.apply({.path = "/submodels/0/submodelElements/0/value", .value = Json("B2")}).ok());
  ASSERT_EQ(draft.changed().size(), 1U);
  const Patch& patch = draft.patches().front();
  EXPECT_EQ(patch.before, Json("A1"));
  EXPECT_EQ(patch.id_short, "Serial");
  EXPECT_EQ(patch.semantic_id, "0173-1#02-AAM556#002");
  EXPECT_EQ(patch.model_type, "Property");
}

TEST(AasDraft, AListThatIsNotThereYetIsMade) {
  const InMemory document(nameplate());
  Draft draft(document, counter());
  const Json element = parsed(R"({"modelType": "Property", "idShort": "P", "valueType": "xs:int"})");
  ASSERT_TRUE(draft.apply({.op = Patch::Op::add, .path = "/submodels/1/submodelElements/-", .value = element}).ok());
  EXPECT_EQ(draft.patches().front().path, "/submodels/1/submodelElements/0") << "where it came to stand";
  EXPECT_EQ(*value_at(draft, "/submodels/1/submodelElements/0"), element);
  EXPECT_EQ(node_at(draft, "/submodels/1/submodelElements/0")->level(), "urn:empty");
}

// Thousands of moves in a list of thousands would otherwise copy the list as often.
TEST(AasDraft, AListThatIsAlreadyItsOwnIsNotCopiedAgain) {
  const InMemory document(nameplate());
  Draft draft(document, counter());
  const Patch move{
      .op = Patch::Op::move, .path = "/submodels/0/submodelElements/1", .from = "/submodels/0/submodelElements/0"};
  const Json* before = nullptr;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(draft.apply(move).ok());
    const Json* now = &node_at(draft, "/submodels/0")->body();
    EXPECT_TRUE(before == nullptr || now == before);
    before = now;
  }
  const Node held = *node_at(draft, "/submodels/0");
  const Json as_it_was = held.body();
  ASSERT_TRUE(draft.apply(move).ok());
  EXPECT_EQ(held.body(), as_it_was) << "who holds a node keeps what it was";
}

TEST(AasDraft, WhatIsRemovedTakesAllBelowAlong) {
  const InMemory document(nameplate());
  Draft draft(document, counter());
  ASSERT_TRUE(draft.apply({.op = Patch::Op::remove, .path = "/submodels/0/submodelElements/1"}).ok());
  EXPECT_EQ(draft.changed().size(), 6U) << "five elements go, and the submodel's list is another";
}

TEST(AasDraft, AnotherIdOfASubmodelReachesAllOfIt) {
  const InMemory document(nameplate());
  Draft draft(document, counter());
  ASSERT_TRUE(draft.apply({.path = "/submodels/0/id", .value = Json("urn:new")}).ok());
  EXPECT_EQ(node_at(draft, "/submodels/0/submodelElements/1/value/0")->level(), "urn:new");
}

TEST(AasDraft, RefusesWhatLeadsNowhere) {
  const InMemory document(nameplate());
  const Patch wrong[] = {
      {.path = "/submodels/0/submodelElements/0/max", .value = Json("1")},
      {.op = Patch::Op::remove, .path = "/submodels/0/submodelElements/9"},
      {.op = Patch::Op::remove, .path = ""},
      {.op = Patch::Op::add, .path = "/submodels/0/submodelElements/9", .value = Json::object()},
      {.op = Patch::Op::add, .path = "/submodels/0/no/such", .value = Json(1)},
      {.op = Patch::Op::move, .path = "/submodels/0/submodelElements/1/value/0", .from = "/submodels/0"},
      {.op = Patch::Op::copy, .path = "/submodels/0/x", .from = "/nowhere"},
  };
  for (const Patch& patch : wrong) {
    Draft draft(document, counter());
    const auto applied = draft.apply(patch);
    ASSERT_FALSE(applied.ok()) << patch.path;
    EXPECT_EQ(applied.error().label, "INVALID_PATH") << patch.path;
  }
}

TEST(AasDraft, ATestThatFailsSaysSo) {
  const InMemory document(nameplate());
  Draft draft(document, counter());
  const std::string path = "/submodels/0/submodelElements/0/value";
  EXPECT_TRUE(draft.apply({.op = Patch::Op::test, .path = path, .value = Json("A1")}).ok());
  EXPECT_EQ(draft.apply({.op = Patch::Op::test, .path = path, .value = Json("A2")}).error().label,
            "CONSTRAINT_VIOLATION");
  EXPECT_TRUE(draft.patches().empty()) << "a test is no change";
}

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_); }

 private:
  std::mt19937 engine_;
};

// Pointers to all values of a document.
void pointers(const Json& value, const std::string& at, std::vector<std::string>& out) {
  if (!at.empty()) out.push_back(at);
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) pointers(value.as_array()[i], at + "/" + std::to_string(i), out);
  } else if (value.is_object()) {
    for (const auto& [name, member] : value.as_object()) pointers(member, at + "/" + escaped(name), out);
  }
}

// One random operation on the draft and on the document in one piece. False: it was refused, and the draft is of no
// use.
bool tried(Random& random, Draft& draft, Json& whole) {
  std::vector<std::string> all;
  pointers(whole, "", all);
  const std::string path = all[random.below(all.size())];
  const Json value = *whole.pointer(all[random.below(all.size())]);
  const auto op = static_cast<Patch::Op>(random.below(3));  // add, remove, replace
  if (path.ends_with("modelType")) return true;
  const bool applied =
      draft.apply({.op = op, .path = path, .value = op == Patch::Op::remove ? std::nullopt : std::optional(value)})
          .ok();
  if (!applied) return false;
  if (op == Patch::Op::remove) removed(whole, path);
  if (op == Patch::Op::add) added(whole, path, value);
  if (op == Patch::Op::replace) *walk(whole, *tokens_of(path), tokens_of(path)->size()) = value;
  return true;
}

// A law: operations on nodes come to the same as operations on the document in one piece.
TEST(AasDraft, ComesToTheSameAsOnTheWholeDocument) {
  const auto seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  int compared = 0;
  for (int round = 0; round < 100; ++round) {
    Json whole = nameplate();
    InMemory document(whole);
    Draft draft(document, counter());
    bool usable = true;
    for (int i = 0; usable && i < 25 && !whole.empty(); ++i) {
      usable = tried(random, draft, whole);
      if (!usable) break;
      ASSERT_EQ(after(draft), whole) << draft.patches().back().path;
      ++compared;
    }
    if (!usable) continue;
    document.take(draft);
    ASSERT_EQ(put_together(document, document.root()), whole);
  }
  EXPECT_GT(compared, 200) << "most operations are not refused";
}

}  // namespace
}  // namespace aas::engine
