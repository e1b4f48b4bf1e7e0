// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "domains/energy/engine/docs/sections.h"
#include "domains/energy/engine/weather/stations.h"

namespace {

using energy::engine::Stations;

TEST(EnergyDocs, ASchemaSaysWhatItsFieldsAre) {
  const auto section =
      energy::engine::schema_section("Zone", R"({"memo": "A room.", "patternProperties": {".*": {"properties": {
      "multiplier": {"type": "integer", "minimum": 1, "default": 1, "note": ["How many", "there are."]},
      "type": {"enum": ["", "A", "B"]},
      "tags": {"type": "array", "items": {"properties": {"tag": {"units": "m"}}}}}}}})");
  EXPECT_EQ(section.location, "schema/Zone");
  EXPECT_EQ(section.text,
            "A room.\n\nmultiplier, minimum 1, default 1: How many there are.\ntype, one of A, B\ntags "
            "(repeated):\ntag [m]\n");
  EXPECT_EQ(energy::engine::schema_section("X", "{").text, "");
}

TEST(EnergyDocs, LatexBecomesPlainText) {
  const auto sections = energy::engine::tex_sections("io/group.tex", R"(preamble
\section{Group -- \emph{Zones}}\label{sec:zones}
A \textbf{zone} is 5\% of $x$. % not this
\begin{itemize} \item one \item two \end{itemize}
\subsection{Zone}\label{zone}
\includegraphics[width=1]{a.png} Text~here.\\Next\_line
)");
  ASSERT_EQ(sections.size(), 2u);
  EXPECT_EQ(sections[0].location, "io/group.tex#group-zones");
  EXPECT_EQ(sections[0].title, "Group -- Zones");
  EXPECT_EQ(sections[0].tag, "io");
  EXPECT_EQ(sections[0].text, "A zone is 5% of x.\n\n- one\n- two\n");
  EXPECT_EQ(sections[1].text, "Text here.\nNext_line\n");
  EXPECT_TRUE(energy::engine::tex_sections("x", "\\section{never ends").size() <= 1);
}

Stations stations() {
  return Stations::read(R"({"built_at": "x", "stations": [
    {"city": "Chicago.OHare.AP", "state": "IL", "country": "USA", "wmo": "725300", "latitude": 41.98, "longitude": -87.9, "url": "a_TMYx.2004-2018.zip"},
    {"city": "Chicago.OHare.AP", "state": "IL", "country": "USA", "wmo": "725300", "latitude": 41.98, "longitude": -87.9, "url": "a_TMYx.2011-2025.zip"},
    {"city": "New.Chicago}", "state": "XX", "country": "USA", "wmo": "1", "latitude": 10, "longitude": 10, "url": "b"},
    {"city": "München", "state": "BY", "country": "DEU", "wmo": "108660", "latitude": 48.35, "longitude": 11.8, "url": "c", "timezone": 1.0},
    {"city": "", "wmo": "9"}]})")
      .value();
}

TEST(EnergyWeather, StationsByNameNumberAndDistance) {
  const auto all = stations();
  EXPECT_EQ(all.size(), 4u);
  const auto chicago = all.search({.words = "chicago"});
  ASSERT_EQ(chicago.size(), 2u);
  EXPECT_EQ(chicago[0].station->wmo, "725300");
  EXPECT_EQ(chicago[0].files, 2);
  EXPECT_EQ(chicago[0].station->url, "a_TMYx.2011-2025.zip");
  EXPECT_EQ(all.search({.words = "108660"}).at(0).station->city, "München");
  EXPECT_EQ(all.search({.words = "chicago", .state = "xx"}).size(), 1u);
  EXPECT_TRUE(all.search({.words = "atlantis"}).empty());
  const auto near = all.search({.latitude = 48.1, .longitude = 11.6, .limit = 1});
  ASSERT_EQ(near.size(), 1u);
  EXPECT_EQ(near[0].station->country, "DEU");
  EXPECT_NEAR(*near[0].distance_km, 31.5, 1);
  EXPECT_FALSE(Stations::read("{}").ok());
}

}  // namespace
