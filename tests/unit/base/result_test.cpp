// SPDX-License-Identifier: Apache-2.0
#include "base/result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace base {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return fail(Code::constraint, "odd", "number", "Give an even number.");
  return number / 2;
}

Result<int> quarter(int number) {
  const int first = TRY(half(number));
  return half(first);
}

Result<void> check_even(int number) {
  TRY(half(number));
  return {};
}

TEST(Result, HoldsAValueOrAnError) {
  EXPECT_EQ(half(4).value(), 2);
  const auto failed = half(3);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, Code::constraint);
  EXPECT_EQ(failed.error().message, "odd");
  EXPECT_EQ(failed.error().path, "number");
  EXPECT_EQ(failed.error().hint, "Give an even number.");
}

TEST(Result, TryUnwrapsOrReturnsTheError) {
  EXPECT_EQ(*quarter(12), 3);
  EXPECT_EQ(quarter(6).error().message, "odd");
  EXPECT_TRUE(check_even(2).ok());
  EXPECT_EQ(check_even(1).error().code, Code::constraint);
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  const auto owned = std::move(result).value();
  EXPECT_EQ(*owned, 7);
}

TEST(Code, NamesAreThoseOfTheEnumeration) {
  EXPECT_EQ(name(Code::out_of_scope), "out_of_scope");
  EXPECT_EQ(name(Code::key_reused), "key_reused");
  EXPECT_EQ(name(Code::internal), "internal");
  EXPECT_EQ(static_cast<int>(Code::key_reused), 1306);
}

TEST(Check, SaysWhatWasPromisedAndWhere) {
  EXPECT_NO_THROW(LINTEL_CHECK(1 + 1 == 2));
  try {
    LINTEL_CHECK(1 + 1 == 3);
    FAIL() << "a broken promise went unnoticed";
  } catch (const CheckFailed& failed) {
    EXPECT_THAT(failed.what(), testing::HasSubstr("check failed: 1 + 1 == 3"));
    EXPECT_THAT(failed.what(), testing::HasSubstr("result_test.cpp:"));
  }
}

TEST(Check, NamesNoPathOfTheMachineThatBuiltUs) {
  try {
    check_failed("x", "/home/someone/lintel/src/base/json.cpp", 12);
  } catch (const CheckFailed& failed) {
    EXPECT_STREQ(failed.what(), "src/base/json.cpp:12: check failed: x");
  }
}

}  // namespace
}  // namespace base
