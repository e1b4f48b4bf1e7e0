// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/page.h"

#include <memory>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/document/convert.h"
#include "domains/aas/engine/page/page.h"
#include "domains/aas/engine/tree/tree.h"
#include "domains/aas/tools/parts/files.h"

namespace aas::tools {

namespace {

// The nodes of a view, for when it is gone: their bodies are shared.
class KeptNodes : public engine::Nodes {
 public:
  explicit KeptNodes(const View& view) {
    const ViewNodes nodes(view);
    for (Node& node : engine::in_order(nodes, nodes.root())) {
      std::string id = node.id();
      nodes_.emplace(std::move(id), std::move(node));
    }
  }
  Node find(std::string_view id) const override {
    const auto found = nodes_.find(std::string(id));
    return found == nodes_.end() ? Node() : found->second;
  }

 private:
  std::unordered_map<std::string, Node> nodes_;
};

engine::WaitingChange waiting_change(View::Proposed from) {
  const std::string who = from.requester.label.empty() ? from.requester.key() : from.requester.label;
  engine::WaitingChange out{.id = std::move(from.id),
                            .summary = std::move(from.summary),
                            .tier = std::string(kernel::name(from.tier)),
                            .by = (from.requester.kind == kernel::Kind::agent ? "agent " : "") + who,
                            .reason = std::move(from.reasoning),
                            .asked = base::iso8601(from.created_ms).substr(0, 16) + "Z",
                            .patches = {}};
  out.asked.replace(out.asked.find('T'), 1, " ");
  if (Json* patches = from.answer.find("patches")) out.patches = std::move(*patches);
  return out;
}

struct Kept {
  engine::PageFacts facts;
  KeptNodes nodes;
  engine::Templates known;
};

// The names of the parts of a package. Of `view` nothing but its contents is asked: the call is over.
std::optional<std::vector<std::string>> parts_in(const View& view, const OpenFile& file) {
  if (file.packing != engine::Packing::aasx) return std::nullopt;
  const auto bytes = bytes_with_files(view, file);
  return bytes.ok() ? std::optional(engine::parts_of(*bytes)) : std::nullopt;
}

}  // namespace

Result<tool::Extras> shown_on_page(const View& view, const engine::Templates& known, std::int64_t waiting) {
  OpenFile file = TRY(open_file(view));
  engine::PageFacts facts{.name = file.name,
                          .format = std::string(engine::name(file.packing)),
                          .metamodel = file.metamodel,
                          .checked = file.checked(),
                          .warnings = file.warnings};
  facts.waiting_in_all = static_cast<std::size_t>(waiting);
  if (waiting > 0) {
    for (View::Proposed& each : TRY(view.waiting_changes())) facts.waiting.push_back(waiting_change(std::move(each)));
  }
  const auto kept = std::make_shared<const Kept>(std::move(facts), KeptNodes(view), known);
  tool::Extras extras;
  extras.page_parts = [kept, view, file = std::move(file)] {
    engine::PageFacts facts_with_parts = kept->facts;
    facts_with_parts.parts = parts_in(view, file);
    return std::map<std::string, tool::PagePart>{
        {"aas", {"application/json", engine::page_of(kept->nodes, facts_with_parts, kept->known).data.dump()}}};
  };
  return extras;
}

}  // namespace aas::tools
