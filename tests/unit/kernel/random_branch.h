// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernel/snapshot.h"
#include "unit/kernel/after.h"
#include "unit/kernel/random_json.h"

// Random small branches for property tests: up to six elements that refer to each other, always
// without a reference that leads nowhere.
namespace random_branch {

using kernel::Branch;
using kernel::Element;
using kernel::Op;

inline std::vector<std::string> all_ids() { return {"e0", "e1", "e2", "e3", "e4", "e5"}; }

// Changes a few elements of the branch. An element refers only to ones with smaller ids, which exist
// afterwards; who would be left without a host goes with it.
inline rc::Gen<std::vector<Op>> ops(const Branch& branch) {
  return rc::gen::exec([branch] {
    std::vector<Op> list;
    std::set<std::string> present;
    for (const auto& id : all_ids()) {
      const auto here = branch.elements.find(id);
      const bool orphan =
          here && std::ranges::any_of(here->refs, [&](const std::string& ref) { return !present.contains(ref); });
      const int action = *rc::gen::inRange(0, 8);
      Op op;
      op.id = id;
      if (here && (action == 0 || orphan)) {
        op.what = Op::What::remove;
        list.push_back(std::move(op));
        continue;
      }
      if (action == 1 || action == 2) {
        Element element = here ? *here : Element{};
        element.id = id;
        element.category = *rc::gen::element<std::string>("wall", "door");
        element.body = here ? *testing_json::edited(here->body) : testing_json::value_of_depth(2);
        if (*rc::gen::arbitrary<bool>()) {
          element.refs.clear();
          if (!present.empty()) element.refs.push_back(*rc::gen::elementOf(present));
        }
        op.after = std::make_shared<const Element>(std::move(element));
        list.push_back(std::move(op));
      }
      if (here || action == 1 || action == 2) present.insert(id);
    }
    return list;
  });
}

inline Branch changed(const Branch& branch, const std::vector<Op>& list) {
  return kernel::after(branch, list, branch.revision + 1);
}

}  // namespace random_branch

namespace kernel {
inline void showValue(const Op& op, std::ostream& out) {
  out << (op.what == Op::What::remove ? "remove " : "put ") << op.id;
  if (op.after) out << " " << to_json(*op.after).dump();
}
}  // namespace kernel
