// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/weather.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "formats/idf/gunzip.h"

namespace energy::runtime {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Result;

constexpr std::size_t max_list_bytes = std::size_t{64} << 20;

bool has_words(const std::string& name, std::string_view words) {
  const auto small = base::lower_ascii(name);
  std::size_t wanted = 0;
  for (const auto word : base::split(words, ' ')) {
    if (word.empty()) continue;
    ++wanted;
    if (small.find(base::lower_ascii(word)) == std::string::npos) return false;
  }
  return wanted > 0;
}

}  // namespace

fs::path Weather::own_folder() { return base::data_home() / "weather"; }

Result<std::shared_ptr<const engine::Stations>> Weather::stations() {
  const std::lock_guard lock(mutex_);
  if (stations_) return stations_;
  std::error_code error;
  for (const auto& place : places_) {
    const auto path = place / "idfkit" / "weather" / "data" / "stations.json.gz";
    if (!fs::exists(path, error)) continue;
    const auto packed = TRY(base::read_file(path, max_list_bytes));
    const auto text = TRY(formats::idf::gunzip(packed, max_list_bytes));
    stations_ = std::make_shared<const engine::Stations>(TRY(engine::Stations::read(text)));
    return stations_;
  }
  return fail(Code::unavailable, "there is no list of weather stations on this machine", {},
              "`./dev setup energy` brings it.");
}

std::vector<fs::path> Weather::folders() const {
  std::vector<fs::path> out{own_folder()};
  for (const auto& place : places_) {
    out.push_back(place / "pyenergyplus" / "data" / "weather");
    out.push_back(place / "WeatherData");
  }
  return out;
}

bool Weather::is_there(const fs::path& file) const {
  std::error_code error;
  const auto all = folders();
  return std::ranges::find(all, file.parent_path()) != all.end() && fs::is_regular_file(file, error);
}

std::vector<fs::path> Weather::files(std::string_view words) const {
  std::vector<fs::path> out;
  for (const auto& folder : folders()) {
    std::error_code error;
    for (const auto& each : fs::directory_iterator(folder, error)) {
      const auto name = each.path().filename().string();
      if (base::lower_ascii(each.path().extension().string()) == ".epw" && has_words(name, words))
        out.push_back(each.path());
    }
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace energy::runtime
