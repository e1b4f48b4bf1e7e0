// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/commands/model_files.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <set>

#include "base/text.h"

namespace ids::commands {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;

constexpr std::size_t most_models = 10'000;
constexpr std::size_t most_places = 100'000;  // folders and files that are looked at for one argument
constexpr int deepest = 64;

bool is_model(const fs::path& path) {
  const std::string name = base::lower_ascii(path.filename().string());
  return name.ends_with(".ifc") || name.ends_with(".ifczip");
}
bool is_pattern(std::string_view text) { return text.find_first_of("*?") != std::string_view::npos; }

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}
bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}
bool is_own_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(fs::symlink_status(path, ignored));
}

class Finder {
 public:
  // What of a folder is not hidden, in the order of names. One that cannot be read is told: models may be in it.
  std::vector<fs::path> entries(const fs::path& folder) {
    std::vector<fs::path> out;
    std::error_code wrong;
    for (fs::directory_iterator at(folder, wrong), end; !wrong && at != end; at.increment(wrong)) {
      if (looked_at_++ == most_places) {
        leave_off(folder, "there are more than 100,000 files here: the rest was not looked at");
        break;
      }
      if (!at->path().filename().string().starts_with('.')) out.push_back(at->path());
    }
    if (wrong && is_folder(folder)) leave_off(folder, "the folder cannot be read: " + wrong.message());
    std::ranges::sort(out);
    return out;
  }

  void add_folder(const fs::path& folder, int depth) {
    for (const auto& each : entries(folder)) {
      if (is_own_folder(each)) {
        if (may_enter(each, depth)) add_folder(each, depth + 1);
      } else if (is_model(each) && is_file(each)) {
        add(each);
      }
    }
  }

  // The folders below, and this one.
  void every_folder(const fs::path& folder, int depth, const std::function<void(const fs::path&)>& take) {
    take(folder);
    for (const auto& each : entries(folder)) {
      if (is_own_folder(each) && may_enter(each, depth)) every_folder(each, depth + 1, take);
    }
  }

  // What lies under `base` and is told by the parts from `at` on.
  void add_matching(const fs::path& base, const std::vector<std::string>& parts, std::size_t at) {
    if (at == parts.size()) return add_match(base);
    const std::string& part = parts[at];
    if (part == "**") {
      every_folder(base, 0, [&](const fs::path& folder) { add_matching(folder, parts, at + 1); });
    } else if (!is_pattern(part)) {
      add_matching(base / part, parts, at + 1);
    } else {
      for (const auto& each : entries(base.empty() ? "." : base)) {
        if (base::glob_match(part, each.filename().string())) add_matching(base / each.filename(), parts, at + 1);
      }
    }
  }

  std::vector<std::string> found;
  std::vector<ModelFile> left_off;  // places that were not looked at, and why

 private:
  void leave_off(const fs::path& place, const std::string& why) {
    if (told_.insert(place.string()).second) {
      left_off.push_back({place.string(), fail(Code::out_of_range, why, {}, "Name the models, or folders below.")});
    }
  }
  bool may_enter(const fs::path& folder, int depth) {
    if (depth < deepest) return true;
    leave_off(folder, "the folder is too deep: it was not looked at");
    return false;
  }
  void add_match(const fs::path& path) {
    if (is_folder(path)) {
      add_folder(path, 0);
    } else if (is_model(path) && is_file(path)) {
      add(path);
    }
  }
  // "**" comes by some places twice.
  void add(const fs::path& path) {
    const std::string text = path.string();
    if (seen_.contains(text)) return;
    if (found.size() == most_models)
      return leave_off(path.parent_path(), "there are more than 10,000 models: the rest was not checked");
    seen_.insert(text);
    found.push_back(text);
  }
  std::set<std::string> seen_, told_;
  std::size_t looked_at_ = 0;
};

std::vector<std::string> parts_of(const fs::path& pattern) {
  std::vector<std::string> out;
  for (const auto& each : pattern.relative_path()) out.push_back(each.string());
  // ** twice in a row says no more than once.
  const auto same = [](const std::string& a, const std::string& b) { return a == "**" && b == "**"; };
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  return out;
}

void add_files(const std::string& given, std::vector<ModelFile>& out) {
  const bool folder = is_folder(given);
  if (!folder && (!is_pattern(given) || is_file(given))) {
    out.push_back({given, {}});
    return;
  }
  Finder finder;
  if (folder) {
    finder.add_folder(given, 0);
  } else {
    finder.add_matching(fs::path(given).root_path(), parts_of(given), 0);
  }
  for (auto& each : finder.found) out.push_back({std::move(each), {}});
  if (finder.found.empty() && finder.left_off.empty()) {
    out.push_back({given, fail(Code::not_found, folder ? "the folder holds no models" : "no model matches the pattern",
                               {}, "Models end in .ifc or .ifczip.")});
  }
  std::ranges::move(finder.left_off, std::back_inserter(out));
}

}  // namespace

std::vector<ModelFile> model_files(const std::vector<std::string>& given) {
  std::vector<ModelFile> out;
  for (const auto& each : given) add_files(each, out);
  std::set<fs::path> seen;
  std::erase_if(out,
                [&](const ModelFile& each) { return !seen.insert(fs::path(each.path).lexically_normal()).second; });
  return out;
}

}  // namespace ids::commands
