// SPDX-License-Identifier: Apache-2.0
#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/result.h"
#include "formats/aas/metamodel.h"

namespace formats::aas {

struct Pattern::Compiled {
  std::once_flag once;
  std::unique_ptr<const re2::RE2> expression;
};

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Letters, digits and underscores after a letter, two at least: an idShort in all versions.
bool is_plain_id_short(std::string_view text) {
  return text.size() >= 2 && is_letter(text[0]) &&
         std::ranges::all_of(text, [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; });
}

// "en", "deu", "de-AT": a language of two or three letters and perhaps a region of two.
bool is_plain_language(std::string_view text) {
  const std::size_t language = std::min(text.find('-'), text.size());
  if (language < 2 || language > 3 || (language < text.size() && text.size() != language + 3)) return false;
  return std::ranges::all_of(text, [&](const char& c) { return is_letter(c) || &c == text.data() + language; });
}

bool (*shortcut(std::string_view pattern))(std::string_view) {
  if (pattern == "id_short") return is_plain_id_short;
  if (pattern == "bcp_47") return is_plain_language;
  return nullptr;
}

}  // namespace

Pattern::Pattern(std::string_view name, std::string_view expression)
    : name_(name), expression_(expression), compiled_(std::make_unique<Compiled>()), clearly_matches_(shortcut(name)) {}
Pattern::~Pattern() = default;
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;

namespace {

std::unique_ptr<const re2::RE2> compile(std::string_view expression) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_never_capture(true);  // a match or none: the faster machines
  auto compiled = std::make_unique<const re2::RE2>(re2::StringPiece(expression.data(), expression.size()), options);
  LINTEL_CHECK(compiled->ok());
  return compiled;
}

}  // namespace

bool Pattern::matches(std::string_view text) const {
  if (clearly_matches_ != nullptr && clearly_matches_(text)) return true;
  std::call_once(compiled_->once, [this] { compiled_->expression = compile(expression_); });
  return re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), *compiled_->expression);
}

}  // namespace formats::aas
