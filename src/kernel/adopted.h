// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/types.h"

// Adopted documents. An element that adopts brings in what the bytes of a blob hold: thousands of elements for one
// step in the log, one row and one blob in the store. What is written later lies over them (kernel/elements.h).
namespace kernel {

// What the bytes of one blob hold. Never changes; thread-safe. The same for the same bytes and kind for ever, since the
// log names only these two: a domain that comes to read them otherwise gives that another kind.
class Adopted {
 public:
  Adopted() = default;
  virtual ~Adopted() = default;
  Adopted(const Adopted&) = delete;
  Adopted& operator=(const Adopted&) = delete;

  virtual std::size_t size() const = 0;
  virtual bool has(std::string_view id) const = 0;
  // Made when it is first asked for; nullptr where there is none. Without a revision. Its refs lead to elements of this
  // document.
  virtual std::shared_ptr<const Element> find(std::string_view id) const = 0;
  // Each once, in any order.
  virtual void each_id(const std::function<void(const std::string&)>& visit) const = 0;
  // Who of them refers to this one, in any order.
  virtual std::vector<std::string> referrers(std::string_view id) const = 0;
  // What bringing all of it in counts as: items of all its elements, those that differ in nothing but the id as one.
  virtual std::vector<Touched::Item> counted() const = 0;
};
using SharedAdopted = std::shared_ptr<const Adopted>;

// Pure: what bytes hold that were made for this. Must stand whatever bytes there are. `sha256` is theirs, in hex.
using Expand =
    std::function<Result<SharedAdopted>(std::string_view kind, std::string_view bytes, const std::string& sha256)>;
// Finds what an adoption brings in.
using Resolve = std::function<Result<SharedAdopted>(const Adoption&)>;

// Bytes of which the kernel knows the digest, since nobody else makes these.
class AdoptedBytes {
 public:
  const std::string& text() const { return text_; }
  const std::string& sha256() const { return sha256_; }
  // Where the kernel itself read them, as Roots::locate() tells it; empty: they came otherwise.
  const std::string& file() const { return file_; }

 private:
  friend class Adoptions;
  AdoptedBytes(std::string text, std::string file);
  std::string text_, sha256_, file_;
};

// What the kernel read from a file, until it is adopted; nobody else makes these.
class FileBytes {
 public:
  const std::string& text() const { return text_; }

 private:
  friend class View;
  FileBytes(std::string text, std::string file) : text_(std::move(text)), file_(std::move(file)) {}
  std::string text_, file_;
};

// What is in use is expanded once. Thread-safe.
class Adoptions {
 public:
  using Bytes = std::function<Result<std::optional<std::string>>(const Adoption&)>;
  explicit Adoptions(Expand expand) : expand_(std::move(expand)) {}

  // Of bytes that a plan brings, or that were read from a file at this place.
  Result<Adoption> adopt(std::string_view kind, std::string bytes, std::string file = {}) const;
  // Of one that is in the log or in a change; `bytes` are asked for where it is not in use. Fails where they are not
  // there, or are not what the adoption says.
  Result<SharedAdopted> find(const Adoption& adoption, const Bytes& bytes) const;

 private:
  Result<SharedAdopted> expanded(const std::string& kind, std::string_view bytes, const std::string& sha256) const;
  SharedAdopted in_use(const std::string& kind, const std::string& sha256) const;

  Expand expand_;
  mutable std::mutex mutex_;
  mutable std::map<std::pair<std::string, std::string>, std::weak_ptr<const Adopted>> known_;
};

}  // namespace kernel
