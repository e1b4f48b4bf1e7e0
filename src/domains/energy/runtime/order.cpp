// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/order.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "domains/energy/runtime/weather.h"
#include "formats/idf/edit.h"

namespace energy::runtime {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Result;

constexpr std::size_t max_weather = std::size_t{64} << 20;
constexpr std::size_t max_named_file = std::size_t{256} << 20;

// Where weather files are that came with an engine, or that people fetched for all of their work.
std::vector<fs::path> weather_folders(std::span<const Installation> engines) {
  std::vector<fs::path> out{Weather::own_folder()};
  for (const auto& each : engines) {
    out.push_back(each.directory / "pyenergyplus" / "data" / "weather");
    out.push_back(each.directory / "WeatherData");
  }
  return out;
}

struct WeatherFile {
  std::string bytes;
  std::string name;
  std::optional<std::string> statistics;  // the .stat file beside it, which the engine reads
};

fs::path statistics_of(fs::path epw) { return epw.replace_extension(".stat"); }

std::optional<WeatherFile> weather_with_engine(const fs::path& given, std::span<const Installation> engines) {
  for (const auto& folder : weather_folders(engines)) {
    if (given.has_parent_path() && given.parent_path() != folder) continue;
    auto bytes = base::read_file(folder / given.filename(), max_weather);
    if (!bytes.ok()) continue;
    WeatherFile out{*std::move(bytes), given.filename().string(), std::nullopt};
    if (auto statistics = base::read_file(statistics_of(folder / given.filename()), max_weather); statistics.ok()) {
      out.statistics = *std::move(statistics);
    }
    return out;
  }
  return std::nullopt;
}

Result<WeatherFile> read_weather(const ReadFile& read, std::span<const Installation> engines,
                                 const std::string& given) {
  auto bytes = read(given, max_weather);
  if (!bytes.ok()) {
    if (auto found = weather_with_engine(given, engines)) return *std::move(found);
    base::Error error = bytes.error();
    error.path = "weather_file";
    if (error.hint.empty()) error.hint = "Give an EPW file under the allowed roots, or the name of one of EnergyPlus'.";
    return error;
  }
  WeatherFile out{*std::move(bytes), fs::path(given).filename().string(), std::nullopt};
  if (auto statistics = read(statistics_of(given).string(), max_weather); statistics.ok()) {
    out.statistics = *std::move(statistics);
  }
  return out;
}

// EnergyPlus Auxiliary Programs, "EnergyPlus WeatherFile File (EPW) Data Dictionary": the first line is the location.
Result<void> check_weather(const WeatherFile& weather) {
  if (weather.bytes.starts_with("LOCATION,")) return {};
  return fail(Code::parse,
              "This is not a weather file: " + base::printable(weather.name, 200) + " does not begin with LOCATION.",
              "weather_file", "EnergyPlus reads EPW files.");
}

Result<void> add_weather(const ReadFile& read, std::span<const Installation> engines, const RunRequest& request,
                         RunOrder& order) {
  if (!request.weather_file) {
    if (request.design_day) return {};
    return fail(Code::missing, "A weather file is needed, unless only design days are run.", "weather_file",
                "Give weather_file, or design_day: true.");
  }
  auto weather = TRY(read_weather(read, engines, *request.weather_file));
  TRY(check_weather(weather));
  order.weather_path = *request.weather_file;
  order.weather = RunFile{"weather.epw", std::make_shared<const std::string>(std::move(weather.bytes))};
  if (weather.statistics) {
    order.files.push_back({"weather.stat", std::make_shared<const std::string>(*std::move(weather.statistics))});
  }
  return {};
}

// "../data/x.csv" of the model /a/b/m.idf is /a/data/x.csv.
std::string beside(const std::string& model, const std::string& named) {
  const fs::path path(named);
  if (path.is_absolute()) return named;
  return (fs::path(model).parent_path() / path).lexically_normal().string();
}

std::string run_file_name(const std::string& path, std::size_t number) {
  std::string name = fs::path(path).filename().string();
  if (formats::idf::unwritable(name) || name.empty() || name.size() > 100) name = fs::path(name).extension().string();
  return std::to_string(number) + "-" + name;
}

Result<std::vector<std::string>> add_named_files(const ReadFile& read, const std::vector<engine::NamedFile>& files,
                                                 const std::string& model_path, RunOrder& order) {
  std::vector<std::string> names;
  for (const auto& file : files) {
    auto bytes = read(beside(model_path, file.path), max_named_file);
    if (!bytes.ok()) {
      base::Error error = bytes.error();
      error.message = file.where + " names a file that cannot be read. " + error.message;
      error.path = file.where;
      error.hint = "Files are looked for beside the model, under the allowed roots.";
      return error;
    }
    names.push_back(run_file_name(file.path, names.size() + 1));
    order.files.push_back({names.back(), std::make_shared<const std::string>(*std::move(bytes))});
  }
  return names;
}

// Only what the server found itself: an engine is a library that is run.
Result<Installation> chosen_engine(std::span<const Installation> engines, const RunRequest& request,
                                   const engine::Version& model) {
  std::vector<Installation> known;
  for (const auto& each : engines) {
    const bool placed = !request.energyplus_dir || fs::path(*request.energyplus_dir) == each.directory;
    const bool versioned = !request.energyplus_version || *request.energyplus_version == each.version.text() ||
                           *request.energyplus_version == each.version.brief();
    if (placed && versioned) known.push_back(each);
  }
  if (known.empty() && !engines.empty()) {
    std::vector<std::string> there;
    for (const auto& each : engines) there.push_back(each.version.text() + " in " + each.directory.string());
    return fail(Code::not_found, "This server found no such EnergyPlus.",
                request.energyplus_dir ? "energyplus_dir" : "energyplus_version",
                "It has " + base::join(there, ", ") + ". ENERGYPLUS_DIR of the server names another one.");
  }
  return engine_for(known, model);
}

}  // namespace

Result<RunOrder> make_order(const engine::Model& model, const engine::Version& version, RunSubject subject,
                            const RunRequest& request, std::span<const Installation> engines, const ReadFile& read) {
  TRY(engine::check_runnable(model, request.foreign_code));
  RunOrder order;
  order.network = engine::needs_network(model);
  order.engine = TRY(chosen_engine(engines, request, version));
  order.subject = std::move(subject);
  TRY(add_weather(read, engines, request, order));
  const auto files = engine::named_files(model);
  const auto names = TRY(add_named_files(read, files, order.subject.path, order));
  order.copy = TRY(engine::run_copy(model, files, names));
  order.expand = engine::needs_expansion(model);
  if (order.expand && order.engine.expand.empty()) {
    return fail(Code::unavailable, "This model has HVACTemplate objects, and the engine here has no ExpandObjects.");
  }
  order.design_day = request.design_day;
  order.annual = request.annual;
  order.limit = request.limit;
  return order;
}

void share_files(const RunOrder& with, RunOrder& order) {
  const auto share = [](const RunFile& one, RunFile& other) {
    if (*one.bytes == *other.bytes) other.bytes = one.bytes;
  };
  if (with.weather && order.weather) share(*with.weather, *order.weather);
  for (std::size_t i = 0; i < std::min(with.files.size(), order.files.size()); ++i)
    share(with.files[i], order.files[i]);
}

}  // namespace energy::runtime
