// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/describe.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "domains/bim/engine/draw/look.h"

namespace bim::tools {

using base::Code;
using base::fail;

namespace {

// To a thousandth of a millimetre: what the model is exact to for people.
double millimetres(double m) { return std::round(m * 1e6) / 1e3; }

Json corner(const geometry::Vec3& point) {
  return Json::array({millimetres(point.x), millimetres(point.y), millimetres(point.z)});
}

bool goes_with_its_host(std::string_view category) {
  return engine::is_hosted(category) || category == "join" || category == "solid";
}

}  // namespace

Json described(const Record& record, const engine::Source& source) {
  Json out = Json::object({{"id", record.id}, {"category", record.category}});
  const engine::Place place = engine::place_of(record, source);
  if (record.category != "level" && !place.levels.empty()) out.set("level", place.levels.front());
  out.set("parameters", *record.body);
  if (place.box) out.set("box_mm", Json::array({corner(place.box->low), corner(place.box->high)}));
  return out;
}

Result<std::vector<Record>> goes_along(const Record& record, const engine::Source& source) {
  std::vector<Record> all;
  std::vector<std::string> others;
  for (const Record& other : source.referring(record.id)) {
    if (!goes_with_its_host(other.category)) {
      others.push_back(other.id);
      continue;
    }
    for (Record& further : TRY(goes_along(other, source))) all.push_back(std::move(further));
    all.push_back(other);
  }
  if (others.empty()) return all;
  constexpr std::size_t most = 5;
  const std::size_t count = others.size();
  others.resize(std::min(count, most));
  return fail(Code::host_missing,
              std::to_string(count) + (count == 1 ? " element needs " : " elements need ") + record.id + ": " +
                  base::join(others, ", ") + (count > most ? ", …" : ""),
              record.id, "Delete them too, or give them another level or type with modify_parameter.");
}

std::string called(const Record& record) {
  const std::string_view name = engine::text(record, "name");
  return name.empty() ? engine::short_id(record.id) : record.category + " " + base::printable(name, 60);
}

}  // namespace bim::tools
