// SPDX-License-Identifier: Apache-2.0
#include "formats/xml/plain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "support/rounds.h"

namespace formats::xml {
namespace {

using base::Result;
using ::testing::ElementsAre;

// Everything that is told, one line each; pieces of a text are joined.
struct Told : PlainSink {
  std::vector<std::string> lines;
  bool in_text = false;

  bool add(std::string line, Span span) {
    in_text = false;
    lines.push_back(std::move(line) + " " + std::to_string(span.begin) + "-" + std::to_string(span.end));
    return true;
  }
  bool start(const Name& name, Span span) override {
    return add("<{" + std::string(name.uri) + "}" + std::string(name.prefix) + ":" + std::string(name.local), span);
  }
  bool text(std::string_view text) override {
    if (!in_text) lines.emplace_back();
    in_text = true;
    lines.back() += text;
    return true;
  }
  bool end(Span span) override { return add(">", span); }
};

// The same, as expat tells it.
Result<std::vector<std::string>> by_reader(std::string_view xml, const Limits& limits = {}) {
  Told told;
  const Reader* self = nullptr;
  const auto done = [](bool) { return Result<void>(); };
  Reader reader({.start = [&](const Name& name, const Attributes&) { return done(told.start(name, self->span())); },
                 .end = [&](const Name&) { return done(told.end(self->span())); },
                 .text = [&](std::string_view text) { return done(told.text(text)); }},
                {.limits = limits});
  self = &reader;
  TRY(reader.feed(xml));
  TRY(reader.finish());
  return std::move(told.lines);
}

// True if it was told, and as the reader tells it.
bool told_alike(std::string_view xml) {
  Told told;
  if (!read_plain(xml, told)) return false;
  const auto expected = by_reader(xml);
  EXPECT_TRUE(expected.ok()) << xml << "\n" << (expected.ok() ? "" : expected.error().message);
  if (expected.ok()) {
    EXPECT_EQ(told.lines, *expected) << xml;
  }
  return true;
}

const std::vector<std::string> plain = {
    "<a xmlns='u'/>",
    "\xEF\xBB\xBF<a xmlns=\"u\">\r\n  <b>x</b >\r</a>\r\n",
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- c --><p:a xmlns:p='u' xmlns='v' ><p:b/><!-- - "
    "-->t</p:a><!---->\n",
    "<a xmlns='u'>&amp;&lt;&gt;&quot;&apos;&#65;&#x20AC; ä&#xA;&#13;\r\n\r</a>",
    "<a xmlns='u' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><b></b></a >",
};

TEST(Plain, IsToldAsTheReaderTellsIt) {
  for (const auto& xml : plain) EXPECT_TRUE(told_alike(xml)) << xml;
}

TEST(Plain, WhatIsNotPlainIsLeftToTheReader) {
  for (const std::string_view xml : {"",
                                     "<a/>",
                                     "<a xmlns='u' b='c'/>",
                                     "<a xmlns='u'><b c='d'/></a>",
                                     "<a xmlns='u'><b xmlns='v'/></a>",
                                     "<a xmlns='u'><p:b/></a>",
                                     "<p:a xmlns:p='u'><b/></p:a>",
                                     "<a xmlns='u'><![CDATA[x]]></a>",
                                     "<a xmlns='u'>]]></a>",
                                     "<a xmlns='u'><?p i?></a>",
                                     "<!DOCTYPE a><a xmlns='u'/>",
                                     "<a xmlns='u'>&e;</a>",
                                     "<a xmlns='u'>&#0;</a>",
                                     "<a xmlns='u'>&</a>",
                                     "<a xmlns='u'><b></a></b>",
                                     "<a xmlns='u'><b></bb></a>",
                                     "<a xmlns='u'>",
                                     "<a xmlns='u'/>x",
                                     "<a xmlns='u'/><a xmlns='u'/>",
                                     "x<a xmlns='u'/>",
                                     "<a xmlns='u'><!-- -- --></a>",
                                     "<a xmlns='u'><!-- x</a>",
                                     "<a xmlns='u'>\x01</a>",
                                     "<a xmlns='u'>\xFF</a>",
                                     "<a xmlns='u'>\xEF\xBF\xBF</a>",
                                     "<a xmlns='u'><\xC3\xA4/></a>",
                                     "<a xmlns='u' xmlns='u'/>",
                                     "<a xmlns='u'xmlns:p='v'/>",
                                     "<a xmlns='u'><b/ ></a>",
                                     "<a xmlns=''/>",
                                     "<?xml version='1.1'?><a xmlns='u'/>",
                                     "<?xml version=\"1.0\" encoding=\"latin1\"?><a xmlns='u'/>",
                                     "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
                                     "<xml:a xmlns:xml='u'/>",
                                     "< a xmlns='u'/>",
                                     "<a xmlns='u<'/>"}) {
    Told told;
    EXPECT_FALSE(read_plain(xml, told)) << xml;
  }
  Told told;
  EXPECT_FALSE(read_plain("<a xmlns='u'><b><c/></b></a>", told, {.depth = 2}));
  EXPECT_TRUE(read_plain("<a xmlns='u'><b><c/></b></a>", told, {.depth = 3}));
  EXPECT_FALSE(read_plain("<a xmlns='u'><b><c/></b></a>", told, {.nodes = 2}));
  EXPECT_FALSE(read_plain("<a xmlns='u'><b><c/></b></a>", told, {.bytes = 10}));
}

TEST(Plain, BrokenDocumentsAreNeverToldOtherwise) {
  const char* given = std::getenv("LINTEL_SEED");
  const unsigned seed =
      given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device{}();
  std::cout << "LINTEL_SEED=" << seed << "\n";
  std::mt19937 random(seed);
  const std::string letters = "<>/!-&;#x'\"= :ab]\r\n\t\xC3\xA4";
  unsigned quick = 0;
  for (unsigned i = 0; i < support::rounds(20'000); ++i) {
    std::string xml = plain[i % plain.size()];
    for (auto edits = random() % 3; edits > 0; --edits) {
      const auto at = random() % xml.size();
      if (random() % 2 == 0) {
        xml[at] = letters[random() % letters.size()];
      } else {
        xml.insert(at, 1, letters[random() % letters.size()]);
      }
    }
    quick += told_alike(xml) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(quick, support::rounds(20'000) / 10);
}

}  // namespace
}  // namespace formats::xml
