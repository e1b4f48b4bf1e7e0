// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <unordered_map>

#include "formats/ifc/model.h"

// Where elements stand, for cameras that look at them: by their placement, and by their bounding box where the file has
// one. No shape is worked out.
namespace ids::engine {

using Point = std::array<double, 3>;  // metres, in the model's own system

struct Box {
  Point low{}, high{};
  void add(const Point& point);
  void add(const Box& other);
};

// Of one model, which must outlive it. Remembers placements: a storey's is that of all its elements.
class Places {
 public:
  explicit Places(const formats::ifc::Model& model);
  // None for what has no placement, or one that does not lead to the ground: along a line, in a circle, too far away.
  std::optional<Box> of(formats::ifc::Index element);

 private:
  // x, y and z of a local system, and its origin, in the model's own units.
  struct Frame {
    std::array<Point, 3> axes{Point{1, 0, 0}, Point{0, 1, 0}, Point{0, 0, 1}};
    Point origin{};
    Point point(const Point& local) const;
    Frame within(const Frame& outer) const;
  };
  std::optional<Frame> placement(formats::ifc::Index placement, int depth);
  std::optional<Frame> relative(formats::ifc::Index axes) const;
  std::optional<Point> numbers(formats::ifc::Index record, const char* attribute) const;
  std::optional<formats::ifc::Index> referred(formats::ifc::Index record, const char* attribute) const;
  std::optional<Box> bounding_box(formats::ifc::Index element) const;

  const formats::ifc::Model& model_;
  double metres_;
  std::unordered_map<formats::ifc::Index, std::optional<Frame>> known_;
};

}  // namespace ids::engine
