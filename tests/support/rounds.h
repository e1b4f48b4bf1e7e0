// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace support {

// How often a law is tried. A sanitizer looks for other faults and takes twenty times as long: there a tenth is enough.
constexpr unsigned rounds(unsigned wanted) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  return wanted / 10;
#else
  return wanted;
#endif
}

}  // namespace support
