// SPDX-License-Identifier: Apache-2.0
#include "domain/domain.h"

#include "domains/bim/tools/list.h"
#include "domains/bim/tools/parts/terms.h"

namespace bim {

namespace {

tool::Toolset toolset(std::string name, std::string title, std::string doc) {
  tool::Toolset out;
  out.name = std::move(name);
  out.title = std::move(title);
  out.doc = std::move(doc);
  out.shape = tool::Shape::envelope;
  out.branches = true;
  return out;
}

// The name for all of them, and what is beside the contract's four.
tool::Toolset whole() {
  tool::Toolset out = toolset("bim", "Buildings",
                              "Buildings drawn and checked by agents: levels, types, rooms, pictures, several changes "
                              "as one. Lengths are millimetres, areas m², volumes m³, angles degrees.");
  out.governance = kernel::Governance{.mode = kernel::Mode::preview,
                                      .gate = {"element.deleted", "branch.merged"},
                                      .bulk_above = 50,
                                      .reasoning_required = true};
  out.remark = "geometry, spatial, validation, documentation";
  out.stands_for = {"geometry", "spatial", "validation", "documentation", "bim"};
  out.facts = {"elements.joined", "constraint.added", "view.created", "sheet.created", "conflict.resolved"};
  return out;
}

std::vector<tool::Toolset> toolsets() {
  std::vector<tool::Toolset> all;
  all.push_back(toolset("geometry", "Building geometry",
                        "Walls, floors, roofs, columns, openings, doors and windows: create, join, change, move, copy "
                        "and combine them. Points are [x, y] or [x, y, z] in mm."));
  all.push_back(whole());
  return all;
}

::domain::Serving serve() {
  ::domain::Serving serving;
  serving.offers.push_back(tools::geometry());
  serving.offers.push_back(tools::extras());
  return serving;
}

}  // namespace

::domain::Domain domain() {
  return {.name = "bim", .toolsets = toolsets(), .serve = serve, .place = tools::place, .hold = tools::hold};
}

}  // namespace bim
