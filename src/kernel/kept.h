// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

// What was in the files that changes replaced, so that undoing gives it back: <state>/kept/<workspace>/<SHA-256>. Bytes
// that are the same are kept once. Thread-safe.
namespace kernel {

class KeptFiles {
 public:
  struct Item {
    std::string sha256;  // hex
    std::int64_t size = 0;
    std::int64_t time_ms = 0;  // when it was kept
  };

  // Without a directory nothing is kept. `quota`: bytes for each workspace.
  KeptFiles(std::filesystem::path directory, std::int64_t quota);

  // Whether these bytes are there, or so many more may be.
  bool has_room(const std::string& workspace, const std::string& sha256, std::int64_t size) const;
  // Copies what an open file holds, from its beginning, with one sync. Code::stale if that is something else.
  base::Result<void> keep(const std::string& workspace, const std::string& sha256, int file) const;
  // Code::not_found if they were not kept, or were pruned.
  base::Result<std::string> bytes(const std::string& workspace, const std::string& sha256) const;
  std::vector<Item> list(const std::string& workspace) const;  // oldest first
  base::Result<void> remove(const std::string& workspace, const std::string& sha256) const;
  std::int64_t quota() const { return quota_; }

 private:
  std::filesystem::path place(const std::string& workspace, const std::string& sha256) const;

  std::filesystem::path directory_;
  std::int64_t quota_;
};

}  // namespace kernel
