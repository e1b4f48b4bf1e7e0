// SPDX-License-Identifier: Apache-2.0
#include "formats/energyplus/err.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>

#include "base/text.h"

namespace formats::energyplus {

namespace {

constexpr std::size_t max_messages = 1000;
constexpr std::size_t max_line = 2000;
constexpr std::size_t max_more = 100;

std::optional<Severity> severity_at(std::string_view line) {
  if (line.starts_with("** Warning **")) return Severity::warning;
  if (line.starts_with("** Severe  **")) return Severity::severe;
  if (line.starts_with("**  Fatal  **")) return Severity::fatal;
  return std::nullopt;
}
constexpr std::size_t mark_length = 13;
constexpr std::string_view continuation = "**   ~~~   **";
constexpr std::string_view banner = "*************";

// The number that ends just before `word`: "18 Warning" is 18.
std::int64_t number_before(std::string_view text, std::string_view word) {
  const auto at = text.find(word);
  if (at == std::string_view::npos) return 0;
  const auto head = base::trim(text.substr(0, at));
  auto begin = head.size();
  while (begin > 0 && head[begin - 1] >= '0' && head[begin - 1] <= '9') --begin;
  std::int64_t number = 0;
  std::from_chars(head.data() + begin, head.data() + head.size(), number);
  return number;
}

class Reader {
 public:
  ErrorFile read(std::string_view text) {
    std::int64_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
      const auto end = std::min(text.find('\n', at), text.size());
      line(base::trim(text.substr(at, end - at)), ++number);
      at = end + 1;
    }
    close();
    if (!counted_) count();
    return std::move(out_);
  }

 private:
  void line(std::string_view line, std::int64_t number) {
    if (number == 1 && line.starts_with("Program Version,")) return version(line);
    // What the engine says between messages stands behind a banner; so do the messages of its summary.
    const bool in_banner = line.starts_with(banner);
    if (in_banner) line = base::trim(line.substr(banner.size()));
    if (const auto severity = severity_at(line)) {
      close();
      open_ = Message{*severity, printable(line.substr(mark_length)), {}, number, 1, in_banner};
    } else if (line.starts_with(continuation)) {
      more(base::trim(line.substr(continuation.size())));
    } else if (in_banner) {
      close();
      summary(line);
    }
  }

  static std::string printable(std::string_view text) { return base::printable(base::trim(text), max_line); }

  // Program Version,EnergyPlus, Version 25.2.0-cf7368216c (No OpenGL), YMD=…
  void version(std::string_view line) {
    constexpr std::string_view mark = "Version ";
    const auto at = line.rfind(mark);
    if (at == std::string_view::npos) return;
    const auto rest = line.substr(at + mark.size());
    out_.version = printable(rest.substr(0, rest.find_first_of(" ,")));
  }

  // "This error occurred 312 total times;" is how often, not what.
  void more(std::string_view line) {
    if (!open_) return;
    if (line.find("total times") != std::string_view::npos) {
      if (const auto times = number_before(line, " total times"); times > 0) open_->count = times;
      return;
    }
    if (open_->more.size() < max_more) open_->more.push_back(printable(line));
  }

  void summary(std::string_view line) {
    const bool completed = line.starts_with("EnergyPlus Completed Successfully");
    if (completed || line.starts_with("EnergyPlus Terminated")) {
      out_.end = completed ? ErrorFile::End::completed : ErrorFile::End::fatal;
      out_.warnings = number_before(line, " Warning;");
      out_.severe = number_before(line, " Severe Error");
      counted_ = true;
    } else if (line.starts_with("EnergyPlus Warmup Error Summary")) {
      out_.warmup_warnings = number_before(line, " Warning;");
      out_.warmup_severe = number_before(line, " Severe Error");
    } else if (line.starts_with("EnergyPlus Sizing Error Summary")) {
      out_.sizing_warnings = number_before(line, " Warning;");
      out_.sizing_severe = number_before(line, " Severe Error");
    }
  }

  void close() {
    if (!open_) return;
    Message message = std::move(*open_);
    open_.reset();
    std::string key(1, static_cast<char>('0' + static_cast<int>(message.severity)));
    key += message.text;
    for (const auto& one : message.more) key += '\n' + one;
    if (const auto known = places_.find(key); known != places_.end()) {
      auto& count = out_.messages[known->second].count;
      count += std::min(message.count, std::numeric_limits<std::int64_t>::max() - count);
    } else if (out_.messages.size() < max_messages) {
      places_.emplace(std::move(key), out_.messages.size());
      out_.messages.push_back(std::move(message));
    } else {
      ++out_.left_out;
    }
  }

  // A run that did not end has no counts of its own.
  void count() {
    for (const auto& message : out_.messages) {
      auto& counted = message.severity == Severity::warning ? out_.warnings : out_.severe;
      counted += std::min(message.count, std::numeric_limits<std::int64_t>::max() - counted);
    }
  }

  ErrorFile out_;
  std::optional<Message> open_;
  std::map<std::string, std::size_t, std::less<>> places_;
  bool counted_ = false;
};

}  // namespace

std::string_view name(Severity severity) {
  if (severity == Severity::warning) return "warning";
  return severity == Severity::severe ? "severe" : "fatal";
}

ErrorFile read_err(std::string_view text) { return Reader().read(text); }

}  // namespace formats::energyplus
