// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/edit/patch.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace aas::engine {

namespace {

constexpr std::array<std::string_view, 6> op_names{"add", "remove", "replace", "move", "copy", "test"};

void set_text(Json& out, const char* name, const std::string& text) {
  if (!text.empty()) out.set(name, text);
}

Result<std::string> text_of(const Json& json, const char* name, bool needed) {
  const Json* found = json.find(name);
  if (found == nullptr && !needed) return std::string();
  if (found == nullptr) return base::fail(base::Code::missing, std::string("the operation has no ") + name, name);
  if (!found->is_string()) return base::fail(base::Code::wrong_type, std::string(name) + " is a text", name);
  return found->as_string();
}

Result<Patch::Op> op_of(const Json& json) {
  const std::string word = TRY(text_of(json, "op", true));
  const auto* const found = std::ranges::find(op_names, word);
  if (found == op_names.end())
    return base::fail(base::Code::unknown_name, "there is no operation \"" + base::printable(word, 60) + "\"", "op",
                      "RFC 6902 has add, remove, replace, move, copy and test.");
  return static_cast<Patch::Op>(found - op_names.begin());
}

}  // namespace

std::string_view tier_name(Tier tier) {
  constexpr std::array<std::string_view, 4> names{"LOW", "MEDIUM", "HIGH", "CRITICAL"};
  return names.at(static_cast<std::size_t>(tier) - 1);
}

std::string_view name(Patch::Op op) { return op_names.at(static_cast<std::size_t>(op)); }

Json to_json(const Patch& patch) {
  Json out = Json::object({{"op", name(patch.op)}, {"path", patch.path}});
  set_text(out, "from", patch.from);
  if (patch.value) out.set("value", *patch.value);
  if (patch.before) out.set("before", *patch.before);
  set_text(out, "semanticId", patch.semantic_id);
  set_text(out, "idShort", patch.id_short);
  set_text(out, "modelType", patch.model_type);
  set_text(out, "reason", patch.reason);
  out.set("aiGenerated", patch.ai_generated).set("approvalTier", static_cast<int>(patch.tier));
  set_text(out, "templateConstraint", patch.template_constraint);
  return out;
}

Json to_json(const std::vector<Patch>& patches) {
  Json out = Json::array();
  for (const Patch& patch : patches) out.push_back(to_json(patch));
  return out;
}

Result<Patch> patch_from_json(const Json& json) {
  if (!json.is_object()) return base::fail(base::Code::wrong_type, "an operation is an object with op and path");
  Patch patch;
  patch.op = TRY(op_of(json));
  patch.path = TRY(text_of(json, "path", true));
  const bool two = patch.op == Patch::Op::move || patch.op == Patch::Op::copy;
  patch.from = TRY(text_of(json, "from", two));
  patch.reason = TRY(text_of(json, "reason", false));
  const bool valued = patch.op == Patch::Op::add || patch.op == Patch::Op::replace || patch.op == Patch::Op::test;
  if (!valued) return patch;
  const Json* value = json.find("value");
  if (value == nullptr)
    return base::fail(base::Code::missing, "the operation " + std::string(name(patch.op)) + " needs a value", "value");
  patch.value = *value;
  return patch;
}

}  // namespace aas::engine
