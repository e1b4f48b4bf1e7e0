// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "drawing/picture.h"

// Sheets to scale, one per page, with a frame and a title block.
namespace drawing {

struct Paper {
  std::string name;  // "A4"
  double width_mm = 297, height_mm = 210;
};
// A4 and A3, landscape and portrait, the smaller ones first.
std::vector<Paper> papers();
// The place for a picture within frame and title block, in pixels of 1/96 inch (Picture's own).
Vec picture_room_px(const Paper& paper);
// Pixels of 1/96 inch that a metre takes at 1 : scale.
constexpr double px_per_m_at(double scale) { return 96 / 0.0254 / scale; }

struct PdfPage {
  Picture picture;   // composed at px_per_m_at(scale); goes into the middle
  std::string name;  // "Ground floor"
};
struct PdfOptions {
  std::string title;
  std::string date;  // as it shall be read, "2026-11-15"; empty: none, and the file has no time at all
  std::string unit;  // of the dimensions: "m"
  double scale = 100;
  Paper paper = {"A4", 297, 210};
};
// Text can be selected and searched. Equal pages give equal bytes.
base::Result<std::string> pdf(const std::vector<PdfPage>& pages, const PdfOptions& options);

// Pages of text and tables: each picture fills its page from the upper left corner, without frame and title block, and
// is composed at px_per_m_at(1).
base::Result<std::string> plain_pdf(const std::vector<Picture>& pages, const std::string& title, const Paper& paper);

}  // namespace drawing
