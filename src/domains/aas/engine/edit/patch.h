// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

// What is proposed: operations of RFC 6902 on the document's JSON form, each with what a human wants to know of it.
namespace aas::engine {

using base::Json;
using base::Result;

// How much harm an operation could do; seed 003.
enum class Tier : std::uint8_t { low = 1, medium = 2, high = 3, critical = 4 };

struct Patch {
  enum class Op : std::uint8_t { add, remove, replace, move, copy, test };
  Op op = Op::replace;
  std::string path;
  std::string from = {};           // move and copy
  std::optional<Json> value = {};  // add, replace and test

  // Filled in when it is tried.
  std::optional<Json> before = {};  // what was there
  std::string semantic_id = {}, id_short = {}, model_type = {};
  std::string reason = {};
  bool ai_generated = false;
  Tier tier = Tier::low;
  std::string template_constraint = {};
};

std::string_view name(Patch::Op op);
std::string_view tier_name(Tier tier);  // "CRITICAL"
Json to_json(const Patch& patch);
Json to_json(const std::vector<Patch>& patches);
// {op, path, value?, from?, reason?}; what the others say is found out anew. Errors have the path of the member.
Result<Patch> patch_from_json(const Json& json);

}  // namespace aas::engine
