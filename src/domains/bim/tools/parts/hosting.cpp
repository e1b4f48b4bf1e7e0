// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/hosting.h"

#include <cmath>

#include "domains/bim/tools/parts/describe.h"

namespace bim::tools {

using base::Code;
using base::fail;

Result<InWall> in_wall(const Record& wall, const engine::Source& source, const Json& given, const std::string& path) {
  const engine::Point point = TRY(engine::point_of(given, path));
  const engine::WallBody body = engine::wall_body(wall, source);
  const geometry::Vec2 from_start = geometry::Vec2{point.x / 1000, point.y / 1000} - body.start;
  const double beside = std::abs(cross(body.along(), from_start));
  if (beside > body.thickness_m / 2 + engine::gap_m)
    return fail(Code::opening_outside_host,
                "the point is " + std::to_string(std::llround(beside * 1000)) + " mm beside the wall's centre line",
                path, "Give a point in the wall.");
  return InWall{dot(from_start, body.along()) * 1000, point.z};
}

Result<std::string> host(const Hosted& wanted, Draft& draft) {
  const Record wall = TRY(draft.need(wanted.wall_id, "wall_id", "wall"));
  const engine::Category& category = *engine::category_named(wanted.category);
  const double width = wanted.width_mm.value_or(engine::parameter_named(category, "width")->otherwise_mm);
  const double near = wanted.reference == OffsetReference::centre ? wanted.offset_mm - width / 2 : wanted.offset_mm;
  Making made(draft, wanted.category);
  TRY(made.set("host", Json(wall.id), "wall_id"));
  TRY(made.set("offset", Json(near)));
  TRY(made.set("width", Json(width)));
  TRY(made.set("height", wanted.height_mm));
  TRY(made.set("sill_height", wanted.sill_mm));
  TRY(made.set(wanted.category + "_type", wanted.type));
  std::string id = draft.make(wanted.category, made.take());
  draft.tell("element.hosted", id);
  draft.say("Place " + called(*draft.find(id)) + " in " + called(wall));
  return id;
}

}  // namespace bim::tools
