// SPDX-License-Identifier: Apache-2.0
#include "formats/energyplus/eso_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace formats::energyplus {

namespace {

constexpr std::array<std::string_view, 12> months = {"January",   "February", "March",    "April",
                                                     "May",       "June",     "July",     "August",
                                                     "September", "October",  "November", "December"};

std::string two(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

std::string quoted(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

// Hour 1 to its minute 15 is 00:15:00, to its minute 60 01:00:00.
std::string label_of(const Eso& eso, const EsoTime& time) {
  if (time.month < 1 || time.month > 12)
    return time.environment < eso.environments.size() ? eso.environments[time.environment].title : std::string();
  if (time.day < 1) return std::string(months[static_cast<std::size_t>(time.month) - 1]);
  std::string date = " " + two(time.month) + "/" + two(time.day);
  if (time.hour < 1) return date;
  const int seconds = static_cast<int>(std::lround((time.hour - 1) * 3600 + time.end_minute * 60));
  return date + "  " + two(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60);
}

std::string number_text(double value) {
  std::array<char, 32> out{};
  return {out.data(), std::to_chars(out.data(), out.data() + out.size(), value).ptr};
}

// Which row each time has: those of one environment that are called the same share one, as they come.
struct Rows {
  std::vector<std::size_t> of_time;
  std::vector<std::string> labels;
};
Rows rows_of(const Eso& eso) {
  Rows out;
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> known;
  for (const auto& time : eso.times) {
    std::string label = label_of(eso, time);
    const auto [at, is_new] = known.try_emplace({time.environment, label}, out.labels.size());
    if (is_new) out.labels.push_back(std::move(label));
    out.of_time.push_back(at->second);
  }
  return out;
}

}  // namespace

std::string table_of(const Eso& eso) {
  const Rows rows = rows_of(eso);
  std::string out = "Date/Time";
  std::vector<std::vector<std::pair<std::size_t, double>>> cells(rows.labels.size());  // by row: column, value
  for (std::size_t column = 0; column < eso.variables.size(); ++column) {
    const auto& variable = eso.variables[column];
    out += "," + quoted((variable.key.empty() ? "" : variable.key + ":") + variable.name + " [" + variable.units +
                        "](" + variable.frequency + ")");
    const auto& values = eso.columns[column];
    for (std::size_t i = 0; i < values.times.size(); ++i)
      cells[rows.of_time[values.times[i]]].emplace_back(column, values.values[i]);
  }
  out += "\n";
  for (std::size_t row = 0; row < cells.size(); ++row) {
    if (cells[row].empty()) continue;  // a time at which nothing was reported
    out += quoted(rows.labels[row]);
    std::size_t next = 0;
    for (const auto& [column, value] : cells[row]) {
      if (column < next) continue;  // the same series twice at one moment
      out.append(column - next + 1, ',');
      out += number_text(value);
      next = column + 1;
    }
    out.append(eso.variables.size() - next, ',');
    out += "\n";
  }
  return out;
}

}  // namespace formats::energyplus
