// SPDX-License-Identifier: Apache-2.0
// Properties of every value, checked on random ones. RC_PARAMS="seed=…" repeats a failure.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/json_read.h"

namespace base {
namespace {

rc::Gen<std::string> any_text() {
  return rc::gen::map(rc::gen::container<std::string>(rc::gen::arbitrary<char>()), [](const std::string& bytes) {
    std::string text;  // all of Unicode is too sparse; these pieces hit every branch of the writer
    static constexpr std::string_view pieces[] = {"a",      "\"",     "\\",         "\n",    "\x01",
                                                  "\u00e4", "\u20ac", "\U0001F3E0", "\ufb33"};
    for (const char c : bytes) text.append(pieces[static_cast<unsigned char>(c) % std::size(pieces)]);
    return text;
  });
}

rc::Gen<double> any_finite() {
  return rc::gen::map(rc::gen::arbitrary<std::uint64_t>(), [](std::uint64_t bits) {
    double value = 0;
    static_assert(sizeof value == sizeof bits);
    std::memcpy(&value, &bits, sizeof value);
    return std::isfinite(value) ? value : 0.5;
  });
}

rc::Gen<Json> any_json(int depth) {
  auto scalar =
      rc::gen::oneOf(rc::gen::just(Json()), rc::gen::map(rc::gen::arbitrary<bool>(), [](bool b) { return Json(b); }),
                     rc::gen::map(rc::gen::arbitrary<std::int64_t>(), [](std::int64_t i) { return Json(i); }),
                     rc::gen::map(any_finite(), [](double d) { return Json(d); }),
                     rc::gen::map(any_text(), [](std::string s) { return Json(std::move(s)); }));
  if (depth == 0) return scalar;
  auto items = rc::gen::container<std::vector<Json>>(any_json(depth - 1));
  auto array = rc::gen::map(items, [](std::vector<Json> v) { return Json(std::move(v)); });
  auto object = rc::gen::map(rc::gen::pair(rc::gen::container<std::vector<std::string>>(any_text()), items),
                             [](const std::pair<std::vector<std::string>, std::vector<Json>>& both) {
                               auto made = Json::object();
                               const auto count = std::min(both.first.size(), both.second.size());
                               for (std::size_t i = 0; i < count; ++i) made.set(both.first[i], both.second[i]);
                               return made;
                             });
  return rc::gen::oneOf(scalar, array, object);
}

TEST(JsonProperty, WhatIsWrittenReadsBackEqual) {
  EXPECT_TRUE(rc::check([] {
    const auto json = *rc::gen::resize(20, any_json(3));
    const auto compact = parse_json(json.dump());
    RC_ASSERT(compact.ok());
    RC_ASSERT(*compact == json);
    const auto pretty = parse_json(json.pretty());
    RC_ASSERT(pretty.ok());
    RC_ASSERT(*pretty == json);
  }));
}

// A byte of a good text is changed: what the quick way reads, simdjson reads alike, and what that refuses, this
// refuses.
TEST(JsonProperty, BothWaysOfReadingAgree) {
  EXPECT_TRUE(rc::check([] {
    const auto json = *rc::gen::resize(20, any_json(3));
    std::string text = *rc::gen::arbitrary<bool>() ? json.dump() : json.pretty();
    const auto whole = read_json(text, 128);
    RC_ASSERT(whole.has_value());
    RC_ASSERT(whole->dump() == judge_json(text, {})->dump());
    static constexpr std::string_view marks = "\"\\{}[],:0-+.eutnf \n\x01\xc3";
    text[*rc::gen::inRange<std::size_t>(0, text.size())] = marks[*rc::gen::inRange<std::size_t>(0, marks.size())];
    const auto quick = read_json(text, 128);
    const auto judged = judge_json(text, {});
    RC_ASSERT(!quick || (judged.ok() && judged->dump() == quick->dump()));
    RC_ASSERT(quick || !judged.ok() || text.find_first_of("eE") != std::string::npos);  // 1e-400 is left to simdjson
  }));
}

TEST(JsonProperty, CanonicalTextDoesNotDependOnTheOrderOfMembers) {
  EXPECT_TRUE(rc::check([] {
    const auto json = *rc::gen::resize(20, any_json(2));
    const auto text = canonical_json(json);
    RC_PRE(text.ok());
    auto reversed = json;
    if (reversed.is_object()) std::ranges::reverse(reversed.as_object());
    RC_ASSERT(reversed == json);
    RC_ASSERT(*canonical_json(reversed) == *text);
  }));
}

TEST(JsonProperty, CanonicalNumbersReadBackAsTheSameDouble) {
  EXPECT_TRUE(rc::check([] {
    const double value = *any_finite();
    const auto text = canonical_json(Json(value));
    RC_ASSERT(text.ok());
    RC_ASSERT(std::strtod(text->c_str(), nullptr) == value);
  }));
}

}  // namespace
}  // namespace base
