// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::get_element {

namespace {

struct Args {
  std::string element_id;
  static constexpr auto fields = tool::fields(tool::field("element_id", &Args::element_id, "The element."));
};
struct Out {
  Json element;
  std::string branch;
  std::int64_t revision = 0;
  static constexpr auto fields = tool::fields(
      tool::field("element", &Out::element, "Its parameters, where it is, what is derived, its relations."),
      tool::field("branch", &Out::branch, "The branch."), tool::field("revision", &Out::revision, "Of the branch."));
};

double rounded(double value) { return std::round(value * 1e9) / 1e9; }

// What the table has and the element does not say.
Json settable(const Record& record) {
  Json out = Json::object();
  for (const engine::Parameter& each : engine::category_named(record.category)->parameters) {
    const std::string_view unit = engine::unit_of(each.kind);
    std::string text(engine::name_of(each.kind));
    if (!unit.empty()) text.append(", ").append(unit);
    if (!each.among.empty()) text.append(": ").append(each.among);
    out.set(std::string(each.name), std::move(text));
  }
  return out;
}

void add_room(const std::string& id, const engine::StoreyShapes& shapes, const engine::Storey& storey, double height_m,
              Json& derived) {
  const auto found = shapes.rooms.find(id);
  derived.set("enclosed", found != shapes.rooms.end());
  if (found == shapes.rooms.end()) return;
  const geometry::FoundRoom& room = shapes.spaces[found->second];
  derived.set("area_m2", rounded(room.net_m2())).set("gross_area_m2", rounded(room.gross_m2()));
  derived.set("centre_line_area_m2", rounded(room.centre_line_m2()));
  derived.set("perimeter_mm", rounded(room.gross_perimeter_m() * 1000));
  derived.set("volume_m3", rounded(room.net_m2() * (height_m > 0 ? height_m : storey.height_m)));
  Json walls = Json::array();
  for (const std::uint32_t wall : room.walls) walls.push_back(shapes.walls[wall]);
  derived.set("bounded_by", std::move(walls));
}

void add_joins(const std::string& id, const engine::StoreyShapes& shapes, Json& derived) {
  constexpr std::array<const char*, 3> kinds{"mitre", "butt", "cross"};
  Json joins = Json::array();
  for (const engine::WallJoin& join : shapes.joins) {
    if (std::ranges::find(join.walls, id) == join.walls.end()) continue;
    Json with = Json::array();
    for (const std::string& other : join.walls) {
      if (other != id) with.push_back(other);
    }
    joins.push_back(Json::object({{"kind", kinds[static_cast<std::size_t>(join.kind)]}, {"with", std::move(with)}}));
  }
  derived.set("joins", std::move(joins));
}

Result<Json> derived_of(const Record& record, const engine::Model& model) {
  Json derived = Json::object();
  const engine::Storey storey = engine::storey_of(record, model);
  if (record.category == "wall" || record.category == "room") {
    const engine::StoreyShapes shapes = TRY(engine::storey_shapes(model, storey.elevation_m));
    if (record.category == "room") {
      add_room(record.id, shapes, storey, engine::number(record, "height") / 1000, derived);
      return derived;
    }
    const engine::WallBody body = engine::wall_body(record, model);
    derived.set("length_mm", rounded(body.length_m() * 1000)).set("thickness_mm", rounded(body.thickness_m * 1000));
    derived.set("volume_m3", rounded(shapes.bodies.at(record.id).volume_m3()));
    add_joins(record.id, shapes, derived);
  } else if (record.category == "floor" || record.category == "column" || record.category == "roof" ||
             record.category == "solid") {
    derived.set("volume_m3", rounded(TRY(engine::solid_of(record, model)).volume_m3()));
  }
  return derived;
}

Result<Out> read(const Args& args, const View& view) {
  const engine::Model model = model_of(view);
  const Record record = TRY(find_element(view, model, args.element_id, "element_id"));
  Json element = described(record, model);
  element.set("derived", TRY(derived_of(record, model)));
  Json hosts = Json::array(), consumed = Json::array();
  for (const Record& other : model.referring(record.id)) {
    if (engine::is_hosted(other.category)) hosts.push_back(other.id);
    if (other.category == "solid") consumed.push_back(other.id);
  }
  if (!hosts.empty()) element.set("hosts", std::move(hosts));
  if (!consumed.empty()) element.set("consumed_by", std::move(consumed));
  element.set("settable", settable(record));
  return Out{std::move(element), view.branch_name(), view.revision()};
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>({.name = "get_element",
                                .title = "Look up a building element",
                                .doc = "Shows one element of the building: parameters, place, areas and volumes, "
                                       "relations, and what modify_parameter can set.",
                                .by_default = false},
                               read);
}

}  // namespace bim::tools::get_element
