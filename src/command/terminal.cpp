// SPDX-License-Identifier: Apache-2.0
#include "command/terminal.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "base/text.h"

namespace command {

namespace {

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

volatile std::sig_atomic_t interrupted = 0;

base::Result<std::string> read_line(int descriptor) {
  std::string line;
  char c = 0;
  while (line.size() < 4096) {
    const ssize_t n = ::read(descriptor, &c, 1);
    // What was typed after Ctrl-C may be read before the interruption is seen.
    if (interrupted != 0 || (n < 0 && errno == EINTR)) return base::fail(base::Code::cancelled, "interrupted");
    if (n <= 0 && line.empty()) return base::fail(base::Code::cancelled, "the terminal was closed");
    if (n <= 0 || c == '\n') break;
    line += c;
  }
  return line;
}

// The signals that would end the program while a person types.
constexpr std::array interrupting{SIGINT, SIGTERM, SIGHUP};

// Turns echo off for as long as it lives. A signal only ends the reading (EINTR), so that echo comes back.
class NoEcho {
 public:
  explicit NoEcho(int descriptor) : descriptor_(descriptor) {
    changed_ = tcgetattr(descriptor_, &before_) == 0;
    struct sigaction action{};
    action.sa_handler = [](int) { interrupted = 1; };
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < interrupting.size(); ++i) {
      sigaction(interrupting[i], nullptr, &actions_[i]);
      if (actions_[i].sa_handler == SIG_DFL) sigaction(interrupting[i], &action, nullptr);
    }
    if (!changed_) return;
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    tcsetattr(descriptor_, TCSAFLUSH, &silent);
  }
  NoEcho(const NoEcho&) = delete;
  NoEcho& operator=(const NoEcho&) = delete;
  ~NoEcho() {
    if (changed_) tcsetattr(descriptor_, TCSAFLUSH, &before_);
    for (std::size_t i = 0; i < interrupting.size(); ++i) sigaction(interrupting[i], &actions_[i], nullptr);
  }

 private:
  int descriptor_;
  termios before_{};
  std::array<struct sigaction, interrupting.size()> actions_{};
  bool changed_ = false;
};

}  // namespace

void print(std::string_view text) { write_all(STDOUT_FILENO, text); }

void print_error(std::string_view text) { write_all(STDERR_FILENO, std::string(text) + "\n"); }

bool stdout_is_terminal() { return isatty(STDOUT_FILENO) == 1; }

std::string styled(Style style, std::string_view text) {
  static const bool colours = stdout_is_terminal() && std::getenv("NO_COLOR") == nullptr;
  if (!colours || style == Style::plain) return std::string(text);
  const char* code = "";
  switch (style) {
    case Style::plain:
      break;
    case Style::bold:
      code = "1";
      break;
    case Style::dim:
      code = "2";
      break;
    case Style::good:
      code = "32";
      break;
    case Style::warn:
      code = "33";
      break;
    case Style::bad:
      code = "31";
      break;
  }
  return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

int report(const base::Error& error) {
  std::string text = "lintel: " + error.message;
  if (!error.path.empty() && error.message.find(error.path) == std::string::npos) text += "\n  at: " + error.path;
  if (!error.hint.empty()) text += "\n  " + error.hint;
  print_error(base::printable(text, 20'000));
  if (error.code == base::Code::cancelled) return exit_interrupted;
  return exit_could_not_run;
}

base::Result<Terminal> Terminal::open() {
  const int descriptor = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (descriptor < 0 || isatty(descriptor) != 1) {
    if (descriptor >= 0) ::close(descriptor);
    return base::fail(base::Code::denied, "this needs a person at a terminal, and there is none", "",
                      "Run it in a terminal window of your own.");
  }
  return Terminal(descriptor);
}

Terminal::Terminal(Terminal&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Terminal::~Terminal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void Terminal::say(std::string_view text) const { write_all(descriptor_, text); }

base::Result<std::string> Terminal::ask(std::string_view prompt) const {
  say(prompt);
  return read_line(descriptor_);
}

base::Result<std::string> Terminal::ask_secret(std::string_view prompt) const {
  const NoEcho quiet(descriptor_);
  say(prompt);
  auto line = read_line(descriptor_);
  say("\n");
  return line;
}

}  // namespace command
