// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The files that EnergyPlus writes beside its database: what went wrong (.err), the series as text (.eso, .mtr), and
// what could be asked for (.rdd, .mdd).
namespace formats::energyplus {

enum class Severity : std::uint8_t { warning, severe, fatal };
std::string_view name(Severity severity);  // "warning"

// One thing that the engine said, however often.
struct Message {
  Severity severity = Severity::warning;
  std::string text;
  std::vector<std::string> more;  // its further lines
  std::int64_t line = 0;          // of its first place in the file, from 1
  std::int64_t count = 1;         // how often it came up: said again, or counted by the engine itself
  bool recurring = false;         // of the engine's summary at the end
};

// What an .err file says. Counts are the engine's own where its last lines have them.
struct ErrorFile {
  enum class End : std::uint8_t { unfinished, completed, fatal };
  std::string version;  // "25.2.0-cf7368216c"; empty: unknown
  End end = End::unfinished;
  std::vector<Message> messages;  // in the order of the file, those that are the same once
  std::int64_t warnings = 0, severe = 0;
  std::int64_t warmup_warnings = 0, warmup_severe = 0;  // among them
  std::int64_t sizing_warnings = 0, sizing_severe = 0;  // among them
  std::int64_t left_out = 0;                            // messages beyond the first thousand that differ
};

// Reads any text; what is not understood is not among the messages. Text is made printable.
ErrorFile read_err(std::string_view text);

}  // namespace formats::energyplus
