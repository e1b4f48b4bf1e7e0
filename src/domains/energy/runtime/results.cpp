// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/results.h"

#include <algorithm>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "domains/energy/runtime/series_file.h"
#include "formats/energyplus/eso.h"

namespace energy::runtime {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Result;

constexpr std::size_t max_text = std::size_t{64} << 20;
constexpr std::size_t max_eso = std::size_t{1} << 31;

std::string text_of(const fs::path& path) {
  auto read = base::read_file(path, max_text);
  return read.ok() ? *std::move(read) : std::string();
}

}  // namespace

Results::Results(fs::path directory) : directory_(std::move(directory)) {}

formats::energyplus::ErrorFile Results::errors() const {
  return formats::energyplus::read_err(text_of(directory_ / "eplusout.err"));
}

std::vector<formats::energyplus::Reportable> Results::reportable() const {
  auto out = formats::energyplus::read_dictionary(text_of(directory_ / "eplusout.rdd"));
  for (auto& meter : formats::energyplus::read_dictionary(text_of(directory_ / "eplusout.mdd"))) {
    out.push_back(std::move(meter));
  }
  return out;
}

std::string Results::building_name() const {
  const std::string text = text_of(directory_ / "eplusout.eio");
  constexpr std::string_view mark = "\n Building Information,";
  const auto at = text.find(mark);
  if (at == std::string::npos) return {};
  return base::printable(
      std::string_view(text).substr(at + mark.size(), text.find(',', at + mark.size()) - at - mark.size()), 200);
}

Result<const SqlFile*> Results::sql() const {
  if (!sql_) sql_ = TRY(SqlFile::open(directory_ / "eplusout.sql"));
  return &*sql_;
}

Result<engine::Series> Results::read() const {
  const fs::path path = directory_ / "eplusout.sql";
  std::error_code error;
  if (fs::exists(path, error)) {
    const SqlFile* file = TRY(sql());
    return read_series(*file, path);
  }
  auto text = base::read_file(directory_ / "eplusout.eso", max_eso);
  if (!text.ok()) {
    return fail(Code::not_found, "This run left neither a database nor an ESO file.", directory_.string(),
                "Run the simulation again with run_simulation.");
  }
  return engine::series_of(TRY(formats::energyplus::read_eso(*text)));
}

Result<std::shared_ptr<const engine::Series>> Results::series() const {
  const std::scoped_lock lock(mutex_);
  if (!series_) series_ = std::make_shared<const engine::Series>(TRY(read()));
  return series_;
}

Result<engine::Cells> Results::cells(const Wanted& wanted) const {
  const std::scoped_lock lock(mutex_);
  const SqlFile* file = TRY(sql());
  auto rows = TRY(file->ask(
      "SELECT ReportName, ReportForString, TableName, RowName, ColumnName, Units, Value FROM TabularDataWithStrings "
      "WHERE (?1 = '' OR ReportName = ?1 COLLATE NOCASE) AND (?2 = '' OR ReportForString = ?2 COLLATE NOCASE) "
      "AND (?3 = '' OR TableName = ?3 COLLATE NOCASE) AND (?4 = '' OR RowName = ?4 COLLATE NOCASE) "
      "AND (?5 = '' OR ColumnName = ?5 COLLATE NOCASE) ORDER BY TabularDataIndex"));
  rows.bind(1, wanted.report).bind(2, wanted.scope).bind(3, wanted.table).bind(4, wanted.row).bind(5, wanted.column);
  engine::Cells out;
  while (TRY(rows.next())) {
    out.push_back({rows.text(0), rows.text(1), rows.text(2), rows.text(3), rows.text(4), rows.text(5), rows.text(6)});
  }
  return out;
}

std::vector<engine::Figure> Results::figures() const {
  const auto found = cells({.report = "AnnualBuildingUtilityPerformanceSummary"});
  const auto read = series();
  if (!found.ok() || !read.ok()) return {};
  const bool weather = std::ranges::any_of((*read)->environments, [](const engine::Environment& each) {
    return each.kind == engine::Environment::Kind::run_period;
  });
  return engine::key_figures(*found, weather);
}

Result<std::vector<Results::ReportName>> Results::reports() const {
  const std::scoped_lock lock(mutex_);
  const SqlFile* file = TRY(sql());
  auto rows =
      TRY(file->ask("SELECT ReportName, ReportForString, TableName FROM TabularDataWithStrings "
                    "GROUP BY ReportName, ReportForString, TableName ORDER BY MIN(TabularDataIndex)"));
  std::vector<ReportName> out;
  while (TRY(rows.next())) {
    if (out.empty() || out.back().report != rows.text(0) || out.back().scope != rows.text(1)) {
      out.push_back({rows.text(0), rows.text(1), {}});
    }
    out.back().tables.push_back(rows.text(2));
  }
  return out;
}

}  // namespace energy::runtime
