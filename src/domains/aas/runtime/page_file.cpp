// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/runtime/page_file.h"

#include <memory>
#include <unordered_map>
#include <utility>

#include "domains/aas/engine/document/convert.h"
#include "domains/aas/engine/tree/tree.h"
#include "web/pages.h"

namespace aas::runtime {

namespace {

// A file's nodes, in memory.
class FileNodes : public engine::Nodes {
 public:
  explicit FileNodes(base::Json environment) {
    std::size_t next = 0;
    for (auto& node : engine::taken_apart(std::move(environment), [&] { return std::to_string(next++); }))
      bodies_.emplace(std::move(node.id), std::make_shared<const base::Json>(std::move(node.body)));
  }
  engine::Node find(std::string_view id) const override {
    const auto found = bodies_.find(std::string(id));
    return found == bodies_.end() ? engine::Node() : engine::Node(found->first, found->second);
  }

 private:
  std::unordered_map<std::string, std::shared_ptr<const base::Json>> bodies_;
};

}  // namespace

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
  return page_html(engine::page_of(FileNodes(opened.environment), facts, known));
}

}  // namespace aas::runtime
