// SPDX-License-Identifier: Apache-2.0
#include "cli/metrics.h"

#include <unistd.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <utility>

#include "base/files.h"

namespace cli {

namespace {

// https://prometheus.io/docs/instrumenting/exposition_formats/
class Numbers {
 public:
  void gauge(std::string_view name, std::string_view help, std::uint64_t number) { add(name, "gauge", help, number); }
  void counter(std::string_view name, std::string_view help, std::uint64_t number) {
    add(name, "counter", help, number);
  }
  void head(std::string_view name, std::string_view type, std::string_view help) {
    text_.append("# HELP lintel_").append(name).append(" ").append(help).append("\n");
    text_.append("# TYPE lintel_").append(name).append(" ").append(type).append("\n");
  }
  void value(std::string_view name, std::string_view labels, std::uint64_t number) {
    text_.append("lintel_").append(name).append(labels).append(" ").append(std::to_string(number)).append("\n");
  }
  std::string take() { return std::move(text_); }

 private:
  void add(std::string_view name, std::string_view type, std::string_view help, std::uint64_t number) {
    head(name, type, help);
    value(name, {}, number);
  }
  std::string text_;
};

using LaneLoad = base::WorkerPool::Load;
using Lane = std::pair<std::string_view, LaneLoad>;

std::array<Lane, 4> lanes_of(const Runtime& runtime) {
  const tool::Lanes& lanes = *runtime.lanes;
  return {Lane{"readings", lanes.readings.load()}, Lane{"changes", lanes.changes.load()},
          Lane{"jobs", lanes.jobs.load()}, Lane{"plans_anew", runtime.kernel->load().planners}};
}

void add_lanes(Numbers& page, const Runtime& runtime) {
  struct Number {
    std::string_view name, type, help;
    std::uint64_t (*of)(const LaneLoad&);
  };
  static constexpr std::array numbers{Number{"lane_threads", "gauge", "Threads that a lane may have.",
                                             [](const LaneLoad& l) -> std::uint64_t { return l.threads; }},
                                      Number{"lane_running", "gauge", "Calls that run in it.",
                                             [](const LaneLoad& l) -> std::uint64_t { return l.running; }},
                                      Number{"lane_queued", "gauge", "Calls that wait for it.",
                                             [](const LaneLoad& l) -> std::uint64_t { return l.queued; }},
                                      Number{"lane_refused_total", "counter", "Calls that it had no room for.",
                                             [](const LaneLoad& l) { return l.refused; }}};
  const auto lanes = lanes_of(runtime);
  for (const Number& number : numbers) {
    page.head(number.name, number.type, number.help);
    for (const auto& [lane, load] : lanes)
      page.value(number.name, "{lane=\"" + std::string(lane) + "\"}", number.of(load));
  }
}

void add_kernel(Numbers& page, const kernel::Kernel& kernel) {
  const kernel::Kernel::Load load = kernel.load();
  page.gauge("workspaces_open", "Workspaces that are open.", load.open_workspaces);
  page.gauge("workspaces_open_max", "Workspaces that may be open at once.", load.max_workspaces);
  page.counter("workspaces_closed_total", "Workspaces that were closed.", kernel.workspaces_closed());
  page.counter("events_total", "Events that were stored.", load.events);
  page.counter("store_failures_total", "Changes that could not be stored.", load.failures);
  page.counter("plans_anew_total", "Long plans that somebody had overtaken.", load.planned_anew);
}

// proc(5): the second number of /proc/self/statm is the resident set, in pages.
std::uint64_t resident_bytes() {
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t descriptors_in_use() {
  std::error_code error;
  std::uint64_t count = 0;
  for (auto at = std::filesystem::directory_iterator("/proc/self/fd", error); !error && at != decltype(at){};
       at.increment(error))
    ++count;
  return count;
}

}  // namespace

std::string metrics(const Runtime& runtime, const protocol::Server& server, const transport::HttpServer& http) {
  Numbers page;
  page.gauge("healthy", "1 while nothing speaks against it.", troubles(runtime).empty() ? 1 : 0);
  add_lanes(page, runtime);
  add_kernel(page, *runtime.kernel);
  page.gauge("http_connections", "Open connections.", http.connections());
  page.gauge("http_unfinished_bytes", "Bytes of large request bodies that have not come whole.",
             http.unfinished_bytes());
  const protocol::Server::Load load = server.load();
  page.gauge("sessions", "Sessions over HTTP.", load.sessions);
  page.gauge("kept_event_bytes", "Bytes of events that are kept for clients that come back.", load.kept_bytes);
  page.gauge("open_files", "Descriptors in use.", descriptors_in_use());
  page.gauge("open_files_max", "Descriptors that may be in use.", open_files().limit);
  page.gauge("resident_bytes", "Memory in use.", resident_bytes());
  return page.take();
}

// A lane counts as full while half of its queue is: who comes now waits long.
std::vector<std::string> troubles(const Runtime& runtime) {
  std::vector<std::string> found = runtime.kernel->troubles();
  for (const auto& [lane, load] : lanes_of(runtime)) {
    if (load.max_queued > 0 && load.queued * 2 >= load.max_queued)
      found.push_back("too many calls wait for the lane of " + std::string(lane));
  }
  return found;
}

namespace {

struct Health {
  int status = 0;
  std::string body;
};

// Names nobody and no file: whoever can connect may ask.
Health health(const Runtime& runtime) {
  const std::vector<std::string> found = troubles(runtime);
  const auto in_force = policy_in_force(runtime.policy_file, runtime.built_in, Keep::no);
  const bool waits = !in_force.ok() || !in_force->waiting.empty();
  Json told = Json::object({{"status", found.empty() ? "ok" : "unavailable"},
                            {"policy", waits ? "another one waits to be accepted" : "ok"}});
  if (found.empty()) return {200, told.dump()};
  Json list = Json::array();
  for (const std::string& each : found) list.push_back(each);
  return {503, told.set("troubles", std::move(list)).dump()};
}

}  // namespace

transport::Handler health_handler(const Runtime& runtime) {
  return [&runtime, told = Health{}, told_ms = std::int64_t{0}](
             const transport::Request&, const std::shared_ptr<transport::Exchange>& exchange) mutable {
    constexpr std::int64_t good_for_ms = 1000;  // files are looked at, and anybody may ask
    const std::int64_t now_ms = runtime.kernel->clock().steady_ms();
    if (told.status == 0 || now_ms - told_ms >= good_for_ms) {
      told = health(runtime);
      told_ms = now_ms;
    }
    exchange->respond(told.status, "application/json", told.body);
  };
}

}  // namespace cli
