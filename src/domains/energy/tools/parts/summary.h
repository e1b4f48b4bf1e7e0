// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domains/energy/tools/parts/opened.h"
#include "domains/energy/tools/tool.h"

namespace energy::tools {

// What load_model, get_model_summary and idfkit://model/summary say.
struct Summary {
  std::string version;
  std::optional<std::string> file_path;
  std::string format;
  std::int64_t total_objects = 0, zone_count = 0;
  Json groups = Json::object();
  bool unsaved = false;
  std::vector<std::string> warnings;
  static constexpr auto fields =
      tool::fields(tool::field("version", &Summary::version, "Of EnergyPlus."),
                   tool::field("file_path", &Summary::file_path, "Absent: it is in no file yet."),
                   tool::field("format", &Summary::format, "idf or epjson."),
                   tool::field("total_objects", &Summary::total_objects, "How many."),
                   tool::field("zone_count", &Summary::zone_count, "How many."),
                   tool::field("groups", &Summary::groups, "By group: {count, types: {type: count}}."),
                   tool::field("unsaved", &Summary::unsaved, "Whether there are edits that are in no file."),
                   tool::field("warnings", &Summary::warnings, "What is odd about the file."));
};

Summary summary_of(const Opened& open);
// The same of a file that nobody touched, without its schema.
Summary summary_of(const engine::Source& source, const OpenFile& file);

}  // namespace energy::tools
