// SPDX-License-Identifier: Apache-2.0
// What tests/peers/aas_verdicts.py compares with aas-core:
//
//     aas_verdicts [--time] <lines         each VERSION TAB PATH
//
// For every line one line of JSON: the findings of the file at PATH, or why it cannot be read; with --time the least
// milliseconds of some rounds.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

#include "base/json.h"
#include "formats/aas/check.h"

namespace {

using base::Json;
using formats::aas::Finding;
using formats::aas::Version;

Json as_json(const Finding& finding) {
  return Json::object({{"error", finding.severity == formats::aas::Severity::error},
                       {"code", finding.code},
                       {"constraint", finding.constraint},
                       {"pointer", finding.pointer},
                       {"instance", finding.pointer.substr(0, finding.instance)},
                       {"message", finding.message},
                       {"fix", finding.fix}});
}

double ms_since(std::chrono::steady_clock::time_point begun) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
}

// The least time of some rounds, of reading the text and of the two checks.
void measure(Json& line, const std::string& text, Version version) {
  double parse = 1e9;
  double fast = 1e9;
  double all = 1e9;
  double around = 1e9;
  for (int round = 0; round < 20; ++round) {
    auto begun = std::chrono::steady_clock::now();
    const auto document = base::parse_json(text);
    parse = std::min(parse, ms_since(begun));
    const auto& type = formats::aas::class_of_document(*document, formats::aas::metamodel(version));
    begun = std::chrono::steady_clock::now();
    check_structure(*document, type, version);
    fast = std::min(fast, ms_since(begun));
    begun = std::chrono::steady_clock::now();
    check(*document, type, version);
    all = std::min(all, ms_since(begun));
    begun = std::chrono::steady_clock::now();
    check_around(*document, type, version, "/submodels/0/submodelElements/0/value/0/value",
                 {.checks = formats::aas::Checks::structure});
    around = std::min(around, ms_since(begun));
  }
  line.set("ms",
           Json::object({{"parse", parse}, {"fast", fast}, {"fast and deep", all}, {"fast around an edit", around}}));
}

Json look_at(const std::string& path, Version version, bool time) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::string_view without_bom = text;
  if (without_bom.starts_with("\xEF\xBB\xBF")) without_bom.remove_prefix(3);
  auto line = Json::object({{"path", path}});
  const auto document = base::parse_json(without_bom);
  if (!document.ok()) return line.set("unreadable", document.error().message);
  const auto& type = formats::aas::class_of_document(*document, formats::aas::metamodel(version));
  const auto findings = check(*document, type, version, {.max_findings = 100'000});
  Json list = Json::array();
  for (const auto& each : findings.list) list.push_back(as_json(each));
  line.set("class", type.name).set("valid", findings.valid()).set("findings", std::move(list));
  if (time) measure(line, std::string(without_bom), version);
  return line;
}

}  // namespace

int main(int count, char** arguments) {
  const bool time = count > 1 && std::string_view(arguments[1]) == "--time";
  for (std::string line; std::getline(std::cin, line);) {
    const std::size_t tab = line.find('\t');
    const auto version = line.substr(0, tab) == "3.1" ? Version::v3_1 : Version::v3_0;
    std::cout << look_at(line.substr(tab + 1), version, time).dump() << '\n';
  }
}
