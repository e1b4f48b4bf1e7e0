// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace command {

// One line on the terminal that tells how far several pieces of work are. Silent elsewhere. Thread-safe.
class ProgressBar {
 public:
  explicit ProgressBar(std::size_t pieces);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  void tell(std::size_t piece, double share, const std::string& what);  // 0 … 1

 private:
  std::mutex mutex_;
  std::vector<double> shares_;
  const bool shown_;
  int percent_ = -1;
};

}  // namespace command
