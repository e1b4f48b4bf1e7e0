// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "domains/ids/engine/report/report.h"

// Reports made by hand, for the tests of their writers.
namespace ids::engine::sample {

inline constexpr std::int64_t noon = 1'794'738'600'000;  // 2026-11-15T10:30:00Z

inline std::string guid(std::size_t number) {
  static constexpr std::string_view digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
  std::string out = "2O2Fr$t4X7Zf8NOew30000";
  for (std::size_t at = out.size(); number > 0; number /= 64) out[--at] = digits[number % 64];
  return out;
}

inline ElementFact wall(std::size_t number) {
  const std::string text = std::to_string(number);
  return {.step_id = static_cast<std::uint32_t>(1000 + number),
          .global_id = guid(number),
          .entity = number % 5 == 4 ? "IfcWallStandardCase" : "IfcWall",
          .predefined_type = number % 3 == 0 ? "SOLIDWALL" : "",
          .name = "Basic Wall:Exterior – Brick on CMU:" + text,
          .tag = text,
          .type_name = "Exterior – Brick on CMU",
          .storey = "Level " + std::to_string(1 + (number % 4))};
}

inline SpecificationResult result(int index, std::string name, std::string identifier, Status status) {
  SpecificationResult out;
  out.index = index;
  out.name = std::move(name);
  out.identifier = std::move(identifier);
  out.status = status;
  return out;
}

// Two requirements of which `failing` of `walls` walls fail the first, every third of those the second as well.
inline ReportSpecification fire(std::size_t walls, std::size_t failing) {
  ReportSpecification out;
  out.result = result(0, "Walls carry a fire rating", "FIRE-1", failing > 0 ? Status::fail : Status::pass);
  const auto number = [](std::size_t n) { return static_cast<std::int64_t>(n); };
  const std::size_t second = (failing + 2) / 3;
  out.applicable = number(walls);
  out.result.failed = number(failing);
  out.result.passed = number(walls - failing);
  out.result.requirements = {{"FireRating in Pset_WallCommon must be one of REI30, REI60, REI90",
                              failing > 0 ? Status::fail : Status::pass, number(walls - failing), number(failing)},
                             {"LoadBearing in Pset_WallCommon must be given", second > 0 ? Status::fail : Status::pass,
                              number(walls - second), number(second)},
                             {"The name must be given", Status::pass, number(walls), 0}};
  for (std::size_t i = 0; i < failing; ++i) {
    const bool missing = i % 4 != 3;
    out.failures.push_back(
        {i, 0,
         missing ? "The property FireRating of Pset_WallCommon is missing"
                 : "FireRating is \"F" + std::to_string(i) + "\", which is none of REI30, REI60, REI90"});
    if (i % 3 == 0) out.failures.push_back({i, 1, "The property LoadBearing of Pset_WallCommon is missing"});
  }
  out.description = "Every wall that separates fire compartments must state its resistance.";
  out.instructions = "Ask the fire consultant for the value; enter it in the property set of the wall or of its type.";
  out.applies_to = "every IfcWall whose predefined type is any";
  out.ifc_versions = "IFC2X3, IFC4";
  out.cardinality = "optional";
  return out;
}

// Fails without an element to blame.
inline ReportSpecification nothing_there() {
  ReportSpecification out;
  out.result = result(1, "The model has spaces", "SPACE-1", Status::fail);
  out.result.reason = "Nothing in the model is applicable, and something must be";
  out.result.requirements = {{"LongName must be given", Status::not_applicable, 0, 0}};
  out.applies_to = "every IfcSpace";
  out.ifc_versions = "IFC4";
  out.cardinality = "required";
  return out;
}

// Applies to elements that must not be there.
inline ReportSpecification prohibited() {
  ReportSpecification out;
  out.result = result(2, "No proxies", "", Status::fail);
  out.result.failed = 2;
  out.applicable = 2;
  out.failures = {{0, -1, "An IfcBuildingElementProxy is not allowed"},
                  {1, -1, "An IfcBuildingElementProxy is not allowed"}};
  out.applies_to = "every IfcBuildingElementProxy";
  out.ifc_versions = "IFC4";
  out.cardinality = "prohibited";
  return out;
}

inline ReportSpecification fine(int index, const std::string& name, std::int64_t elements) {
  ReportSpecification out;
  out.result = result(index, name, "OK-" + std::to_string(index), Status::pass);
  out.result.passed = elements;
  out.result.requirements = {{"IsExternal in Pset_DoorCommon must be given", Status::pass, elements, 0},
                             {"The name must match \"D-[0-9]{3}\"", Status::pass, elements, 0}};
  out.applicable = elements;
  out.applies_to = "every IfcDoor";
  out.ifc_versions = "IFC4, IFC4X3_ADD2";
  out.cardinality = "required";
  return out;
}

inline Report empty_report() {
  Report report;
  report.title = "Handover requirements, Harbour Quarter block C";
  report.author = "bim@example.com";
  report.version = "1.0";
  report.date = "2026-11-01";
  report.purpose = "Handover";
  report.model_name = "HQ-C_architecture.ifc";
  report.model_schema = "IFC4";
  report.model_application = "Autodesk Revit 2026";
  report.project_name = "Harbour Quarter";
  report.project_global_id = "0YvctVUKr0kugbFTf53O9L";
  report.model_bytes = 104'857'600;
  report.model_records = 1'204'511;
  report.time_ms = noon;
  report.status = Status::pass;
  return report;
}

inline Report failing(std::size_t walls = 300, std::size_t failing_walls = 212) {
  Report report = empty_report();
  report.status = Status::fail;
  for (std::size_t i = 0; i < std::max<std::size_t>(failing_walls, 2); ++i) report.elements.push_back(wall(i));
  report.specifications = {fine(3, "Doors are numbered", 148), fire(walls, failing_walls), nothing_there(),
                           prohibited(), fine(4, "Doors say whether they are external", 148)};
  return report;
}

inline Report all_passed() {
  Report report = empty_report();
  for (int i = 0; i < 6; ++i) {
    report.specifications.push_back(fine(i, "Doors of storey " + std::to_string(i) + " are numbered", 12 + (30 * i)));
  }
  return report;
}

inline Report unreadable() {
  Report report =
      unchecked_report({}, "models/broken.ifc", noon, base::fail(base::Code::parse, "this is not a STEP file"));
  report.title = "Handover requirements, Harbour Quarter block C";
  return report;
}

// One specification of six could not be checked.
inline Report one_bad() {
  Report report = all_passed();
  report.status = Status::error;
  SpecificationResult& bad = report.specifications[2].result;
  bad.status = Status::error;
  bad.reason = "It could not be checked: not an XSD pattern: a ( that is never closed at character 1 of \"(a\"";
  bad.passed = 0;
  for (RequirementResult& requirement : bad.requirements) requirement = {requirement.description, Status::error, 0, 0};
  report.specifications[2].applicable = 0;
  return report;
}

inline Report nothing_applicable() {
  Report report = empty_report();
  report.status = Status::not_applicable;
  ReportSpecification specification = nothing_there();
  specification.result.status = Status::not_applicable;
  specification.result.reason = "Nothing in the model is applicable: nothing was checked";
  specification.result.requirements[0].status = Status::not_applicable;
  specification.cardinality = "optional";
  report.specifications = {std::move(specification)};
  return report;
}

// Everything that could break out of a format.
inline std::string nasty() {
  return std::string("=cmd|' /C calc'!A0 <script>alert(1)</script> ]]> <!-- &amp; \"q\" 'a' \\ \x1b[31m \x01\x02") +
         std::string(1, '\0') + " \xFF\xFE bad \xEF\xBF\xBF \u202Egnp.exe \U0001F3E0 \u5899\nsecond line\r\ttab";
}

inline Report nasty_report() {
  Report report = failing(20, 12);
  report.title = nasty();
  report.model_name = "../../" + nasty() + ".ifc";
  report.project_name = nasty();
  report.description = nasty();
  report.warnings = {nasty(), std::string(5000, 'w')};
  for (ElementFact& element : report.elements) {
    element.name = nasty();
    element.storey = nasty();
    element.type_name = nasty();
  }
  report.elements[0].global_id = nasty();
  report.elements[1].name = std::string(200'000, 'n');
  report.elements[2].name = "=HYPERLINK(\"http://x\")";
  report.elements[3].name = "";
  report.elements[3].global_id = "";
  for (ReportSpecification& specification : report.specifications) {
    specification.result.name += nasty();
    specification.description = nasty();
    specification.applies_to += nasty();
    for (RequirementResult& requirement : specification.result.requirements) requirement.description += nasty();
    for (ReportFailure& failure : specification.failures) failure.reason += nasty();
  }
  report.specifications[0].failures.push_back({99'999, 77, "leads nowhere"});
  return report;
}

}  // namespace ids::engine::sample
