// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/work_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "base/files.h"

namespace energy::runtime {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Result;

constexpr std::string_view prefix = ".running-";

// Held by nobody else, and still what the path names: who clears up may have been quicker.
base::Descriptor locked(const fs::path& path) {
  base::Descriptor opened(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat held{}, named{};
  const bool ours = opened && ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0 && ::fstat(opened.get(), &held) == 0 &&
                    ::stat(path.c_str(), &named) == 0 && held.st_ino == named.st_ino;
  return ours ? std::move(opened) : base::Descriptor();
}

}  // namespace

WorkDirectory::WorkDirectory(WorkDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}

WorkDirectory::~WorkDirectory() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Result<WorkDirectory> WorkDirectory::make(const fs::path& parent) {
  TRY(base::make_private_directory(parent));
  constexpr int tries = 10;
  for (int i = 0; i < tries; ++i) {
    std::string name = (parent / (std::string(prefix) + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) break;
    if (auto lock = locked(name)) return WorkDirectory(name, std::move(lock));
  }
  return fail(Code::io, std::string("No directory for the run: ") + std::strerror(errno) + ".", parent.string());
}

void WorkDirectory::name(const fs::path& as) {
  std::error_code error;
  fs::rename(path_, as, error);
  if (error) {
    fs::remove_all(as, error);
    fs::rename(path_, as, error);
  }
  if (!error) path_.clear();
}

void clear_leftovers(const fs::path& home) {
  std::error_code error;
  for (const auto& workspace : fs::directory_iterator(home, error)) {
    std::error_code inside;
    for (const auto& each : fs::directory_iterator(workspace.path(), inside)) {
      if (!each.path().filename().string().starts_with(prefix)) continue;
      std::error_code ignored;
      if (const auto lock = locked(each.path())) fs::remove_all(each.path(), ignored);
    }
  }
}

}  // namespace energy::runtime
