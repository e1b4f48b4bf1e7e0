// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/places.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <string>

#include "base/files.h"
#include "base/text.h"

namespace energy::runtime {
namespace {

namespace fs = std::filesystem;

void add(std::vector<fs::path>& places, const fs::path& place) {
  std::error_code error;
  if (!fs::is_directory(place, error) || std::ranges::find(places, place) != places.end()) return;
  places.push_back(place);
}

// "EnergyPlus-25-2-0" or "libenergyplusapi.so.25.2.0": what follows the beginning.
std::optional<engine::Version> version_after(std::string_view name, std::string_view beginning) {
  if (!name.starts_with(beginning)) return std::nullopt;
  std::string rest(name.substr(beginning.size()));
  std::ranges::replace(rest, '-', '.');
  return engine::Version::parse(rest);
}

std::vector<fs::path> installations() {
  std::vector<std::pair<engine::Version, fs::path>> found;
  std::error_code error;
  for (const char* parent : {"/usr/local", "/opt"}) {
    for (const auto& each : fs::directory_iterator(parent, error)) {
      if (const auto version = version_after(each.path().filename().string(), "EnergyPlus-"))
        found.emplace_back(*version, each.path());
    }
  }
  std::ranges::sort(found, std::greater<>(), &std::pair<engine::Version, fs::path>::first);
  std::vector<fs::path> out;
  for (auto& [version, path] : found) out.push_back(std::move(path));
  return out;
}

}  // namespace

std::vector<fs::path> places() {
  std::vector<fs::path> out;
  std::error_code error;
  if (const char* named = std::getenv("ENERGYPLUS_DIR"); named != nullptr && *named != '\0')
    add(out, fs::absolute(named, error));
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) add(out, program.parent_path().parent_path() / ".deps" / "energy");
  add(out, base::data_home() / "energy");
  for (const auto& each : installations()) add(out, each);
  return out;
}

std::optional<engine::Version> engine_in(const fs::path& place) {
  std::error_code error;
  std::optional<engine::Version> best;
  for (const auto& each : fs::directory_iterator(place, error)) {
    const auto version = version_after(each.path().filename().string(), "libenergyplusapi.so.");
    if (version && (!best || *best < *version)) best = version;
  }
  return best;
}

}  // namespace energy::runtime
