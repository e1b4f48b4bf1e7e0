// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "drawing/picture.h"

// Text that flows down A4 pages, in pixels of 1/96 inch.
namespace ids::engine {

struct TextStyle {
  double size = 10.5;
  drawing::Weight weight = drawing::Weight::regular;
  drawing::Colour colour;
};

// The widest beginning that fits, with "…" where something is missing.
std::string fitted(std::string_view text, double width, const TextStyle& style);
// Lines no wider than `width`, broken at blanks, and within words that are wider; at most `max_lines`.
std::vector<std::string> wrapped(std::string_view text, double width, const TextStyle& style, std::size_t max_lines);

class Pages {
 public:
  static constexpr double width = 793.7, height = 1122.5;  // A4
  static constexpr double left = 56, right = width - 56, top = 60, bottom = height - 66;

  Pages() { new_page(); }
  double y() const { return y_; }
  double room() const { return bottom - y_; }
  std::size_t pages() const { return pages_.size(); }
  void new_page();
  // Begins a page where less than this is left; true if it did.
  bool need(double pixels);
  void down(double pixels) { y_ += pixels; }

  // On the current page; `baseline` counts from the top of the page.
  void text(double x, double baseline, std::string_view text, const TextStyle& style,
            drawing::Anchor anchor = drawing::Anchor::start);
  void box(double x, double y, double box_width, double box_height, drawing::Colour fill);
  void disc(double x, double y, double radius, drawing::Colour fill);
  void rule(double x0, double x1, double at, drawing::Colour colour);
  // Flows: moves y down, onto further pages where it must.
  void paragraph(std::string_view text, double x, double paragraph_width, const TextStyle& style,
                 std::size_t max_lines);

  // Characters of the texts so far that no font has, each once: they come out as boxes.
  const std::set<char32_t>& lacking() const { return lacking_; }

  // Page numbers and the line at the foot of every page; then the pages.
  std::vector<drawing::Picture> finish(const std::string& foot) &&;

 private:
  void add(drawing::Item item);
  std::vector<drawing::Picture> pages_;
  std::set<char32_t> lacking_;
  double y_ = top;
};

}  // namespace ids::engine
