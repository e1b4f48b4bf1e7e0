// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/text.h"

namespace base::log {

namespace {

std::atomic<Level> lowest{Level::info};

// One message, one line: nothing in it can look like a second message or steer a terminal.
std::string one_line(std::string_view message) {
  auto line = printable(message);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

// One write(2) per message, so that lines of several threads and processes do not mix.
void write(Level level, std::string_view shown_as, std::string_view message) {
  if (!is_told(level)) return;
  std::string line = iso8601(system_clock().unix_ms());
  line.append(" ").append(shown_as).append(": ").append(one_line(message)).append("\n");
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

void set_level(Level level) { lowest.store(level, std::memory_order_relaxed); }

bool is_told(Level level) { return level >= lowest.load(std::memory_order_relaxed); }

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

void debug(std::string_view message) { write(Level::debug, "debug", message); }
void info(std::string_view message) { write(Level::info, "info", message); }
void warn(std::string_view message) { write(Level::warn, "warning", message); }
void error(std::string_view message) { write(Level::error, "error", message); }

}  // namespace base::log
