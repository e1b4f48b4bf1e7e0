// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <vector>

#include "kernel/approver_key.h"

namespace kernel {

// Who may approve, as this process first saw it. A program of the same user can write the file, so a
// list that changes while the process runs is refused until a person starts the process again. An
// absent or empty list pins nothing: the first key may be made while a server runs. Thread-safe.
class ApproverList {
 public:
  explicit ApproverList(std::filesystem::path file);
  Result<std::vector<Approver>> get();
  // From now on only those with one of these keys count.
  void keep_to(std::vector<std::string> public_keys);

 private:
  const std::filesystem::path file_;
  std::mutex mutex_;
  std::optional<std::vector<Approver>> pinned_;
  std::optional<std::vector<std::string>> keys_;  // absent: any
};

}  // namespace kernel
