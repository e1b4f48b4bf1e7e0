// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

// Diagnostics for the person who runs the server: stderr only, one line each. Never log arguments,
// tokens, passphrases or file contents.
namespace base::log {

enum class Level : std::uint8_t { debug, info, warn, error, off };

void set_level(Level level);
bool is_told(Level level);  // for messages that cost something to make
// "debug", "info", "warning"/"warn", "error", "off", any case; false if it is none of them.
bool set_level(std::string_view name);
void debug(std::string_view message);
void info(std::string_view message);
void warn(std::string_view message);
void error(std::string_view message);

}  // namespace base::log
