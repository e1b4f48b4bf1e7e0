// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "base/text.h"

namespace base::log {

namespace {

std::atomic<Level> lowest{Level::info};

// Made at the first message that is shown. Not registered with spdlog, whose registry would make a
// second logger that writes stdout.
spdlog::logger& logger() {
  static spdlog::logger instance = [] {
    spdlog::logger made("lintel", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made.set_formatter(
        std::make_unique<spdlog::pattern_formatter>("%Y-%m-%dT%H:%M:%S.%eZ %l: %v", spdlog::pattern_time_type::utc));
    made.set_level(spdlog::level::trace);
    made.flush_on(spdlog::level::trace);
    return made;
  }();
  return instance;
}

// One message, one line: nothing in it can look like a second message or steer a terminal.
std::string one_line(std::string_view message) {
  auto line = printable(message);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

void write(Level level, spdlog::level::level_enum shown_as, std::string_view message) {
  if (level < lowest.load(std::memory_order_relaxed)) return;
  const auto line = one_line(message);
  logger().log(shown_as, spdlog::string_view_t(line.data(), line.size()));
}

}  // namespace

void set_level(Level level) { lowest.store(level, std::memory_order_relaxed); }

bool set_level(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, Level>, 6> names{{{"debug", Level::debug},
                                                                            {"info", Level::info},
                                                                            {"warning", Level::warn},
                                                                            {"warn", Level::warn},
                                                                            {"error", Level::error},
                                                                            {"off", Level::off}}};
  for (const auto& [known, level] : names) {
    if (!equals_ignoring_case(name, known)) continue;
    set_level(level);
    return true;
  }
  return false;
}

void debug(std::string_view message) { write(Level::debug, spdlog::level::debug, message); }
void info(std::string_view message) { write(Level::info, spdlog::level::info, message); }
void warn(std::string_view message) { write(Level::warn, spdlog::level::warn, message); }
void error(std::string_view message) { write(Level::error, spdlog::level::err, message); }

}  // namespace base::log
