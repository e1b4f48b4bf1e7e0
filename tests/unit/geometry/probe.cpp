// SPDX-License-Identifier: Apache-2.0
// What we make of two bodies, for comparison with others (tests/peers/geometry.py).
//
//     geometry_probe <cases         one case each line, as JSON: {"a": BODY, "b": BODY}
//
// BODY: {"points": [[x, y, z]…], "triangles": [[i, j, k]…]} a mesh, or {"outline": [[x, y]…], "bottom", "top"} a prism.
// Answers one line each: {"a", "b", "unite", "intersect", "subtract"}, volumes in m³; of two prisms also {"overlap",
// "without"}; or {"error"}.
#include <iostream>
#include <optional>
#include <string>

#include "base/json.h"
#include "geometry/prism.h"
#include "geometry/solid.h"

namespace {

using base::Json;
using base::Result;
using geometry::Operation;

geometry::Mesh mesh_of(const Json& body) {
  geometry::Mesh mesh;
  for (const auto& point : body.at("points").as_array()) {
    const auto& at = point.as_array();
    mesh.points.push_back({at[0].as_number(), at[1].as_number(), at[2].as_number()});
  }
  for (const auto& triangle : body.at("triangles").as_array()) {
    const auto index = [&](std::size_t i) { return static_cast<std::uint32_t>(triangle.as_array()[i].as_integer()); };
    mesh.triangles.push_back({index(0), index(1), index(2)});
  }
  return mesh;
}

Result<geometry::Prism> prism_of(const Json& body) {
  geometry::Polygon outline;
  for (const auto& point : body.at("outline").as_array())
    outline.outer.push_back({point.as_array()[0].as_number(), point.as_array()[1].as_number()});
  return geometry::Prism::extruded(outline, body.at("bottom").as_number(), body.at("top").as_number());
}

Result<geometry::Solid> solid_of(const Json& body) {
  if (body.find("outline") == nullptr) return geometry::Solid::from_mesh(mesh_of(body));
  return geometry::Solid::from_prism(TRY(prism_of(body)));
}

Result<Json> measured(const Json& given) {
  const auto a = TRY(solid_of(given.at("a"))), b = TRY(solid_of(given.at("b")));
  auto out = Json::object({{"a", a.volume_m3()}, {"b", b.volume_m3()}});
  out.set("unite", TRY(combine(a, b, Operation::unite)).volume_m3());
  out.set("intersect", TRY(combine(a, b, Operation::intersect)).volume_m3());
  out.set("subtract", TRY(combine(a, b, Operation::subtract)).volume_m3());
  if (given.at("a").find("outline") == nullptr || given.at("b").find("outline") == nullptr) return out;
  const auto one = TRY(prism_of(given.at("a"))), other = TRY(prism_of(given.at("b")));
  const auto shared = overlap(one, other);
  out.set("overlap", shared ? shared->volume_m3 : 0.0);
  out.set("without", one.without(other).volume_m3());
  return out;
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto given = base::parse_json(line);
    const auto said = given.ok() ? measured(*given) : Result<Json>(given.error());
    std::cout << (said.ok() ? *said : Json::object({{"error", said.error().message}})).dump() << "\n";
  }
}
