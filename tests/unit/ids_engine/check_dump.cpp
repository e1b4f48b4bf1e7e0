// SPDX-License-Identifier: Apache-2.0
// ids_check_dump IDS IFC…: checks models and prints one line of JSON of each, for tests/peers/ids_verdicts.py.
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "base/json.h"
#include "domains/ids/engine/check/check.h"

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::time_point since) { return std::chrono::duration<double>(Clock::now() - since).count(); }

base::Json shown(const ids::engine::CheckResult& result, const formats::ifc::Model& model) {
  base::Json all = base::Json::array();
  for (const auto& each : result.specifications) {
    base::Json one = base::Json::object();
    one.set("name", each.name);
    one.set("status", ids::engine::no_failure(each.status));
    if (each.status == ids::engine::Status::error) one.set("error", each.reason);
    one.set("applicable", static_cast<std::int64_t>(each.applicable.size()));
    one.set("failed", each.failed);
    base::Json requirements = base::Json::array();
    for (const auto& requirement : each.requirements) requirements.push_back(requirement.failed);
    one.set("requirements", std::move(requirements));
    if (!each.failures.empty()) {
      one.set("first", std::to_string(model.file().records()[each.failures.front().element].id) + ": " +
                           each.failures.front().reason);
    }
    all.push_back(std::move(one));
  }
  return all;
}

int dump(const std::string& ids_path, const std::string& ifc_path) {
  std::ifstream file(ids_path, std::ios::binary);
  const std::string xml{std::istreambuf_iterator<char>(file), {}};
  const auto document = formats::ids::read(xml);
  const auto start = Clock::now();
  const auto model = formats::ifc::Model::open(ifc_path);
  const auto opened = seconds(start);
  if (!document.ok() || !model.ok()) {
    std::cout << "{\"error\":\"" << (document.ok() ? "model" : "document") << "\"}\n";
    return 0;
  }
  const auto result = ids::engine::check(document->document, *model);
  std::cerr << ifc_path << ": opened in " << opened << " s, all in " << seconds(start) << " s\n";
  if (!result.ok()) {
    base::Json error = base::Json::object();
    error.set("error", result.error().message + " at " + result.error().path);
    std::cout << error.dump() << '\n';
    return 0;
  }
  std::cout << shown(*result, *model).dump() << '\n';
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 2; i < count; ++i) dump(arguments[1], arguments[i]);
}
