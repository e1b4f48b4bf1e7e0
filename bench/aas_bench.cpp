// SPDX-License-Identifier: Apache-2.0
// The engine of aas alone: aas_bench FILE [ROUNDS] prints {"load_and_check_ms", "edit_ms", "nodes", "errors"}, medians
// of the processor's time.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/json.h"
#include "domains/aas/engine/document/document.h"
#include "domains/aas/engine/edit/draft.h"
#include "domains/aas/engine/tree/tree.h"
#include "domains/aas/engine/validate/validate.h"
#include "formats/aas/check.h"

namespace {

using aas::engine::Node;

class Document : public aas::engine::Nodes {
 public:
  explicit Document(base::Json environment) {
    for (auto& node : aas::engine::taken_apart(std::move(environment), [this] { return mint(); }))
      nodes_.emplace(node.id, std::make_shared<const base::Json>(std::move(node.body)));
  }
  std::string mint() { return "aas:" + std::to_string(++minted_); }
  Node find(std::string_view id) const override {
    const auto found = nodes_.find(id);
    return found == nodes_.end() ? Node() : Node(found->first, found->second);
  }
  std::size_t size() const { return nodes_.size(); }

 private:
  std::map<std::string, std::shared_ptr<const base::Json>, std::less<>> nodes_;
  int minted_ = 0;
};

// Of this process: what others do on the machine is not in it.
double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

template <class Work>
double median_ms(int rounds, const Work& work) {
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    const double start = processor_ms();
    work(i);
    times.push_back(processor_ms() - start);
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

std::size_t load_and_check(std::string_view bytes) {
  const auto opened = aas::engine::opened(bytes);
  if (!opened.ok() || !opened->checked) return 1;
  const auto& type = formats::aas::metamodel(*opened->checked).get_class("Environment");
  return formats::aas::check(opened->environment, type, *opened->checked).errors;
}

// Another value for one property, with fast validation of what changed.
void edit(Document& document, const std::string& pointer, int round) {
  aas::engine::Draft draft(document, [&] { return document.mint(); });
  const base::Json value = std::to_string(round);
  const bool applied =
      draft.apply({.op = aas::engine::Patch::Op::add, .path = pointer + "/value", .value = value}).ok();
  const auto findings =
      aas::engine::errors_added(document, draft, formats::aas::Version::v3_0, formats::aas::Checks::structure);
  if (!applied || !findings.valid()) std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 15;
  const auto bytes = base::read_file(argc > 1 ? argv[1] : "", std::size_t{256} << 20);
  if (!bytes.ok()) return 2;
  std::size_t errors = 0;
  const double loaded = median_ms(rounds, [&](int) { errors = load_and_check(*bytes); });
  Document document(aas::engine::opened(*bytes)->environment);
  std::string pointer;
  for (const Node& node : aas::engine::in_order(document, document.root())) {
    if (node.model_type() == "Property" && node.members().text("valueType") == "xs:string")
      pointer = aas::engine::pointer_of(document, node);
  }
  const double edited = median_ms(20 * rounds, [&](int i) { edit(document, pointer, i); });
  std::printf("{\"load_and_check_ms\": %.3f, \"edit_ms\": %.4f, \"nodes\": %zu, \"errors\": %zu}\n", loaded, edited,
              document.size(), errors);
  return 0;
}
