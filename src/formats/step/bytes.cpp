// SPDX-License-Identifier: Apache-2.0
#include "formats/step/bytes.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace formats::step {
namespace {

using base::Code;
using base::fail;

base::Error refusal(const std::string& name, int error) {
  return fail(Code::io, name + " cannot be read: " + std::strerror(error));
}

bool same_contents(const struct stat& a, const struct stat& b) {
  return a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

// In large pages where there are any: taking them one small page at a time is a fifth of opening a large model.
char* memory_for(std::size_t size) {
  constexpr std::size_t large_page = std::size_t{2} << 20;
  if (size < 2 * large_page) return static_cast<char*>(std::malloc(std::max<std::size_t>(size, 1)));
  const std::size_t rounded = (size + large_page - 1) / large_page * large_page;
  void* memory = std::aligned_alloc(large_page, rounded);
  if (memory != nullptr) madvise(memory, rounded, MADV_HUGEPAGE);
  return static_cast<char*>(memory);
}

}  // namespace

void Bytes::Free::operator()(char* memory) const { std::free(memory); }

Bytes::Bytes(std::string text) : text_(std::make_unique<std::string>(std::move(text))), view_(*text_) {}

Bytes::Bytes(Bytes&& other) noexcept { *this = std::move(other); }

Bytes& Bytes::operator=(Bytes&& other) noexcept {
  std::swap(text_, other.text_);
  std::swap(loaded_, other.loaded_);
  std::swap(view_, other.view_);
  return *this;
}

base::Result<Bytes> Bytes::read(int descriptor, const std::string& name, std::size_t max_bytes) {
  struct stat facts{};
  if (fstat(descriptor, &facts) != 0) return refusal(name, errno);
  if (!S_ISREG(facts.st_mode)) return fail(Code::io, name + " is not a regular file");
  const auto size = static_cast<std::size_t>(facts.st_size);
  if (size > max_bytes)
    return fail(Code::out_of_range,
                name + " has " + std::to_string(size) + " bytes; the limit is " + std::to_string(max_bytes));
  Bytes bytes = TRY(load(descriptor, name, size));
  struct stat afterwards{};
  if (fstat(descriptor, &afterwards) != 0) return refusal(name, errno);
  if (bytes.view_.size() == size && same_contents(facts, afterwards)) return bytes;
  return fail(Code::io, name + " was changed while it was read", {}, "Try again when whoever writes it is done.");
}

// A file that shrinks meanwhile gives what is left of it. Memory that is not there is the file's refusal alone.
base::Result<Bytes> Bytes::load(int descriptor, const std::string& name, std::size_t size) {
  Bytes bytes;
  bytes.loaded_.reset(memory_for(size));
  if (!bytes.loaded_) return refusal(name, ENOMEM);
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

}  // namespace formats::step
