// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/json_locate.h"

#include <utility>

namespace formats::aas {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr std::string_view json_white = " \t\r\n";
constexpr std::size_t deepest_json = 1000;

// RFC 8259, by hand: values and what stands around them, nothing of their meaning.
class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text) : text_(text) {}

  Result<Located> scan() {
    TRY(begin_value(nowhere));
    while (!open_.empty()) TRY(step());
    return std::move(root_);
  }

 private:
  base::Error broken() const {
    return fail(Code::parse, "this is not JSON that we can read", "byte " + std::to_string(at_));
  }
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_white() {
    while (at_ < text_.size() && json_white.contains(text_[at_])) ++at_;
  }

  // One member or item of the innermost container, or its end.
  Result<void> step() {
    skip_white();
    if (here() == ',') {
      ++at_;
      skip_white();
    }
    const char c = here();
    if (at_ >= text_.size()) return broken();
    if (c == '}' || c == ']') return close();
    if (!is_object_.back()) return begin_value(nowhere);
    const std::size_t name = at_;
    if (c != '"') return broken();
    TRY(skip_string());
    skip_white();
    if (here() != ':') return broken();
    ++at_;
    return begin_value(name);
  }
  Result<void> begin_value(std::size_t name) {
    skip_white();
    Located place{.begin = name == nowhere ? at_ : name, .inner_begin = at_};
    const char c = here();
    if (c == '{' || c == '[') {
      if (open_.size() >= deepest_json) return broken();
      place.inner_begin = ++at_;
      open_.push_back(std::move(place));
      is_object_.push_back(c == '{');
      return {};
    }
    if (c == '"') {
      TRY(skip_string());
    } else {
      while (at_ < text_.size() && !std::string_view(",]} \t\r\n").contains(text_[at_])) ++at_;
      if (at_ == place.inner_begin) return broken();
    }
    place.inner_end = place.end = at_;
    keep(std::move(place));
    return {};
  }
  Result<void> skip_string() {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == '"') {
        ++at_;
        return {};
      }
    }
    return broken();
  }
  Result<void> close() {
    Located place = std::move(open_.back());
    open_.pop_back();
    is_object_.pop_back();
    place.inner_end = at_;
    place.end = ++at_;
    keep(std::move(place));
    return {};
  }
  void keep(Located place) {
    if (open_.empty()) {
      root_ = std::move(place);
    } else {
      open_.back().children.push_back(std::move(place));
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Located> open_;
  std::vector<bool> is_object_;
  Located root_;
};

}  // namespace

Result<Located> locate_json(std::string_view text) { return JsonScanner(text).scan(); }

}  // namespace formats::aas
