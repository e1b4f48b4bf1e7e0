// SPDX-License-Identifier: Apache-2.0
#pragma once

// Devices that do nothing but save time. `./dev bench devices` builds the program without each of them and shows what
// it is worth; one whose absence costs less than two in a hundred goes.
namespace base::device {

#ifdef LINTEL_WITHOUT_LOG_VFS
inline constexpr bool log_vfs = false;
#else
inline constexpr bool log_vfs = true;  // the pages of a transaction reach the write-ahead log in one write
#endif

#ifdef LINTEL_WITHOUT_KEY_FILTER
inline constexpr bool key_filter = false;
#else
inline constexpr bool key_filter = true;  // a new idempotency key is known for new without asking the file
#endif

#ifdef LINTEL_WITHOUT_COUNTERS
inline constexpr bool counters = false;
#else
inline constexpr bool counters = true;  // how many operations there were is remembered, not asked of the file
#endif

#ifdef LINTEL_WITHOUT_SPIN
inline constexpr bool spin = false;
#else
inline constexpr bool spin = true;  // a server looks out for the next request a moment before it sleeps
#endif

#ifdef LINTEL_WITHOUT_PACE
inline constexpr bool pace = false;
#else
inline constexpr bool pace = true;  // a change that comes alone is stored by the thread that brought it
#endif

}  // namespace base::device
