// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "domains/energy/engine/run/prepare.h"
#include "domains/energy/engine/run/study.h"
#include "unit/energy_engine/models.h"

namespace {

using energy::engine::Model;
using testing::HasSubstr;

// Types whose names say what is done with them, and one that names a file.
constexpr const char* run_schema = R"json({
"$schema": "https://json-schema.org/draft-07/schema#", "properties": {
 "Version": {"type": "object", "patternProperties": {".*": {"type": "object", "properties": {"version_identifier": {"type": "string"}}}},
  "legacy_idd": {"field_info": {"version_identifier": {"field_name": "Version Identifier"}}, "fields": ["version_identifier"]}},
 "Schedule:File": {"type": "object", "name": {"type": "string", "is_required": true},
  "patternProperties": {"^.*\\S.*$": {"type": "object", "properties": {"file_name": {"type": "string"}, "column": {"type": "integer"}}}},
  "legacy_idd": {"field_info": {"name": {"field_name": "Name"}, "file_name": {"field_name": "File Name"}, "column": {"field_name": "Column"}},
   "fields": ["name", "file_name", "column"]}},
 "PythonPlugin:Instance": {"type": "object", "name": {"type": "string"}, "patternProperties": {".*": {"type": "object", "properties": {}}},
  "legacy_idd": {"field_info": {"name": {"field_name": "Name"}}, "fields": ["name"]}},
 "Parametric:RunControl": {"type": "object", "name": {"type": "string"}, "patternProperties": {".*": {"type": "object", "properties": {}}},
  "legacy_idd": {"field_info": {"name": {"field_name": "Name"}}, "fields": ["name"]}},
 "HVACTemplate:Thermostat": {"type": "object", "name": {"type": "string"}, "patternProperties": {".*": {"type": "object", "properties": {}}},
  "legacy_idd": {"field_info": {"name": {"field_name": "Name"}}, "fields": ["name"]}},
 "OutputControl:Files": {"type": "object", "patternProperties": {".*": {"type": "object", "properties": {
   "output_csv": {"type": "string"}, "output_sqlite": {"type": "string"}}}},
  "legacy_idd": {"field_info": {"output_csv": {"field_name": "Output CSV"}, "output_sqlite": {"field_name": "Output SQLite"}},
   "fields": ["output_csv", "output_sqlite"]}},
 "Output:SQLite": {"type": "object", "patternProperties": {".*": {"type": "object", "properties": {
   "option_type": {"type": "string"}, "unit_conversion": {"type": "string"}}}},
  "legacy_idd": {"field_info": {"option_type": {"field_name": "Option Type"}, "unit_conversion": {"field_name": "Unit Conversion"}},
   "fields": ["option_type", "unit_conversion"]}},
 "Output:VariableDictionary": {"type": "object", "patternProperties": {".*": {"type": "object", "properties": {"key_field": {"type": "string"}}}},
  "legacy_idd": {"field_info": {"key_field": {"field_name": "Key Field"}}, "fields": ["key_field"]}},
 "Output:Table:SummaryReports": {"type": "object", "extensible_size": 1, "patternProperties": {".*": {"type": "object", "properties": {
   "reports": {"type": "array", "items": {"type": "object", "properties": {"report_name": {"type": "string"}}}}}}},
  "legacy_idd": {"field_info": {"report_name": {"field_name": "Report Name"}}, "fields": [], "extensibles": ["report_name"], "extension": "reports"}}
}})json";

std::shared_ptr<const formats::idf::Schema> schema() { return formats::idf::Schema::read(run_schema).value(); }

Model run_idf(std::string text) {
  return Model::read(std::make_shared<const formats::idf::File>(formats::idf::File::parse(std::move(text)).value()),
                     schema());
}
Model run_epjson(std::string text) {
  return Model::read(
      std::make_shared<const formats::epjson::File>(formats::epjson::File::parse(std::move(text)).value()), schema());
}

std::string copied(const Model& model) { return energy::engine::run_copy(model, {}, {}).value().bytes; }

TEST(EnergyRunCopy, HasTheOutputThatTheModelLacks) {
  const auto model = run_idf("Version,25.2; ! keep me\n");
  const auto copy = energy::engine::run_copy(model, {}, {}).value();
  EXPECT_THAT(copy.bytes, testing::StartsWith("Version,25.2; ! keep me\n"));
  EXPECT_THAT(copy.bytes, HasSubstr("SimpleAndTabular"));
  EXPECT_THAT(copy.bytes, HasSubstr("AllSummary"));
  EXPECT_THAT(copy.bytes, HasSubstr("Output:VariableDictionary"));
  EXPECT_EQ(copy.added.size(), 3U);
}

TEST(EnergyRunCopy, OfAModelThatHasItAllIsTheModel) {
  const std::string whole =
      "Output:SQLite,simpleandtabular;\nOutput:Table:SummaryReports,Abups;\nOutput:VariableDictionary,Regular;\n";
  EXPECT_EQ(copied(run_idf(whole)), whole);
}

TEST(EnergyRunCopy, TablesAreNotLeftOut) {
  const std::string rest = "Output:Table:SummaryReports,A;\nOutput:VariableDictionary,IDF;\n";
  EXPECT_THAT(copied(run_idf("Output:SQLite,Simple;\n" + rest)), HasSubstr("Output:SQLite,SimpleAndTabular;"));
  EXPECT_THAT(copied(run_idf("Output:SQLite,,JtoKWH;\n" + rest)), HasSubstr("Output:SQLite,SimpleAndTabular,JtoKWH;"));
  EXPECT_THAT(copied(run_idf("OutputControl:Files,No,No;\n" + rest)), HasSubstr("OutputControl:Files,No,Yes;"));
}

TEST(EnergyRunCopy, EpjsonStaysEpjsonUnlessItIsExpanded) {
  const auto copy =
      energy::engine::run_copy(run_epjson(R"({"Version": {"Version 1": {"version_identifier": "25.2"}}})"), {}, {});
  ASSERT_TRUE(copy.ok());
  EXPECT_TRUE(copy->is_epjson);
  const auto root = base::parse_json(copy->bytes).value();
  EXPECT_EQ(root.pointer("/Output:SQLite/Output:SQLite 1/option_type")->as_string(), "SimpleAndTabular");
  EXPECT_EQ(
      root.pointer("/Output:Table:SummaryReports/Output:Table:SummaryReports 1/reports/0/report_name")->as_string(),
      "AllSummary");
  const auto model = run_epjson(R"({"HVACTemplate:Thermostat": {"T": {}}})");
  EXPECT_TRUE(energy::engine::needs_expansion(model));
  const auto expanded = energy::engine::run_copy(model, {}, {});
  EXPECT_FALSE(expanded->is_epjson);
  EXPECT_THAT(expanded->bytes, HasSubstr("HVACTemplate:Thermostat"));
}

TEST(EnergyRunCopy, NamedFilesGetTheirNewPlace) {
  const auto model = run_idf("Schedule:File,Occupancy,../data/o.csv,2;\nSchedule:File,Blank,,2;\n");
  const auto files = energy::engine::named_files(model);
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].path, "../data/o.csv");
  EXPECT_EQ(files[0].where, "Schedule:File \"Occupancy\", file_name");
  const std::vector<std::string> paths{"1-o.csv"};
  EXPECT_THAT(energy::engine::run_copy(model, files, paths)->bytes, HasSubstr("Schedule:File,Occupancy,1-o.csv,2;"));
}

TEST(EnergyRunCopy, WhatIsNotRunIsNamed) {
  const auto plugin = energy::engine::check_runnable(run_idf("PythonPlugin:Instance,Mine;"));
  ASSERT_FALSE(plugin.ok());
  EXPECT_EQ(plugin.error().code, base::Code::denied);
  EXPECT_THAT(plugin.error().message, HasSubstr("PythonPlugin:Instance \"Mine\""));
  EXPECT_THAT(plugin.error().hint, HasSubstr("admit = [\"simulation.foreign_code\"]"));
  using energy::engine::ForeignCode;
  EXPECT_TRUE(energy::engine::check_runnable(run_idf("PythonPlugin:Instance,Mine;"), ForeignCode::admitted).ok());
  const auto cases = energy::engine::check_runnable(run_idf("Parametric:RunControl,P;"), ForeignCode::admitted);
  ASSERT_FALSE(cases.ok()) << "that is another matter";
  EXPECT_THAT(cases.error().message, HasSubstr("ParametricPreprocessor"));
  EXPECT_TRUE(energy::engine::check_runnable(run_idf("HVACTemplate:Thermostat,T;")).ok());
}

TEST(EnergyStudy, SetsFieldsAndKeepsTheRest) {
  const auto model = tests::idf_model("Zone,A,1.50, ! keep\n 2;\nZone,B;\nZone,AB,0;\n");
  const auto set = energy::engine::with_settings(
      model, std::vector<energy::engine::Setting>{{"zone", "a*", "Multiplier", base::Json(4)}});
  ASSERT_TRUE(set.ok()) << set.error().message;
  const auto& file = *std::get<Model::IdfFile>(set->file());
  EXPECT_EQ(file.bytes(), "Zone,A,1.50, ! keep\n 4;\nZone,B;\nZone,AB,0,4;\n");
}

TEST(EnergyStudy, InEpjson) {
  const auto model = tests::epjson_model(R"({"Zone": {"A": {"multiplier": 2}}})");
  const auto set = energy::engine::with_settings(
      model, std::vector<energy::engine::Setting>{{"Zone", "", "multiplier", base::Json(3)}});
  ASSERT_TRUE(set.ok());
  EXPECT_EQ(std::get<Model::EpjsonFile>(set->file())->bytes(), R"({"Zone": {"A": {"multiplier": 3}}})");
}

TEST(EnergyStudy, WhatIsNotThereIsTold) {
  const auto model = tests::idf_model("Zone,A;\n");
  const auto problem = [&](energy::engine::Setting setting) {
    const auto set = energy::engine::with_settings(model, std::vector{std::move(setting)});
    return set.ok() ? "" : set.error().message;
  };
  EXPECT_THAT(problem({"Zoned", "", "x", 1}), HasSubstr("no object type 'Zoned'"));
  EXPECT_THAT(problem({"Zone", "", "colour", 1}), HasSubstr("no field 'colour'"));
  EXPECT_THAT(problem({"Zone", "B", "multiplier", 1}), HasSubstr("no Zone 'B'"));
  EXPECT_THAT(problem({"Zone", "A", "multiplier", "a;b"}), HasSubstr("cannot stand in a model"));
  EXPECT_THAT(problem({"Zone", "A", "multiplier", true}), HasSubstr("not boolean"));
}

TEST(EnergyStudy, EveryCombinationOnce) {
  const std::vector<energy::engine::Parameter> parameters{{"Zone", "", "X Origin", {base::Json(1), base::Json(2)}},
                                                          {"Zone", "A", "multiplier", {base::Json(3), base::Json(4)}}};
  const auto all = energy::engine::combinations(parameters, 4);
  ASSERT_TRUE(all.ok());
  ASSERT_EQ(all->size(), 4U);
  EXPECT_EQ((*all)[1].name, "x_origin=1, multiplier=4");
  EXPECT_EQ((*all)[1].settings.size(), 2U);
  EXPECT_FALSE(energy::engine::combinations(parameters, 3).ok());
  EXPECT_TRUE(energy::engine::combinations({}, 3)->empty());
}

}  // namespace
