// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/document/specification_lookup.h"

#include <algorithm>

#include "base/text.h"

namespace ids::engine {

namespace {

using base::Code;
using base::fail;
using base::Result;
namespace doc = formats::ids;

}  // namespace

std::string spec_id(const doc::Specification& specification) {
  return specification.identifier.empty() ? specification.name : specification.identifier;
}

base::Error no_specification(std::vector<std::string> known, std::string_view wanted) {
  const auto near = base::nearest(wanted, known);
  std::string hint = near ? "Did you mean `" + *near + "`?" : "Add one with add_specification.";
  if (!near && !known.empty()) {
    known.resize(std::min<std::size_t>(known.size(), 10));
    hint = "There are: " + base::join(known, ", ") + ".";
  }
  return fail(Code::not_found, "Specification not found: " + base::printable(wanted, 200), "spec_id", hint);
}

Result<std::size_t> find_specification(const doc::Document& document, std::string_view wanted) {
  const auto& list = document.specifications;
  auto found = std::ranges::find(list, wanted, &doc::Specification::identifier);
  if (wanted.empty() || found == list.end()) found = std::ranges::find(list, wanted, &doc::Specification::name);
  if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
  std::vector<std::string> known;
  for (const auto& specification : list) known.push_back(spec_id(specification));
  return no_specification(std::move(known), wanted);
}

}  // namespace ids::engine
