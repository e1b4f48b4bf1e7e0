// SPDX-License-Identifier: Apache-2.0
#include "formats/energyplus/dictionary.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace formats::energyplus {

namespace {

std::string shown(std::string_view text) { return base::printable(base::trim(text), 500); }

// "Zone Average [C]" is a kind and units.
void describe(std::string_view text, Reportable& out) {
  const auto open = text.rfind('[');
  const auto close = text.rfind(']');
  if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
    out.units = shown(text.substr(open + 1, close - open - 1));
  }
  if (out.kind.empty()) out.kind = shown(text.substr(0, open));
}

// Output:Variable,*,Zone Mean Air Temperature,hourly; !- Zone Average [C]
// Output:Meter:Cumulative,Electricity:Facility,hourly; !- [J]
std::optional<Reportable> idf_line(std::string_view line) {
  const auto comment = line.find("!-");
  const auto fields = base::split(line.substr(0, line.find(';')), ',');
  Reportable out;
  if (fields.size() == 4 && fields[0] == "Output:Variable") {
    out.name = shown(fields[2]);
  } else if (fields.size() == 3 && fields[0].starts_with("Output:Meter")) {
    out.name = shown(fields[1]);
    out.is_meter = true;
    if (fields[0] == "Output:Meter:Cumulative") out.kind = "Cumulative";
  } else {
    return std::nullopt;
  }
  if (comment != std::string_view::npos) describe(line.substr(comment + 2), out);
  return out;
}

// Zone,Average,Zone Mean Air Temperature [C]
// Zone,Meter,Electricity:Facility [J]
std::optional<Reportable> regular_line(std::string_view line) {
  const auto fields = base::split(line, ',');
  if (fields.size() != 3) return std::nullopt;
  const auto at = fields[2].rfind('[');
  if (at == std::string_view::npos) return std::nullopt;
  Reportable out;
  out.is_meter = base::trim(fields[1]) == "Meter";
  out.name = shown(fields[2].substr(0, at));
  if (!out.is_meter) out.kind = shown(fields[0]) + " " + shown(fields[1]);
  describe(fields[2].substr(at), out);
  return out;
}

}  // namespace

std::vector<Reportable> read_dictionary(std::string_view text) {
  std::vector<Reportable> out;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto line = base::trim(text.substr(at, end - at));
    at = end + 1;
    if (line.empty() || line.front() == '!') continue;
    auto one = line.starts_with("Output:") ? idf_line(line) : regular_line(line);
    if (one && !one->name.empty()) out.push_back(*std::move(one));
  }
  return out;
}

}  // namespace formats::energyplus
