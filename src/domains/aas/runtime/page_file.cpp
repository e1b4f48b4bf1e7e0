// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/runtime/page_file.h"

#include "domains/aas/engine/document/convert.h"
#include "domains/aas/engine/tree/memory.h"
#include "web/pages.h"

namespace aas::runtime {

base::Result<std::string> page_html(const engine::Page& page) {
  return web::page_file("aas", page.data, {page.title, page.text});
}

base::Result<std::string> page_html(std::string_view name, const engine::Opened& opened, std::string_view bytes,
                                    const engine::Templates& known) {
  engine::PageFacts facts{.name = std::string(name),
                          .format = std::string(engine::name(opened.packing)),
                          .metamodel = opened.metamodel,
                          .checked = opened.checked,
                          .warnings = opened.warnings};
  facts.warnings.insert(facts.warnings.end(), opened.problems.begin(), opened.problems.end());
  if (opened.packing == engine::Packing::aasx) facts.parts = engine::parts_of(bytes);
  return page_html(engine::page_of(engine::MemoryNodes(opened.environment), facts, known));
}

}  // namespace aas::runtime
