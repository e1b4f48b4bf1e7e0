// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/schemas.h"

#include <algorithm>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "domains/energy/runtime/places.h"

namespace energy::runtime {
namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Result;

constexpr std::size_t max_file = std::size_t{64} << 20;
constexpr std::string_view packed_name = "Energy+.schema.epJSON.gz";
constexpr std::string_view plain_name = "Energy+.schema.epJSON";

// "V25-2-0", "EnergyPlus-25-2-0"
std::optional<Version> version_in(std::string name) {
  const auto digit = name.find_first_of("0123456789");
  if (digit == std::string::npos) return std::nullopt;
  name = name.substr(digit);
  std::ranges::replace(name, '-', '.');
  return Version::parse(name);
}

void add_folder(std::map<Version, fs::path>& files, const fs::path& folder) {
  std::error_code error;
  const auto version = version_in(folder.filename().string());
  if (!version) return;
  for (const auto name : {packed_name, plain_name})
    if (fs::exists(folder / name, error)) files.try_emplace(*version, folder / name);
}

// An installation whose folder does not say its version: its library does.
void add_installation(std::map<Version, fs::path>& files, const fs::path& place) {
  std::error_code error;
  if (!fs::exists(place / plain_name, error)) return;
  auto version = version_in(place.filename().string());
  if (!version) version = engine_in(place);
  if (version) files.try_emplace(*version, place / plain_name);
}

Result<std::shared_ptr<const Schema>> read_schema(const fs::path& path) {
  std::string bytes = TRY(base::read_file(path, max_file));
  return Schema::read(std::move(bytes));
}

std::string names_of(const std::map<Version, fs::path>& files) {
  std::vector<std::string> names;
  for (const auto& [version, path] : files) names.push_back(version.brief());
  return base::join(names, ", ");
}

base::Error none_there() {
  return fail(Code::unavailable, "no schema of EnergyPlus was found on this machine", {},
              "Run `./dev setup energy`, install EnergyPlus, or set ENERGYPLUS_DIR to its folder.");
}

}  // namespace

Schemas::Schemas(std::vector<fs::path> places) : places_(std::move(places)) {}
Schemas::~Schemas() = default;

void Schemas::look() const {
  if (std::exchange(looked_, true)) return;
  std::error_code error;
  for (const auto& place : places_) {
    for (const fs::path& parent : {place / "idfkit" / "schemas", place / "schemas"})
      for (const auto& each : fs::directory_iterator(parent, error)) add_folder(files_, each.path());
    add_installation(files_, place);
    if (!engine_) engine_ = engine_in(place);
  }
}

std::vector<Version> Schemas::versions() const {
  const std::lock_guard lock(mutex_);
  look();
  std::vector<Version> out;
  for (const auto& [version, path] : files_) out.push_back(version);
  return out;
}

Result<Schemas::Chosen> Schemas::choose(std::string_view text) const {
  const std::lock_guard lock(mutex_);
  look();
  if (files_.empty()) return none_there();
  const Version newest = files_.rbegin()->first;
  if (base::trim(text).empty()) {
    const Version taken = engine_ && files_.count(*engine_) > 0 ? *engine_ : newest;
    return Chosen{taken, "The model does not name its version; it is read as " + taken.brief() + "."};
  }
  const auto wanted = Version::parse(text);
  if (!wanted) {
    return fail(Code::parse, "\"" + base::printable(text, 60) + "\" is not a version of EnergyPlus", "version",
                "Versions are written like 25.2 or 25.2.0.");
  }
  std::optional<Version> best;
  for (const auto& [version, path] : files_)
    if (version.major == wanted->major && version.minor == wanted->minor) best = version;
  if (best) return Chosen{*best, {}};
  if (newest < *wanted)
    return Chosen{newest, "Version " + wanted->brief() + " is newer than all that are known; it is read as " +
                              newest.brief() + "."};
  return fail(
      Code::unavailable, "there is no schema for EnergyPlus " + wanted->brief(), "version",
      "There are: " + names_of(files_) + ". EnergyPlus' Transition programs bring older models to one of them.");
}

std::shared_future<std::shared_ptr<const Schemas::Read>> Schemas::reading(const Version& version) const {
  const std::lock_guard lock(mutex_);
  look();
  const auto begun = read_.find(version);
  if (begun != read_.end()) return begun->second;
  const auto file = files_.find(version);
  const fs::path path = file == files_.end() ? fs::path() : file->second;
  auto future = std::async(std::launch::async, [path]() -> std::shared_ptr<const Read> {
                  return std::make_shared<const Read>(path.empty() ? Read(none_there()) : read_schema(path));
                }).share();
  read_.emplace(version, future);
  return future;
}

void Schemas::prefetch(const Version& version) const { static_cast<void>(reading(version)); }

Result<std::shared_ptr<const Schema>> Schemas::find(const Version& version) const { return *reading(version).get(); }

}  // namespace energy::runtime
