// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/report/place.h"

#include <algorithm>
#include <cmath>

namespace ids::engine {
namespace {

using formats::ifc::Index;
using formats::step::Value;

constexpr int most_placements = 64;  // one within the other; real ones have about five
constexpr double farthest = 1e9;     // metres
constexpr std::size_t most_items = 64;

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
std::optional<Point> unit(const Point& of) {
  const double length = std::sqrt(dot(of, of));
  if (!std::isfinite(length) || length < 1e-12) return std::nullopt;
  return Point{of[0] / length, of[1] / length, of[2] / length};
}

bool is_near(const Point& point) {
  return std::ranges::all_of(point, [](double each) { return std::isfinite(each) && std::abs(each) < farthest; });
}

std::optional<double> number(const Value& value) {
  if (value.kind() == Value::Kind::real || value.kind() == Value::Kind::integer) return value.number();
  const bool typed = value.kind() == Value::Kind::typed && !value.items().empty();
  return typed ? number(value.items()[0]) : std::nullopt;
}

}  // namespace

void Box::add(const Point& point) {
  for (std::size_t i = 0; i < 3; ++i) {
    low[i] = std::min(low[i], point[i]);
    high[i] = std::max(high[i], point[i]);
  }
}
void Box::add(const Box& other) {
  add(other.low);
  add(other.high);
}

Places::Places(const formats::ifc::Model& model)
    : model_(model), metres_(model.project_unit("IFCLENGTHMEASURE").factor) {}

Point Places::Frame::point(const Point& local) const {
  Point out = origin;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) out[k] += local[i] * axes[i][k];
  }
  return out;
}

Places::Frame Places::Frame::within(const Frame& outer) const {
  Frame out{.origin = outer.point(origin)};
  const Frame turned{.axes = outer.axes};
  for (std::size_t i = 0; i < 3; ++i) out.axes[i] = turned.point(axes[i]);
  return out;
}

std::optional<Index> Places::referred(Index record, const char* attribute) const {
  const auto value = model_.attribute(record, attribute);
  return value ? model_.referred(*value) : std::nullopt;
}

// Coordinates or DirectionRatios; a third that is missing is 0.
std::optional<Point> Places::numbers(Index record, const char* attribute) const {
  const auto list = model_.attribute(record, attribute);
  if (!list || list->kind() != Value::Kind::list) return std::nullopt;
  const auto items = list->items();
  Point out{};
  if (items.size() < 2 || items.size() > 3) return std::nullopt;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto each = number(items[i]);
    if (!each) return std::nullopt;
    out[i] = *each;
  }
  return out;
}

// ISO 10303-42, build_axes: z is Axis, x is RefDirection as far as it is at right angles to it.
std::optional<Places::Frame> Places::relative(Index axes) const {
  Frame out;
  const auto location = referred(axes, "Location");
  const auto origin = location ? numbers(*location, "Coordinates") : std::nullopt;
  if (!origin) return std::nullopt;
  out.origin = *origin;
  const auto axis = referred(axes, "Axis"), reference = referred(axes, "RefDirection");
  const auto z = unit((axis ? numbers(*axis, "DirectionRatios") : std::nullopt).value_or(Point{0, 0, 1}));
  const auto wish = (reference ? numbers(*reference, "DirectionRatios") : std::nullopt).value_or(Point{1, 0, 0});
  if (!z) return out;
  const double along = dot(wish, *z);
  const auto x = unit({wish[0] - along * (*z)[0], wish[1] - along * (*z)[1], wish[2] - along * (*z)[2]});
  if (x) out.axes = {*x, cross(*z, *x), *z};
  return out;
}

std::optional<Places::Frame> Places::placement(Index at, int depth) {
  if (const auto found = known_.find(at); found != known_.end()) return found->second;
  if (depth > most_placements) return std::nullopt;
  known_[at] = std::nullopt;  // a circle comes by here
  const auto axes = referred(at, "RelativePlacement");
  auto own = axes ? relative(*axes) : std::nullopt;
  const auto outer = model_.attribute(at, "PlacementRelTo");
  if (own && outer && !outer->is_null()) {
    const auto next = model_.referred(*outer);
    const auto around = next ? placement(*next, depth + 1) : std::nullopt;
    own = around ? std::optional(own->within(*around)) : std::nullopt;
  }
  known_[at] = own;
  return own;
}

// IfcBoundingBox: "Every semantic object having a physical extent might have a minimum default representation of a
// bounding box".
std::optional<Box> Places::bounding_box(Index element) const {
  const auto shape = referred(element, "Representation");
  const auto representations = shape ? model_.attribute(*shape, "Representations") : std::nullopt;
  const auto entity = model_.schema().find("IfcBoundingBox");
  if (!representations || representations->kind() != Value::Kind::list || !entity) return std::nullopt;
  const auto all = representations->items();
  for (std::size_t i = 0; i < std::min(all.size(), most_items); ++i) {
    const auto one = model_.referred(all[i]);
    const auto items = one ? model_.attribute(*one, "Items") : std::nullopt;
    if (!items || items->kind() != Value::Kind::list || items->items().empty()) continue;
    const auto box = model_.referred(items->items()[0]);
    if (!box || !model_.is_a(*box, *entity)) continue;
    const auto corner = referred(*box, "Corner");
    const auto low = corner ? numbers(*corner, "Coordinates") : std::nullopt;
    if (!low) return std::nullopt;
    Point high = *low;
    for (std::size_t k = 0; k < 3; ++k) {
      constexpr std::array<const char*, 3> names{"XDim", "YDim", "ZDim"};
      const auto value = model_.attribute(*box, names[k]);
      high[k] += (value ? number(*value) : std::nullopt).value_or(0);
    }
    return Box{*low, high};
  }
  return std::nullopt;
}

std::optional<Box> Places::of(Index element) {
  const auto at = referred(element, "ObjectPlacement");
  const auto frame = at ? placement(*at, 0) : std::nullopt;
  if (!frame) return std::nullopt;
  const auto box = bounding_box(element).value_or(Box{});
  const auto corner = [&](unsigned which) {
    Point out = frame->point({which & 1U ? box.high[0] : box.low[0], which & 2U ? box.high[1] : box.low[1],
                              which & 4U ? box.high[2] : box.low[2]});
    for (double& each : out) each *= metres_;
    return out;
  };
  Box out{corner(0), corner(0)};
  for (unsigned which = 1; which < 8; ++which) out.add(corner(which));
  return is_near(out.low) && is_near(out.high) ? std::optional(out) : std::nullopt;
}

}  // namespace ids::engine
