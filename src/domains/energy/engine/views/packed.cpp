// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/packed.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/text.h"

namespace energy::engine {

namespace {

void append_whole(std::string& out, std::int64_t number) {
  auto left = static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
  for (; left >= 0x80; left >>= 7) out += static_cast<char>((left & 0x7F) | 0x80);
  out += static_cast<char>(left);
}

}  // namespace

std::string packed_whole(std::span<const std::int64_t> numbers) {
  std::string bytes;
  bytes.reserve(numbers.size() + numbers.size() / 2);
  std::int64_t before = 0;
  for (const auto number : numbers) {
    append_whole(bytes, number - before);
    before = number;
  }
  return base::base64(bytes);
}

std::string packed_values(std::span<const double> values, double low, double high) {
  const double scale = high > low ? static_cast<double>(packed_steps) / (high - low) : 0;
  std::vector<std::int64_t> numbers;
  numbers.reserve(values.size());
  for (const double value : values) {
    const double share = std::clamp((value - low) * scale, 0.0, static_cast<double>(packed_steps));
    numbers.push_back(std::isfinite(value) ? 1 + std::llround(share) : 0);
  }
  return packed_whole(numbers);
}

std::string packed_times(std::span<const std::string> timestamps) {
  std::vector<std::int64_t> minutes;
  minutes.reserve(timestamps.size());
  for (const auto& text : timestamps) {
    const auto at = text.empty() ? std::nullopt : base::parse_iso8601(text + "Z");
    minutes.push_back(at ? *at / 60'000 : -1);
  }
  return packed_whole(minutes);
}

std::string time_text(const Moment& moment) {
  auto text = timestamp(moment).substr(0, 16);
  if (const auto at = text.find('T'); at != std::string::npos) text[at] = ' ';
  return text;
}

ShownUnit shown_unit(std::string_view unit) {
  if (unit == "J") return {"kWh", 1 / 3.6e6};
  return {unit_text(unit), 1};
}

std::string unit_text(std::string_view unit) {
  if (unit == "C") return "°C";
  if (unit == "deltaC" || unit == "K") return "K";
  if (unit == "%") return "%";
  std::string out(unit);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> spellings{{
      {"m2", "m²"},
      {"m3", "m³"},
      {"ft2", "ft²"},
      {"ft3", "ft³"},
      {"-K", "·K"},
  }};
  for (const auto& [plain, shown] : spellings) {
    for (auto at = out.find(plain); at != std::string::npos; at = out.find(plain, at + shown.size())) {
      out.replace(at, plain.size(), shown);
    }
  }
  return out;
}

}  // namespace energy::engine
