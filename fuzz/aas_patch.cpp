// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/json.h"
#include "base/result.h"
#include "domains/aas/engine/edit/draft.h"
#include "domains/aas/engine/tree/tree.h"
#include "domains/aas/engine/validate/validate.h"

namespace {

using namespace aas::engine;  // NOLINT(google-build-using-namespace)

class Document : public Nodes {
 public:
  Document(Json environment, const Mint& mint) {
    for (NewNode& node : taken_apart(std::move(environment), mint))
      nodes_.emplace(node.id, std::make_shared<const Json>(std::move(node.body)));
  }
  Node find(std::string_view id) const override {
    const auto found = nodes_.find(id);
    return found == nodes_.end() ? Node() : Node(found->first, found->second);
  }

 private:
  std::map<std::string, std::shared_ptr<const Json>, std::less<>> nodes_;
};

}  // namespace

// {"document": an environment, "patches": […]}: whatever is asked, the draft holds together, the document it came from
// is not touched, and what it says was there was there.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = base::parse_json({reinterpret_cast<const char*>(data), size}, {.max_bytes = 65'536});
  if (!input.ok()) return 0;
  const Json* environment = input->find("document");
  const Json* patches = input->find("patches");
  if (environment == nullptr || !environment->is_object() || patches == nullptr || !patches->is_array()) return 0;
  int minted = 0;
  const Mint mint = [&] { return "aas:" + std::to_string(++minted); };
  const Document document(*environment, mint);
  LINTEL_CHECK(put_together(document, document.root()) == *environment);
  Draft draft(document, mint);
  for (const Json& each : patches->as_array()) {
    auto patch = patch_from_json(each);
    if (!patch.ok()) continue;
    const Json before = put_together(draft, draft.root());
    const std::string path = patch->path;
    const bool replaces = patch->op == Patch::Op::replace;
    if (!draft.apply(*std::move(patch)).ok()) break;
    if (replaces) LINTEL_CHECK(draft.patches().back().before == *before.pointer(path));
    LINTEL_CHECK(with_all_below(draft, draft.root()).size() <= static_cast<std::size_t>(minted) + 1);
  }
  static_cast<void>(errors_added(document, draft, Version::v3_0, Checks::all));
  LINTEL_CHECK(put_together(document, document.root()) == *environment);
  return 0;
}
