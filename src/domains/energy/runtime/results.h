// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/results/series.h"
#include "domains/energy/engine/results/tables.h"
#include "domains/energy/runtime/sql_file.h"
#include "formats/energyplus/dictionary.h"
#include "formats/energyplus/err.h"

namespace energy::runtime {

// What a run left in its directory, read when it is asked for. Thread-safe; one question to the database at a time.
class Results {
 public:
  explicit Results(std::filesystem::path directory);

  const std::filesystem::path& directory() const { return directory_; }
  formats::energyplus::ErrorFile errors() const;
  // From the database; without one from the ESO and MTR files. Read once.
  base::Result<std::shared_ptr<const engine::Series>> series() const;
  std::string building_name() const;  // from the .eio file; empty: unknown
  // The key figures; empty where the run has no reports.
  std::vector<engine::Figure> figures() const;
  // What the run could have reported (.rdd, .mdd), in the order of the files.
  std::vector<formats::energyplus::Reportable> reportable() const;

  // Which cells; an empty member means any.
  struct Wanted {
    std::string report, scope, table, row, column;
  };
  base::Result<engine::Cells> cells(const Wanted& wanted) const;
  struct ReportName {
    std::string report, scope;
    std::vector<std::string> tables;
  };
  base::Result<std::vector<ReportName>> reports() const;

 private:
  base::Result<const SqlFile*> sql() const;  // with mutex_ held
  base::Result<engine::Series> read() const;

  const std::filesystem::path directory_;
  mutable std::mutex mutex_;
  mutable std::optional<SqlFile> sql_;
  mutable std::shared_ptr<const engine::Series> series_;
};
using SharedResults = std::shared_ptr<const Results>;

}  // namespace energy::runtime
