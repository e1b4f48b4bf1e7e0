// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/weather/stations.h"

namespace energy::runtime {

// Weather on this machine: the list of stations, read when it is first asked for, and EPW files. Nothing here goes to a
// network. Thread-safe.
class Weather {
 public:
  explicit Weather(std::vector<std::filesystem::path> places) : places_(std::move(places)) {}

  // Fails where no list of stations was found.
  base::Result<std::shared_ptr<const engine::Stations>> stations();
  // EPW files whose name has all those words, in the places and the folders of weather in them; sorted.
  std::vector<std::filesystem::path> files(std::string_view words) const;
  // Whether a file is in one of those folders, whatever the roots are.
  bool is_there(const std::filesystem::path& file) const;
  // Where people put the files that they fetched themselves.
  static std::filesystem::path own_folder();

 private:
  std::vector<std::filesystem::path> folders() const;

  const std::vector<std::filesystem::path> places_;
  std::mutex mutex_;
  std::shared_ptr<const engine::Stations> stations_;
};

}  // namespace energy::runtime
