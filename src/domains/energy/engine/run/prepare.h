// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/model/model.h"

// What a model needs before the engine runs it. The model itself is never changed: all of this is for the run's copy.
namespace energy::engine {

// A file that a model reads (Schedule:File and the like).
struct NamedFile {
  std::size_t object = 0;   // of Model::objects()
  std::size_t reading = 0;  // of Model::all_readings()
  std::string path;         // as written
  std::string where;        // `Schedule:File "Occupancy", file_name`
};
std::vector<NamedFile> named_files(const Model& model);

// Refuses what would run code of others (PythonPlugin:*, ExternalInterface:*) unless that is admitted, and what a
// program that is not here must work on first (Parametric:*, GroundHeatTransfer:*). The sentences name the objects and
// say what to do.
enum class ForeignCode : std::uint8_t { refused, admitted };
base::Result<void> check_runnable(const Model& model, ForeignCode foreign = ForeignCode::refused);
// Whether it exchanges data with other programs while it runs, for which it may need a socket.
bool needs_network(const Model& model);

// HVACTemplate:* objects become others before the engine reads them.
bool needs_expansion(const Model& model);

// The copy that is run.
struct RunCopy {
  std::string bytes;
  bool is_epjson = false;          // else IDF, always where expansion is needed
  std::vector<std::string> added;  // what it has and the model has not, in words
};
// With SQLite output (SimpleAndTabular), the summary reports and the dictionary of variables where they are missing.
// Each named file gets the path of the same place in `paths`.
base::Result<RunCopy> run_copy(const Model& model, std::span<const NamedFile> files,
                               std::span<const std::string> paths);

}  // namespace energy::engine
