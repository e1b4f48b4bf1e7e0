// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace formats::step {

// The bytes of a file, in memory. The view stays where it is when this is moved.
class Bytes {
 public:
  // `descriptor` stays the caller's; its position is not used.
  static base::Result<Bytes> read(int descriptor, const std::string& name, std::size_t max_bytes);
  explicit Bytes(std::string text);
  Bytes(Bytes&& other) noexcept;
  Bytes& operator=(Bytes&& other) noexcept;
  ~Bytes() = default;
  std::string_view view() const { return view_; }

 private:
  Bytes() = default;
  static base::Result<Bytes> load(int descriptor, const std::string& name, std::size_t size);

  struct Free {
    void operator()(char* memory) const;
  };
  std::unique_ptr<std::string> text_;
  std::unique_ptr<char, Free> loaded_;
  std::string_view view_;
};

}  // namespace formats::step
