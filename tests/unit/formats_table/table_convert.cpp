// SPDX-License-Identifier: Apache-2.0
// table_convert IN.{csv,xlsx} OUT.{csv,xlsx}: what was read, written. Exit 2 and the reason where it cannot be read.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "formats/table/table.h"

namespace {

using Sheets = std::vector<formats::table::Sheet>;

base::Result<Sheets> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (path.ends_with(".xlsx")) return formats::table::read_xlsx(bytes);
  return Sheets{TRY(formats::table::read_csv(bytes))};
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  const auto sheets = read(words[1]);
  if (!sheets.ok()) {
    std::fprintf(stderr, "%s (%s)\n", sheets.error().message.c_str(), sheets.error().path.c_str());
    return 2;
  }
  const std::string out = words[2];
  std::ofstream file(out, std::ios::binary);
  file << (out.ends_with(".xlsx") ? formats::table::write_xlsx(*sheets) : formats::table::write_csv(sheets->at(0)));
  return file.good() ? 0 : 2;
}
