// SPDX-License-Identifier: Apache-2.0
// ids_make_reports DIRECTORY: every kind of report in every format, for tests/peers/reports.py.
// ids_make_reports DIRECTORY RULES.ids MODEL.ifc: those of a real check, to look at.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "domains/ids/runtime/report_file.h"
#include "unit/ids_engine/sample_report.h"

namespace {

using ids::engine::Report;
namespace sample = ids::engine::sample;

Report capped() {
  // As a check leaves it that met more failures than it keeps.
  Report report = sample::failing(60'000, 30'000);
  for (auto& specification : report.specifications) {
    if (specification.failures.size() > 100) specification.failures.resize(25'000);
  }
  return report;
}

bool write(const std::filesystem::path& directory, const std::string& name, const std::vector<Report>& reports) {
  for (const auto& format : ids::engine::report_formats) {
    const auto bytes = ids::runtime::report_file(format, reports);
    if (!bytes.ok()) return false;
    std::ofstream out(directory / (name + "." + std::string(format.name) + std::string(format.endings[0])),
                      std::ios::binary);
    out << *bytes;
    if (!out.good()) return false;
  }
  return true;
}

base::Result<Report> checked(const std::filesystem::path& rules, const std::string& model_path) {
  std::ifstream file(rules, std::ios::binary);
  const std::string xml((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto read = TRY(formats::ids::read(xml));
  const auto model = TRY(formats::ifc::Model::open(model_path));
  auto result = TRY(ids::engine::check(read.document, model));
  return make_report(read.document, model, std::move(result), model_path, sample::noon);
}

int write_checked(const std::filesystem::path& directory, const char* rules, const char* model) {
  const auto report = checked(rules, model);
  if (report.ok()) return write(directory, "checked", {*report}) ? 0 : 1;
  std::fprintf(stderr, "%s\n", report.error().message.c_str());
  return 2;
}

}  // namespace

int main(int count, char** words) {
  if (count == 4) return write_checked(words[1], words[2], words[3]);
  if (count != 2) return 2;
  const std::filesystem::path directory = words[1];
  Report second = sample::all_passed();
  second.model_name = "HQ-C_structure.ifc";
  Report japanese = sample::failing(9, 3);
  japanese.title = "外壁の耐火";
  const bool done =
      write(directory, "failing", {sample::failing()}) && write(directory, "passed", {sample::all_passed()}) &&
      write(directory, "nasty", {sample::nasty_report()}) && write(directory, "capped", {capped()}) &&
      write(directory, "several", {sample::failing(40, 7), second}) && write(directory, "japanese", {japanese}) &&
      write(directory, "empty", {Report{}}) && write(directory, "none", {}) &&
      write(directory, "unreadable", {sample::unreadable()}) &&
      write(directory, "half", {sample::all_passed(), sample::unreadable()}) &&
      write(directory, "badrule", {sample::one_bad()}) && write(directory, "nothing", {sample::nothing_applicable()});
  return done ? 0 : 1;
}
