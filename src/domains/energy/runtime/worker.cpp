// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>

#include "base/descriptor.h"
#include "base/text.h"
#include "domains/energy/runtime/child.h"

namespace energy::runtime {

namespace {

using base::Code;
using base::fail;
using base::Result;
using Clock = std::chrono::steady_clock;

// Variables of the environment change what EnergyPlus does (DDOnly, MinReportFrequency); a run has none of ours.
std::vector<std::string> environment() {
  std::vector<std::string> out;
  for (const char* name : {"PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"}) {
    if (const char* value = std::getenv(name)) out.push_back(std::string(name) + "=" + value);
  }
  return out;
}

std::vector<std::string> command_line(const WorkerOrders& orders) {
  std::vector<std::string> out{"lintel",       "energy",      "worker",        "--library",
                               orders.library, "--directory", orders.directory};
  if (!orders.expand.empty()) out.insert(out.end(), {"--expand", orders.expand});
  if (orders.network) out.emplace_back("--network");
  if (!orders.program.empty()) out.insert(out.end(), {"--program", orders.program});
  out.emplace_back("--");
  out.insert(out.end(), orders.arguments.begin(), orders.arguments.end());
  return out;
}

Result<pid_t> start_worker(const WorkerOrders& orders, int report) {
  const Result<pid_t> child = start({.program = "/proc/self/exe",
                                     .words = command_line(orders),
                                     .variables = environment(),
                                     .log = orders.directory + "/worker.log",
                                     .report = report});
  if (child.ok()) return *child;
  return fail(Code::unavailable, "A worker for the simulation could not be started: " + child.error().message + ".");
}

// Lines of a worker: "p 42" how far, "m text" what it does, "o" no network, "e text" why not, "r 0" the end.
class Reports {
 public:
  explicit Reports(const Tell& tell) : tell_(tell) {}

  void take(std::string_view bytes) {
    pending_ += bytes;
    for (auto end = pending_.find('\n'); end != std::string::npos; end = pending_.find('\n')) {
      line(std::string_view(pending_).substr(0, end));
      pending_.erase(0, end + 1);
    }
    if (pending_.size() > max_line) pending_.clear();
  }
  // False: it never said how it ended.
  bool ended() const { return ended_; }
  WorkerEnd end() const { return end_; }

 private:
  static constexpr std::size_t max_line = 4096;

  void line(std::string_view line) {
    if (line.empty()) return;
    const auto rest = line.size() > 2 ? line.substr(2) : std::string_view();
    int number = 0;
    std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (line[0] == 'p') share_ = std::clamp(number, 0, 100) / 100.0;
    if (line[0] == 'm') what_ = base::printable(rest, 200);
    if (line[0] == 'o') end_.offline = true;
    if (line[0] == 'e') end_.problem = base::printable(rest, 500);
    if (line[0] == 'r') {
      ended_ = true;
      end_.how = WorkerEnd::How::finished;
      end_.code = number;
    }
    if (tell_ && (line[0] == 'p' || line[0] == 'm')) tell_(share_, what_);
  }

  const Tell& tell_;
  std::string pending_, what_ = "starting";
  double share_ = 0;
  bool ended_ = false;
  WorkerEnd end_;
};

// Reads what comes until there is no more, it is cancelled, or the time is over.
enum class Until : std::uint8_t { end, cancel, limit };
Until listen(int descriptor, const base::Cancel& cancel, Clock::time_point limit, Reports& reports) {
  constexpr int look_ms = 50;
  std::string buffer(4096, '\0');
  while (true) {
    if (cancel.requested()) return Until::cancel;
    if (Clock::now() >= limit) return Until::limit;
    pollfd wait{descriptor, POLLIN, 0};
    if (::poll(&wait, 1, look_ms) <= 0) continue;
    const auto got = ::read(descriptor, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Until::end;
    reports.take(std::string_view(buffer).substr(0, static_cast<std::size_t>(got)));
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

Result<WorkerEnd> run_worker(const WorkerOrders& orders, const base::Cancel& cancel, std::chrono::seconds limit,
                             const Tell& tell) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail(Code::unavailable, "No pipe to a worker: too many open files.");
  const base::Descriptor read_end(ends[0]);
  base::Descriptor write_end(ends[1]);
  const pid_t child = TRY(start_worker(orders, write_end.get()));
  write_end.reset();
  Reports reports(tell);
  const Until until = listen(read_end.get(), cancel, Clock::now() + limit, reports);
  // Whatever it started and left behind goes too.
  if (until != Until::end || !reports.ended()) ::kill(-child, SIGKILL);
  const int status = wait_for(child);
  ::kill(-child, SIGKILL);
  WorkerEnd end = reports.end();
  if (until == Until::cancel) end.how = WorkerEnd::How::cancelled;
  if (until == Until::limit) end.how = WorkerEnd::How::timed_out;
  if (end.how == WorkerEnd::How::died && WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

}  // namespace energy::runtime
