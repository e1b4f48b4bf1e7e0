// SPDX-License-Identifier: Apache-2.0
#include "drawing/glb.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>

#include "base/json.h"

// Clauses are those of the glTF 2.0 specification (Khronos).
namespace drawing {
namespace {

using base::Json;
using Point = std::array<float, 3>;

static_assert(std::endian::native == std::endian::little, "GLB is little-endian (§4.1)");

// §5.1.3, §5.11: numbers the format gives to types and targets.
constexpr int float_component = 5126;
constexpr int unsigned_int_component = 5125;
constexpr int array_buffer = 34962;
constexpr int element_array_buffer = 34963;

std::optional<Point> normal_of(const Triangle& triangle) {
  const auto& [a, b, c] = triangle.corners;
  for (const Point& corner : triangle.corners) {
    for (const float value : corner) {
      if (!std::isfinite(value)) return std::nullopt;
    }
  }
  const double ux = static_cast<double>(b[0]) - a[0];
  const double uy = static_cast<double>(b[1]) - a[1];
  const double uz = static_cast<double>(b[2]) - a[2];
  const double vx = static_cast<double>(c[0]) - a[0];
  const double vy = static_cast<double>(c[1]) - a[1];
  const double vz = static_cast<double>(c[2]) - a[2];
  const double nx = (uy * vz) - (uz * vy);
  const double ny = (uz * vx) - (ux * vz);
  const double nz = (ux * vy) - (uy * vx);
  const double length = std::sqrt((nx * nx) + (ny * ny) + (nz * nz));
  if (!(length > 1e-12)) return std::nullopt;
  return Point{static_cast<float>(nx / length), static_cast<float>(ny / length), static_cast<float>(nz / length)};
}

// A corner with its flat normal and its solid; equal ones are stored once.
struct Vertex {
  Point position, normal;
  float feature;
  friend auto operator<=>(const Vertex&, const Vertex&) = default;
};

struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;
  std::map<Vertex, std::uint32_t> known;
  std::vector<const Solid*> solids;

  void add(const Triangle& triangle, const Point& normal, float feature) {
    for (Point corner : triangle.corners) {
      for (float& value : corner) value += 0.0F;  // no -0
      const Vertex vertex{corner, normal, feature};
      const auto [it, fresh] = known.emplace(vertex, static_cast<std::uint32_t>(vertices.size()));
      if (fresh) vertices.push_back(vertex);
      indices.push_back(it->second);
    }
  }
  void add(const Solid& solid) {
    const auto feature = static_cast<float>(solids.size());
    bool any = false;
    for (const Triangle& triangle : solid.triangles) {
      const auto normal = normal_of(triangle);
      if (!normal) continue;
      add(triangle, *normal, feature);
      any = true;
    }
    if (any) solids.push_back(&solid);
  }
};

// sRGB to linear light: baseColorFactor is linear (§3.9.2).
double linear(std::uint8_t value) {
  const double s = value / 255.0;
  return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
}

double unit(double value) { return std::isfinite(value) ? std::clamp(value, 0.0, 1.0) : 0.0; }

Json material_json(const Material& material) {
  Json factor = Json::array(
      {linear(material.colour.r), linear(material.colour.g), linear(material.colour.b), material.colour.a / 255.0});
  Json out = Json::object({{"name", material.name},
                           {"pbrMetallicRoughness", Json::object({{"baseColorFactor", std::move(factor)},
                                                                  {"metallicFactor", unit(material.metalness)},
                                                                  {"roughnessFactor", unit(material.roughness)}})}});
  if (material.colour.a != 255) {
    out.set("alphaMode", "BLEND");
    out.set("doubleSided", true);
  }
  return out;
}

class Builder {
 public:
  explicit Builder(const Scene& scene) : scene_(scene) {}

  std::string build() {
    std::vector<Mesh> meshes(scene_.materials.size());
    for (const Solid& solid : scene_.solids) {
      const auto index = static_cast<std::size_t>(solid.material);
      if (solid.material >= 0 && index < meshes.size()) meshes[index].add(solid);
    }
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      if (!meshes[i].indices.empty()) add(meshes[i], scene_.materials[i]);
    }
    return container(document().dump());
  }

 private:
  template <class T>
  std::size_t view(const std::vector<T>& data, int target) {
    const std::size_t offset = binary_.size();
    const std::size_t bytes = data.size() * sizeof(T);
    binary_.resize(offset + bytes);
    std::memcpy(binary_.data() + offset, data.data(), bytes);
    views_.push_back(Json::object({{"buffer", 0}, {"byteOffset", offset}, {"byteLength", bytes}, {"target", target}}));
    return views_.size() - 1;
  }
  std::size_t accessor(std::size_t view, int component, std::size_t count, const char* type) {
    accessors_.push_back(
        Json::object({{"bufferView", view}, {"componentType", component}, {"count", count}, {"type", type}}));
    return accessors_.size() - 1;
  }

  // §3.6.2.5: positions must have min and max.
  std::size_t positions(const Mesh& mesh) {
    std::vector<Point> data;
    Point low = mesh.vertices.front().position;
    Point high = low;
    for (const Vertex& vertex : mesh.vertices) {
      data.push_back(vertex.position);
      for (std::size_t k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], vertex.position[k]);
        high[k] = std::max(high[k], vertex.position[k]);
      }
    }
    const std::size_t index = accessor(view(data, array_buffer), float_component, data.size(), "VEC3");
    const auto list = [](const Point& p) {
      return Json::array({static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])});
    };
    accessors_.as_array()[index].set("min", list(low));
    accessors_.as_array()[index].set("max", list(high));
    return index;
  }

  void add(const Mesh& mesh, const Material& material) {
    std::vector<Point> normals;
    std::vector<float> features;
    for (const Vertex& vertex : mesh.vertices) {
      normals.push_back(vertex.normal);
      features.push_back(vertex.feature);
    }
    const std::size_t count = mesh.vertices.size();
    Json attributes = Json::object({{"POSITION", positions(mesh)}});
    attributes.set("NORMAL", accessor(view(normals, array_buffer), float_component, count, "VEC3"));
    attributes.set("_FEATURE_ID_0", accessor(view(features, array_buffer), float_component, count, "SCALAR"));
    Json primitive = Json::object({{"attributes", std::move(attributes)}});
    primitive.set("indices", accessor(view(mesh.indices, element_array_buffer), unsigned_int_component,
                                      mesh.indices.size(), "SCALAR"));
    primitive.set("material", materials_.size());
    Json ids = Json::object({{"featureCount", mesh.solids.size()}, {"attribute", 0}});
    primitive.set("extensions",
                  Json::object({{"EXT_mesh_features", Json::object({{"featureIds", Json::array({std::move(ids)})}})}}));
    materials_.push_back(material_json(material));
    meshes_.push_back(Json::object({{"name", material.name}, {"primitives", Json::array({std::move(primitive)})}}));
    nodes_.push_back(node(mesh, material));
  }

  Json node(const Mesh& mesh, const Material& material) {
    Json elements = Json::array();
    for (const Solid* solid : mesh.solids) {
      elements.push_back(Json::object({{"id", solid->id}, {"name", solid->name}}));
    }
    const bool alone = mesh.solids.size() == 1 && !mesh.solids.front()->name.empty();
    return Json::object({{"name", alone ? mesh.solids.front()->name : material.name},
                         {"mesh", meshes_.size() - 1},
                         {"extras", Json::object({{"elements", std::move(elements)}})}});
  }

  Json document() {
    Json out = Json::object({{"asset", Json::object({{"version", "2.0"}, {"generator", "Lintel"}})}});
    Json scene = Json::object();
    if (!scene_.title.empty()) scene.set("name", scene_.title);
    if (!nodes_.empty()) {
      Json roots = Json::array();
      for (std::size_t i = 0; i < nodes_.size(); ++i) roots.push_back(i);
      scene.set("nodes", std::move(roots));
      out.set("extensionsUsed", Json::array({"EXT_mesh_features"}));
      out.set("nodes", nodes_);
      out.set("meshes", meshes_);
      out.set("materials", materials_);
      out.set("accessors", accessors_);
      out.set("bufferViews", views_);
      out.set("buffers", Json::array({Json::object({{"byteLength", binary_.size()}})}));
    }
    out.set("scene", 0);
    out.set("scenes", Json::array({std::move(scene)}));
    return out;
  }

  static void append_u32(std::string& out, std::size_t value) {
    const auto small = static_cast<std::uint32_t>(value);
    out.append(reinterpret_cast<const char*>(&small), sizeof small);
  }
  // §4.4: header, a JSON chunk padded with spaces, a BIN chunk padded with zeros.
  std::string container(std::string json) {
    while (json.size() % 4 != 0) json += ' ';
    while (binary_.size() % 4 != 0) binary_ += '\0';
    const std::size_t binary_part = binary_.empty() ? 0 : 8 + binary_.size();
    std::string out = "glTF";
    append_u32(out, 2);
    append_u32(out, 12 + 8 + json.size() + binary_part);
    append_u32(out, json.size());
    out += "JSON";
    out += json;
    if (binary_.empty()) return out;
    append_u32(out, binary_.size());
    out.append("BIN\0", 4);
    out += binary_;
    return out;
  }

  const Scene& scene_;
  std::string binary_;
  Json views_ = Json::array();
  Json accessors_ = Json::array();
  Json nodes_ = Json::array();
  Json meshes_ = Json::array();
  Json materials_ = Json::array();
};

}  // namespace

std::string glb(const Scene& scene) { return Builder(scene).build(); }

}  // namespace drawing
