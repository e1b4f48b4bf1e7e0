// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/compare/differences.h"

#include <utility>

#include "domains/aas/engine/compare/moved.h"
#include "domains/aas/engine/compare/walk.h"
#include "domains/aas/engine/look/brief.h"

namespace aas::engine {

std::vector<Difference> differences(const Json& from, const Json& to) {
  Walk first;
  first.documents(from, to);
  if (first.gone.empty() || first.come.empty()) return std::move(first.found);
  Json document = from;
  std::vector<Difference> out = moved_elsewhere(first.gone, first.come, document);
  if (out.empty()) return std::move(first.found);
  Walk rest;
  rest.documents(document, to);
  for (Difference& each : rest.found) out.push_back(std::move(each));
  return out;
}

std::vector<Patch> changes_between(const Json& from, const Json& to) {
  std::vector<Patch> out;
  for (Difference& each : differences(from, to)) out.push_back(std::move(each.patch));
  return out;
}

std::string in_words(const Difference& difference) {
  const Patch& patch = difference.patch;
  if (patch.op == Patch::Op::move) return difference.where + ": moved from " + difference.origin;
  return difference.where + ": " + change_in_words(patch.before, patch.value);
}

std::vector<std::string> diff_in_words(const Json& from, const Json& to) {
  std::vector<std::string> out;
  for (const Difference& each : differences(from, to)) out.push_back(in_words(each));
  return out;
}

Json to_json(const Difference& difference) {
  const Patch& patch = difference.patch;
  Json out = Json::object({{"op", name(patch.op)}, {"path", patch.path}});
  if (!patch.from.empty()) out.set("from", patch.from);
  if (patch.value) out.set("value", *patch.value);
  if (patch.before) out.set("before", *patch.before);
  return out.set("where", difference.where);
}

}  // namespace aas::engine
