// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/modify/modify.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "domains/floorplan/engine/compile.h"

namespace {

using namespace floorplan::engine;  // NOLINT(google-build-using-namespace)

// Draws choices from the bytes; zeros when they are used up.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}
  unsigned byte() {
    if (bytes_.empty()) return 0;
    const auto out = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return out;
  }
  template <class Enum>
  Enum word() {
    return static_cast<Enum>(byte() % enum_names(Enum{}).size());
  }
  std::string text() {
    const std::size_t wished = byte() % 12;
    const std::size_t size = std::min(wished, bytes_.size());
    std::string out(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return out;
  }
  double number() { return (static_cast<int>(byte()) - 40) / 4.0; }

 private:
  std::string_view bytes_;
};

Operation operation(Choices& choices) {
  const auto action = choices.word<Action>();
  std::string target = choices.text();
  AllParameters p;
  p.name = p.newName = p.label = p.style = choices.text();
  action::Beside beside;
  p.from = p.anchorRoom = beside.reference = choices.text();
  p.to = choices.text();
  p.value = choices.text();
  const unsigned flags = choices.byte();
  if ((flags & 1) != 0) p.x = choices.number(), p.y = choices.number();
  if ((flags & 2) != 0) beside.direction = choices.word<words::RelativeDirection>();
  if ((flags & 4) != 0) p.unit = choices.word<words::LengthUnit>();
  if ((flags & 8) != 0) p.parent = choices.text();
  p.width = choices.number();
  p.height = choices.number();
  beside.gap = choices.number();
  if ((flags & 2) != 0) p.relativePosition = beside;
  p.alignment = choices.word<words::AlignmentDirection>();
  p.side = choices.word<words::WallDirection>();
  const std::array walls{&p.top, &p.right, &p.bottom, &p.left};
  auto* wall = walls[choices.byte() % walls.size()];
  *wall = p.type = choices.word<words::WallType>();
  p.axis = choices.word<Axis>();
  p.shape = choices.word<words::StairShape>();
  p.toward = choices.word<words::ViewDirection>();
  p.turn = choices.word<words::TurnDirection>();
  p.rise = p.radius = p.outerRadius = choices.number();
  p.key = choices.word<words::ConfigKey>();
  p.at = choices.byte();
  return operation_of(action, std::move(target), p);
}

}  // namespace

// A text, a zero byte, then choices that become operations: a plan that was valid stays valid, one that was
// not parsed is not touched, and a failure gives the text back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = input.find('\0');
  const std::string dsl(input.substr(0, cut));
  if (dsl.size() > 4096) return 0;
  Choices choices(cut == std::string_view::npos ? std::string_view{} : input.substr(cut + 1));
  const std::vector<Operation> operations{operation(choices), operation(choices)};
  const bool was_valid = compile(dsl).valid();
  for (const auto atomicity : {Atomicity::all_or_nothing, Atomicity::each_alone}) {
    const Modified out = modify(dsl, operations, atomicity);
    LINTEL_CHECK(out.outcomes.size() == operations.size());
    if (!out.success && atomicity == Atomicity::all_or_nothing) LINTEL_CHECK(out.dsl == dsl);
    if (was_valid) LINTEL_CHECK(compile(out.dsl).valid());
  }
  return 0;
}
