// SPDX-License-Identifier: Apache-2.0
#include "formats/idf/json_scan.h"

#include <cstddef>

namespace formats::idf {
namespace {

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  bool take(char wanted) {
    white();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  // The text between the quotes; nullopt: it does not end.
  std::optional<std::string_view> string() {
    if (!take('"')) return std::nullopt;
    const std::size_t begin = at_;
    if (!skip_string()) return std::nullopt;
    return text_.substr(begin, at_ - 1 - begin);
  }

  std::optional<std::string_view> value() {
    white();
    const std::size_t begin = at_;
    int depth = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (depth == 0 && (c == ',' || c == '}' || c == ']')) break;
      ++at_;
      if (c == '"' && !skip_string()) return std::nullopt;
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
    }
    if (depth != 0 || at_ == begin) return std::nullopt;
    return text_.substr(begin, at_ - begin);
  }

 private:
  void white() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  // From past the opening quote to past the closing one.
  bool skip_string() {
    while (true) {
      at_ = text_.find('"', at_);
      if (at_ == std::string_view::npos) return false;
      std::size_t escapes = 0;
      while (text_[at_ - 1 - escapes] == '\\') ++escapes;  // ends at the opening quote
      ++at_;
      if (escapes % 2 == 0) return true;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::vector<std::pair<std::string_view, std::string_view>>> members_of(std::string_view text) {
  std::vector<std::pair<std::string_view, std::string_view>> members;
  Scan scan(text);
  if (!scan.take('{')) return std::nullopt;
  if (scan.take('}')) return members;
  do {
    const auto name = scan.string();
    if (!name || !scan.take(':')) return std::nullopt;
    const auto value = scan.value();
    if (!value) return std::nullopt;
    members.emplace_back(*name, *value);
  } while (scan.take(','));
  if (!scan.take('}')) return std::nullopt;
  return members;
}

}  // namespace formats::idf
