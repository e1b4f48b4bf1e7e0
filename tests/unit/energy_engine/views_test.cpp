// SPDX-License-Identifier: Apache-2.0
// What pages and pictures are made of. web/test/pages/energy*.test.ts show the pages; tests/conversations/energy_views
// has results of the real engine.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <memory>

#include "base/text.h"
#include "domains/energy/engine/views/geometry_page.h"
#include "domains/energy/engine/views/packed.h"
#include "domains/energy/engine/views/peaks_page.h"
#include "domains/energy/engine/views/pictures.h"
#include "domains/energy/engine/views/report_page.h"
#include "domains/energy/engine/views/run_pictures.h"
#include "domains/energy/engine/views/runs_page.h"
#include "domains/energy/engine/views/scene_values.h"
#include "domains/energy/engine/views/sheet.h"
#include "formats/energyplus/eso.h"
#include "support/energy_types.h"

namespace energy::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The reverse, as web/kit/packed.ts does it.
std::vector<std::int64_t> unpacked(const std::string& text) {
  std::vector<std::int64_t> out;
  std::int64_t before = 0;
  std::uint64_t left = 0;
  int shift = 0;
  const std::string bytes = base::unbase64(text).value();
  for (const char each : bytes) {
    const auto byte = static_cast<std::uint8_t>(each);
    left |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    shift += 7;
    if ((byte & 0x80) != 0) continue;
    before += static_cast<std::int64_t>(left >> 1) ^ -static_cast<std::int64_t>(left & 1);
    out.push_back(before);
    left = 0;
    shift = 0;
  }
  return out;
}

TEST(EnergyPacked, WholeNumbersComeBack) {
  const std::vector<std::int64_t> numbers{0, 1, -1, 63, 64, -64, -65, 300'000, -1, 25'000'000, 25'000'060};
  EXPECT_EQ(unpacked(packed_whole(numbers)), numbers);
  EXPECT_EQ(packed_whole({}), "");
}

TEST(EnergyPacked, ValuesAreSharesOfTheirRange) {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> values{20, 30, 25, unknown, 20};
  EXPECT_THAT(unpacked(packed_values(values, 20, 30)), ElementsAre(1, 16383, 8192, 0, 1));
  EXPECT_THAT(unpacked(packed_values(std::vector<double>{7, 7}, 7, 7)), ElementsAre(1, 1));
}

// Hours of a year differ by sixty minutes and little else: about a byte each.
TEST(EnergyPacked, AYearIsSmall) {
  std::vector<double> values;
  for (int hour = 0; hour < 8760; ++hour) values.push_back(20 + 5 * std::sin(hour / 24.0 * 6.2832));
  EXPECT_LT(packed_values(values, 15, 25).size(), 8760U * 8 / 3 + 8);
}

TEST(EnergyPacked, TimesAndUnits) {
  const std::vector<std::string> times{"1970-01-01T01:00:00", "1970-01-01T02:00:00", ""};
  EXPECT_THAT(unpacked(packed_times(times)), ElementsAre(60, 120, -1));
  EXPECT_EQ(time_text({.month = 7, .day = 21, .hour = 15}), "2017-07-21 15:00");
  EXPECT_EQ(time_text({}), "");
  EXPECT_EQ(unit_text("C"), "°C");
  EXPECT_EQ(unit_text("W/m2-K"), "W/m²·K");
  EXPECT_EQ(unit_text("m3/s"), "m³/s");
  EXPECT_EQ(unit_text("GJ"), "GJ");
}

// --- values on geometry ---

Model two_rooms() {
  static const auto schema = tests::schema_of(
      {{"Zone", "name direction_of_relative_north# x_origin# y_origin# z_origin# type# multiplier#"},
       {"BuildingSurface:Detailed",
        "name surface_type construction_name zone_name outside_boundary_condition outside_boundary_condition_object "
        "number_of_vertices#",
        "vertices", "vertex_x_coordinate# vertex_y_coordinate# vertex_z_coordinate#"}});
  const std::string text =
      "Zone,Core;Zone,Attic <b>;"
      "BuildingSurface:Detailed,South,Wall,C,Core,Outdoors,,,0,0,3,0,0,0,4,0,0,4,0,3;"
      "BuildingSurface:Detailed,Gable,Wall,C,Attic <b>,Outdoors,,,0,0,6,0,0,3,4,0,3,4,0,6;";
  auto file = std::make_shared<const formats::idf::File>(formats::idf::File::parse(text).value());
  return Model::read(std::move(file), schema);
}

constexpr const char* two_days = R"(Program Version,EnergyPlus, Version 25.2.0-x, YMD=2026.11.17 13:43
7,1,CORE,Zone Mean Air Temperature [C] !Hourly
8,1,ATTIC <B>,Zone Mean Air Temperature [C] !Hourly
9,1,Electricity:Facility [J] !Hourly
10,1,CORE,Zone Mean Air Temperature [C] !Monthly
11,1,SOUTH,Surface Inside Face Temperature [C] !Hourly
12,1,FAN,Fan Electricity Rate [W] !Hourly
End of Data Dictionary
1,SUMMER,  39.72,-104.75,  -7.00,1726.00
2,1, 7,21, 0, 1, 0.00,60.00,SummerDesignDay
7,20
8,30
9,100
11,18
12,5
2,1, 7,21, 0, 2, 0.00,60.00,SummerDesignDay
7,22
9,300
11,19
12,6
1,WINTER,  39.72,-104.75,  -7.00,1726.00
2,1,12,21, 0, 1, 0.00,60.00,WinterDesignDay
7,10
8,-5
9,7
11,9
12,7
End of Data
)";
Series two() { return series_of(formats::energyplus::read_eso(two_days).value()); }

struct Case {
  Model model = two_rooms();
  Scene scene = scene_of(model);
  Series series = two();
  base::Result<SceneValues> values(const std::string& variable) const {
    return scene_values(series, model, scene, variable);
  }
};

TEST(EnergySceneValues, ByZoneOverTime) {
  const Case of;
  const auto values = of.values("zone mean air temperature").value();
  EXPECT_EQ(values.by, SceneValues::By::zone);
  EXPECT_EQ(values.unit, "°C");
  EXPECT_EQ(values.frequency, "Hourly");
  EXPECT_THAT(values.places, ElementsAre(0U, 1U));
  EXPECT_THAT(values.names, ElementsAre("Core", "Attic <b>"));
  EXPECT_THAT(values.row(0), ElementsAre(20, 22, 10));
  EXPECT_EQ(values.row(1)[0], 30);
  EXPECT_TRUE(std::isnan(values.row(1)[1]));
  EXPECT_EQ(values.low, -5);
  EXPECT_EQ(values.high, 30);
  EXPECT_EQ(values.highest.row, 1U);
  EXPECT_EQ(values.lowest.step, 2U);
  ASSERT_EQ(values.environments.size(), 2U);
  EXPECT_EQ(values.environments[1].name, "WINTER");
  EXPECT_EQ(values.environments[1].first, 2U);
  EXPECT_THAT(values.others, ElementsAre("Zone Mean Air Temperature", "Surface Inside Face Temperature"));
}

TEST(EnergySceneValues, BySurface) {
  const auto values = Case().values("surface inside*").value();
  EXPECT_EQ(values.by, SceneValues::By::surface);
  EXPECT_THAT(values.places, ElementsAre(0U));
  EXPECT_THAT(values.row(0), ElementsAre(18, 19, 9));
}

TEST(EnergySceneValues, WhatIsNotThereIsSaid) {
  const Case of;
  const auto near = of.values("Zone Mean Air Temprature").error();
  EXPECT_THAT(near.message, HasSubstr("This run did not report 'Zone Mean Air Temprature'"));
  EXPECT_THAT(near.hint, HasSubstr("Did you mean Zone Mean Air Temperature?"));
  EXPECT_THAT(of.values("Electricity:Facility").error().message, HasSubstr("it is a meter"));
  EXPECT_THAT(of.values("Fan Electricity Rate").error().message, HasSubstr("such as FAN"));
  EXPECT_THAT(scene_values(Series{}, of.model, of.scene, "X").error().hint, HasSubstr("add Output:Variable"));
}

TEST(EnergySceneValues, AMomentByItsTime) {
  const auto values = Case().values("Zone Mean Air Temperature").value();
  EXPECT_EQ(step_at(values, "").value(), 0U);
  EXPECT_EQ(step_at(values, "2017-12-21").value(), 2U);
  EXPECT_THAT(step_at(values, "2017-08").error().hint, HasSubstr("from 2017-07-21T01:00:00 to 2017-12-21T01:00:00"));
}

// A year in quarters of an hour, more zones than a page takes: hours, or days, and energies add up.
TEST(EnergySceneValues, TooManyAreGathered) {
  std::vector<Moment> moments;
  for (int day = 1; day <= 28; ++day) {
    for (int month = 1; month <= 12; ++month) {
      for (int quarter = 1; quarter <= 96; ++quarter) {
        moments.push_back({.year = 2017,
                           .month = static_cast<std::int8_t>(month),
                           .day = static_cast<std::int8_t>(day),
                           .hour = static_cast<std::int8_t>(quarter / 4),
                           .minute = static_cast<std::int8_t>(quarter % 4 * 15),
                           .minutes = 15});
      }
    }
  }
  std::vector<std::uint32_t> places(moments.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<std::uint32_t>(i);
  const std::vector<double> ones(moments.size(), 1);
  std::string text;
  Series series;
  series.environments.push_back({0, "YEAR", Environment::Kind::run_period});
  series.moments = moments;
  for (int zone = 0; zone < 60; ++zone) {
    text += "Zone,Z" + std::to_string(zone) + ";";
    series.variables.push_back({.name = "Zone Lights Electricity Energy",
                                .key = "Z" + std::to_string(zone),
                                .units = "J",
                                .frequency = Frequency::timestep,
                                .is_sum = true});
    series.columns.push_back({places, ones});
  }
  static const auto schema = tests::schema_of({{"Zone", "name"}});
  auto file = std::make_shared<const formats::idf::File>(formats::idf::File::parse(text).value());
  const auto model = Model::read(std::move(file), schema);
  const auto values = scene_values(series, model, scene_of(model), "Zone Lights*").value();
  EXPECT_EQ(values.frequency, "Timestep, by hour");
  EXPECT_EQ(values.steps.size(), 28U * 12 * 24);
  EXPECT_EQ(values.unit, "kWh");
  EXPECT_DOUBLE_EQ(values.row(0)[0], 4 / 3.6e6);
  EXPECT_DOUBLE_EQ(values.row(59)[5], 4 / 3.6e6);
}

TEST(EnergyGeometryPage, ComesInParts) {
  const Case of;
  const auto values = of.values("Zone Mean Air Temperature").value();
  const ShownValues shown{values, 1, true};
  auto page = geometry_page(of.model, of.scene, "m.idf", &shown);
  EXPECT_EQ(page.main.at("surface_parts").as_integer(), 1);
  EXPECT_EQ(page.parts.at("surfaces-0").at("names").size(), 2U);
  const auto& about = page.main.at("values");
  EXPECT_EQ(about.at("step").as_integer(), 1);
  EXPECT_TRUE(about.at("stale").as_bool());
  EXPECT_THAT(unpacked(std::string(page.parts.at("values-0").text("packed"))),
              ElementsAre(11702, 12639, 7022, 16383, 0, 1));
  const auto file = std::move(page).file();
  EXPECT_TRUE(file.at("parts").find("values-0") != nullptr);
}

// However large a model is, no part of its page is.
TEST(EnergyGeometryPage, NoPartIsLarge) {
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    text += "Zone,Z" + std::to_string(i) + ";BuildingSurface:Detailed,S" + std::to_string(i) + ",Wall,C,Z" +
            std::to_string(i) + ",Outdoors,,,0,0,3,0,0,0,4,0,0,4,0,3;";
  }
  static const auto schema = tests::schema_of(
      {{"Zone", "name"},
       {"BuildingSurface:Detailed",
        "name surface_type construction_name zone_name outside_boundary_condition outside_boundary_condition_object "
        "number_of_vertices#",
        "vertices", "vertex_x_coordinate# vertex_y_coordinate# vertex_z_coordinate#"}});
  auto parsed = std::make_shared<const formats::idf::File>(formats::idf::File::parse(text).value());
  const auto model = Model::read(std::move(parsed), schema);
  const auto scene = scene_of(model);
  SceneValues values{.variable = "V", .by = SceneValues::By::zone};
  values.steps.resize(200);
  for (std::size_t i = 0; i < scene.zones.size(); ++i) values.places.push_back(i);
  values.names.resize(values.places.size());
  values.values.resize(values.places.size() * values.steps.size());
  for (std::size_t i = 0; i < values.values.size(); ++i) values.values[i] = static_cast<double>(i % 50);
  values.high = 49;
  const ShownValues shown{values};
  const auto page = geometry_page(model, scene, "m.idf", &shown);
  EXPECT_GT(page.parts.size(), 10U);
  for (const auto& [name, part] : page.parts) EXPECT_LT(part.dump().size(), 96U * 1024) << name;
}

// --- results ---

Cell cell(const char* table, const char* row, const char* column, const std::string& value,
          const char* report = "AnnualBuildingUtilityPerformanceSummary", const char* units = "GJ") {
  return {report, "Entire Facility", table, row, column, units, value};
}
RunHead head() { return {.building = "<House>", .environment = "RUNPERIOD 1", .engine = "25.2.0", .id = "abc"}; }

TEST(EnergyReportPage, ContentsFirstTablesInParts) {
  std::vector<Cell> cells{cell("Site", "Total", "Energy", "12.5"), cell("Area", "Total", "Area", "80", "Other", "m2")};
  const std::string long_text(300, 'x');
  for (int i = 0; i < 900; ++i) cells.push_back(cell("Long", ("row " + std::to_string(i)).c_str(), "Text", long_text));
  const auto page = report_page(head(), {{"total_site_energy", "GJ", 12.5}}, tables_of(cells));
  EXPECT_EQ(page.main.at("reports").size(), 3U);  // in the order of the run
  EXPECT_EQ(page.main.at("table_parts").as_integer(), static_cast<std::int64_t>(page.parts.size()));
  EXPECT_EQ(page.parts.size(), 2U);
  const auto& first = page.parts.at("tables-0").at("tables").as_array();
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[1].at("columns").as_array()[0].text("unit"), "m²");
  EXPECT_EQ(first[0].at("rows").as_array()[0].as_array()[1].as_string(), "12.5");
}

PeakLoads peaks() {
  PeakLoads out{.floor_area_m2 = 100};
  out.cooling = {.design_load_w = 4000, .time = "02-JUL-07:15", .components = {{"Window Heat Addition", 900, 100}}};
  for (int i = 0; i < 130; ++i) out.cooling.zones.push_back({.zone = "Z" + std::to_string(i), .design_load_w = 30});
  out.flags.push_back({"one_part_dominates", "100 % is Window Heat Addition."});
  return out;
}

TEST(EnergyPeaksPage, ZonesInParts) {
  const auto page = peaks_page(head(), peaks());
  EXPECT_EQ(page.main.at("cooling").at("zone_count").as_integer(), 130);
  EXPECT_EQ(page.main.at("cooling_parts").as_integer(), 3);
  EXPECT_EQ(page.parts.at("cooling-2").at("zones").size(), 10U);
  EXPECT_EQ(page.main.at("heating_parts").as_integer(), 0);
}

TEST(EnergyRuns, EndUsesAreAllCarriersTogether) {
  const std::vector<Cell> cells{
      cell("End Uses", "Heating", "Electricity", "1.5"),
      cell("End Uses", "Heating", "Natural Gas", "2"),
      cell("End Uses", "Heating", "Water", "9", "AnnualBuildingUtilityPerformanceSummary", "m3"),
      cell("End Uses", "Fans", "Electricity", "0.5"),
      cell("End Uses", "Total End Uses", "Electricity", "2"),
      cell("Other", "Heating", "Electricity", "7")};
  const auto uses = end_uses(cells);
  ASSERT_EQ(uses.list.size(), 2U);
  EXPECT_EQ(uses.list[0].value, 3.5);
  EXPECT_EQ(uses.unit, "GJ");
}

TEST(EnergyRuns, SeriesOfBothAtTheSameTimes) {
  const auto one = two(), other = two();
  const auto all = paired_series(one, other, "", 3).value();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].name, "Electricity:Facility");
  EXPECT_EQ(all[1].key, "CORE");
  EXPECT_EQ(all[1].frequency, "Hourly");  // and not once more by month
  EXPECT_EQ(all[0].unit, "kWh");
  EXPECT_DOUBLE_EQ(all[0].after[1], 300 / 3.6e6);
  EXPECT_EQ(all[0].environments.size(), 2U);
  const auto fan = paired_series(one, other, "fan*", 5).value();
  ASSERT_EQ(fan.size(), 1U);
  EXPECT_THAT(paired_series(one, other, "Fan Electric Rate", 5).error().hint, HasSubstr("Did you mean"));
  EXPECT_THAT(paired_series(one, Series{}, "fan*", 5).error().message, HasSubstr("The other run did not report"));
  EXPECT_TRUE(paired_series(one, Series{}, "", 5).value().empty());
}

TEST(EnergyRunsPage, FiguresUsesSeriesAndDifferences) {
  const std::vector<Cell> was{cell("T", "a", "x", "100"), cell("T", "gone", "x", "1")}, is{cell("T", "a", "x", "101")};
  RunPair runs{
      .before = {head(), {{"building_area", "m2", 80}, {"net", "GJ", 1}}, {"GJ", {{"Heating", 2}, {"None", 0}}}},
      .after = {head(), {{"building_area", "m2", 90}}, {"GJ", {{"Fans", 3}}}}};
  const auto page = runs_page(runs, compare(was, is, 0), paired_series(two(), two(), "", 2).value());
  const auto& figures = page.main.at("figures").as_array();
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].at("after").as_number(), 90);
  EXPECT_TRUE(figures[1].at("after").is_null());
  EXPECT_EQ(page.main.at("end_uses").at("uses").size(), 2U);
  EXPECT_EQ(page.main.at("different").as_integer(), 2);
  const auto& rows = page.parts.at("differences-0").at("rows").as_array();
  EXPECT_EQ(rows[0].as_array()[7].as_number(), 1);
  EXPECT_TRUE(rows[1].as_array()[6].is_null());
  EXPECT_EQ(page.main.at("series").size(), 2U);
  EXPECT_THAT(unpacked(page.parts.at("series-0").at("before").as_string()), ElementsAre(5201, 16383, 1));
}

std::string svg_of(const drawing::Picture& picture) { return image_of(picture, ImageFormat::svg).value(); }

TEST(EnergyPictures, OfResults) {
  const Case of;
  const auto values = of.values("Zone Mean Air Temperature").value();
  const auto warm = svg_of(values_picture(of.model, of.scene, {values, 0, true}, "m.idf"));
  EXPECT_THAT(warm, HasSubstr("Zone Mean Air Temperature"));
  EXPECT_THAT(warm, HasSubstr("at 2017-07-21 01:00"));
  EXPECT_THAT(warm, HasSubstr("stale"));
  EXPECT_THAT(warm, HasSubstr("Attic &lt;b&gt;"));
  const auto loads = svg_of(peaks_picture(head(), peaks()));
  EXPECT_THAT(loads, HasSubstr("&lt;House&gt;"));
  EXPECT_THAT(loads, HasSubstr("and 118 more zones"));
  EXPECT_THAT(loads, HasSubstr("Window Heat Addition"));
  const std::vector<Cell> cells{cell("Site & Source", "Total", "Energy", "12.5")};
  EXPECT_THAT(svg_of(report_picture(head(), tables_of(cells))), HasSubstr("Site &amp; Source"));
  RunPair runs{.before = {head(), {{"building_area", "m2", 80}}, {"GJ", {{"Heating", 2}}}},
               .after = {head(), {{"building_area", "m2", 90}}, {"GJ", {{"Heating", 1}}}}};
  const auto both = svg_of(runs_picture(runs, paired_series(two(), two(), "", 1).value()));
  EXPECT_THAT(both, HasSubstr("Building area"));
  EXPECT_THAT(both, HasSubstr("+10 (+12.5 %)"));
  EXPECT_THAT(both, HasSubstr("Electricity:Facility"));
  EXPECT_EQ(image_of(runs_picture(runs, {}), ImageFormat::png).value().substr(1, 3), "PNG");
}

TEST(EnergyPictures, TextIsCutBetweenCharacters) {
  const auto cut = fitted("Büro 研究室 مكتب and a long name that goes on", 80, 12);
  EXPECT_TRUE(base::valid_utf8(cut));
  EXPECT_TRUE(cut.ends_with("…"));
  EXPECT_EQ(fitted("short", 80, 12), "short");
}

}  // namespace
}  // namespace energy::engine
