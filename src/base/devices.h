// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#ifndef LINTEL_WITHOUT
#define LINTEL_WITHOUT ""
#endif

// Devices that do nothing but save time. `./dev bench devices` builds the program without each of them and shows what
// it is worth; one whose absence costs less than two in a hundred goes.
namespace base::device {

inline constexpr std::string_view without = LINTEL_WITHOUT;  // one of these, to measure it

// The pages of a transaction reach the write-ahead log in one write.
inline constexpr bool log_vfs = without != "log_vfs";
// A new idempotency key is known for new without asking the file.
inline constexpr bool key_filter = without != "key_filter";
// How many operations there were is remembered, not asked of the file.
inline constexpr bool counters = without != "counters";
// A change that comes alone is stored by the thread that brought it.
inline constexpr bool pace = without != "pace";
// A server looks out for the next request a moment before it sleeps.
inline constexpr bool spin = without != "spin";

}  // namespace base::device
