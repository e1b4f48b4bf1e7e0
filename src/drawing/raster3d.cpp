// SPDX-License-Identifier: Apache-2.0
#include "drawing/raster3d.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace drawing {
namespace {

constexpr int fine = 2;          // samples along each side of a pixel
constexpr double margin = 0.06;  // of the picture, left free on every side
constexpr double near_plane = 0.05;
constexpr int shadow_size = 1280;
constexpr std::int32_t nothing = -1;

// ---- vectors

struct V {
  double x = 0, y = 0, z = 0;
};
V operator+(V a, V b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
V operator-(V a, V b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
V operator*(V a, double s) { return {a.x * s, a.y * s, a.z * s}; }
double dot(V a, V b) { return (a.x * b.x) + (a.y * b.y) + (a.z * b.z); }
V cross(V a, V b) { return {(a.y * b.z) - (a.z * b.y), (a.z * b.x) - (a.x * b.z), (a.x * b.y) - (a.y * b.x)}; }
double length(V a) { return std::sqrt(dot(a, a)); }
V unit(V a) {
  const double size = length(a);
  return size > 0 ? a * (1 / size) : V{0, 1, 0};
}
V from(const std::array<float, 3>& p) { return {p[0], p[1], p[2]}; }
V from(const Vec3& p) { return {p[0], p[1], p[2]}; }
Vec3 to_array(V v) { return {v.x, v.y, v.z}; }
bool finite(V v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

// Light from the left, the front and above, so that the two walls in sight differ.
const V sun = unit({-0.42, 1.0, 0.50});
const V default_direction = unit({0.85, 1.45, 1.15});  // from the scene to the camera

// ---- triangles ready to draw

struct Face {
  std::array<V, 3> p;
  V normal;
  double offset = 0;  // dot(normal, point) for its points
  Colour colour;
};

std::optional<Face> face_of(const Triangle& triangle, Colour colour) {
  Face face{{from(triangle.corners[0]), from(triangle.corners[1]), from(triangle.corners[2])}, {}, 0, colour};
  if (!finite(face.p[0]) || !finite(face.p[1]) || !finite(face.p[2])) return std::nullopt;
  const V normal = cross(face.p[1] - face.p[0], face.p[2] - face.p[0]);
  if (!(length(normal) > 1e-12)) return std::nullopt;
  face.normal = unit(normal);
  face.offset = dot(face.normal, face.p[0]);
  return face;
}

struct Bounds {
  V low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  void add(V p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  bool empty() const { return low.x > high.x; }
  V middle() const { return (low + high) * 0.5; }
  double size() const { return std::max(length(high - low), 0.1); }
};

// ---- the camera: points to the picture's fine pixels, and rays back

struct Projected {
  double x = 0, y = 0;
  double close = 0;  // larger is nearer; straight over the picture (1/depth in perspective)
};
struct Ray {
  V origin, direction;
};

class Lens {
 public:
  Lens(const View3d& view, const std::vector<Face>& faces, const Bounds& bounds)
      : perspective_(view.camera.kind == Camera::Kind::perspective),
        width_(view.width * fine),
        height_(view.height * fine) {
    target_ = view.camera.target ? from(*view.camera.target) : bounds.middle();
    const V toward = view.camera.position ? from(*view.camera.position) - target_ : default_direction;
    turn(unit(toward));
    focal_ = 0.5 * height_ / std::tan(view.camera.fov_deg * std::numbers::pi / 360);
    if (perspective_) {
      place_perspective(view, faces, bounds);
    } else {
      place_parallel(view, faces, bounds);
    }
  }

  bool perspective() const { return perspective_; }
  V eye() const { return eye_; }
  V target() const { return target_; }
  double depth(V p) const { return dot(eye_ - p, back_); }
  Projected project(V p) const {
    const double d = depth(p);
    const double scale = perspective_ ? focal_ / d : scale_;
    const V q = p - eye_;
    return {(0.5 * width_) + (dot(q, right_) * scale), (0.5 * height_) - (dot(q, up_) * scale),
            perspective_ ? 1 / d : -d};
  }
  Ray ray(double x, double y) const {
    const double scale = perspective_ ? focal_ : scale_;
    const double u = (x - (0.5 * width_)) / scale;
    const double v = ((0.5 * height_) - y) / scale;
    if (perspective_) return {eye_, (right_ * u) + (up_ * v) - back_};
    return {eye_ + (right_ * u) + (up_ * v), back_ * -1};
  }
  double depth_of(double close) const { return perspective_ ? 1 / close : -close; }
  double fine_pixels_per_metre(double depth_m) const { return perspective_ ? focal_ / depth_m : scale_; }

 private:
  void turn(V back) {
    back_ = back;
    const V reference = std::abs(back.y) > 0.999 ? V{0, 0, -1} : V{0, 1, 0};
    right_ = unit(cross(reference, back_));
    up_ = cross(back_, right_);
  }

  // The picture's middle goes to the middle of what is seen, and the scale so that all of it fits.
  void place_parallel(const View3d& view, const std::vector<Face>& faces, const Bounds& bounds) {
    double left = 1e300;
    double right = -1e300;
    double low = 1e300;
    double high = -1e300;
    for (const Face& face : faces) {
      for (const V p : face.p) {
        const V q = p - target_;
        left = std::min(left, dot(q, right_));
        right = std::max(right, dot(q, right_));
        low = std::min(low, dot(q, up_));
        high = std::max(high, dot(q, up_));
      }
    }
    if (left > right) left = low = -1, right = high = 1;
    if (view.camera.target) {  // the target stays in the middle
      right = std::max(right, -left);
      left = -right;
      high = std::max(high, -low);
      low = -high;
    }
    const double room = 1 - (2 * margin);
    scale_ = std::min(width_ * room / std::max(right - left, 1e-3), height_ * room / std::max(high - low, 1e-3));
    const V middle = target_ + (right_ * ((left + right) / 2)) + (up_ * ((low + high) / 2));
    if (!view.camera.target) target_ = middle;
    eye_ = middle + (back_ * (2 * bounds.size()));
  }

  void place_perspective(const View3d& view, const std::vector<Face>& faces, const Bounds& bounds) {
    if (view.camera.position) {
      eye_ = from(*view.camera.position);
      return;
    }
    const double room = 1 - (2 * margin);
    const double slope_x = 0.5 * width_ * room / focal_;
    const double slope_y = 0.5 * height_ * room / focal_;
    // Two planes on each side touch the scene; the eye stands where they meet, moved to the middle.
    double sx = 0;
    double sy = 0;
    double distance = 0;
    for (int round = 0; round < 8; ++round) {
      double left = 0;
      double right = 0;
      double up = 0;
      double down = 0;
      for (const Face& face : faces) {
        for (const V p : face.p) {
          const V q = p - target_;
          const double toward = dot(q, back_);
          right = std::max(right, toward + ((dot(q, right_) - sx) / slope_x));
          left = std::max(left, toward - ((dot(q, right_) - sx) / slope_x));
          up = std::max(up, toward + ((dot(q, up_) - sy) / slope_y));
          down = std::max(down, toward - ((dot(q, up_) - sy) / slope_y));
        }
      }
      distance = std::max({left, right, up, down, near_plane * 4});
      if (view.camera.target) break;
      sx += (right - left) * slope_x / 2;
      sy += (up - down) * slope_y / 2;
    }
    target_ = target_ + (right_ * sx) + (up_ * sy);
    eye_ = target_ + (back_ * std::max(distance, bounds.size() * 0.05));
  }

  bool perspective_;
  double width_, height_;
  V target_, eye_, right_, up_, back_;
  double focal_ = 1, scale_ = 1;
};

// ---- filling triangles

struct Corner2 {
  double x, y, close;
};

// Calls pixel(index, close) for the centres inside the triangle. Counter-clockwise or clockwise alike.
template <class Pixel>
void fill(Corner2 a, Corner2 b, Corner2 c, int width, int height, Pixel pixel) {
  double area = ((b.x - a.x) * (c.y - a.y)) - ((b.y - a.y) * (c.x - a.x));
  if (area < 0) {
    std::swap(b, c);
    area = -area;
  }
  if (!(area > 1e-9)) return;
  const double top = std::min({a.y, b.y, c.y});
  const double bottom = std::max({a.y, b.y, c.y});
  if (bottom < 0 || top > height) return;
  const int y0 = std::max(0, static_cast<int>(std::ceil(std::max(top, -1.0) - 0.5)));
  const int y1 = std::min(height - 1, static_cast<int>(std::floor(std::min(bottom, height + 1.0) - 0.5)));
  // close as a plane over the picture
  const double dcx = (((b.close - a.close) * (c.y - a.y)) - ((c.close - a.close) * (b.y - a.y))) / area;
  const double dcy = (((c.close - a.close) * (b.x - a.x)) - ((b.close - a.close) * (c.x - a.x))) / area;
  const std::array<std::pair<Corner2, Corner2>, 3> edges{{{a, b}, {b, c}, {c, a}}};
  for (int y = y0; y <= y1; ++y) {
    const double py = y + 0.5;
    double left = 0;
    double right = width;
    for (const auto& [p, q] : edges) {  // the row's piece inside each edge
      const double dy = q.y - p.y;
      if (dy == 0) {
        if ((q.x - p.x) * (py - p.y) < 0) right = -1;
        continue;
      }
      const double x = p.x + ((py - p.y) * (q.x - p.x) / dy);
      if (dy < 0) {
        left = std::max(left, x);
      } else {
        right = std::min(right, x);
      }
    }
    if (!(right > left)) continue;
    const int x0 = static_cast<int>(std::ceil(left - 0.5));
    const int x1 = std::min(width - 1, static_cast<int>(std::ceil(right - 0.5)) - 1);
    double close = a.close + (dcx * (x0 + 0.5 - a.x)) + (dcy * (py - a.y));
    std::size_t index = (static_cast<std::size_t>(y) * static_cast<std::size_t>(width)) + static_cast<std::size_t>(x0);
    for (int x = x0; x <= x1; ++x, ++index, close += dcx) pixel(index, static_cast<float>(close));
  }
}

// What lies before the near plane, as a fan of up to four corners.
std::vector<V> clipped(const Face& face, const Lens& lens) {
  if (!lens.perspective()) return {face.p.begin(), face.p.end()};
  std::vector<V> out;
  for (std::size_t i = 0; i < 3; ++i) {
    const V p = face.p[i];
    const V q = face.p[(i + 1) % 3];
    const double dp = lens.depth(p) - near_plane;
    const double dq = lens.depth(q) - near_plane;
    if (dp >= 0) out.push_back(p);
    if ((dp >= 0) != (dq >= 0)) out.push_back(p + ((q - p) * (dp / (dp - dq))));
  }
  return out;
}

template <class Pixel>
void draw_face(const Face& face, const Lens& lens, int width, int height, Pixel pixel) {
  const std::vector<V> points = clipped(face, lens);
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const Projected a = lens.project(points[0]);
    const Projected b = lens.project(points[i]);
    const Projected c = lens.project(points[i + 1]);
    fill({a.x, a.y, a.close}, {b.x, b.y, b.close}, {c.x, c.y, c.close}, width, height, pixel);
  }
}

// ---- the sun's view of the scene

class Shadows {
 public:
  Shadows(const std::vector<Face>& faces, const Bounds& bounds) : middle_(bounds.middle()) {
    right_ = unit(cross({0, 1, 0}, sun));
    up_ = cross(sun, right_);
    scale_ = shadow_size / (bounds.size() * 1.05);
    depth_.assign(static_cast<std::size_t>(shadow_size) * shadow_size, -1e30F);
    for (const Face& face : faces) {
      if (face.colour.a != 255) continue;
      const Corner2 a = to_map(face.p[0]);
      const Corner2 b = to_map(face.p[1]);
      const Corner2 c = to_map(face.p[2]);
      fill(a, b, c, shadow_size, shadow_size,
           [this](std::size_t i, float close) { depth_[i] = std::max(depth_[i], close); });
    }
  }
  // 1 in the sun, 0 in the shadow: sixteen looks, weighted to the point. It is lifted off its face by as much
  // as the looks reach, so that no face shades itself.
  double light(V p, V normal) const {
    const double cell = 1 / scale_;
    const double bias = 2 * cell;
    const Corner2 at = to_map(p + (normal * (2.5 * cell)));
    const double x = at.x - 0.5;
    const double y = at.y - 0.5;
    const int cell_x = static_cast<int>(std::floor(x));
    const int cell_y = static_cast<int>(std::floor(y));
    if (cell_x < 1 || cell_y < 1 || cell_x >= shadow_size - 2 || cell_y >= shadow_size - 2) return 1;
    const double fx = x - cell_x;
    const double fy = y - cell_y;
    const std::array<double, 4> wx{1 - fx, 1, 1, fx};
    const std::array<double, 4> wy{1 - fy, 1, 1, fy};
    const auto limit = static_cast<float>(at.close + bias);
    const float* corner = depth_.data() + (static_cast<std::ptrdiff_t>(cell_y - 1) * shadow_size) + cell_x - 1;
    const int lit_corners = (corner[0] <= limit ? 1 : 0) + (corner[3] <= limit ? 1 : 0) +
                            (corner[3 * shadow_size] <= limit ? 1 : 0) +
                            (corner[(3 * shadow_size) + 3] <= limit ? 1 : 0);
    if (lit_corners == 0) return 0;  // deep in shadow or sun: no need to look closer
    if (lit_corners == 4) return 1;
    double sum = 0;
    for (int j = 0; j < 4; ++j) {
      const float* row = depth_.data() + (static_cast<std::ptrdiff_t>(cell_y - 1 + j) * shadow_size) + cell_x - 1;
      double line = 0;
      for (int i = 0; i < 4; ++i) line += row[i] <= limit ? wx[static_cast<std::size_t>(i)] : 0;
      sum += line * wy[static_cast<std::size_t>(j)];
    }
    return sum / 9;
  }

 private:
  Corner2 to_map(V p) const {
    const V q = p - middle_;
    return {(0.5 * shadow_size) + (dot(q, right_) * scale_), (0.5 * shadow_size) - (dot(q, up_) * scale_), dot(q, sun)};
  }
  V middle_, right_, up_;
  double scale_ = 1;
  std::vector<float> depth_;
};

// ---- the picture

struct Light {
  float r = 0, g = 0, b = 0;
};
Light operator+(Light a, Light b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
Light operator*(Light a, double s) {
  const auto f = static_cast<float>(s);
  return {a.r * f, a.g * f, a.b * f};
}
Light mix(Light a, Light b, double t) { return (a * (1 - t)) + (b * t); }
Light light_of(Colour c) { return {static_cast<float>(c.r), static_cast<float>(c.g), static_cast<float>(c.b)}; }

class Picture3d {
 public:
  Picture3d(const Scene& scene, const View3d& view) : view_(view) {
    for (const Solid& solid : scene.solids) {
      const auto index = static_cast<std::size_t>(solid.material);
      if (solid.material < 0 || index >= scene.materials.size()) continue;
      for (const Triangle& triangle : solid.triangles) {
        if (const auto face = face_of(triangle, scene.materials[index].colour)) faces_.push_back(*face);
      }
    }
    for (const Face& face : faces_) {
      for (const V p : face.p) bounds_.add(p);
    }
    if (bounds_.empty()) bounds_ = {{-1, 0, -1}, {1, 0, 1}};
  }

  Image draw() {
    const Lens lens(view_, faces_, bounds_);
    const Shadows shadows(faces_, bounds_);
    width_ = view_.width * fine;
    height_ = view_.height * fine;
    visible(lens);
    corners(lens);
    edges();
    shade(lens, shadows);
    glass(lens);
    Image out{.width = view_.width, .height = view_.height, .camera = view_.camera};
    out.pixels = packed();
    out.camera.position = to_array(lens.eye());
    out.camera.target = to_array(lens.target());
    out.low = to_array(bounds_.low);
    out.high = to_array(bounds_.high);
    return out;
  }

 private:
  std::size_t at(int x, int y) const {
    return (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_)) + static_cast<std::size_t>(x);
  }
  double ground_level() const { return bounds_.low.y; }

  void visible(const Lens& lens) {
    const std::size_t count = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
    close_.assign(count, -std::numeric_limits<float>::infinity());
    if (lens.perspective()) close_.assign(count, 0.0F);
    id_.assign(count, nothing);
    for (std::size_t i = 0; i < faces_.size(); ++i) {
      const Face& face = faces_[i];
      if (face.colour.a != 255 || away(face, lens)) continue;
      const auto id = static_cast<std::int32_t>(i);
      draw_face(face, lens, width_, height_, [this, id](std::size_t p, float close) {
        if (close > close_[p]) {
          close_[p] = close;
          id_[p] = id;
        }
      });
    }
  }
  static bool away(const Face& face, const Lens& lens) {
    const V toward = lens.perspective() ? lens.eye() - face.p[0] : lens.eye() - lens.target();
    return dot(face.normal, toward) <= 0;
  }

  // Darkness in corners, at half the picture's size: how much of what lies round a point rises above its face.
  void corners(const Lens& lens) {
    corner_width_ = (view_.width + 1) / 2;
    corner_height_ = (view_.height + 1) / 2;
    corner_.assign(static_cast<std::size_t>(corner_width_) * static_cast<std::size_t>(corner_height_), 0.0F);
    for (int y = 0; y < corner_height_; ++y) {
      for (int x = 0; x < corner_width_; ++x) {
        corner_[(static_cast<std::size_t>(y) * static_cast<std::size_t>(corner_width_)) + static_cast<std::size_t>(x)] =
            static_cast<float>(darkness(lens, (x * 4) + 1, (y * 4) + 1));
      }
    }
  }
  // Points evenly over a disc; the same for every pixel, so that flat parts stay even.
  static constexpr int looks = 12;
  static const std::array<std::pair<double, double>, looks>& spiral() {
    static const auto points = [] {
      std::array<std::pair<double, double>, looks> out;
      for (int i = 0; i < looks; ++i) {
        const double radius = std::sqrt((i + 0.5) / looks);
        const double angle = i * 2.399963;  // the golden angle
        out[static_cast<std::size_t>(i)] = {radius * std::cos(angle), radius * std::sin(angle)};
      }
      return out;
    }();
    return points;
  }
  double darkness(const Lens& lens, int x, int y) const {
    x = std::min(x, width_ - 1);
    y = std::min(y, height_ - 1);
    const std::int32_t id = id_[at(x, y)];
    if (id == nothing) return 0;
    const Face& face = faces_[static_cast<std::size_t>(id)];
    const double depth = lens.depth_of(close_[at(x, y)]);
    const V here = point(lens, face.normal, face.offset, x, y);
    constexpr double reach_m = 0.7;
    const double reach = std::min(reach_m * lens.fine_pixels_per_metre(depth), 0.2 * height_);
    double sum = 0;
    for (const auto& [dx, dy] : spiral()) {
      const int px = x + static_cast<int>(reach * dx);
      const int py = y + static_cast<int>(reach * dy);
      if (px < 0 || py < 0 || px >= width_ || py >= height_) continue;
      const std::int32_t other = id_[at(px, py)];
      if (other == nothing || other == id) continue;
      const Face& that = faces_[static_cast<std::size_t>(other)];
      const V there = point(lens, that.normal, that.offset, px, py);
      const V way = there - here;
      const double distance = length(way);
      const double rise = dot(way, face.normal);
      if (rise < 0.02 || distance > 2 * reach_m) continue;
      sum += (rise / distance) * (1 - (distance / (2 * reach_m)));
    }
    return std::min(1.0, 2.2 * sum / looks);
  }
  double corner_at(int x, int y) const {  // fine pixel, between four values
    const double u = std::clamp((x - 1) / 4.0, 0.0, corner_width_ - 1.0);
    const double v = std::clamp((y - 1) / 4.0, 0.0, corner_height_ - 1.0);
    const int i = std::min(static_cast<int>(u), std::max(corner_width_ - 2, 0));
    const int j = std::min(static_cast<int>(v), std::max(corner_height_ - 2, 0));
    const int i1 = std::min(i + 1, corner_width_ - 1);
    const int j1 = std::min(j + 1, corner_height_ - 1);
    const auto get = [this](int a, int b) {
      return corner_[(static_cast<std::size_t>(b) * static_cast<std::size_t>(corner_width_)) +
                     static_cast<std::size_t>(a)];
    };
    const double fx = u - i;
    const double fy = v - j;
    return (((get(i, j) * (1 - fx)) + (get(i1, j) * fx)) * (1 - fy)) +
           (((get(i, j1) * (1 - fx)) + (get(i1, j1) * fx)) * fy);
  }

  static V point(const Lens& lens, V normal, double offset, int x, int y) {
    const Ray ray = lens.ray(x + 0.5, y + 0.5);
    const double slope = dot(normal, ray.direction);
    const double t = std::abs(slope) < 1e-9 ? 0 : (offset - dot(normal, ray.origin)) / slope;
    return ray.origin + (ray.direction * t);
  }

  // Four samples a pixel; where they show one face, one is looked at.
  void shade(const Lens& lens, const Shadows& shadows) {
    colour_.resize(static_cast<std::size_t>(view_.width) * static_cast<std::size_t>(view_.height));
    const Light ink{58, 64, 70};
    for (int y = 0; y < view_.height; ++y) {
      for (int x = 0; x < view_.width; ++x) {
        const std::size_t p = at(x * fine, y * fine);
        const std::array<std::size_t, 4> four{p, p + 1, p + static_cast<std::size_t>(width_),
                                              p + 1 + static_cast<std::size_t>(width_)};
        Light sum;
        Light last;
        for (std::size_t i = 0; i < 4; ++i) {
          if (i == 0 || id_[four[i]] != id_[four[i - 1]]) {
            last = sample(lens, shadows, (x * fine) + static_cast<int>(i & 1U), (y * fine) + static_cast<int>(i >> 1U),
                          id_[four[i]]);
          }
          sum = sum + (line_[four[i]] == 0 ? last : mix(last, ink, line_[four[i]] / 255.0));
        }
        colour_[(static_cast<std::size_t>(y) * static_cast<std::size_t>(view_.width)) + static_cast<std::size_t>(x)] =
            sum * 0.25;
      }
    }
  }
  Light sample(const Lens& lens, const Shadows& shadows, int x, int y, std::int32_t id) const {
    if (id == nothing) return ground(lens, shadows, x, y);
    const Face& face = faces_[static_cast<std::size_t>(id)];
    return lit(face, point(lens, face.normal, face.offset, x, y), shadows, corner_at(x, y));
  }
  static Light lit(const Face& face, V p, const Shadows& shadows, double corner) {
    const double facing = dot(face.normal, sun);
    double direct = 0;
    if (facing > 0) direct = facing * shadows.light(p, face.normal);
    const double sky = 0.70 + (0.08 * face.normal.y) + (0.04 * face.normal.z);
    const double total = (sky * (1 - (0.45 * corner))) + (0.30 * direct);
    // Shade leans to blue, sun to yellow; a little.
    const double warm = direct - 0.4;
    const Light base = light_of(face.colour);
    const auto part = [&](float value, double tint) {
      return static_cast<float>(std::min(255.0, value * total * (1 + (tint * warm))));
    };
    return {part(base.r, 0.03), part(base.g, 0.01), part(base.b, -0.03)};
  }
  // Where nothing stands: the ground colour, with the building's shadow on it.
  Light ground(const Lens& lens, const Shadows& shadows, int x, int y) const {
    const Light base = light_of(view_.ground);
    const Ray ray = lens.ray(x + 0.5, y + 0.5);
    if (ray.direction.y >= -1e-6) return base;
    const double t = (ground_level() - ray.origin.y) / ray.direction.y;
    if (t < 0) return base;
    const V p = ray.origin + (ray.direction * t);
    return base * (0.86 + (0.14 * shadows.light(p, {0, 1, 0})));
  }

  // A thin line where two neighbours are not of one plane, or not of one colour.
  void edges() {
    line_.assign(id_.size(), 0);
    for (int y = 0; y + 1 < height_; ++y) {
      for (int x = 0; x + 1 < width_; ++x) {
        const std::size_t p = at(x, y);
        const auto below = p + static_cast<std::size_t>(width_);
        if (id_[p] != id_[p + 1]) mark(p, p + 1);
        if (id_[p] != id_[below]) mark(p, below);
      }
    }
  }
  void mark(std::size_t p, std::size_t q) {
    if (id_[p] == nothing || id_[q] == nothing) {
      line_[id_[p] == nothing ? q : p] = 130;
      return;
    }
    const Face& a = faces_[static_cast<std::size_t>(id_[p])];
    const Face& b = faces_[static_cast<std::size_t>(id_[q])];
    const bool plane = dot(a.normal, b.normal) > 0.95 && std::abs(a.offset - b.offset) < 0.01;
    const std::size_t nearer = close_[p] > close_[q] ? p : q;
    const std::uint8_t strength = !plane ? 90 : a.colour == b.colour ? 0 : 40;
    line_[nearer] = std::max(line_[nearer], strength);
  }

  // What can be seen through, from the back to the front.
  void glass(const Lens& lens) {
    std::vector<const Face*> panes;
    for (const Face& face : faces_) {
      if (face.colour.a != 255 && face.colour.a != 0) panes.push_back(&face);
    }
    const auto far = [&](const Face* face) { return lens.depth((face->p[0] + face->p[1] + face->p[2]) * (1.0 / 3)); };
    std::ranges::sort(panes, {}, [&](const Face* face) { return std::pair(-far(face), face); });
    for (const Face* face : panes) {
      const double lightness = 0.75 + (0.25 * std::max(0.0, dot(face->normal, sun)));
      const Light tint = light_of(face->colour) * lightness;
      // A pixel is met once for each of its samples.
      const double alpha = 1 - std::pow(1 - (face->colour.a / 255.0 * (away(*face, lens) ? 0.5 : 1.0)), 0.25);
      draw_face(*face, lens, width_, height_, [&](std::size_t p, float close) {
        if (close <= close_[p]) return;
        const std::size_t row = p / static_cast<std::size_t>(width_);
        const std::size_t column = p % static_cast<std::size_t>(width_);
        Light& pixel = colour_[((row / fine) * static_cast<std::size_t>(view_.width)) + (column / fine)];
        pixel = mix(pixel, tint, alpha);
      });
    }
  }

  std::vector<std::uint32_t> packed() const {
    std::vector<std::uint32_t> out;
    out.reserve(colour_.size());
    const auto byte = [](float value) { return static_cast<std::uint32_t>(std::clamp(value + 0.5F, 0.0F, 255.0F)); };
    for (const Light& c : colour_) out.push_back(0xff000000U | (byte(c.r) << 16) | (byte(c.g) << 8) | byte(c.b));
    return out;
  }

  const View3d& view_;
  std::vector<Face> faces_;
  Bounds bounds_;
  int width_ = 0, height_ = 0, corner_width_ = 0, corner_height_ = 0;
  std::vector<float> close_, corner_;
  std::vector<std::int32_t> id_;
  std::vector<std::uint8_t> line_;
  std::vector<Light> colour_;  // of the picture's own pixels
};

base::Result<void> check(const View3d& view) {
  using base::Code;
  constexpr int longest = 8192;
  constexpr std::int64_t most = 4'000'000;
  if (view.width < 1 || view.height < 1 || view.width > longest || view.height > longest ||
      std::int64_t{view.width} * view.height > most) {
    return base::fail(Code::out_of_range, "a picture of this size cannot be drawn in three dimensions", "width",
                      "Use 1 to 8192 pixels a side and at most 4 million together.");
  }
  const Camera& camera = view.camera;
  if (!(camera.fov_deg >= 10 && camera.fov_deg <= 120)) {
    return base::fail(Code::out_of_range, "fov must be 10 to 120 degrees", "fov");
  }
  for (const auto& place : {camera.position, camera.target}) {
    if (place && !(length(from(*place)) < 1e7)) {
      return base::fail(Code::out_of_range, "the camera must be within 10 000 km", "cameraPosition");
    }
  }
  if (camera.position && camera.target && length(from(*camera.position) - from(*camera.target)) < 1e-6) {
    return base::fail(Code::degenerate, "the camera stands on its target", "cameraPosition",
                      "Move cameraPosition or cameraTarget, or leave both out.");
  }
  return {};
}

}  // namespace

base::Result<Image> raster3d(const Scene& scene, const View3d& view) {
  TRY(check(view));
  return Picture3d(scene, view).draw();
}

}  // namespace drawing
