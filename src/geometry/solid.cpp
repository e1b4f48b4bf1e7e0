// SPDX-License-Identifier: Apache-2.0
#include "geometry/solid.h"

#include <manifold/manifold.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>

namespace geometry {
namespace {

using manifold::Manifold;
using manifold::MeshGL64;

Vec3 home(const Box& box) {
  const Vec3 middle = box.middle();
  return {std::round(middle.x), std::round(middle.y), std::round(middle.z)};
}
manifold::vec3 vector(Vec3 v) { return {v.x, v.y, v.z}; }

MeshGL64 exported(const Mesh& mesh, Vec3 origin, bool turn) {
  MeshGL64 out;
  out.numProp = 3;
  for (const auto& point : mesh.points) {
    const Vec3 at = point - origin;
    out.vertProperties.insert(out.vertProperties.end(), {at.x, at.y, at.z});
  }
  for (const auto& each : mesh.triangles)
    out.triVerts.insert(out.triVerts.end(), {each[0], each[turn ? 2 : 1], each[turn ? 1 : 2]});
  return out;
}

base::Error broke(const std::string& why) {
  return base::fail(base::Code::degenerate, "the solid cannot be made: " + why);
}

// What Manifold says, for people.
std::string reason(Manifold::Error error) {
  switch (error) {
    case Manifold::Error::NoError:
      return {};
    case Manifold::Error::NonFiniteVertex:
      return "a point is not a number";
    case Manifold::Error::NotManifold:
      return "the surface is open or its faces do not all face outwards";
    case Manifold::Error::ResultTooLarge:
      return "the result is too large";
    case Manifold::Error::Cancelled:
      return "it was cancelled";
    default:
      return "the surface is not valid";
  }
}

Mesh mesh_of(const Slab& slab) {
  Mesh mesh;
  const auto count = static_cast<std::uint32_t>(slab.base.size());
  for (const double height : {slab.bottom_m, slab.top_m})
    for (const auto& point : slab.base) mesh.points.push_back({point.x, point.y, height});
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto next = (i + 1) % count;
    mesh.triangles.push_back({i, next, count + next});
    mesh.triangles.push_back({i, count + next, count + i});
  }
  for (std::uint32_t i = 1; i + 1 < count; ++i) {
    mesh.triangles.push_back({0, i + 1, i});
    mesh.triangles.push_back({count, count + i, count + i + 1});
  }
  return mesh;
}

manifold::OpType type_of(Operation operation) {
  switch (operation) {
    case Operation::unite:
      return manifold::OpType::Add;
    case Operation::subtract:
      return manifold::OpType::Subtract;
    case Operation::intersect:
      return manifold::OpType::Intersect;
  }
  return manifold::OpType::Add;
}

}  // namespace

// Evaluated when made: what the library computes when first asked is computed by then.
struct Solid::Body {
  Vec3 origin;
  Manifold shape;

  static Result<std::shared_ptr<const Body>> made(Vec3 origin, Manifold shape) {
    if (const auto error = shape.Status(); error != Manifold::Error::NoError) return broke(reason(error));
    return std::make_shared<const Body>(Body{origin, std::move(shape)});
  }
};

Solid::Solid() : body_(std::make_shared<const Body>()) {}
Solid::Solid(std::shared_ptr<const Body> body) : body_(std::move(body)) {}

Result<Solid> Solid::from_mesh(const Mesh& given) {
  TRY(check(given));
  const Mesh mesh = welded(given);
  if (const auto closure = closure_of(mesh); !closure.closed()) return broke(closure.reason());
  const double volume = signed_volume(mesh);
  const Vec3 origin = home(box_of(mesh));
  try {
    Manifold shape(exported(mesh, origin, volume < 0));
    if (shape.Status() == Manifold::Error::NoError && shape.IsEmpty()) return broke("it has no volume");
    return Solid(TRY(Body::made(origin, std::move(shape))));
  } catch (const std::exception& problem) {
    return broke(problem.what());
  }
}

Result<Solid> Solid::from_prism(const Prism& prism) {
  if (prism.empty()) return Solid();
  const Vec3 origin = home(prism.box());
  try {
    std::vector<Manifold> slabs;
    for (const auto& each : prism.slabs()) slabs.emplace_back(exported(mesh_of(each), origin, false));
    return Solid(TRY(Body::made(origin, Manifold::BatchBoolean(slabs, manifold::OpType::Add))));
  } catch (const std::exception& problem) {
    return broke(problem.what());
  }
}

bool Solid::empty() const { return body_->shape.IsEmpty(); }
double Solid::volume_m3() const { return empty() ? 0 : body_->shape.Volume(); }
double Solid::surface_m2() const { return empty() ? 0 : body_->shape.SurfaceArea(); }
Box Solid::box() const {
  Box box;
  if (empty()) return box;
  const auto bounds = body_->shape.BoundingBox();
  box.include(body_->origin + Vec3{bounds.min.x, bounds.min.y, bounds.min.z});
  box.include(body_->origin + Vec3{bounds.max.x, bounds.max.y, bounds.max.z});
  return box;
}

Mesh Solid::mesh() const {
  const auto from = body_->shape.GetMeshGL64();
  Mesh mesh;
  const auto stride = static_cast<std::size_t>(from.numProp);
  for (std::size_t i = 0; i + 2 < from.vertProperties.size(); i += stride)
    mesh.points.push_back(body_->origin +
                          Vec3{from.vertProperties[i], from.vertProperties[i + 1], from.vertProperties[i + 2]});
  for (std::size_t i = 0; i + 2 < from.triVerts.size(); i += 3)
    mesh.triangles.push_back({static_cast<std::uint32_t>(from.triVerts[i]),
                              static_cast<std::uint32_t>(from.triVerts[i + 1]),
                              static_cast<std::uint32_t>(from.triVerts[i + 2])});
  return mesh;
}

Solid Solid::moved(Vec3 by) const {
  return Solid(std::make_shared<const Body>(Body{body_->origin + by, body_->shape}));
}

Result<Section> Solid::cut(Vec3 origin, Vec3 normal) const {
  const Vec3 given[] = {origin, normal};
  TRY(check_points(given, "the plane"));
  const Vec3 n = unit(normal);
  if (!(length(n) > 0.5)) return base::fail(base::Code::degenerate, "the plane's normal has no length");
  const Vec3 right = unit(cross(std::abs(n.z) > 1 - 1e-12 ? Vec3{0, n.z > 0 ? 1.0 : -1.0, 0} : Vec3{0, 0, 1}, n));
  Section section{origin, right, cross(n, right), {}};
  if (empty()) return section;
  const Vec3 from = body_->origin - origin;
  const manifold::mat3x4 flat({section.right.x, section.up.x, n.x}, {section.right.y, section.up.y, n.y},
                              {section.right.z, section.up.z, n.z},
                              {dot(section.right, from), dot(section.up, from), dot(n, from)});
  try {
    std::vector<Ring> rings;
    for (const auto& contour : body_->shape.Transform(flat).Slice(0)) {
      auto& ring = rings.emplace_back();
      for (const auto& point : contour) ring.push_back({point.x, point.y});
    }
    section.polygons = TRY(polygons_of(rings, Fill::even_odd));
  } catch (const std::exception& problem) {
    return broke(problem.what());
  }
  return section;
}

Result<Solid> combine(const Solid& a, const Solid& b, Operation operation) {
  if (b.empty()) return operation == Operation::intersect ? Solid() : a;
  if (a.empty()) return operation == Operation::unite ? b : Solid();
  TRY(check_count(a.body_->shape.NumTri() + b.body_->shape.NumTri(), most_triangles, "triangles"));
  const Vec3 origin = a.body_->origin;
  try {
    const auto other = b.body_->shape.Translate(vector(b.body_->origin - origin));
    return Solid(TRY(Solid::Body::made(origin, a.body_->shape.Boolean(other, type_of(operation)))));
  } catch (const std::exception& problem) {
    return broke(problem.what());
  }
}

}  // namespace geometry
