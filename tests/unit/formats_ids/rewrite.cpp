// SPDX-License-Identifier: Apache-2.0
// Reads an IDS document and writes it again, for tests/peers/ids_round_trip.py.
//   ids_rewrite [--xsd PATH] FILE…   with --xsd it tells valid or invalid instead, and the findings
#include <cstdio>
#include <string>
#include <vector>

#include "base/files.h"
#include "domains/ids/runtime/xsd_validator.h"
#include "formats/ids/document.h"

namespace {

int validate(const std::string& xml, ids::runtime::XsdValidator& xsd) {
  const auto findings = xsd(xml);
  if (!findings.ok()) return std::fprintf(stderr, "%s\n", findings.error().message.c_str()), 2;
  bool valid = true;
  for (const auto& each : *findings) {
    valid = valid && each.warning;
    std::fprintf(stderr, "%lld: %s\n", static_cast<long long>(each.line), each.message.c_str());
  }
  std::puts(valid ? "valid" : "invalid");
  return 0;
}

int rewrite(const std::string& xml) {
  const auto read = formats::ids::read(xml);
  if (!read.ok()) return std::fprintf(stderr, "%s (%s)\n", read.error().message.c_str(), read.error().path.c_str()), 2;
  const auto written = formats::ids::write(read->document);
  std::fwrite(written.data(), 1, written.size(), stdout);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> paths(arguments + 1, arguments + count);
  std::string xsd;
  if (paths.size() > 2 && paths[0] == "--xsd") {
    xsd = paths[1];
    paths.erase(paths.begin(), paths.begin() + 2);
  }
  ids::runtime::XsdValidator validator(xsd);
  for (const auto& path : paths) {
    const auto xml = base::read_file(path, 64U << 20);
    if (!xml.ok()) return std::fprintf(stderr, "%s\n", xml.error().message.c_str()), 2;
    const int status = xsd.empty() ? rewrite(*xml) : validate(*xml, validator);
    if (status != 0) return status;
  }
  return 0;
}
