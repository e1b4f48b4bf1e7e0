// SPDX-License-Identifier: Apache-2.0
#include "base/cow_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

namespace base {
namespace {

std::shared_ptr<const int> boxed(int value) { return std::make_shared<const int>(value); }

TEST(CowMap, FindsWhatWasPut) {
  CowMap<int> map;
  EXPECT_EQ(map.find("wall"), nullptr);
  map.put("wall", boxed(1));
  map.put("door", boxed(2));
  map.put("wall", boxed(3));
  EXPECT_EQ(*map.find("wall"), 3);
  EXPECT_EQ(map.size(), 2u);
  EXPECT_TRUE(map.erase("wall"));
  EXPECT_FALSE(map.erase("wall"));
  EXPECT_EQ(map.size(), 1u);
}

TEST(CowMap, CopiesKeepTheirPicture) {
  CowMap<int> writer;
  writer.put("a", boxed(1));
  writer.put("b", boxed(2));
  const CowMap<int> reader = writer;
  writer.put("a", boxed(10));
  writer.erase("b");
  writer.put("c", boxed(3));
  EXPECT_EQ(*reader.find("a"), 1);
  EXPECT_EQ(*reader.find("b"), 2);
  EXPECT_EQ(reader.find("c"), nullptr);
  EXPECT_EQ(reader.size(), 2u);
  EXPECT_EQ(*writer.find("a"), 10);
}

TEST(CowMap, SortsByKey) {
  CowMap<int> map;
  for (const char* key : {"pear", "apple", "fig"}) map.put(key, boxed(0));
  std::vector<std::string> keys;
  for (const auto& [key, value] : map.sorted()) keys.push_back(key);
  EXPECT_THAT(keys, testing::ElementsAre("apple", "fig", "pear"));
}

TEST(CowMap, BehavesLikeAnOrdinaryMapOverManyChanges) {
  std::mt19937 random(20260115);
  CowMap<int> map;
  std::map<std::string, int> model;
  for (int step = 0; step < 5'000; ++step) {
    const auto key = std::to_string(random() % 700);
    if (random() % 3 == 0) {
      ASSERT_EQ(map.erase(key), model.erase(key) == 1);
    } else {
      map.put(key, boxed(step));
      model[key] = step;
    }
    ASSERT_EQ(map.size(), model.size());
  }
  auto expected = model.begin();
  for (const auto& [key, value] : map.sorted()) {
    ASSERT_EQ(key, expected->first);
    ASSERT_EQ(*value, expected->second);
    ++expected;
  }
}

// All that differs is told, and of what two copies share next to nothing.
TEST(CowMap, TellsWhereCopiesDiffer) {
  std::mt19937 random(20261117);
  CowMap<int> before;
  for (int i = 0; i < 20'000; ++i) before.put(std::to_string(i), boxed(i));
  CowMap<int> after = before;
  std::set<std::string> touched;
  for (int step = 0; step < 50; ++step) {
    const auto key = std::to_string(random() % 21'000);
    touched.insert(key);
    if (random() % 3 == 0) {
      after.erase(key);
    } else {
      after.put(key, boxed(step));
    }
  }
  std::set<std::string> told;
  CowMap<int>::each_unshared(before, after, [&](const std::string& key) { told.insert(key); });
  for (const auto& key : touched) {
    const bool differs = before.find(key) != after.find(key);
    EXPECT_TRUE(!differs || told.contains(key)) << key;
  }
  EXPECT_LE(told.size(), touched.size() * 9) << "no more than the leaves that were written";
  told.clear();
  CowMap<int>::each_unshared(before, {}, [&](const std::string& key) { told.insert(key); });
  EXPECT_EQ(told.size(), before.size());
}

}  // namespace
}  // namespace base
