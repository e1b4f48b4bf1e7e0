// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Written from web/tokens.json by web/tokens.mjs: drawings and pages look alike.
namespace drawing::tokens {

// Colours as 0xRRGGBB.
struct Palette {
  std::uint32_t ink;     // text and lines
  std::uint32_t ink2;    // text of lesser weight
  std::uint32_t ground;  // behind everything
  std::uint32_t panel;   // behind controls and lists
  std::uint32_t accent;  // what is chosen; links
  std::uint32_t ok;      // status: good
  std::uint32_t warn;    // status: warning
  std::uint32_t bad;     // status: error
  std::uint32_t open;    // status: could not be checked
  std::uint32_t edge;    // edges of controls, 3:1 and more
  std::uint32_t rule;    // decoration only
};

inline constexpr Palette light{
    .ink = 0x1a1d21,
    .ink2 = 0x565d66,
    .ground = 0xffffff,
    .panel = 0xf4f5f6,
    .accent = 0x0b5cad,
    .ok = 0x1a7f37,
    .warn = 0x8a5a00,
    .bad = 0xb42318,
    .open = 0x6f2da8,
    .edge = 0x868e99,
    .rule = 0xd5d9de,
};

inline constexpr Palette dark{
    .ink = 0xe8eaed,
    .ink2 = 0xa4abb4,
    .ground = 0x16181b,
    .panel = 0x1f2226,
    .accent = 0x6db3f2,
    .ok = 0x4cc36b,
    .warn = 0xe3b341,
    .bad = 0xff8a80,
    .open = 0xcba6f7,
    .edge = 0x6b727c,
    .rule = 0x33383e,
};

// Type sizes in px.
inline constexpr double type_tiny = 11;     // marks and footnotes
inline constexpr double type_small = 12;    // labels, source text
inline constexpr double type_body = 13;     // the base size, line height 1.45
inline constexpr double type_heading = 16;  // headings
inline constexpr double type_title = 20;    // titles

}  // namespace drawing::tokens
