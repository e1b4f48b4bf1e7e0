// SPDX-License-Identifier: Apache-2.0
#include "formats/xml/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formats/xml/tree.h"

namespace formats::xml {
namespace {

using base::Result;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string shown(const Name& name) {
  return (name.uri.empty() ? "" : "{" + std::string(name.uri) + "}") +
         (name.prefix.empty() ? "" : std::string(name.prefix) + ":") + std::string(name.local);
}

// Everything a reader says, one line each; pieces of a text are joined.
struct Log {
  std::vector<std::string> lines;
  bool in_text = false;

  Result<void> add(std::string line) {
    in_text = false;
    lines.push_back(std::move(line));
    return {};
  }
  Handlers handlers() {
    return {.start =
                [this](const Name& name, const Attributes& attributes) {
                  std::string line = "<" + shown(name);
                  for (std::size_t i = 0; i < attributes.size(); ++i) {
                    line += " " + shown(attributes[i].name) + "=" + std::string(attributes[i].value);
                  }
                  return add(std::move(line));
                },
            .end = [this](const Name& name) { return add(">" + shown(name)); },
            .text =
                [this](std::string_view text) {
                  if (!in_text) lines.emplace_back();
                  in_text = true;
                  lines.back() += text;
                  return Result<void>();
                },
            .comment = [this](std::string_view text) { return add("!" + std::string(text)); },
            .instruction =
                [this](std::string_view target, std::string_view text) {
                  return add("?" + std::string(target) + " " + std::string(text));
                },
            .declare =
                [this](std::string_view prefix, std::string_view uri) {
                  return add("xmlns:" + std::string(prefix) + "=" + std::string(uri));
                }};
  }
};

std::vector<std::string> events(std::string_view xml, Options options = {}) {
  Log log;
  const auto done = read(xml, log.handlers(), std::move(options));
  if (!done.ok()) log.lines.push_back("error: " + done.error().message);
  return log.lines;
}

base::Error error_of(std::string_view xml, Options options = {}) {
  const auto done = read(xml, {}, std::move(options));
  return done.ok() ? base::fail(base::Code::internal, "it was read") : done.error();
}

constexpr std::string_view small =
    "<?go on?><a xmlns='u' xmlns:p='v' x='1' p:y='2'>t&amp;ä<!--c--><p:b/>\n</a><!--after-->";

// The bytes of every tag and comment, cut out of what was fed.
std::vector<std::string> tags_of(const std::string& xml, std::size_t piece) {
  std::vector<std::string> tags;
  const Reader* self = nullptr;
  const auto cut = [&] {
    const auto [begin, end] = self->span();
    tags.push_back(xml.substr(begin, end - begin));
    return Result<void>();
  };
  Reader reader({.start = [&](const Name&, const Attributes&) { return cut(); },
                 .end = [&](const Name&) { return cut(); },
                 .comment = [&](std::string_view) { return cut(); }});
  self = &reader;
  for (std::size_t at = 0; at < xml.size(); at += piece) {
    EXPECT_TRUE(reader.feed(std::string_view(xml).substr(at, piece)).ok());
  }
  EXPECT_TRUE(reader.finish().ok());
  return tags;
}

TEST(Reader, KnowsTheBytesOfItsMarkup) {
  const std::string xml =
      "\xEF\xBB\xBF<?xml version='1.0'?>\r\n<a:r xmlns:a='u'>\u00e4&amp;\r\n<!-- c --><b x = '1' />t</a:r >\n";
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, xml.size()}) {
    EXPECT_THAT(tags_of(xml, piece), ElementsAre("<a:r xmlns:a='u'>", "<!-- c -->", "<b x = '1' />", "", "</a:r >"));
  }
}

TEST(XmlReader, TellsEverythingInTheOrderOfTheDocument) {
  EXPECT_THAT(events(small), ElementsAre("?go on", "xmlns:=u", "xmlns:p=v", "<{u}a x=1 {v}p:y=2", "t&ä", "!c",
                                         "<{v}p:b", ">{v}p:b", "\n", ">{u}a", "!after"));
}

TEST(XmlReader, LocalNamesLeavePrefixesUnread) {
  EXPECT_THAT(events("<q:a r:id='1'/>", {.names = Names::local}), ElementsAre("<q:a r:id=1", ">q:a"));
  EXPECT_THAT(error_of("<q:a/>").message, HasSubstr("unbound prefix"));
}

TEST(XmlReader, AnAttributeIsFoundByItsLocalName) {
  Handlers handlers;
  std::vector<std::string> found;
  handlers.start = [&](const Name&, const Attributes& attributes) -> Result<void> {
    found.emplace_back(attributes.text("id"));
    EXPECT_EQ(attributes.find("none"), std::nullopt);
    return {};
  };
  ASSERT_TRUE(read("<a><b r:id='1' id='2'/><c r:id='3'/></a>", handlers, {.names = Names::local}).ok());
  EXPECT_THAT(found, ElementsAre("", "2", "3"));
}

TEST(XmlReader, WhereItIsCutMakesNoDifference) {
  const auto whole = events(small);
  for (std::size_t cut = 0; cut <= small.size(); ++cut) {
    Log log;
    Reader reader(log.handlers());
    ASSERT_TRUE(reader.feed(small.substr(0, cut)).ok());
    ASSERT_TRUE(reader.feed(small.substr(cut)).ok());
    ASSERT_TRUE(reader.finish().ok());
    EXPECT_EQ(log.lines, whole) << cut;
  }
}

TEST(XmlReader, AHandlerEndsTheReadingWithItsError) {
  Log log;
  Handlers handlers = log.handlers();
  handlers.end = [](const Name&) -> Result<void> { return base::fail(base::Code::out_of_range, "too much"); };
  Reader reader(handlers, {.part = "a.xml"});
  const auto fed = reader.feed("<a>\n <b/><c/></a>");
  ASSERT_FALSE(fed.ok());
  EXPECT_EQ(fed.error().code, base::Code::out_of_range);
  EXPECT_EQ(fed.error().message, "too much");
  EXPECT_EQ(fed.error().path, "a.xml, line 2, column 6");  // past <b/>
  EXPECT_THAT(log.lines, ElementsAre("<a", "\n ", "<b"));
  EXPECT_EQ(reader.finish().error().message, "too much");
}

TEST(XmlReader, WhatIsNoXmlIsRefusedWithItsPlace) {
  const auto error = error_of("<a>\n<b></a>", {.part = "x.xml", .complaint = "broken"});
  EXPECT_EQ(error.code, base::Code::parse);
  EXPECT_EQ(error.message, "broken: mismatched tag");
  EXPECT_THAT(error.path, HasSubstr("x.xml, line 2, column "));
  EXPECT_THAT(error_of("").message, HasSubstr("this is not XML that we can read: "));
}

// Billion laughs, external entities, and their parents.
TEST(XmlReader, DocumentTypesAreRefused) {
  for (const std::string_view xml : {"<!DOCTYPE a [<!ENTITY l 'lol'><!ENTITY m '&l;&l;&l;'>]><a>&m;</a>",
                                     "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
                                     "<!DOCTYPE a [<!ENTITY x SYSTEM 'http://example.com/x'>]><a>&x;</a>"}) {
    EXPECT_THAT(error_of(xml).message, HasSubstr("document types"));
  }
}

TEST(XmlReader, EveryLimitHolds) {
  const auto message = [](std::string_view xml, Limits limits) { return error_of(xml, {.limits = limits}).message; };
  EXPECT_THAT(message("<a>123456789</a>", {.bytes = 10}), HasSubstr("larger than"));
  EXPECT_THAT(message("<a><b><c/></b></a>", {.depth = 2}), HasSubstr("nested more than 2 deep"));
  EXPECT_THAT(message("<a x='1' y='2' z='3'/>", {.attributes = 2}), HasSubstr("more than 2 attributes"));
  EXPECT_THAT(message("<a xmlns:b='1' xmlns:c='2' xmlns:d='3'/>", {.namespaces = 2}), HasSubstr("too many namespaces"));
  EXPECT_THAT(message("<a xmlns:b='1'><c xmlns:d='2'><e xmlns:f='3'/></c></a>", {.namespaces = 2}),
              HasSubstr("more than 2 namespaces in scope"));
  EXPECT_THAT(message("<a>t<b/>t</a>", {.nodes = 3}), HasSubstr("more than 3 nodes"));
}

TEST(XmlReader, WhatKeepsToTheLimitsIsRead) {
  const Limits limits{.bytes = 100, .depth = 2, .attributes = 2, .namespaces = 2, .nodes = 5};
  const std::string_view xml = "<a xmlns:b='1' x='1'><c xmlns:d='2'/><c xmlns:e='3' y='1' z='2'/>t<!--c--></a>";
  EXPECT_EQ(error_of(xml, {.limits = limits}).message, "it was read");
}

TEST(XmlTree, KeepsWhatItReadAndWritesItAlone) {
  const auto tree = parse(small);
  ASSERT_TRUE(tree.ok());
  ASSERT_NE(tree->root, nullptr);
  EXPECT_TRUE(tree->root->is("u", "a"));
  EXPECT_EQ(tree->before.size(), 1U);
  EXPECT_EQ(tree->after.size(), 1U);
  ASSERT_EQ(tree->root->children.size(), 4U);
  const Node& inner = *tree->root->children[2];
  EXPECT_TRUE(inner.is("v", "b"));
  EXPECT_EQ(inner.line, 1);
  EXPECT_EQ(serialised(inner), "<p:b xmlns:p=\"v\"/>");
  const std::string written = serialised(*tree->root);
  EXPECT_EQ(serialised(*parse(written)->root), written);
}

}  // namespace
}  // namespace formats::xml
