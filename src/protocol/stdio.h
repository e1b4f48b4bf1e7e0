// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "protocol/core.h"

namespace protocol {

// One client over lines, both eras mixed as it likes: everything between a line read and the lines
// sent for it. `send` must be thread-safe. Lines come from one thread.
class LineFace {
 public:
  LineFace(std::shared_ptr<Core> core, std::function<void(std::string_view)> send);
  ~LineFace();

  void line(std::string_view text);
  void too_long(std::size_t bytes);
  // The input has ended: finishes what runs (as long as the reader `listens`), then nothing more is sent.
  void finish(bool listens);

 private:
  class Wire;
  class LineRequest;
  void handle(Json& value);
  void handle_batch(Json::Array& messages);
  void refuse(std::string_view id, int code, std::string problem);

  const std::shared_ptr<Core> core_;
  const std::shared_ptr<Wire> wire_;
};

}  // namespace protocol
