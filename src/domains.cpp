// SPDX-License-Identifier: Apache-2.0
#include "domains.h"

// The list of domains. A domain is its folder, src/domains/<name> with <name>::domain(), and its line here. Those that
// are not built yet are names only, because policy files may already speak of them.
#define LINTEL_DOMAINS(BUILT, PLANNED) \
  BUILT(ids)                           \
  BUILT(energy)                        \
  BUILT(floorplan)                     \
  BUILT(aas)                           \
  PLANNED(bim)                         \
  BUILT(fixtures)

#define DECLARE(name)      \
  namespace name {         \
  domain::Domain domain(); \
  }
#define NOTHING(name)
LINTEL_DOMAINS(DECLARE, NOTHING)

namespace {

using kernel::Governance;
using kernel::Mode;

domain::Domain planned(std::string name, Governance governance, std::vector<std::string> stands_for = {},
                       std::string remark = {}, std::vector<std::string> facts = {}) {
  tool::Toolset toolset;
  toolset.name = name;
  toolset.governance = std::move(governance);
  toolset.stands_for = std::move(stands_for);
  toolset.remark = std::move(remark);
  toolset.facts = std::move(facts);
  return {.name = std::move(name), .toolsets = {std::move(toolset)}};
}

domain::Domain planned_bim() {
  return planned("bim",
                 {.mode = Mode::preview,
                  .gate = {"element.deleted", "branch.merged"},
                  .bulk_above = 50,
                  .reasoning_required = true},
                 {"geometry", "spatial", "validation", "documentation"}, "geometry, spatial, validation, documentation",
                 {"elements.joined", "constraint.added", "view.created", "sheet.created", "conflict.resolved"});
}

}  // namespace

domain::Domains all_domains() {
#define BUILT(name) name::domain(),
#define PLANNED(name) planned_##name(),
  return {LINTEL_DOMAINS(BUILT, PLANNED)};
}
