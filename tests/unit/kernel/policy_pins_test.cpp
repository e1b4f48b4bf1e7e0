// SPDX-License-Identifier: Apache-2.0
#include "kernel/policy_pins.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <random>

#include "base/files.h"
#include "base/ids.h"
#include "support/policies.h"

namespace kernel {
namespace {

using testing::HasSubstr;

class Pins : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "lintel-pins-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  Policy policy(const std::string& contact) const {
    return Policy::parse("[admin]\ncontact = \"" + contact + "\"\n", "policy.toml", built_in_).value();
  }
  static Approver person(const base::SigningKey& key) {
    return {"ada", "7c1d0000-0000-5000-8000-000000000000", key.public_key};
  }
  Result<PolicyPins> accept(const PolicyPins& pins, const Policy& next, const base::SigningKey& key) const {
    return pins.add(directory_, pins.next(next, {ada_.public_key}, 1), person(key), &key);
  }
  std::string file() const { return base::read_file(path(), 1 << 20).value(); }
  std::filesystem::path path() const { return directory_ / "policy.pins"; }
  Result<PolicyPins> with_file(const std::string& text) const {
    EXPECT_TRUE(base::write_file_atomic(path(), text, 0600).ok());
    return PolicyPins::load(directory_);
  }

  std::filesystem::path directory_;
  const Policy built_in_ = support::built_in_policy();
  const base::SigningKey ada_ = base::make_signing_key(base::system_entropy());
  const base::SigningKey eve_ = base::make_signing_key(base::system_entropy());
};

TEST_F(Pins, WithoutAFileThereAreNone) {
  const auto none = PolicyPins::load(directory_);
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none->empty());
  EXPECT_EQ(none->mark(), "");
  EXPECT_TRUE(none->pass_through(""));
  EXPECT_FALSE(none->pass_through("1 abc"));
}

TEST_F(Pins, TheLastOneHolds) {
  const auto first = accept({}, built_in_, ada_).value();
  EXPECT_TRUE(first.holds(built_in_));
  EXPECT_EQ(first.last().text, "") << "whatever version runs has its own";
  const auto second = accept(first, policy("ada@example.org"), ada_).value();
  const auto read = PolicyPins::load(directory_);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->mark(), second.mark());
  EXPECT_FALSE(read->holds(built_in_));
  EXPECT_EQ(read->policy(built_in_)->admin_contact(), "ada@example.org");
  EXPECT_EQ(read->policy(built_in_)->mark(), read->mark());
  EXPECT_TRUE(read->extend(first));
  EXPECT_FALSE(first.extend(*read)) << "set back";
}

TEST_F(Pins, OnlyAKeyThatTheOneBeforeAdmitsAddsOne) {
  const auto first = accept({}, built_in_, ada_).value();
  const auto by_eve = accept(first, policy("eve"), eve_);
  ASSERT_FALSE(by_eve.ok());
  EXPECT_THAT(by_eve.error().message, HasSubstr("nobody who may accept"));
  const auto unsigned_one = first.add(directory_, first.next(policy("eve"), {eve_.public_key}, 1), {}, nullptr);
  EXPECT_FALSE(unsigned_one.ok());
  const auto claimed = first.add(directory_, first.next(policy("eve"), {}, 1), person(ada_), &eve_);
  EXPECT_FALSE(claimed.ok()) << "ada's key is named, eve's signed";
  EXPECT_EQ(PolicyPins::load(directory_)->mark(), first.mark());
}

TEST_F(Pins, WhoIsLetInMayAcceptTheNext) {
  const auto first = accept({}, built_in_, ada_).value();
  const auto both =
      first.add(directory_, first.again({ada_.public_key, eve_.public_key}, 2), person(ada_), &ada_).value();
  EXPECT_TRUE(both.holds(built_in_));
  EXPECT_TRUE(accept(both, policy("eve"), eve_).ok());
}

TEST_F(Pins, OfTwoAtOnceOneIsStale) {
  const auto first = accept({}, built_in_, ada_).value();
  ASSERT_TRUE(accept(first, policy("a"), ada_).ok());
  const auto late = accept(first, policy("b"), ada_);
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().code, Code::stale);
}

TEST_F(Pins, TheFirstMayHaveNoSignatureAndNoOther) {
  const PolicyPins none;
  const auto found = none.add(directory_, none.next(policy("a"), {ada_.public_key}, 1), {}, nullptr);
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_TRUE(accept(*found, policy("b"), ada_).ok());
}

TEST_F(Pins, TheNamesOfTokensStayWithEveryNextOne) {
  const PolicyPins none;
  PolicyPin pin = none.next(built_in_, {ada_.public_key}, 1);
  reserve(pin, {"agent:b", "agent:a", "agent:b"});
  const auto first = none.add(directory_, pin, person(ada_), &ada_).value();
  EXPECT_THAT(first.last().reserves, testing::ElementsAre("agent:a", "agent:b"));
  const auto second = accept(first, policy("x"), ada_).value();
  EXPECT_EQ(second.last().reserves, first.last().reserves);
  const auto third = second.add(directory_, second.again({ada_.public_key}, 2), person(ada_), &ada_).value();
  EXPECT_EQ(PolicyPins::load(directory_)->last().reserves, first.last().reserves);
  std::string without = file();
  for (std::size_t at = 0; (at = without.find(R"("agent:a",)")) != std::string::npos;) without.erase(at, 10);
  EXPECT_FALSE(with_file(without).ok());
}

TEST_F(Pins, AListThatLacksTheLastOneKnownDoesNotCount) {
  const auto first = accept({}, built_in_, ada_).value();
  const std::string before = file();
  ASSERT_TRUE(accept(first, policy("x"), ada_).ok());
  const auto back = with_file(before);
  ASSERT_FALSE(back.ok());
  EXPECT_EQ(back.error().code, Code::denied);
  EXPECT_THAT(back.error().message, HasSubstr("removed, replaced or set back"));
  std::filesystem::remove(path());
  EXPECT_FALSE(PolicyPins::load(directory_).ok()) << "removed";
  EXPECT_FALSE(accept({}, policy("eve"), eve_).ok()) << "begun anew";
  std::filesystem::create_symlink("nowhere", path());
  const auto link = PolicyPins::load(directory_);
  ASSERT_FALSE(link.ok());
  EXPECT_THAT(link.error().message, HasSubstr("something else is in its place"));
}

// Of a version that kept no mark: from the next start on there is one.
TEST_F(Pins, WhatIsRememberedIsTheLast) {
  const auto first = accept({}, built_in_, ada_).value();
  std::filesystem::remove_all(directory_ / "last");
  ASSERT_TRUE(PolicyPins::load(directory_).ok());
  ASSERT_TRUE(first.remember(directory_).ok());
  std::filesystem::remove(path());
  EXPECT_FALSE(PolicyPins::load(directory_).ok());
}

// Whatever is changed in the file without the key: refused, or it stands for nothing that was not accepted.
TEST_F(Pins, NoEditMakesAnotherPolicyHold) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  auto pins = accept({}, built_in_, ada_).value();
  std::vector<std::string> marks{"", pins.mark()};
  for (const char* contact : {"a", "b", "c"}) {
    pins = accept(pins, policy(contact), ada_).value();
    marks.push_back(pins.mark());
  }
  const std::string good = file();
  std::filesystem::remove_all(directory_ / "last");  // what stands beside the key would find any of these
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string text = good;
    const std::size_t at = random() % text.size();
    switch (random() % 5) {
      case 0:
        text[at] = static_cast<char>(text[at] ^ (1 << random() % 7));
        break;
      case 1:
        text.erase(at, 1 + random() % 200);
        break;
      case 2:
        text.insert(at, text.substr(random() % text.size(), random() % 200));
        break;
      case 3:
        text.resize(at);
        break;
      default:
        std::swap(text[at], text[random() % text.size()]);
    }
    const auto read = with_file(text);
    if (!read.ok()) {
      ++refused;
      continue;
    }
    // What is read is a beginning of what was accepted, perhaps written differently: then no mark fits it.
    ASSERT_LE(read->empty() ? 0 : read->last().generation, 4);
    if (read->empty() || std::ranges::find(marks, read->mark()) != marks.end()) continue;
    const auto held = read->policy(built_in_);
    ASSERT_TRUE(held.ok());
    ASSERT_THAT(held->admin_contact(), testing::AnyOf("a", "b", "c", built_in_.admin_contact())) << text;
    ASSERT_FALSE(read->pass_through(marks.back()));
  }
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace kernel
