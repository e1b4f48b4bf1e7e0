// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/series_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <unordered_map>

#include "base/descriptor.h"

namespace energy::runtime {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Result;
using engine::Environment;
using engine::Moment;
using engine::Series;

// Head, moments, columns, the moments of all values column by column, their values. Numbers as this machine has them.
struct Head {
  std::array<char, 8> magic{'L', 'N', 'T', 'L', 'S', 'E', 'R', '1'};
  std::uint64_t sql_bytes = 0;
  std::int64_t sql_time_ns = 0;
  std::uint64_t moments = 0, columns = 0, values = 0;
};
struct ColumnPlace {
  std::int64_t id = 0;
  std::uint64_t first = 0, count = 0;
};

struct Layout {
  std::size_t moments = 0, columns = 0, times = 0, values = 0, size = 0;
};
Layout layout_of(const Head& head) {
  Layout out;
  out.moments = sizeof(Head);
  out.columns = out.moments + head.moments * sizeof(Moment);
  out.times = out.columns + head.columns * sizeof(ColumnPlace);
  out.values = out.times + (head.values + head.values % 2) * sizeof(std::uint32_t);
  out.size = out.values + head.values * sizeof(double);
  return out;
}
constexpr std::uint64_t most = std::uint64_t{1} << 36;  // of anything: no product of it overflows

// A file in memory; shared by the series that look into it.
class Mapping {
 public:
  static std::shared_ptr<Mapping> of(int descriptor, std::size_t size, bool writes) {
    void* bytes = ::mmap(nullptr, size, writes ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, descriptor, 0);
    if (bytes == MAP_FAILED) return nullptr;
    return std::make_shared<Mapping>(static_cast<char*>(bytes), size);
  }
  Mapping(char* bytes, std::size_t size) : bytes_(bytes), size_(size) {}
  ~Mapping() { ::munmap(bytes_, size_); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  template <class T>
  std::span<T> at(std::size_t offset, std::size_t count) const {
    return {reinterpret_cast<T*>(bytes_ + offset), count};
  }
  const Head& head() const { return *reinterpret_cast<const Head*>(bytes_); }
  std::size_t size() const { return size_; }

 private:
  char* bytes_;
  std::size_t size_;
};
using Mapped = std::shared_ptr<Mapping>;

Result<Head> head_for(const fs::path& sql) {
  struct stat about{};
  if (::stat(sql.c_str(), &about) != 0) return fail(Code::not_found, "The run left no database: " + sql.string());
  Head out;
  out.sql_bytes = static_cast<std::uint64_t>(about.st_size);
  out.sql_time_ns = about.st_mtim.tv_sec * 1'000'000'000LL + about.st_mtim.tv_nsec;
  return out;
}

// What was put in order before, if it is of this very database and whole.
Mapped kept(const fs::path& file, const Head& wanted) {
  const base::Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct stat about{};
  if (!opened || ::fstat(opened.get(), &about) != 0 || about.st_size < static_cast<off_t>(sizeof(Head))) return nullptr;
  auto mapped = Mapping::of(opened.get(), static_cast<std::size_t>(about.st_size), false);
  if (!mapped) return nullptr;
  const Head& head = mapped->head();
  const bool same = head.magic == wanted.magic && head.sql_bytes == wanted.sql_bytes &&
                    head.sql_time_ns == wanted.sql_time_ns && head.moments < most && head.columns < most &&
                    head.values < most;
  return same && layout_of(head).size == mapped->size() ? mapped : nullptr;
}

// A new file of that size beside the database, or in memory where there is no room or right for it.
struct Fresh {
  base::Descriptor descriptor;
  fs::path name;  // empty: in memory
};
Fresh fresh_file(const fs::path& beside, std::size_t size) {
  std::string name = beside.string() + ".XXXXXX";
  base::Descriptor made(::mkostemp(name.data(), O_CLOEXEC));
  // Room is taken now: writing to a mapping on a full disk would end the process.
  if (made && ::posix_fallocate(made.get(), 0, static_cast<off_t>(size)) == 0) return {std::move(made), name};
  if (made) ::unlink(name.c_str());
  base::Descriptor memory(::memfd_create("series", MFD_CLOEXEC));
  if (memory && ::ftruncate(memory.get(), static_cast<off_t>(size)) != 0) memory.reset();
  return {std::move(memory), {}};
}

struct Times {
  std::vector<Moment> moments;
  std::unordered_map<std::int64_t, std::uint32_t> places;  // by TimeIndex
};

Result<Times> read_times(const SqlFile& sql, const std::unordered_map<std::int64_t, std::uint32_t>& environments) {
  Times out;
  auto rows =
      TRY(sql.ask("SELECT TimeIndex, Year, Month, Day, Hour, Minute, Interval, EnvironmentPeriodIndex, "
                  "COALESCE(WarmupFlag, 0) FROM Time ORDER BY TimeIndex"));
  while (TRY(rows.next())) {
    const auto small = [&](int column) {
      return static_cast<std::int8_t>(std::clamp<std::int64_t>(rows.integer(column), 0, 127));
    };
    const auto environment = environments.find(rows.integer(7));
    Moment moment{.month = small(2), .day = small(3), .hour = small(4), .minute = small(5)};
    moment.year = static_cast<std::int16_t>(std::clamp<std::int64_t>(rows.integer(1), 0, 9999));
    moment.minutes = static_cast<std::int32_t>(rows.integer(6));
    moment.warmup = rows.integer(8) != 0 ? 1 : 0;
    moment.environment = environment == environments.end() ? UINT32_MAX : environment->second;
    out.places.emplace(rows.integer(0), static_cast<std::uint32_t>(out.moments.size()));
    out.moments.push_back(moment);
  }
  return out;
}

// How many values each column has, in the order of the dictionary.
Result<std::vector<ColumnPlace>> count_values(const SqlFile& sql, const Series& series) {
  std::vector<ColumnPlace> out;
  std::unordered_map<std::int64_t, std::size_t> places;
  for (const auto& variable : series.variables) {
    places.emplace(variable.id, out.size());
    out.push_back({variable.id});
  }
  auto rows = TRY(sql.ask("SELECT ReportDataDictionaryIndex FROM ReportData"));
  while (TRY(rows.next())) {
    if (const auto at = places.find(rows.integer(0)); at != places.end()) ++out[at->second].count;
  }
  for (std::size_t i = 1; i < out.size(); ++i) out[i].first = out[i - 1].first + out[i - 1].count;
  return out;
}

Result<void> fill(const SqlFile& sql, const Times& times, const std::vector<ColumnPlace>& columns,
                  const Mapping& into) {
  const Layout layout = layout_of(into.head());
  const auto moments = into.at<std::uint32_t>(layout.times, into.head().values);
  const auto values = into.at<double>(layout.values, into.head().values);
  std::unordered_map<std::int64_t, std::uint64_t> cursors;
  for (const auto& column : columns) cursors.emplace(column.id, column.first);
  auto rows = TRY(sql.ask("SELECT ReportDataDictionaryIndex, TimeIndex, Value FROM ReportData"));
  while (TRY(rows.next())) {
    const auto cursor = cursors.find(rows.integer(0));
    if (cursor == cursors.end()) continue;
    const auto time = times.places.find(rows.integer(1));
    const auto at = cursor->second++;
    if (at >= values.size()) break;
    moments[at] = time == times.places.end() ? UINT32_MAX : time->second;
    values[at] = rows.number(2);
  }
  return {};
}

Result<Mapped> put_in_order(const SqlFile& sql, Head head, const Series& series,
                            const std::unordered_map<std::int64_t, std::uint32_t>& environments, const fs::path& file) {
  const auto times = TRY(read_times(sql, environments));
  const auto columns = TRY(count_values(sql, series));
  head.moments = times.moments.size();
  head.columns = columns.size();
  for (const auto& column : columns) head.values += column.count;
  const Layout layout = layout_of(head);
  const Fresh fresh = fresh_file(file, layout.size);
  auto mapped = fresh.descriptor ? Mapping::of(fresh.descriptor.get(), layout.size, true) : nullptr;
  if (!mapped) return fail(Code::unavailable, "There is no memory for the series of this run.");
  mapped->at<Head>(0, 1)[0] = head;
  std::ranges::copy(times.moments, mapped->at<Moment>(layout.moments, head.moments).begin());
  std::ranges::copy(columns, mapped->at<ColumnPlace>(layout.columns, head.columns).begin());
  const auto filled = fill(sql, times, columns, *mapped);
  if (!fresh.name.empty() && (!filled.ok() || ::rename(fresh.name.c_str(), file.c_str()) != 0)) {
    ::unlink(fresh.name.c_str());
  }
  if (!filled.ok()) return filled.error();
  return mapped;
}

Result<Series> dictionary_of(const SqlFile& sql) {
  Series out;
  auto periods =
      TRY(sql.ask("SELECT EnvironmentPeriodIndex, EnvironmentName, EnvironmentType FROM EnvironmentPeriods "
                  "ORDER BY EnvironmentPeriodIndex"));
  while (TRY(periods.next())) {
    const auto kind = std::clamp<std::int64_t>(periods.integer(2), 0, 3);
    out.environments.push_back({periods.integer(0), periods.text(1), Environment::Kind(kind)});
  }
  auto rows =
      TRY(sql.ask("SELECT ReportDataDictionaryIndex, Name, KeyValue, Units, ReportingFrequency, IsMeter, Type "
                  "FROM ReportDataDictionary ORDER BY ReportDataDictionaryIndex"));
  while (TRY(rows.next())) {
    out.variables.push_back({rows.integer(0), rows.text(1), rows.text(2), rows.text(3),
                             engine::frequency_of(rows.text(4)), rows.integer(5) != 0, rows.text(6) == "Sum"});
  }
  return out;
}

}  // namespace

Result<Series> read_series(const SqlFile& sql, const fs::path& path) {
  const Head head = TRY(head_for(path));
  Series out = TRY(dictionary_of(sql));
  std::unordered_map<std::int64_t, std::uint32_t> environments;
  for (const auto& each : out.environments) {
    environments.emplace(each.id, static_cast<std::uint32_t>(environments.size()));
  }
  const fs::path file = path.string() + ".series";
  Mapped mapped = kept(file, head);
  if (!mapped || mapped->head().columns != out.variables.size()) {
    mapped = TRY(put_in_order(sql, head, out, environments, file));
  }
  const Head& made = mapped->head();
  const Layout layout = layout_of(made);
  out.moments = mapped->at<const Moment>(layout.moments, made.moments);
  for (const auto& column : mapped->at<const ColumnPlace>(layout.columns, made.columns)) {
    if (column.first > made.values || column.count > made.values - column.first) {
      return fail(Code::io, "The series beside the results are damaged.", file.string(), "Remove that file.");
    }
    out.columns.push_back(
        {mapped->at<const std::uint32_t>(layout.times + column.first * sizeof(std::uint32_t), column.count),
         mapped->at<const double>(layout.values + column.first * sizeof(double), column.count)});
  }
  out.keeps = std::move(mapped);
  return out;
}

}  // namespace energy::runtime
