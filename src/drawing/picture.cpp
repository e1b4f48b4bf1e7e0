// SPDX-License-Identifier: Apache-2.0
#include "drawing/picture.h"

namespace drawing {

Path& Path::move(Vec to) {
  segments.push_back({Segment::Kind::move, to, {}, true});
  return *this;
}

Path& Path::line(Vec to) {
  segments.push_back({Segment::Kind::line, to, {}, true});
  return *this;
}

Path& Path::arc(Vec centre, Vec to, bool clockwise) {
  segments.push_back({Segment::Kind::arc, to, centre, clockwise});
  return *this;
}

Path& Path::close() {
  segments.push_back({Segment::Kind::close, {}, {}, true});
  return *this;
}

Path rectangle(double x, double y, double width, double height) {
  return polygon({{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}});
}

Path polygon(const std::vector<Vec>& points) {
  Path path;
  for (std::size_t i = 0; i < points.size(); ++i) i == 0 ? path.move(points[i]) : path.line(points[i]);
  path.close();
  return path;
}

Path circle(Vec centre, double radius) {
  Path path;
  path.move({centre.x + radius, centre.y});
  path.arc(centre, {centre.x - radius, centre.y}, true);
  path.arc(centre, {centre.x + radius, centre.y}, true);
  path.close();
  return path;
}

std::string_view name(Layer layer) {
  static constexpr std::array<std::string_view, 11> names{
      "GROUND", "ROOMS", "WALLS", "DOORS", "WINDOWS", "STAIRS", "LIFTS", "FURNITURE", "LABELS", "DIMENSIONS", "SHEET"};
  return names[static_cast<std::size_t>(layer)];
}

}  // namespace drawing
