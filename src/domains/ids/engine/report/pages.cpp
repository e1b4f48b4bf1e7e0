// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/report/pages.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "domains/ids/engine/report/text.h"
#include "drawing/fonts.h"
#include "drawing/pdf.h"
#include "drawing/tokens.h"

namespace ids::engine {
namespace {

constexpr double px_per_m = drawing::px_per_m_at(1);
constexpr double line_height = 1.42;

double width_of(std::string_view text, const TextStyle& style) {
  return drawing::text_width(text, style.size, style.weight);
}

// Bytes of the characters at the start that fit; at least one character.
std::size_t fitting_bytes(std::string_view text, double width, const TextStyle& style) {
  std::size_t fits = 0;
  double used = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t next = at + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0U) == 0x80) ++next;
    used += width_of(text.substr(at, next - at), style);
    if (used > width && fits > 0) break;
    fits = next;
    at = next;
  }
  return fits;
}

drawing::Path rectangle_px(double x, double y, double width, double height) {
  return drawing::rectangle(x / px_per_m, y / px_per_m, width / px_per_m, height / px_per_m);
}

}  // namespace

std::string fitted(std::string_view given, double width, const TextStyle& style) {
  std::string text = clean(given, 2000);
  if (width_of(text, style) <= width) return text;
  const std::size_t bytes = fitting_bytes(text, width - width_of("…", style), style);
  return std::string(base::trim(std::string_view(text).substr(0, bytes))) + "…";
}

std::vector<std::string> wrapped(std::string_view given, double width, const TextStyle& style, std::size_t max_lines) {
  const std::string text = clean(given, 4000);
  std::string_view rest = base::trim(text);
  std::vector<std::string> lines;
  while (!rest.empty()) {
    if (lines.size() + 1 == max_lines) {
      lines.push_back(fitted(rest, width, style));
      break;
    }
    const std::size_t line_end = std::min(rest.find('\n'), rest.size());
    std::size_t bytes = std::min(fitting_bytes(rest, width, style), line_end);
    if (bytes < line_end) {
      const std::size_t blank = rest.substr(0, bytes + 1).rfind(' ');
      if (blank != std::string_view::npos && blank > 0) bytes = blank;
    }
    lines.emplace_back(base::trim(rest.substr(0, bytes)));
    rest = base::trim(rest.substr(bytes));
  }
  return lines;
}

void Pages::new_page() {
  drawing::Picture page;
  page.width = width / px_per_m;
  page.height = height / px_per_m;
  page.px_per_m = px_per_m;
  pages_.push_back(std::move(page));
  y_ = top;
}

bool Pages::need(double pixels) {
  if (pixels <= room()) return false;
  new_page();
  return true;
}

void Pages::add(drawing::Item item) { pages_.back().items.push_back(std::move(item)); }

void Pages::text(double x, double baseline, std::string_view text, const TextStyle& style, drawing::Anchor anchor) {
  if (text.empty()) return;
  for (const auto& glyph : drawing::glyphs(text, style.weight)) {
    if (glyph.index == 0) lacking_.insert(glyph.character);
  }
  add({.what = drawing::Text{.text = std::string(text),
                             .at = {x / px_per_m, baseline / px_per_m},
                             .size_px = style.size,
                             .weight = style.weight,
                             .anchor = anchor,
                             .colour = style.colour}});
}

void Pages::box(double x, double y, double box_width, double box_height, drawing::Colour fill) {
  add({.what = drawing::Shape{.path = rectangle_px(x, y, box_width, box_height), .fill = fill}});
}

void Pages::disc(double x, double y, double radius, drawing::Colour fill) {
  add({.what = drawing::Shape{.path = drawing::circle({x / px_per_m, y / px_per_m}, radius / px_per_m), .fill = fill}});
}

void Pages::rule(double x0, double x1, double at, drawing::Colour colour) { box(x0, at, x1 - x0, 0.75, colour); }

void Pages::paragraph(std::string_view text, double x, double paragraph_width, const TextStyle& style,
                      std::size_t max_lines) {
  const double step = style.size * line_height;
  for (const std::string& line : wrapped(text, paragraph_width, style, max_lines)) {
    need(step);
    this->text(x, y_ + style.size, line, style);
    y_ += step;
  }
}

std::vector<drawing::Picture> Pages::finish(const std::string& foot) && {
  const TextStyle small{.size = 9, .colour = drawing::colour(drawing::tokens::light.ink2)};
  const std::size_t count = pages_.size();
  std::vector<drawing::Picture> all = std::exchange(pages_, {});
  for (std::size_t i = 0; i < count; ++i) {
    pages_.push_back(std::move(all[i]));
    rule(left, right, height - 50, drawing::colour(drawing::tokens::light.rule));
    text(left, height - 34, fitted(foot, right - left - 90, small), small);
    text(right, height - 34, "Page " + std::to_string(i + 1) + " of " + std::to_string(count), small,
         drawing::Anchor::end);
  }
  return std::move(pages_);
}

}  // namespace ids::engine
