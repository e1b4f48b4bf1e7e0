// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/descriptor.h"
#include "base/result.h"

namespace energy::runtime {

// A directory for work that may fail: it goes away again, unless it got a name. A lock on it says that somebody is at
// work there; it ends with the process, however that ends.
class WorkDirectory {
 public:
  static base::Result<WorkDirectory> make(const std::filesystem::path& parent);
  WorkDirectory(WorkDirectory&& other) noexcept;
  WorkDirectory& operator=(WorkDirectory&&) = delete;
  ~WorkDirectory();

  const std::filesystem::path& path() const { return path_; }
  // What has that name already was made of the same order, or is older.
  void name(const std::filesystem::path& as);

 private:
  WorkDirectory(std::filesystem::path path, base::Descriptor lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  std::filesystem::path path_;
  base::Descriptor lock_;
};

// Removes what processes left behind that are gone, in all folders of `home`.
void clear_leftovers(const std::filesystem::path& home);

}  // namespace energy::runtime
