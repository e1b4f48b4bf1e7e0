// SPDX-License-Identifier: Apache-2.0
#include "formats/step/bytes.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace formats::step {
namespace {

using base::Code;
using base::fail;

constexpr std::size_t mapped_from = std::size_t{256} << 20;

base::Error refusal(const std::string& name, int error) {
  return fail(Code::io, name + " cannot be read: " + std::strerror(error));
}

}  // namespace

Bytes::Bytes(std::string text) : text_(std::make_unique<std::string>(std::move(text))), view_(*text_) {}

Bytes::Bytes(Bytes&& other) noexcept { *this = std::move(other); }

Bytes& Bytes::operator=(Bytes&& other) noexcept {
  std::swap(text_, other.text_);
  std::swap(loaded_, other.loaded_);
  std::swap(mapped_, other.mapped_);
  std::swap(view_, other.view_);
  return *this;
}

Bytes::~Bytes() {
  if (mapped_ != nullptr) munmap(mapped_, view_.size());
}

base::Result<Bytes> Bytes::read(int descriptor, const std::string& name, std::size_t max_bytes) {
  struct stat facts{};
  if (fstat(descriptor, &facts) != 0) return refusal(name, errno);
  if (!S_ISREG(facts.st_mode)) return fail(Code::io, name + " is not a regular file");
  const auto size = static_cast<std::size_t>(facts.st_size);
  if (size > max_bytes)
    return fail(Code::out_of_range,
                name + " has " + std::to_string(size) + " bytes; the limit is " + std::to_string(max_bytes));
  return size < mapped_from ? load(descriptor, name, size) : map(descriptor, name, size);
}

// A file that shrinks meanwhile gives what is left of it.
base::Result<Bytes> Bytes::load(int descriptor, const std::string& name, std::size_t size) {
  Bytes bytes;
  bytes.loaded_ = std::make_unique_for_overwrite<char[]>(size);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = pread(descriptor, bytes.loaded_.get() + done, size - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return refusal(name, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  bytes.view_ = {bytes.loaded_.get(), done};
  return bytes;
}

base::Result<Bytes> Bytes::map(int descriptor, const std::string& name, std::size_t size) {
  Bytes bytes;
  void* mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (mapped == MAP_FAILED) return refusal(name, errno);
  madvise(mapped, size, MADV_WILLNEED);
  bytes.mapped_ = mapped;
  bytes.view_ = {static_cast<const char*>(mapped), size};
  return bytes;
}

}  // namespace formats::step
