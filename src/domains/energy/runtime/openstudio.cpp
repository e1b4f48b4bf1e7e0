// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/openstudio.h"

#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/json.h"
#include "base/text.h"
#include "domains/energy/runtime/child.h"
#include "domains/energy/runtime/places.h"

namespace energy::runtime {
namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Result;

constexpr auto longest = std::chrono::minutes(5);
constexpr std::size_t max_bytes = 100'000'000;
constexpr int no_module = 3;  // what the program below exits with

// Reads in.osm, writes out.idf and result.json, all in its directory. What the SDK prints goes where our output goes.
constexpr const char* program = R"(
import json, sys
try:
    import openstudio
except ImportError:
    sys.exit(3)
version = openstudio.osversion.VersionTranslator()
version.setAllowNewerVersions(sys.argv[1] == "1")
model = version.loadModel(openstudio.path("in.osm"))
if not model.is_initialized():
    print("; ".join(each.logMessage() for each in version.errors()) or "the model cannot be loaded")
    sys.exit(4)
forward = openstudio.energyplus.ForwardTranslator()
if not forward.translateModel(model.get()).save(openstudio.path("out.idf"), True):
    sys.exit(5)
counts = {"warnings": len(version.warnings()) + len(forward.warnings()), "errors": len(version.errors()) + len(forward.errors())}
with open("result.json", "w") as file:
    json.dump({"version": openstudio.openStudioVersion(), **counts}, file)
)";

// Removed with what is in it.
class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "lintel-osm-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// A folder that `pip install --target` filled.
std::optional<fs::path> module_folder() {
  std::vector<fs::path> candidates{base::data_home() / "openstudio"};
  for (const auto& place : places()) candidates.push_back(place.parent_path() / "openstudio");
  std::error_code error;
  for (const auto& each : candidates)
    if (fs::exists(each / "openstudio" / "__init__.py", error)) return each;
  return std::nullopt;
}

std::vector<std::string> python_environment() {
  std::vector<std::string> out{"PATH=/usr/local/bin:/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE=1"};
  if (const auto folder = module_folder()) out.push_back("PYTHONPATH=" + folder->string());
  if (const char* path = std::getenv("PATH"); path != nullptr) out[0] = std::string("PATH=") + path;
  return out;
}

Result<pid_t> start_python(const fs::path& folder, bool allow_newer) {
  const Result<pid_t> child = start({.program = "python3",
                                     .words = {"python3", "-c", program, allow_newer ? "1" : "0"},
                                     .variables = python_environment(),
                                     .log = (folder / "log").string(),
                                     .directory = folder.string()});
  if (child.ok()) return *child;
  return fail(Code::unavailable, "python3 could not be started, which OpenStudio needs");
}

// Its exit code.
Result<int> wait_for(pid_t child, const base::Cancel& cancel) {
  const auto until = std::chrono::steady_clock::now() + longest;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    const bool late = std::chrono::steady_clock::now() > until;
    if (late || cancel.requested()) {
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
      return late ? fail(Code::unavailable, "OpenStudio took longer than five minutes and was ended")
                  : fail(Code::cancelled, "the translation was cancelled");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

base::Error failed(int code, const fs::path& folder) {
  if (code == no_module) {
    return fail(
        Code::unavailable, "OpenStudio SDK not available.", {},
        "Install it with `./dev setup openstudio`, or `pip install openstudio` for the python3 of this machine.");
  }
  const auto log = base::read_file(folder / "log", 100'000);
  const std::string said = log.ok() ? base::printable(base::trim(*log), 1000) : std::string();
  return fail(Code::parse, "OpenStudio could not translate the model" + (said.empty() ? "" : ": " + said), "osm_path");
}

Result<Translated> result_in(const fs::path& folder) {
  Translated out{.idf = TRY(base::read_file(folder / "out.idf", max_bytes))};
  const std::string text = TRY(base::read_file(folder / "result.json", 10'000));
  const base::Json result = TRY(base::parse_json(text));
  out.openstudio_version = result.text("version");
  out.warnings = static_cast<int>(result.at("warnings").as_integer());
  out.errors = static_cast<int>(result.at("errors").as_integer());
  return out;
}

}  // namespace

Result<Translated> translate_osm(const std::string& osm, bool allow_newer_versions, const base::Cancel& cancel) {
  const Folder folder;
  if (folder.path().empty()) return fail(Code::io, "no folder for the translation could be made");
  TRY(base::write_file_atomic(folder.path() / "in.osm", osm, 0600));
  const pid_t child = TRY(start_python(folder.path(), allow_newer_versions));
  const int code = TRY(wait_for(child, cancel));
  if (code != 0) return failed(code, folder.path());
  return result_in(folder.path());
}

}  // namespace energy::runtime
