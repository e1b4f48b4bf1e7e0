// SPDX-License-Identifier: Apache-2.0
// What we make of EnergyPlus models, for comparison with others (tests/peers/energy_*.py).
//
//     energy_dump SCHEMA            one request each line of standard input: COMMAND TAB FILE [TAB ARGUMENT…]
//
// Commands: epjson, idf (the model in that format), same (written back without a change), edges, check, rename TYPE
// NAME NEW, scene, schedules YEAR. Each answers one line of JSON: {"output"}, {"same"}, {"edges"}, {"findings"},
// {"output", …}, {"surfaces", …}, {"schedules"} or {"error"}.
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

#include "base/json.h"
#include "base/text.h"
#include "domains/energy/engine/convert/convert.h"
#include "domains/energy/engine/geometry/findings.h"
#include "domains/energy/engine/geometry/scene.h"
#include "domains/energy/engine/geometry/zones.h"
#include "domains/energy/engine/model/edit.h"
#include "domains/energy/engine/model/model.h"
#include "domains/energy/engine/references/references.h"
#include "domains/energy/engine/references/rename.h"
#include "domains/energy/engine/schedules/schedules.h"
#include "domains/energy/engine/validate/validate.h"
#include "formats/idf/edit.h"

namespace {

using base::Json;
using base::Result;
using energy::engine::Model;

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Result<Model> read(const std::string& path, std::shared_ptr<const formats::idf::Schema> schema) {
  if (path.ends_with(".epJSON")) {
    auto file = TRY(formats::epjson::File::parse(bytes_of(path)));
    return Model::read(std::make_shared<const formats::epjson::File>(std::move(file)), std::move(schema));
  }
  auto file = TRY(formats::idf::File::parse(bytes_of(path)));
  return Model::read(std::make_shared<const formats::idf::File>(std::move(file)), std::move(schema));
}

Json mention(const Model& model, std::size_t object, std::size_t reading) {
  const auto& at = model.objects()[object];
  return Json::array({at.type->name, base::printable(at.key), Model::field_path(at, model.all_readings()[reading]),
                      base::printable(model.all_readings()[reading].value.text)});
}

Json edges(const Model& model) {
  const energy::engine::References references(model);
  Json::Array list;
  for (const auto& edge : references.edges()) {
    auto row = mention(model, edge.object, edge.reading);
    Json::Array targets;
    for (const auto each : references.targets(edge)) targets.push_back(model.objects()[each].type->name);
    row.push_back(std::move(targets));
    row.push_back(edge.class_name);
    list.push_back(std::move(row));
  }
  return Json::object({{"edges", std::move(list)}});
}

Json listed(const energy::engine::Findings& findings) {
  Json::Array list;
  for (const auto& each : findings) {
    list.push_back(Json::object({{"error", each.severity == energy::engine::Severity::error},
                                 {"code", each.code},
                                 {"type", each.type},
                                 {"name", base::printable(each.name)},
                                 {"field", base::printable(each.field)},
                                 {"line", each.line},
                                 {"message", each.message},
                                 {"hint", each.hint}}));
  }
  return list;
}

Json surface(const Model& model, const energy::engine::Scene& scene, const energy::engine::Surface& from) {
  Json::Array points;
  for (const auto& each : from.points) points.push_back(Json::array({each.x, each.y, each.z}));
  const auto& object = model.objects()[from.object];
  return Json::object({{"object_type", object.type->name},
                       {"name", object.key},
                       {"type", from.type},
                       {"zone", from.zone == from.none ? "" : scene.zones[from.zone].name},
                       {"boundary", from.boundary},
                       {"construction", from.construction},
                       {"area", area(from.points)},
                       {"tilt", tilt_deg(from.points)},
                       {"azimuth", azimuth_deg(from.points)},
                       {"points", std::move(points)}});
}

Json scene(const Model& model) {
  const auto made = scene_of(model);
  Json::Array surfaces, zones, left_out;
  for (const auto& each : made.surfaces) surfaces.push_back(surface(model, made, each));
  const auto sizes = zone_sizes(made);
  for (std::size_t i = 0; i < sizes.size(); ++i)
    zones.push_back(Json::object({{"name", made.zones[i].name},
                                  {"floor", sizes[i].floor_m2},
                                  {"ceiling", sizes[i].ceiling_m2},
                                  {"volume", sizes[i].volume_m3},
                                  {"height", sizes[i].height_m}}));
  for (const auto& each : made.left_out) left_out.push_back(each.reason);
  return Json::object({{"surfaces", std::move(surfaces)},
                       {"zones", std::move(zones)},
                       {"left_out", std::move(left_out)},
                       {"findings", listed(geometry_findings(model, made))}});
}

Json schedules(const Model& model, int year) {
  const auto begin = std::chrono::steady_clock::now();
  const energy::engine::Schedules all(model, year);
  std::vector<Result<std::vector<double>>> made;
  for (const auto each : all.objects()) made.push_back(all.values(each));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  Json list;
  for (std::size_t i = 0; i < made.size(); ++i) {
    Json values;
    if (made[i].ok()) {
      for (const double value : *made[i]) values.push_back(value);
    } else {
      values = made[i].error().message;
    }
    list.set(model.objects()[all.objects()[i]].key, std::move(values));
  }
  return Json::object({{"schedules", std::move(list)}, {"seconds", took.count()}});
}

Result<Json> rename(const Model& model, const std::vector<std::string_view>& words) {
  if (words.size() < 5) return base::fail(base::Code::missing, "rename needs TYPE NAME NEW");
  const auto object = model.find(words[2], words[3]);
  if (object == SIZE_MAX) return base::fail(base::Code::not_found, "no such object");
  const energy::engine::References references(model);
  const auto made = TRY(energy::engine::rename(model, references, object, words[4]));
  Json::Array edits, mentions;
  for (const auto& each : made.edits) edits.push_back(mention(model, each.object, each.reading));
  for (const auto& each : made.mentions) {
    auto row = mention(model, each.object, each.reading);
    row.push_back(each.why);
    mentions.push_back(std::move(row));
  }
  auto output = TRY(edited(model, made.edits));
  return Json::object({{"output", base::valid_utf8(output) ? output : ""},
                       {"references", made.references},
                       {"keys", made.keys},
                       {"edits", std::move(edits)},
                       {"mentions", std::move(mentions)}});
}

Result<Json> answer(const std::vector<std::string_view>& words,
                    const std::shared_ptr<const formats::idf::Schema>& schema) {
  if (words.size() < 2) return base::fail(base::Code::missing, "COMMAND TAB FILE");
  const auto model = TRY(read(std::string(words[1]), schema));
  if (words[0] == "epjson") return Json::object({{"output", TRY(to_epjson(model))}});
  if (words[0] == "idf") return Json::object({{"output", TRY(to_idf(model))}});
  if (words[0] == "same") return Json::object({{"same", TRY(edited(model, {})) == bytes_of(std::string(words[1]))}});
  if (words[0] == "edges") return edges(model);
  if (words[0] == "check") return Json::object({{"findings", listed(validate(model))}});
  if (words[0] == "scene") return scene(model);
  if (words[0] == "schedules" && words.size() > 2) return schedules(model, std::stoi(std::string(words[2])));
  if (words[0] == "rename") return rename(model, words);
  return base::fail(base::Code::unknown_name, "no such command");
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const auto schema = formats::idf::Schema::read(bytes_of(arguments[1]));
  if (!schema.ok()) {
    std::cerr << schema.error().message << '\n';
    return 2;
  }
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto result = answer(base::split(line, '\t'), *schema);
    const auto& json =
        result.ok() ? *result : Json::object({{"error", result.error().message + " " + result.error().path}});
    std::cout << json.dump() << std::endl;
  }
}
