// SPDX-License-Identifier: Apache-2.0
#include "drawing/png_encode.h"

#define ZLIB_CONST  // zlib.h: what is read is const
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace drawing {
namespace {

using base::Code;
using base::fail;
using base::Result;

void put_u32(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>((value >> shift) & 0xffU);
}

// 5.3 Chunk layout: length, type, data, CRC over type and data.
void chunk(std::string& out, std::string_view type, std::string_view data) {
  put_u32(out, static_cast<std::uint32_t>(data.size()));
  const std::size_t start = out.size();
  out.append(type).append(data);
  put_u32(out, static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(&out[start]), out.size() - start)));
}

// Compresses what it is given, a piece at a time.
class Deflater {
 public:
  Deflater() {
    // Drawings are flat: what the Up filter leaves are runs, mostly of zeros. Looking for runs alone is
    // quicker than looking for any match, and here the result is smaller too.
    ok_ = deflateInit2(&stream_, 3, Z_DEFLATED, 15, 8, Z_RLE) == Z_OK;
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() { deflateEnd(&stream_); }

  void add(std::span<const std::uint8_t> bytes) { run(bytes, Z_NO_FLUSH); }
  std::optional<std::string> finish() {
    run({}, Z_FINISH);
    if (!ok_) return std::nullopt;
    return std::move(out_);
  }

 private:
  void run(std::span<const std::uint8_t> bytes, int flush) {
    stream_.next_in = bytes.data();
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = buffer_.data();
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      ok_ = ok_ && deflate(&stream_, flush) != Z_STREAM_ERROR;
      out_.append(reinterpret_cast<const char*>(buffer_.data()), buffer_.size() - stream_.avail_out);
    } while (ok_ && stream_.avail_out == 0);
  }
  z_stream stream_{};
  std::array<std::uint8_t, 32768> buffer_;
  std::string out_;
  bool ok_ = false;
};

constexpr std::uint32_t rgb_mask = 0xffffff;

// Colours to palette entries. A small direct-mapped memory answers for the shades that come again and again.
class Palette {
 public:
  explicit Palette(const std::vector<std::uint32_t>& exact) {
    rounded_.fill(none);
    recent_.fill({none_colour, 0});
    for (const std::uint32_t colour : exact) {
      const std::uint32_t rgb = colour & rgb_mask;
      if (std::ranges::find(entries_, rgb) != entries_.end() || entries_.size() >= 128) continue;
      entries_.push_back(rgb);
      exact_.emplace_back(rgb, static_cast<std::uint8_t>(entries_.size() - 1));
    }
  }
  // The entry of a colour; nullopt when the palette is full.
  std::optional<std::uint8_t> entry(std::uint32_t rgb) {
    Recent& recent = recent_[(rgb * 2654435761U) >> 20];
    if (recent.rgb == rgb) return recent.entry;
    const auto found = search(rgb);
    if (found) recent = {rgb, *found};
    return found;
  }
  const std::vector<std::uint32_t>& entries() const { return entries_; }

 private:
  static constexpr std::uint16_t none = 0xffff;
  static constexpr std::uint32_t none_colour = 0xffffffff;
  struct Recent {
    std::uint32_t rgb;
    std::uint8_t entry;
  };

  std::optional<std::uint8_t> search(std::uint32_t rgb) {
    for (const auto& [colour, entry] : exact_) {
      if (colour == rgb) return entry;
    }
    const std::uint32_t cell = ((rgb >> 9) & 0x7c00U) | ((rgb >> 6) & 0x3e0U) | ((rgb >> 3) & 0x1fU);
    if (rounded_[cell] == none) {
      if (entries_.size() >= 256) return std::nullopt;
      rounded_[cell] = static_cast<std::uint16_t>(entries_.size());
      entries_.push_back(middle_of(cell));
    }
    return static_cast<std::uint8_t>(rounded_[cell]);
  }
  // Five bits spread over eight, so that black stays black and white stays white.
  static std::uint32_t middle_of(std::uint32_t cell) {
    const auto spread = [](std::uint32_t five) { return (five << 3) | (five >> 2); };
    return (spread((cell >> 10) & 31U) << 16) | (spread((cell >> 5) & 31U) << 8) | spread(cell & 31U);
  }

  std::vector<std::uint32_t> entries_;
  std::vector<std::pair<std::uint32_t, std::uint8_t>> exact_;
  std::array<std::uint16_t, 32768> rounded_{};
  std::array<Recent, 4096> recent_{};
};

bool to_entries(const std::uint32_t* row, std::span<std::uint8_t> out, Palette& palette) {
  std::uint32_t last = ~0U;
  std::uint8_t entry = 0;
  for (std::size_t x = 0; x < out.size(); ++x) {
    const std::uint32_t rgb = row[x] & rgb_mask;
    if (rgb != last) {
      const auto found = palette.entry(rgb);
      if (!found) return false;
      entry = *found;
      last = rgb;
    }
    out[x] = entry;
  }
  return true;
}

void to_rgb(const std::uint32_t* row, std::span<std::uint8_t> out) {
  for (std::size_t i = 0, x = 0; i + 2 < out.size(); i += 3, ++x) {
    out[i] = static_cast<std::uint8_t>(row[x] >> 16);
    out[i + 1] = static_cast<std::uint8_t>(row[x] >> 8);
    out[i + 2] = static_cast<std::uint8_t>(row[x]);
  }
}

// 9.2 Filter type 2 (Up): each byte less the one above it.
class Rows {
 public:
  Rows(std::size_t bytes, Deflater& deflater) : deflater_(deflater), now_(bytes), above_(bytes), line_(bytes + 1) {}
  std::span<std::uint8_t> now() { return now_; }
  // The same row as the one before.
  void repeat() {
    line_[0] = 2;
    std::fill(line_.begin() + 1, line_.end(), std::uint8_t{0});
    deflater_.add(line_);
  }
  void write() {
    line_[0] = 2;
    for (std::size_t i = 0; i < now_.size(); ++i) line_[i + 1] = static_cast<std::uint8_t>(now_[i] - above_[i]);
    deflater_.add(line_);
    std::swap(now_, above_);
  }

 private:
  Deflater& deflater_;
  std::vector<std::uint8_t> now_, above_, line_;
};

std::string header(const Pixels& pixels, std::uint8_t colour_type) {
  std::string out;
  put_u32(out, static_cast<std::uint32_t>(pixels.width));
  put_u32(out, static_cast<std::uint32_t>(pixels.height));
  out += static_cast<char>(8);
  out += static_cast<char>(colour_type);
  out.append(3, '\0');
  return out;
}

std::string assemble(const Pixels& pixels, std::uint8_t colour_type, const std::vector<std::uint32_t>& palette,
                     std::string_view data) {
  std::string out = "\x89PNG\r\n\x1a\n";
  chunk(out, "IHDR", header(pixels, colour_type));
  if (!palette.empty()) {
    std::string entries;
    for (const std::uint32_t rgb : palette) {
      for (int shift = 16; shift >= 0; shift -= 8) entries += static_cast<char>((rgb >> shift) & 0xffU);
    }
    chunk(out, "PLTE", entries);
  }
  chunk(out, "IDAT", data);
  chunk(out, "IEND", "");
  return out;
}

Result<std::string> compressed(Deflater& deflater) {
  std::optional<std::string> data = deflater.finish();
  if (!data) return fail(Code::internal, "zlib did not compress the picture");
  return *std::move(data);
}

// nullopt: more than 256 colours.
Result<std::optional<std::string>> with_palette(const Pixels& pixels) {
  Palette palette(pixels.exact);
  Deflater deflater;
  Rows rows(static_cast<std::size_t>(pixels.width), deflater);
  std::vector<std::uint32_t> before(static_cast<std::size_t>(pixels.width));
  for (int y = 0; y < pixels.height; ++y) {
    const std::uint32_t* row = pixels.row(y);
    if (y > 0 && std::equal(before.begin(), before.end(), row)) {
      rows.repeat();
      continue;
    }
    std::copy_n(row, before.size(), before.begin());
    if (!to_entries(row, rows.now(), palette)) return std::optional<std::string>();
    rows.write();
  }
  const std::string data = TRY(compressed(deflater));
  return std::optional(assemble(pixels, 3, palette.entries(), data));
}

Result<std::string> with_rgb(const Pixels& pixels) {
  Deflater deflater;
  Rows rows(static_cast<std::size_t>(pixels.width) * 3, deflater);
  for (int y = 0; y < pixels.height; ++y) {
    to_rgb(pixels.row(y), rows.now());
    rows.write();
  }
  const std::string data = TRY(compressed(deflater));
  return assemble(pixels, 2, {}, data);
}

}  // namespace

Result<std::string> encode_png(const Pixels& pixels) {
  if (pixels.width < 1 || pixels.height < 1) return fail(Code::out_of_range, "a picture needs at least one pixel");
  if (pixels.keep_shades) return with_rgb(pixels);
  std::optional<std::string> small = TRY(with_palette(pixels));
  if (small) return *std::move(small);
  return with_rgb(pixels);
}

}  // namespace drawing
