// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/session.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

#include "base/clock.h"
#include "base/crypto.h"
#include "base/log.h"
#include "domains/energy/tools/parts/opened.h"

namespace energy::tools {

namespace {

namespace fs = std::filesystem;

// What puts another model, or none, in place of the one that is open.
constexpr std::array<std::string_view, 4> replacing = {"load_model", "new_model", "convert_osm_to_idf",
                                                       "clear_session"};
// What idfkit-mcp saves its session after, and what it has not: runs that nobody waits for, and studies.
constexpr std::array<std::string_view, 7> saving = {"load_model",          "convert_osm_to_idf",    "save_model",
                                                    "run_simulation",      "download_weather_file", "submit_simulation",
                                                    "run_simulation_study"};

bool among(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// A file under the roots that can be opened, as an absolute path; "": it is none.
std::string readable(const View& view, const std::string& path) {
  if (path.empty() || !view.open_file(path).ok()) return {};
  const auto located = view.locate(path);
  return located.ok() ? located->string() : std::string();
}

std::string readable_weather(const View& view, const Runtime& runtime, const std::string& path) {
  if (path.empty()) return {};
  return runtime.weather.is_there(path) ? path : readable(view, path);
}

runtime::Session session_of(Runtime& runtime, const View& view) {
  runtime::Session out;
  std::error_code error;
  out.weather_file = readable_weather(view, runtime, runtime.sessions.weather(view.workspace()));
  const auto file = file_of(view);
  if (!file) return out;
  out.file_path = readable(view, saved_as(view, *file).path);
  const auto run = runtime.runs.last(view.workspace(), file->sha256);
  if (run && fs::is_directory(run->results->directory(), error))
    out.simulation_run_dir = run->results->directory().string();
  return out;
}

// The results of the other program, for the model that is open now.
void take_up_run(Runtime& runtime, const View& view, const OpenFile& file, const std::string& directory) {
  if (directory.empty() || runtime.runs.holds(view.workspace(), directory)) return;
  const auto open = [&view](const std::string& path) { return view.open_file(path); };
  const auto run =
      runtime.runs.take_up({view.workspace(), file.sha256, file.sha256, saved_as(view, file).path}, directory, open);
  if (run.ok()) return runtime.runs.keep(*run);
  base::log::info("the results that the session file names are not taken up: " + run.error().message);
}

// Somebody changed the file of a model that has no edits here.
bool changed_on_disk(Runtime& runtime, const View& view, const OpenFile& file, const std::string& path) {
  if (engine::format_of_name(path) != file.format) return false;
  const auto open = opened(view, runtime);
  if (!open.ok() || open->unsaved() || open->partial) return false;
  const auto bytes = view.read_file(path, max_model_bytes);
  return bytes.ok() && base::sha256_hex(*bytes) != open->digest;
}

}  // namespace

std::vector<std::string> session_tools() {
  std::vector<std::string> out{"undo", "redo"};
  out.insert(out.end(), replacing.begin(), replacing.end());
  for (const auto name : saving)
    if (!among(replacing, name)) out.emplace_back(name);
  return out;
}

void put_down(Runtime& runtime, const kernel::Kernel::Committed& committed, const View& view) {
  const std::string& workspace = committed.workspace;
  if (among(replacing, committed.tool)) runtime.runs.forget(workspace);
  if (committed.tool == "clear_session") runtime.sessions.forget(workspace);
  const auto awaited = runtime.sessions.take_awaited_run(workspace);
  const auto file = file_of(view);
  if (committed.tool == "load_model" && file) take_up_run(runtime, view, *file, awaited);
  // What this caller may not see, and another branch, are no reason to forget what is there.
  if (view.hides_some() || committed.branch != "main" || committed.tool == "new_model") return;
  using Same = runtime::Sessions::Same;
  const bool reversal = committed.tool == "undo" || committed.tool == "redo";
  const runtime::Sessions::Subject subject{committed.workspace_key, workspace, file ? file->sha256 : ""};
  const auto write = [&](Same same) {
    runtime.sessions.write(subject, session_of(runtime, view), base::system_clock().unix_ms(), same);
  };
  write(reversal ? Same::is_left : Same::is_written);
  // A run that nobody waits for may have ended meanwhile, and its word be written over.
  write(Same::is_left);
}

std::optional<tool::Opening> take_up(Runtime& runtime, std::string_view tool, const View& view) {
  if (among(replacing, tool) || view.hides_some() || view.branch_name() != "main") return std::nullopt;
  const auto read = runtime.sessions.read();
  if (!read) return std::nullopt;
  const auto& session = read->session;
  if (auto weather = readable_weather(view, runtime, session.weather_file); !weather.empty())
    runtime.sessions.set_weather(view.workspace(), std::move(weather));
  const std::string model = readable(view, session.file_path);
  if (model.empty()) {
    if (!session.file_path.empty()) base::log::warn("the model that the session file names cannot be read here");
    return std::nullopt;
  }
  const auto file = file_of(view);
  const bool same = file && readable(view, saved_as(view, *file).path) == model;
  const bool newer = read->updated_ms > view.last_event_ms();
  if (newer && (!same || changed_on_disk(runtime, view, *file, model))) {
    runtime.sessions.set_awaited_run(view.workspace(), session.simulation_run_dir);
    return tool::Opening{"load_model", Json::object({{"file_path", model}}),
                         "Takes up the session that was left in this directory."};
  }
  if (same) take_up_run(runtime, view, *file, session.simulation_run_dir);
  return std::nullopt;
}

}  // namespace energy::tools
