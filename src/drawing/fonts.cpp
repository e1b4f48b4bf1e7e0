// SPDX-License-Identifier: Apache-2.0
#include "drawing/fonts.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/utf8.h"

extern "C" {
// NOLINTBEGIN(readability-identifier-naming)
extern const std::byte lintel_font_inter_regular[], lintel_font_inter_regular_end[];
extern const std::byte lintel_font_inter_semibold[], lintel_font_inter_semibold_end[];
extern const std::byte lintel_font_dejavu[], lintel_font_dejavu_end[];
// NOLINTEND(readability-identifier-naming)
}

namespace drawing {
namespace {

// Big-endian reads that never leave the file (OpenType 1.9, "Data types").
class Bytes {
 public:
  Bytes() = default;
  explicit Bytes(std::span<const std::byte> data) : data_(data) {}
  std::uint32_t u8(std::size_t at) const { return at < data_.size() ? std::to_integer<std::uint32_t>(data_[at]) : 0; }
  std::uint32_t u16(std::size_t at) const { return (u8(at) << 8) | u8(at + 1); }
  std::uint32_t u32(std::size_t at) const { return (u16(at) << 16) | u16(at + 2); }
  Bytes from(std::size_t at) const { return Bytes(at < data_.size() ? data_.subspan(at) : data_.subspan(0, 0)); }

 private:
  std::span<const std::byte> data_;
};

// The tables needed for measuring: cmap (which glyph), hmtx (how wide), head and hhea (units).
class Metrics {
 public:
  explicit Metrics(std::span<const std::byte> file) : file_(file) {
    units_ = std::max(1U, table("head").u16(18));
    wide_count_ = table("hhea").u16(34);
    widths_ = table("hmtx");
    choose_cmap(table("cmap"));
    for (std::uint32_t c = 0; c < first_.size(); ++c) first_[c] = static_cast<std::uint16_t>(look_up(c));
  }
  std::uint16_t glyph(char32_t c) const {
    return c < first_.size() ? first_[c] : static_cast<std::uint16_t>(look_up(c));
  }
  double advance_em(std::uint16_t glyph) const {
    const std::size_t entry = std::min<std::size_t>(glyph, wide_count_ == 0 ? 0 : wide_count_ - 1);
    return static_cast<double>(widths_.u16(entry * 4)) / static_cast<double>(units_);
  }

 private:
  Bytes table(std::string_view tag) const {
    const std::uint32_t wanted = (static_cast<std::uint32_t>(tag[0]) << 24) |
                                 (static_cast<std::uint32_t>(tag[1]) << 16) |
                                 (static_cast<std::uint32_t>(tag[2]) << 8) | static_cast<std::uint32_t>(tag[3]);
    const std::uint32_t count = file_.u16(4);
    for (std::size_t i = 0; i < count; ++i) {
      if (file_.u32(12 + (i * 16)) == wanted) return file_.from(file_.u32(12 + (i * 16) + 8));
    }
    return {};
  }

  // Unicode subtables: platform 0, or 3 with encoding 1 or 10. Format 12 knows more than format 4.
  void choose_cmap(const Bytes& cmap) {
    for (std::size_t i = 0; i < cmap.u16(2); ++i) {
      const std::size_t record = 4 + (i * 8);
      const std::uint32_t platform = cmap.u16(record);
      const Bytes sub = cmap.from(cmap.u32(record + 4));
      const std::uint32_t format = sub.u16(0);
      if ((platform != 0 && platform != 3) || (format != 4 && format != 12) || format < format_) continue;
      format_ = format;
      cmap_ = sub;
    }
  }
  std::uint32_t look_up(char32_t c) const {
    if (format_ == 12) return segmented_coverage(c);
    return format_ == 4 && c <= 0xffff ? segment_mapping(c) : 0;
  }
  // OpenType, cmap, format 12: groups of (first, last, first glyph), sorted.
  std::uint32_t segmented_coverage(char32_t c) const {
    std::size_t low = 0;
    std::size_t high = cmap_.u32(12);
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      const std::size_t group = 16 + (middle * 12);
      if (c < cmap_.u32(group)) {
        high = middle;
      } else if (c > cmap_.u32(group + 4)) {
        low = middle + 1;
      } else {
        return cmap_.u32(group + 8) + (c - cmap_.u32(group));
      }
    }
    return 0;
  }
  // OpenType, cmap, format 4: four parallel arrays of segments.
  std::uint32_t segment_mapping(char32_t c) const {
    const std::size_t twice = cmap_.u16(6);
    for (std::size_t i = 0; i < twice; i += 2) {
      if (c > cmap_.u16(14 + i)) continue;
      const std::uint32_t start = cmap_.u16(16 + twice + i);
      if (c < start) return 0;
      const std::uint32_t delta = cmap_.u16(16 + (2 * twice) + i);
      const std::size_t at = 16 + (3 * twice) + i;
      const std::uint32_t range = cmap_.u16(at);
      if (range == 0) return (c + delta) & 0xffffU;
      const std::uint32_t glyph = cmap_.u16(at + range + (2 * (c - start)));
      return glyph == 0 ? 0 : (glyph + delta) & 0xffffU;
    }
    return 0;
  }

  Bytes file_, widths_, cmap_;
  std::uint32_t units_ = 1000, wide_count_ = 0, format_ = 0;
  std::array<std::uint16_t, 0x250> first_{};  // Latin, so that ordinary names need no search
};

const Metrics& metrics(Face face) {
  static const std::array<Metrics, face_count> all{Metrics(font_file(Face::inter_regular)),
                                                   Metrics(font_file(Face::inter_semibold)),
                                                   Metrics(font_file(Face::dejavu))};
  return all[static_cast<std::size_t>(face)];
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0); }
// Marks that say how text runs, and joiners: they have no shape of their own.
bool is_invisible(char32_t c) {
  return is_control(c) || (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2060 && c <= 0x2069) || c == 0xfeff;
}
// Hebrew, Arabic and the blocks after them, and their presentation forms.
bool is_right_to_left(char32_t c) {
  return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfefe);
}

Glyph find_glyph(char32_t c, Weight weight) {
  const Face own = weight == Weight::semibold ? Face::inter_semibold : Face::inter_regular;
  for (const Face face : {own, Face::dejavu}) {
    const std::uint16_t index = metrics(face).glyph(c);
    if (index != 0) return {c, face, index, metrics(face).advance_em(index)};
  }
  return {c, own, 0, metrics(own).advance_em(0)};
}

}  // namespace

std::span<const std::byte> font_file(Face face) {
  switch (face) {
    case Face::inter_semibold:
      return {lintel_font_inter_semibold, lintel_font_inter_semibold_end};
    case Face::dejavu:
      return {lintel_font_dejavu, lintel_font_dejavu_end};
    default:
      return {lintel_font_inter_regular, lintel_font_inter_regular_end};
  }
}

std::vector<Glyph> glyphs(std::string_view utf8, Weight weight) {
  std::vector<Glyph> out;
  std::size_t run = 0;  // where the current right-to-left run begins
  bool turning = false;
  const auto turn = [&] {
    if (turning) std::reverse(out.begin() + static_cast<std::ptrdiff_t>(run), out.end());
    turning = false;
  };
  for (std::size_t at = 0; at < utf8.size();) {
    const char32_t c = base::next_character(utf8, at);
    if (is_invisible(c)) continue;
    const bool stays = turning && c == ' ';  // words of a run change places too
    if (!stays && turning != is_right_to_left(c)) {
      turn();
      turning = is_right_to_left(c);
      run = out.size();
    }
    out.push_back(find_glyph(c, weight));
  }
  turn();
  return out;
}

double text_width(std::string_view utf8, double size_px, Weight weight) {
  double em = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    const char32_t c = base::next_character(utf8, at);
    if (!is_invisible(c)) em += find_glyph(c, weight).advance_em;
  }
  return em * size_px;
}

}  // namespace drawing
