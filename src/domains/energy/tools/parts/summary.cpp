// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/summary.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/text.h"

namespace energy::tools {

namespace {

constexpr std::size_t warnings_shown = 20;
constexpr std::string_view no_group = "Unknown types";

class Counting {
 public:
  void add(std::string_view group, std::string_view type, std::int64_t times) {
    groups_[std::string(group)][std::string(type)] += times;
    out_.total_objects += times;
    if (type == "Zone") out_.zone_count += times;
  }
  Summary finish() && {
    for (const auto& [group, types] : groups_) {
      Json counts = Json::object();
      std::int64_t count = 0;
      for (const auto& [type, times] : types) {
        counts.set(base::printable(type, 200), times);
        count += times;
      }
      out_.groups.set(group, Json::object({{"count", count}, {"types", std::move(counts)}}));
    }
    return std::move(out_);
  }

 private:
  Summary out_;
  std::map<std::string, std::map<std::string, std::int64_t>> groups_;
};

std::optional<std::string> path_or_none(const std::string& path) {
  return path.empty() ? std::nullopt : std::optional(path);
}

std::string sentence(const engine::Finding& finding) {
  std::string out = finding.line > 0 ? "line " + std::to_string(finding.line) + ": " : std::string();
  if (!finding.type.empty() && finding.code != "unknown_type") out += finding.type + " " + finding.name + ": ";
  out += finding.message;
  return finding.hint.empty() ? out : out + ". " + finding.hint;
}

// Those of unknown types too.
std::size_t objects_in(const engine::Model& model) {
  if (model.is_idf()) {
    const auto unknown = [](const engine::Finding& each) { return each.code == "unknown_type"; };
    return model.objects().size() + static_cast<std::size_t>(std::ranges::count_if(model.findings(), unknown));
  }
  std::size_t count = 0;
  for (const auto& [type, objects] : std::get<engine::Model::EpjsonFile>(model.file())->root().as_object())
    if (objects.is_object()) count += objects.size();
  return count;
}

}  // namespace

Summary summary_of(const Opened& open) {
  Counting counting;
  std::unordered_map<const engine::ObjectType*, std::int64_t> counts;
  for (const auto& object : open.model->objects()) ++counts[object.type];
  for (const auto& [type, times] : counts) counting.add(type->group, type->name, times);
  if (const auto all = objects_in(*open.model); all > open.model->objects().size())
    counting.add(no_group, no_group, static_cast<std::int64_t>(all - open.model->objects().size()));
  Summary out = std::move(counting).finish();
  out.version = open.version.text();
  out.file_path = path_or_none(open.path);
  out.format = engine::name(open.format);
  out.unsaved = open.unsaved();
  for (const auto& finding : open.model->findings())
    if (out.warnings.size() < warnings_shown) out.warnings.push_back(sentence(finding));
  return out;
}

Summary summary_of(const engine::Source& source, const OpenFile& file) {
  std::unordered_map<const engine::TypeFacts*, std::int64_t> counts;
  Counting counting;
  std::vector<std::string> unknown;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (const auto* known = source.facts(i)) {
      ++counts[known];
    } else {
      counting.add(no_group, no_group, 1);
      if (unknown.size() < warnings_shown) unknown.push_back(base::printable(source.type(i), 100));
    }
  }
  for (const auto& [type, times] : counts) counting.add(type->group, type->name, times);
  Summary out = std::move(counting).finish();
  out.version = file.version.text();
  out.file_path = path_or_none(file.path);
  out.format = engine::name(file.format);
  for (const auto& type : unknown)
    out.warnings.push_back("\"" + type + "\" is not an object type of this version; it is kept as it is");
  return out;
}

}  // namespace energy::tools
