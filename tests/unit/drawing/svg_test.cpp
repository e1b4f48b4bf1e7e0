// SPDX-License-Identifier: Apache-2.0
#include "drawing/svg.h"

#include <gtest/gtest.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>

namespace drawing {
namespace {

struct XmlDeleter {
  void operator()(xmlDoc* doc) const { xmlFreeDoc(doc); }
  void operator()(xmlXPathContext* context) const { xmlXPathFreeContext(context); }
  void operator()(xmlXPathObject* object) const { xmlXPathFreeObject(object); }
};
using Document = std::unique_ptr<xmlDoc, XmlDeleter>;

// NONET and no recovery: what is not well-formed does not come back.
Document parse(const std::string& text) {
  return Document(xmlReadMemory(text.data(), static_cast<int>(text.size()), "picture.svg", "UTF-8",
                                XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE));
}

std::string ask(const Document& doc, const std::string& xpath) {
  const std::unique_ptr<xmlXPathContext, XmlDeleter> context(xmlXPathNewContext(doc.get()));
  xmlXPathRegisterNs(context.get(), BAD_CAST "s", BAD_CAST "http://www.w3.org/2000/svg");
  const std::unique_ptr<xmlXPathObject, XmlDeleter> found(
      xmlXPathEvalExpression(BAD_CAST("string(" + xpath + ")").c_str(), context.get()));
  return found == nullptr ? "(bad path)" : std::string(reinterpret_cast<const char*>(found->stringval));
}

Picture square(std::string name) {
  Picture picture{.x = -1, .y = 2, .width = 10, .height = 5, .px_per_m = 20};
  picture.title = name;
  picture.items.push_back({.layer = Layer::rooms,
                           .what = Shape{.path = rectangle(0, 3, 4, 2), .fill = colour(0xf0e0d0)},
                           .css_class = "room",
                           .id = "room:" + name,
                           .title = name,
                           .line = 7,
                           .end_line = 9,
                           .data = {{"floor", name}}});
  picture.items.push_back({.layer = Layer::labels, .what = Text{.text = name, .at = {2, 4}}, .id = "room:" + name});
  return picture;
}

TEST(Svg, HasScaleOriginRoleAndTitle) {
  const Document doc = parse(svg(square("Kitchen")));
  ASSERT_NE(doc, nullptr);
  EXPECT_EQ(ask(doc, "/s:svg/@role"), "img");
  EXPECT_EQ(ask(doc, "/s:svg/@width"), "200");
  EXPECT_EQ(ask(doc, "/s:svg/@height"), "100");
  EXPECT_EQ(ask(doc, "/s:svg/@data-scale"), "20");
  EXPECT_EQ(ask(doc, "/s:svg/@data-origin-x"), "-1");
  EXPECT_EQ(ask(doc, "/s:svg/@data-origin-y"), "2");
  EXPECT_EQ(ask(doc, "/s:svg/s:title"), "Kitchen");
}

TEST(Svg, PlacesThingsInPixelsWithTheirSource) {
  const Document doc = parse(svg(square("Kitchen")));
  const std::string room = "//s:g[@class='rooms']/s:g[@data-id='room:Kitchen']";
  EXPECT_EQ(ask(doc, room + "/@data-line"), "7");
  EXPECT_EQ(ask(doc, room + "/@data-end-line"), "9");
  EXPECT_EQ(ask(doc, room + "/@data-floor"), "Kitchen");
  EXPECT_EQ(ask(doc, room + "/s:title"), "Kitchen");
  EXPECT_EQ(ask(doc, room + "/s:path/@d"), "M20 20L100 20L100 60L20 60Z");
  EXPECT_EQ(ask(doc, "//s:g[@class='labels']//s:text"), "Kitchen");
}

class SvgNames : public testing::TestWithParam<std::string> {};

TEST_P(SvgNames, AreEscapedWhateverTheyHold) {
  const std::string text = svg(square(GetParam()));
  EXPECT_NE(parse(text), nullptr) << text.substr(0, 2000);
}

INSTANTIATE_TEST_SUITE_P(Hostile, SvgNames,
                         testing::Values("R&D <lab>", "\"quoted\" 'twice'", "]]>", "<!-- -->", "&#0;",
                                         std::string("null\0inside", 11), "\x01\x02\x1b[31m", "שלום עולם", "\u202eevil",
                                         "\xff\xfe broken \xc3", "\xef\xbf\xbe and \xef\xbf\xbf", "\u0085\u0090",
                                         "</text><script>alert(1)</script>", std::string(10000, '<'),
                                         std::string(10000, 'W')));

TEST(Svg, KeepsNamesReadable) {
  const Document doc = parse(svg(square("R&D <lab> \"x\" ümläut · שלום")));
  EXPECT_EQ(ask(doc, "//s:g[@class='labels']//s:text"), "R&D <lab> \"x\" ümläut · שלום");
}

TEST(Svg, DropsWhatXmlCannotHold) {
  const Document doc = parse(svg(square("a\x01\x7f\u0085z")));
  EXPECT_EQ(ask(doc, "//s:g[@class='labels']//s:text"), "az");
}

TEST(Svg, AFontFamilyCannotLeaveItsQuotes) {
  Picture picture = square("a");
  picture.font_family = "Comic\"; fill:url(x) \\";
  const Document doc = parse(svg(picture));
  EXPECT_TRUE(ask(doc, "/s:svg/@font-family").starts_with("\"Comic; fill:url(x) \",Inter"));
}

TEST(Svg, ArcsTurnAsAsked) {
  Picture picture{.width = 4, .height = 4, .px_per_m = 10};
  Path path;
  path.move({2, 1}).arc({2, 2}, {3, 2}, true);
  picture.items.push_back({.what = Shape{.path = path, .stroke = Stroke{}}});
  EXPECT_NE(svg(picture).find("M20 10A10 10 0 0 1 30 20"), std::string::npos);
  std::get<Shape>(picture.items[0].what).path.segments[1].clockwise = false;
  EXPECT_NE(svg(picture).find("M20 10A10 10 0 1 0 30 20"), std::string::npos);
}

TEST(Svg, NumbersAreAlwaysNumbers) {
  Picture picture{.width = 1, .height = 1};
  const double inf = std::numeric_limits<double>::infinity();
  picture.items.push_back({.what = Shape{.path = rectangle(inf, -inf, std::nan(""), 1e308), .fill = colour(0)}});
  const std::string text = svg(picture);
  EXPECT_EQ(text.find("inf"), std::string::npos);
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("e+"), std::string::npos);
}

TEST(Svg, EqualPicturesGiveEqualBytes) { EXPECT_EQ(svg(square("a")), svg(square("a"))); }

}  // namespace
}  // namespace drawing
