// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/runs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

#include "base/clock.h"
#include "base/crypto.h"
#include "base/files.h"
#include "base/text.h"
#include "formats/energyplus/eso.h"
#include "formats/energyplus/eso_table.h"

namespace energy::runtime {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Json;
using base::Result;

constexpr std::size_t kept_runs = 1200;  // of a workspace: two of the largest studies and more
constexpr const char* record_name = "run.json";

bool disk_is_full(const fs::path& directory) {
  struct statvfs about{};
  constexpr std::uint64_t little = std::uint64_t{256} << 10;
  return ::statvfs(directory.c_str(), &about) == 0 && std::uint64_t{about.f_bavail} * about.f_frsize < little;
}

base::Error full_disk(const fs::path& directory) {
  return fail(Code::io, "The disk is full: the run could not write its results. Earlier results are as they were.",
              directory.string(), "Make room there and run it again.");
}

Result<void> put_file(const fs::path& path, std::string_view bytes) {
  auto written = base::write_file_atomic(path, bytes, 0600);
  if (!written.ok() && disk_is_full(path.parent_path())) return full_disk(path.parent_path());
  return written;
}

std::string input_name(const RunOrder& order) { return order.copy.is_epjson ? "in.epJSON" : "in.idf"; }

Result<void> fill(const RunOrder& order, const fs::path& directory) {
  TRY(put_file(directory / input_name(order), order.copy.bytes));
  for (const auto& file : order.files) TRY(put_file(directory / file.name, *file.bytes));
  if (order.weather) TRY(put_file(directory / order.weather->name, *order.weather->bytes));
  return {};
}

WorkerOrders orders_of(const RunOrder& order, const fs::path& directory) {
  WorkerOrders out{order.engine.library.string(), directory.string(), {}, {}, order.network};
  if (order.expand) out.expand = order.engine.expand.string();
  if (order.weather) out.arguments.insert(out.arguments.end(), {"-w", order.weather->name});
  if (order.design_day) out.arguments.emplace_back("-D");
  if (order.annual) out.arguments.emplace_back("-a");
  out.arguments.insert(out.arguments.end(), {"-d", ".", order.expand ? "expanded.idf" : input_name(order)});
  return out;
}

base::Error died(const WorkerEnd& end) {
  std::string how = "The engine's process ended without a word";
  if (end.signal != 0) {
    how =
        "The engine's process was ended by signal " + std::to_string(end.signal) + " (" + ::strsignal(end.signal) + ")";
  }
  std::string hint = "Run it again.";
  if (end.signal == SIGKILL) hint += " Somebody killed it, or the machine had no memory left.";
  if (end.signal == SIGSEGV)
    hint += " If it comes again, this model makes the engine crash: validate_model may say why.";
  return fail(Code::unavailable, how + ". Only this run is lost; earlier results are as they were.", {}, hint);
}

// What is no answer of the engine's.
Result<void> check_end(const WorkerEnd& end, const RunOrder& order, const fs::path& directory) {
  using How = WorkerEnd::How;
  if (end.how == How::cancelled) {
    return fail(Code::cancelled, "The simulation was cancelled. Earlier results are as they were.");
  }
  if (end.how == How::timed_out) {
    return fail(Code::unavailable,
                "The simulation was stopped after " + std::to_string(order.limit.count()) + " seconds, its time limit.",
                "time_limit_seconds", "Give it more time, or try the design days first.");
  }
  if (end.how == How::died && disk_is_full(directory)) return full_disk(directory);
  if (end.how == How::died) return died(end);
  if (!end.problem.empty()) return fail(Code::unavailable, end.problem);
  return {};
}

// The engine writes why its database failed into sqlite.err, below the line with which it opens that file.
bool database_failed(const fs::path& directory) {
  std::error_code error;
  if (!fs::exists(directory / "eplusout.sql", error)) return true;
  const auto text = base::read_file(directory / "sqlite.err", std::size_t{1} << 20);
  return text.ok() && std::ranges::count(base::trim(*text), '\n') > 0;
}

// Why a run that ended is not a good one; empty: it is.
std::string problem_of(const WorkerEnd& end, const Results& results) {
  using formats::energyplus::ErrorFile;
  const auto errors = results.errors();
  if (end.code == 0 && errors.end == ErrorFile::End::completed) {
    return database_failed(results.directory()) ? "The engine completed, but its database could not be written." : "";
  }
  if (errors.end == ErrorFile::End::fatal) return "The engine ended with a fatal error.";
  if (errors.messages.empty()) return "The engine did not read the model; worker.log has what it said.";
  return "The engine did not complete.";
}

Json record_of(const Run& run) {
  Json added = Json::array();
  for (const auto& each : run.added) added.push_back(each);
  return Json::object({{"id", run.id},
                       {"completed", run.completed},
                       {"problem", run.problem},
                       {"workspace", run.subject.workspace},
                       {"document", run.subject.document},
                       {"digest", run.subject.digest},
                       {"path", run.subject.path},
                       {"engine", run.engine},
                       {"weather", run.weather_path},
                       {"design_day", run.design_day},
                       {"annual", run.annual},
                       {"offline", run.offline},
                       {"network", run.network},
                       {"taken_up", run.taken_up},
                       {"added", std::move(added)},
                       {"seconds", run.seconds},
                       {"ended_ms", run.ended_ms}});
}

bool flag(const Json& record, std::string_view name) {
  const Json* value = record.find(name);
  return value != nullptr && value->is_bool() && value->as_bool();
}
double number(const Json& record, std::string_view name) {
  const Json* value = record.find(name);
  return value != nullptr && value->is_number() ? value->as_number() : 0;
}

std::optional<Json> read_record(const fs::path& file) {
  const auto text = base::read_file(file, std::size_t{1} << 20);
  if (!text.ok()) return std::nullopt;
  auto record = base::parse_json(*text);
  if (!record.ok() || !record->is_object()) return std::nullopt;
  return *std::move(record);
}

std::optional<Run> run_in(const fs::path& directory) {
  const auto record = read_record(directory / record_name);
  if (!record) return std::nullopt;
  Run out{.id = std::string(record->text("id")), .completed = flag(*record, "completed")};
  out.problem = record->text("problem");
  out.subject = {std::string(record->text("workspace")), std::string(record->text("document")),
                 std::string(record->text("digest")), std::string(record->text("path"))};
  out.engine = record->text("engine");
  out.weather_path = record->text("weather");
  out.design_day = flag(*record, "design_day");
  out.annual = flag(*record, "annual");
  out.offline = flag(*record, "offline");
  out.network = flag(*record, "network");
  out.taken_up = flag(*record, "taken_up");
  if (const Json* added = record->find("added"); added != nullptr && added->is_array()) {
    for (const auto& each : added->as_array()) {
      if (each.is_string()) out.added.push_back(each.as_string());
    }
  }
  out.seconds = number(*record, "seconds");
  out.ended_ms = static_cast<std::int64_t>(number(*record, "ended_ms"));
  out.results = std::make_shared<const Results>(directory);
  return out;
}

bool is_plain(std::string_view name) {
  return !name.empty() && name.size() <= 100 && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

// The files of a run that are read again, and how idfkit-mcp has them named (`energyplus -s C`).
constexpr std::array<std::string_view, 7> read_again = {".sql", ".err", ".eso", ".mtr", ".eio", ".rdd", ".mdd"};
constexpr std::array<std::string_view, 2> prefixes = {"eplusout", "eplus"};
constexpr std::int64_t most_taken = std::int64_t{1} << 30;

struct Theirs {
  base::Descriptor file;
  std::string name;  // as we call it
  std::int64_t size = 0;
};

// Those there are, and a text that names this very state of them.
Result<std::vector<Theirs>> files_of(const std::string& directory, const Runs::OpenFile& open, std::string& state) {
  std::vector<Theirs> out;
  std::int64_t total = 0;
  for (const auto prefix : prefixes) {
    if (!out.empty()) break;
    for (const auto ending : read_again) {
      auto file = open(directory + "/" + std::string(prefix) + std::string(ending));
      struct stat about{};
      if (!file.ok() || ::fstat(file->get(), &about) != 0 || !S_ISREG(about.st_mode)) continue;
      total += about.st_size;
      state += std::string(ending) + " " + std::to_string(about.st_size) + " " + std::to_string(about.st_mtim.tv_sec) +
               "." + std::to_string(about.st_mtim.tv_nsec) + "\n";
      out.push_back({*std::move(file), std::string(prefixes[0]) + std::string(ending), about.st_size});
    }
  }
  if (total > most_taken) return fail(Code::io, "the results of the other program are larger than a GiB", directory);
  const bool series = std::ranges::any_of(
      out, [](const Theirs& each) { return each.name.ends_with(".sql") || each.name.ends_with(".eso"); });
  if (!series) return fail(Code::not_found, "there are no results of EnergyPlus", directory);
  return out;
}

Result<void> copy_file(const Theirs& from, const fs::path& to) {
  const base::Descriptor out(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!out) return fail(Code::io, std::string("not copied: ") + std::strerror(errno), to.string());
  std::string buffer(std::size_t{1} << 20, '\0');
  std::int64_t left = from.size;
  while (left > 0) {
    const auto got = ::read(from.file.get(), buffer.data(), std::min<std::size_t>(buffer.size(), std::size_t(left)));
    if (got <= 0) return fail(Code::io, "not copied: the file became shorter", to.string());
    for (ssize_t done = 0; done < got;) {
      const auto put = ::write(out.get(), buffer.data() + done, static_cast<std::size_t>(got - done));
      if (put <= 0) return fail(Code::io, std::string("not copied: ") + std::strerror(errno), to.string());
      done += put;
    }
    left -= got;
  }
  return {};
}

}  // namespace

Result<SharedRun> Runs::take_up(RunSubject subject, const std::string& directory, const OpenFile& open) const {
  std::string state = directory + "\n";
  const auto files = TRY(files_of(directory, open, state));
  const std::string id = base::sha256_hex(state).substr(0, 16);
  const auto parent = folder(subject.workspace);
  auto run = run_in(parent / id);
  if (!run) {
    WorkDirectory made = TRY(WorkDirectory::make(parent));
    for (const auto& file : files) TRY(copy_file(file, made.path() / file.name));
    run = Run{.id = id, .taken_up = true};
    const auto errors = Results(made.path()).errors();
    run->completed = errors.end == formats::energyplus::ErrorFile::End::completed;
    if (!run->completed) run->problem = "The run of the other program did not complete.";
    run->ended_ms = base::system_clock().unix_ms();
    TRY(put_file(made.path() / record_name, record_of(*run).pretty()));
    made.name(parent / id);
    run->results = std::make_shared<const Results>(parent / id);
  }
  run->subject = std::move(subject);
  return std::make_shared<const Run>(*std::move(run));
}

std::string RunOrder::key() const {
  std::string text = engine.version.text() + (design_day ? " design_day" : "") + (annual ? " annual" : "");
  const auto add = [&](std::string_view name, std::string_view bytes) {
    text += "\n" + std::string(name) + " " + base::sha256_hex(bytes);
  };
  add(copy.is_epjson ? "epjson" : "idf", copy.bytes);
  for (const auto& file : files) add(file.name, *file.bytes);
  if (weather) add(weather->name, *weather->bytes);
  return base::sha256_hex(text).substr(0, 16);
}

Runs::Runs(fs::path home) : home_(std::move(home)) {}

fs::path Runs::folder(const std::string& workspace) const {
  return home_ / (is_plain(workspace) ? workspace : base::sha256_hex(workspace).substr(0, 32));
}

// The same order at the same time waits: what the first comes to is there for the second.
class Runs::Turn {
 public:
  Turn(Runs& runs, fs::path place, const base::Cancel& cancel) : runs_(runs), place_(std::move(place)) {
    std::unique_lock lock(runs_.mutex_);
    while (runs_.running_.contains(place_) && !cancel.requested()) runs_.ended_.wait_for(lock, look);
    mine_ = runs_.running_.insert(place_).second;
  }
  ~Turn() {
    if (!mine_) return;  // it was cancelled while it waited
    const std::scoped_lock lock(runs_.mutex_);
    runs_.running_.erase(place_);
    runs_.ended_.notify_all();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  static constexpr auto look = std::chrono::milliseconds(50);
  Runs& runs_;
  const fs::path place_;
  bool mine_ = false;
};

Result<SharedRun> Runs::run(const RunOrder& order, const base::Cancel& cancel, const Tell& tell) {
  const std::string id = order.key();
  const Turn turn(*this, folder(order.subject.workspace) / id, cancel);
  // What others say while it runs may be something else the next time.
  auto known = order.network ? std::nullopt : run_in(folder(order.subject.workspace) / id);
  if (known && known->completed) {
    known->cached = true;
    known->subject = order.subject;  // the same model may have come by another way
    return std::make_shared<const Run>(*std::move(known));
  }
  return simulate(order, id, cancel, tell);
}

Result<void> Runs::write_tables(const Run& run) {
  for (const auto& [from, to] :
       {std::pair("eplusout.eso", "eplusout.csv"), std::pair("eplusout.mtr", "eplusmtr.csv")}) {
    const auto& directory = run.results->directory();
    std::error_code error;
    if (fs::exists(directory / to, error) || !fs::exists(directory / from, error)) continue;
    const auto text = TRY(base::read_file(directory / from, std::size_t{1} << 31));
    const auto eso = TRY(formats::energyplus::read_eso(text));
    TRY(put_file(directory / to, formats::energyplus::table_of(eso)));
  }
  return {};
}

Result<SharedRun> Runs::simulate(const RunOrder& order, const std::string& id, const base::Cancel& cancel,
                                 const Tell& tell) {
  const auto parent = folder(order.subject.workspace);
  WorkDirectory directory = TRY(WorkDirectory::make(parent));
  TRY(fill(order, directory.path()));
  const auto begun = std::chrono::steady_clock::now();
  const WorkerEnd end = TRY(run_worker(orders_of(order, directory.path()), cancel, order.limit, tell));
  TRY(check_end(end, order, directory.path()));
  Run run{.id = id, .subject = order.subject, .engine = order.engine.version.text()};
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  run.problem = problem_of(end, Results(directory.path()));
  if (!run.problem.empty() && disk_is_full(directory.path())) return full_disk(parent);
  run.completed = run.problem.empty();
  run.weather_path = order.weather_path;
  run.design_day = order.design_day;
  run.annual = order.annual;
  run.offline = end.offline;
  run.network = order.network;
  run.added = order.copy.added;
  run.ended_ms = base::system_clock().unix_ms();
  TRY(put_file(directory.path() / record_name, record_of(run).pretty()));
  const auto named = parent / (run.completed ? id : "failed-" + id);
  directory.name(named);
  run.results = std::make_shared<const Results>(named);
  prune(order.subject.workspace);
  return std::make_shared<const Run>(std::move(run));
}

Result<WorkDirectory> Runs::scratch(const std::string& workspace) const {
  return WorkDirectory::make(folder(workspace));
}

void Runs::clear_leftovers() const { runtime::clear_leftovers(home_); }

void Runs::keep(const SharedRun& run) {
  const std::scoped_lock lock(mutex_);
  last_[run->subject.workspace] = run;
  Json record = record_of(*run);
  static_cast<void>(base::write_file_atomic(folder(run->subject.workspace) / "last.json", record.pretty(), 0600));
}

SharedRun Runs::last(const std::string& workspace, const std::string& document) const {
  const std::scoped_lock lock(mutex_);
  auto known = last_.find(workspace);
  if (known == last_.end()) {
    const auto record = read_record(folder(workspace) / "last.json");
    if (!record || !is_plain(record->text("id"))) return nullptr;
    auto run = run_in(folder(workspace) / record->text("id"));
    if (!run) return nullptr;
    run->subject = {workspace, std::string(record->text("document")), std::string(record->text("digest")),
                    std::string(record->text("path"))};
    known = last_.emplace(workspace, std::make_shared<const Run>(*std::move(run))).first;
  }
  return known->second->subject.document == document ? known->second : nullptr;
}

SharedRun Runs::find(const std::string& workspace, const std::string& id) const {
  if (!is_plain(id)) return nullptr;
  auto run = run_in(folder(workspace) / id);
  return run ? std::make_shared<const Run>(*std::move(run)) : nullptr;
}

std::vector<std::string> Runs::ids(const std::string& workspace) const {
  std::vector<std::pair<std::int64_t, std::string>> found;
  std::error_code error;
  for (const auto& each : fs::directory_iterator(folder(workspace), error)) {
    const auto name = each.path().filename().string();
    if (name.size() != 16 || !is_plain(name)) continue;
    if (const auto record = read_record(each.path() / record_name)) {
      found.emplace_back(static_cast<std::int64_t>(number(*record, "ended_ms")), name);
    }
  }
  std::ranges::sort(found, std::greater<>{});
  std::vector<std::string> out;
  for (auto& [when, name] : found) out.push_back(std::move(name));
  return out;
}

void Runs::forget(const std::string& workspace) {
  const std::scoped_lock lock(mutex_);
  last_.erase(workspace);
  std::error_code ignored;
  fs::remove(folder(workspace) / "last.json", ignored);
}

bool Runs::holds(const std::string& workspace, const std::string& directory) const {
  return fs::path(directory).parent_path() == folder(workspace);
}

// The oldest go first; the results in use are the newest or were asked for by their id.
void Runs::prune(const std::string& workspace) const {
  const auto all = ids(workspace);
  std::error_code ignored;
  for (std::size_t i = kept_runs; i < all.size(); ++i) fs::remove_all(folder(workspace) / all[i], ignored);
}

}  // namespace energy::runtime
