// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// What a person sees. The only file beside the stdio transport that writes standard output.
namespace command {

// Exit codes of every command.
inline constexpr int exit_done = 0;
inline constexpr int exit_findings = 1;
inline constexpr int exit_could_not_run = 2;
inline constexpr int exit_interrupted = 130;

void print(std::string_view text);        // standard output
void print_error(std::string_view text);  // standard error, with a line break

bool stdout_is_terminal();
enum class Style { plain, bold, dim, good, warn, bad };
// Coloured on a terminal (and without NO_COLOR), plain elsewhere.
std::string styled(Style style, std::string_view text);

// "lintel: message" with path and hint on lines of their own; returns the exit code for it.
int report(const base::Error& error);

// The person's terminal, not standard input: /dev/tty. Code::denied where there is none.
class Terminal {
 public:
  static base::Result<Terminal> open();
  Terminal(Terminal&& other) noexcept;
  Terminal& operator=(Terminal&&) = delete;
  ~Terminal();
  void say(std::string_view text) const;
  base::Result<std::string> ask(std::string_view prompt) const;         // one line
  base::Result<std::string> ask_secret(std::string_view prompt) const;  // without echo

 private:
  explicit Terminal(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace command
