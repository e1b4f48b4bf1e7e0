// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "domains/bim/engine/model/record.h"

// Small buildings for tests, as people would write them down.
namespace bim::engine {

inline Record record(const std::string& id, const std::string& body) {
  const std::string own = id.substr(id.find(':') + 1);
  return {id, own.substr(0, own.find('-')), std::make_shared<const Json>(*base::parse_json(body))};
}

inline Record wall(const std::string& name, double x0, double y0, double x1, double y1, const std::string& more = "") {
  const auto number = [](double value) {
    std::string out;
    base::append_json_number(out, value);
    return out;
  };
  return record("bim:wall-" + name, R"({"start":[)" + number(x0) + "," + number(y0) + R"(],"end":[)" + number(x1) +
                                        "," + number(y1) + "]" + more + "}");
}

// A box of 10 × 6 m with a partition in its middle, walls of 200 mm.
inline std::vector<Record> two_rooms() {
  return {wall("a", 0, 0, 10000, 0), wall("b", 10000, 0, 10000, 6000), wall("c", 10000, 6000, 0, 6000),
          wall("d", 0, 6000, 0, 0), wall("t", 5000, 0, 5000, 6000)};
}

inline std::vector<Record> with(std::vector<Record> records, std::vector<Record> more) {
  for (Record& each : more) records.push_back(std::move(each));
  return records;
}

}  // namespace bim::engine
