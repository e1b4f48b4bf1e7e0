// SPDX-License-Identifier: Apache-2.0
#include "kernel/kept.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "base/crypto.h"
#include "base/descriptor.h"
#include "base/files.h"

namespace kernel {

namespace fs = std::filesystem;
using base::Code;
using base::Error;
using base::fail;
using base::Result;

namespace {

constexpr std::size_t most_bytes = std::size_t{4} << 30;

Error failed(const fs::path& path) {
  return fail(Code::io, "what a file held before cannot be kept: " + std::string(std::strerror(errno)), path.native(),
              "Make room in the state directory, or see: lintel log kept");
}

bool is_digest(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// The digest of what was copied, in hex.
Result<std::string> copy(int from, int to, const fs::path& path) {
  base::Sha256 hash;
  std::string buffer(std::size_t{1} << 20, '\0');
  for (off_t at = 0;;) {
    const ssize_t count = ::pread(from, buffer.data(), buffer.size(), at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed(path);
    if (count == 0) return hash.hex();
    const std::string_view piece(buffer.data(), static_cast<std::size_t>(count));
    hash.add(piece);
    for (std::size_t done = 0; done < piece.size();) {
      const ssize_t written = ::write(to, piece.data() + done, piece.size() - done);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return failed(path);
      done += static_cast<std::size_t>(written);
    }
    at += count;
  }
}

// A crash may have come between the copy and its sync.
Result<void> sync_again(const fs::path& path) {
  const base::Descriptor kept(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!kept || ::fsync(kept.get()) != 0) return failed(path);
  return {};
}

}  // namespace

KeptFiles::KeptFiles(fs::path directory, std::int64_t quota)
    : directory_(directory.empty() ? std::move(directory) : directory / "kept"), quota_(quota) {}

fs::path KeptFiles::place(const std::string& workspace, const std::string& sha256) const {
  return directory_ / workspace / sha256;
}

bool KeptFiles::has_room(const std::string& workspace, const std::string& sha256, std::int64_t size) const {
  if (directory_.empty()) return false;
  std::int64_t used = 0;
  for (const Item& item : list(workspace)) {
    if (item.sha256 == sha256 && item.size == size) return true;
    used += item.size;
  }
  return used + size <= quota_;
}

// NB: one sync and no more, for the directories neither: a new file that is synced is in its directory too on the file
// systems that keep the order of what they are told; elsewhere a power loss may take it, and undoing says so. A copy
// that a crash cut short does not have its digest and is made anew.
Result<void> KeptFiles::keep(const std::string& workspace, const std::string& sha256, int file) const {
  if (directory_.empty() || !is_digest(sha256)) return fail(Code::io, "this server keeps no files");
  const fs::path path = place(workspace, sha256);
  if (bytes(workspace, sha256).ok()) return sync_again(path);
  std::error_code error;
  if (fs::create_directories(path.parent_path(), error))
    fs::permissions(path.parent_path(), fs::perms::owner_all, error);
  if (error) return fail(Code::io, error.message(), path.native());
  const base::Descriptor kept(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!kept) return failed(path);
  Result<std::string> copied = copy(file, kept.get(), path);
  if (copied.ok() && *copied != sha256)
    copied = fail(Code::stale, "the file was changed while what it held was being kept", path.native());
  if (copied.ok() && ::fsync(kept.get()) != 0) copied = failed(path);
  if (copied.ok()) return {};
  ::unlink(path.c_str());
  return std::move(copied).error();
}

Result<std::string> KeptFiles::bytes(const std::string& workspace, const std::string& sha256) const {
  if (!directory_.empty() && is_digest(sha256)) {
    auto read = base::read_file(place(workspace, sha256), most_bytes);
    if (read.ok() && base::sha256_hex(*read) == sha256) return read;
  }
  return fail(Code::not_found, "what the file held before was not kept, or was pruned", sha256);
}

std::vector<KeptFiles::Item> KeptFiles::list(const std::string& workspace) const {
  std::vector<Item> items;
  std::error_code error;
  if (directory_.empty()) return items;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory_ / workspace, error)) {
    struct stat facts{};
    std::string name = entry.path().filename().native();
    if (!is_digest(name) || ::lstat(entry.path().c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) continue;
    items.push_back({std::move(name), facts.st_size,
                     std::int64_t{facts.st_mtim.tv_sec} * 1000 + facts.st_mtim.tv_nsec / 1'000'000});
  }
  std::ranges::sort(items, {}, [](const Item& item) { return std::pair(item.time_ms, item.sha256); });
  return items;
}

Result<void> KeptFiles::remove(const std::string& workspace, const std::string& sha256) const {
  if (directory_.empty() || !is_digest(sha256)) return fail(Code::not_found, "nothing is kept under this digest");
  if (::unlink(place(workspace, sha256).c_str()) == 0) return {};
  if (errno == ENOENT) return fail(Code::not_found, "nothing is kept under this digest", sha256);
  return failed(place(workspace, sha256));
}

}  // namespace kernel
