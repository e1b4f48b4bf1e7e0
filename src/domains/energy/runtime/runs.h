// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/json.h"
#include "base/result.h"
#include "base/threads.h"
#include "domains/energy/engine/run/prepare.h"
#include "domains/energy/runtime/installation.h"
#include "domains/energy/runtime/results.h"
#include "domains/energy/runtime/work_directory.h"
#include "domains/energy/runtime/worker.h"

namespace energy::runtime {

// A file for a run, beside its copy of the model.
struct RunFile {
  std::string name;
  std::shared_ptr<const std::string> bytes;
};

// Which model a run is of.
struct RunSubject {
  std::string workspace;
  std::string document;  // SHA-256 of the file as it was opened: another document has no results yet
  std::string digest;    // of the model as it was run: after an edit its results are stale
  std::string path;      // what people call it
};

// All that a run needs; whoever runs it needs nothing else.
struct RunOrder {
  RunSubject subject;
  engine::RunCopy copy;
  bool expand = false;
  std::vector<RunFile> files;
  std::optional<RunFile> weather;  // absent: design days alone
  std::string weather_path;        // what people call it
  bool design_day = false, annual = false;
  Installation engine;
  std::chrono::seconds limit{3600};
  bool network = false;      // the model exchanges data with other programs, which was admitted
  bool becomes_last = true;  // its results are those of the workspace; not so for variants

  // The same model, weather, options and engine give the same results. 16 hex digits.
  std::string key() const;
};

// A run that came to its end, well or not. Immutable.
struct Run {
  std::string id;
  bool completed = false;  // else it failed, and `problem` says how
  std::string problem;
  bool cached = false;  // it was there already
  RunSubject subject;
  std::string engine, weather_path;  // "25.2.0"
  bool design_day = false, annual = false, offline = false;
  bool network = false;            // it was left to it
  bool taken_up = false;           // another program made it
  std::vector<std::string> added;  // what the run's copy has and the model has not
  double seconds = 0;
  std::int64_t ended_ms = 0;
  SharedResults results;
};
using SharedRun = std::shared_ptr<const Run>;

// Simulations and their results, in a folder for each workspace. Runs do not meet: each has a directory of its own,
// which gets its name when it is complete. Thread-safe; several at once.
class Runs {
 public:
  explicit Runs(std::filesystem::path home);

  // Runs, or finds what the same order gave before. A run that the engine ends with an error is an answer; cancelled,
  // late, killed or without room it is an error, and what was there before stays.
  base::Result<SharedRun> run(const RunOrder& order, const base::Cancel& cancel, const Tell& tell);
  // What another program left in a directory becomes a run of ours: its files are copied, each read as `open` allows.
  // Fails where there is neither a database nor series, and above a GiB.
  using OpenFile = std::function<base::Result<base::Descriptor>(const std::string& path)>;
  base::Result<SharedRun> take_up(RunSubject subject, const std::string& directory, const OpenFile& open) const;
  // Adds what EnergyPlus' ReadVarsESO would: eplusout.csv and eplusmtr.csv, where they are not there yet.
  static base::Result<void> write_tables(const Run& run);
  // Makes it the results of its workspace.
  void keep(const SharedRun& run);

  // The results of the workspace's document; null: there are none.
  SharedRun last(const std::string& workspace, const std::string& document) const;
  // By its id; null: there is none.
  SharedRun find(const std::string& workspace, const std::string& id) const;
  std::vector<std::string> ids(const std::string& workspace) const;  // the newest first
  void forget(const std::string& workspace);                         // which results are the last ones
  // For other work of the workspace that leaves nothing behind.
  base::Result<WorkDirectory> scratch(const std::string& workspace) const;
  void clear_leftovers() const;                                                  // of servers that were killed
  bool holds(const std::string& workspace, const std::string& directory) const;  // whether it is one of its own runs

 private:
  std::filesystem::path folder(const std::string& workspace) const;
  base::Result<SharedRun> simulate(const RunOrder& order, const std::string& id, const base::Cancel& cancel,
                                   const Tell& tell);
  void prune(const std::string& workspace) const;

  const std::filesystem::path home_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, SharedRun> last_;  // by workspace
  class Turn;
  std::set<std::filesystem::path> running_;
  std::condition_variable ended_;  // one of them
};

}  // namespace energy::runtime
