// SPDX-License-Identifier: Apache-2.0
#include "drawing/pdf.h"

#include <cairo-pdf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string_view>

#include "base/text.h"
#include "base/utf8.h"
#include "drawing/fonts.h"
#include "drawing/paint.h"
#include "drawing/tokens.h"

namespace drawing {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr double pt_per_mm = 72 / 25.4;
constexpr double pt_per_px = 0.75;
constexpr double margin_mm = 10;
constexpr double block_mm = 16;
constexpr double gap_mm = 3;

constexpr double pt(double mm) { return mm * pt_per_mm; }

cairo_status_t append(void* out, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

void line(cairo_t* cairo, double x0, double y0, double x1, double y1) {
  cairo_move_to(cairo, x0, y0);
  cairo_line_to(cairo, x1, y1);
  cairo_stroke(cairo);
}

void source(cairo_t* cairo, std::uint32_t rgb) {
  const Colour c = colour(rgb);
  cairo_set_source_rgb(cairo, c.r / 255.0, c.g / 255.0, c.b / 255.0);
}

// What a cell can hold, cut with an ellipsis where it must be.
std::string cut_to(std::string_view text, double width, double size, Weight weight) {
  std::string out = base::printable(text, 400);
  if (text_width(out, size, weight) <= width) return out;
  while (!out.empty() && text_width(out + "…", size, weight) > width) {
    do out.pop_back();
    while (!out.empty() && base::continues_character(out.back()));
    if (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xc0U) == 0xc0) out.pop_back();
  }
  return out + "…";
}

struct Cell {
  std::string caption, value;
  double share = 1;  // of the block's width
};

void draw_cell(cairo_t* cairo, const Cell& cell, double x, double y, double width) {
  const double inner = width - pt(5);
  Text caption{.text = cell.caption, .anchor = Anchor::start, .colour = colour(tokens::light.ink2)};
  paint_text(cairo, caption, {x + pt(2.5), y + pt(5.2)}, 6.5, 0);
  Text value{.text = cut_to(cell.value, inner, 10.5, Weight::semibold),
             .weight = Weight::semibold,
             .anchor = Anchor::start,
             .colour = colour(tokens::light.ink)};
  paint_text(cairo, value, {x + pt(2.5), y + pt(11.5)}, 10.5, 0);
}

std::string scale_text(double scale) {
  const double rounded = std::round(scale * 100) / 100;
  std::string out = "1:";
  if (rounded == std::floor(rounded)) return out + std::to_string(std::llround(rounded));
  out += std::to_string(rounded);
  while (out.ends_with('0')) out.pop_back();
  return out;
}

class Sheets {
 public:
  Sheets(cairo_t* cairo, const PdfOptions& options, std::size_t count)
      : cairo_(cairo),
        options_(options),
        count_(count),
        width_(pt(options.paper.width_mm)),
        height_(pt(options.paper.height_mm)) {}

  void page(const PdfPage& page, std::size_t number) {
    ground(page.picture);
    picture(page.picture);
    frame();
    title_block(page, number);
    cairo_show_page(cairo_);
  }

 private:
  void ground(const Picture& picture) {
    const double m = pt(margin_mm);
    const Colour c = picture.ground;
    cairo_set_source_rgb(cairo_, c.r / 255.0, c.g / 255.0, c.b / 255.0);
    cairo_rectangle(cairo_, m, m, width_ - (2 * m), height_ - (2 * m) - pt(block_mm));
    cairo_fill(cairo_);
  }
  void picture(const Picture& picture) {
    const double m = pt(margin_mm);
    Placement placement;
    placement.per_px = pt_per_px;
    placement.per_m = 72 / 0.0254 / options_.scale;
    const double room_height = height_ - (2 * m) - pt(block_mm);
    placement.origin = {(width_ - (picture.width * placement.per_m)) / 2,
                        m + ((room_height - (picture.height * placement.per_m)) / 2)};
    cairo_save(cairo_);
    cairo_rectangle(cairo_, m, m, width_ - (2 * m), room_height);
    cairo_clip(cairo_);
    paint(cairo_, picture, placement);
    cairo_restore(cairo_);
  }
  void frame() {
    const double m = pt(margin_mm);
    source(cairo_, tokens::light.ink);
    cairo_set_dash(cairo_, nullptr, 0, 0);
    cairo_set_line_width(cairo_, 1.0);
    cairo_rectangle(cairo_, m, m, width_ - (2 * m), height_ - (2 * m));
    cairo_stroke(cairo_);
    cairo_set_line_width(cairo_, 0.5);
    line(cairo_, m, block_top(), width_ - m, block_top());
  }
  void title_block(const PdfPage& page, std::size_t number) {
    const std::string sheet = std::to_string(number) + "/" + std::to_string(count_);
    std::vector<Cell> cells{{"Title", options_.title, 3.4}, {"Floor", page.name, 2.2}};
    cells.push_back({"Scale", scale_text(options_.scale) + " (" + options_.paper.name + ")", 1.4});
    cells.push_back({"Unit", options_.unit, 0.9});
    if (!options_.date.empty()) cells.push_back({"Date", options_.date, 1.4});
    cells.push_back({"Sheet", sheet, 0.8});
    draw_cells(cells);
  }
  void draw_cells(const std::vector<Cell>& cells) {
    double shares = 0;
    for (const Cell& cell : cells) shares += cell.share;
    const double m = pt(margin_mm);
    double x = m;
    for (const Cell& cell : cells) {
      const double width = (width_ - (2 * m)) * cell.share / shares;
      draw_cell(cairo_, cell, x, block_top(), width);
      x += width;
      if (x > width_ - m - 1) break;
      source(cairo_, tokens::light.ink);
      cairo_set_line_width(cairo_, 0.5);
      line(cairo_, x, block_top(), x, height_ - m);
    }
  }
  double block_top() const { return height_ - pt(margin_mm) - pt(block_mm); }

  cairo_t* cairo_;
  const PdfOptions& options_;
  std::size_t count_;
  double width_, height_;
};

// Cairo always writes the time of day; blanks of the same length leave every offset in the file right.
void forget_time(std::string& file) {
  static constexpr std::string_view key = "/CreationDate (";
  for (std::size_t at = file.find(key); at != std::string::npos; at = file.find(key, at)) {
    const std::size_t end = file.find(')', at);
    if (end == std::string::npos) return;
    std::fill(file.begin() + static_cast<std::ptrdiff_t>(at), file.begin() + static_cast<std::ptrdiff_t>(end) + 1, ' ');
  }
}

Result<void> check_options(std::size_t pages, double scale, const Paper& paper) {
  if (pages == 0) return fail(Code::missing, "there is nothing to print", "pages");
  if (!(scale >= 0.01) || !(scale <= 1e7)) {
    return fail(Code::out_of_range, "the scale must be between 1:0.01 and 1:10000000", "scale");
  }
  const auto fine = [](double mm) { return mm >= 60 && mm <= 2000; };
  if (!fine(paper.width_mm) || !fine(paper.height_mm)) {
    return fail(Code::out_of_range, "paper must measure between 60 and 2000 mm a side", "paper");
  }
  return {};
}

Result<std::string> write(const std::string& title, const Paper& paper, const std::function<void(cairo_t*)>& draw) {
  std::string out;
  {
    const Surface surface(cairo_pdf_surface_create_for_stream(append, &out, pt(paper.width_mm), pt(paper.height_mm)));
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, base::printable(title, 400).c_str());
    const Context cairo(cairo_create(surface.get()));
    draw(cairo.get());
    if (const auto status = check_cairo(cairo_status(cairo.get())); !status.ok()) return status.error();
    cairo_surface_finish(surface.get());
    if (const auto status = check_cairo(cairo_surface_status(surface.get())); !status.ok()) return status.error();
  }
  forget_time(out);
  return out;
}

}  // namespace

std::vector<Paper> papers() { return {{"A4", 297, 210}, {"A4", 210, 297}, {"A3", 420, 297}, {"A3", 297, 420}}; }

Vec picture_room_px(const Paper& paper) {
  constexpr double px_per_mm = 96 / 25.4;
  return {(paper.width_mm - (2 * margin_mm) - (2 * gap_mm)) * px_per_mm,
          (paper.height_mm - (2 * margin_mm) - block_mm - (2 * gap_mm)) * px_per_mm};
}

Result<std::string> pdf(const std::vector<PdfPage>& pages, const PdfOptions& options) {
  if (const auto checked = check_options(pages.size(), options.scale, options.paper); !checked.ok()) {
    return checked.error();
  }
  return write(options.title, options.paper, [&](cairo_t* cairo) {
    Sheets sheets(cairo, options, pages.size());
    for (std::size_t i = 0; i < pages.size(); ++i) sheets.page(pages[i], i + 1);
  });
}

Result<std::string> plain_pdf(const std::vector<Picture>& pages, const std::string& title, const Paper& paper) {
  if (const auto checked = check_options(pages.size(), 1, paper); !checked.ok()) return checked.error();
  return write(title, paper, [&](cairo_t* cairo) {
    for (const Picture& page : pages) {
      paint(cairo, page, {.origin = {}, .per_m = 72 / 0.0254, .per_px = pt_per_px});
      cairo_show_page(cairo);
    }
  });
}

}  // namespace drawing
