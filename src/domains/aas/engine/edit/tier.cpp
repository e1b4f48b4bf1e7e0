// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/edit/tier.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"

namespace aas::engine {

namespace {

using Tokens = std::vector<std::string_view>;

bool among(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_index(std::string_view token) {
  return token == "-" || (!token.empty() && std::ranges::all_of(token, [](char c) { return c >= '0' && c <= '9'; }));
}

// {"type": …, "keys": […]}: a reference, whatever the member is called.
bool is_reference(const Json* value) {
  return value != nullptr && value->is_object() && value->find("keys") != nullptr && value->find("type") != nullptr;
}

// Identifiers, everything of a shell, and submodels that come or go.
bool is_critical(const Tokens& tokens, const Json* before, const Json* after) {
  if (tokens.empty()) return true;
  if (tokens.front() == "assetAdministrationShells") return true;
  const bool whole = tokens.front() == "submodels" && tokens.size() <= 2;
  if (whole && (before == nullptr || after == nullptr || tokens.size() == 1)) return true;
  const bool of_identifiable = tokens.size() == 3 && among(tokens.front(), {"submodels", "conceptDescriptions"});
  if (of_identifiable && tokens[2] == "id") return true;
  return std::ranges::any_of(tokens,
                             [](std::string_view t) { return among(t, {"globalAssetId", "specificAssetIds"}); });
}

bool names_meaning(std::string_view token) {
  return among(token, {"semanticId", "supplementalSemanticIds", "valueId", "keys", "derivedFrom", "isCaseOf",
                       "dataSpecification", "observed", "first", "second", "refersTo", "unitId", "creator"});
}

bool is_file(std::string_view model_type) { return model_type == "File" || model_type == "Blob"; }

// What a value brings along with all below it: a file or a blob, or a reference as a value.
bool brings_files(const Json& value) {
  if (value.is_array()) return std::ranges::any_of(value.as_array(), brings_files);
  if (!value.is_object()) return false;
  if (is_file(value.text("modelType"))) return true;
  return std::ranges::any_of(value.as_object(), [](const Json::Member& each) { return brings_files(each.second); });
}

// Members of every referable that carry no data.
bool is_low(const Tokens& tokens) {
  return std::ranges::any_of(
      tokens, [](std::string_view t) { return among(t, {"description", "displayName", "administration"}); });
}

bool has_reference(const Json* value) {
  if (value == nullptr) return false;
  if (is_reference(value)) return true;
  if (value->is_array())
    return std::ranges::any_of(value->as_array(), [](const Json& each) { return has_reference(&each); });
  return value->is_object() &&
         std::ranges::any_of(value->as_object(), [](const Json::Member& each) { return has_reference(&each.second); });
}

// The value of a ReferenceElement is a reference in all its members.
bool is_in_reference(const Tokens& tokens, std::string_view model_type) {
  return model_type == "ReferenceElement" && tokens.size() > 1 &&
         among("value", {tokens.back(), tokens[tokens.size() - 2]});
}

Tier tier_at(const Tokens& tokens, std::string_view model_type, const Json* before, const Json* after) {
  if (is_critical(tokens, before, after)) return Tier::critical;
  if (after == nullptr) return Tier::high;
  if (std::ranges::any_of(tokens, names_meaning)) return Tier::high;
  if (has_reference(before) != has_reference(after) && !is_index(tokens.back())) return Tier::high;
  if (is_in_reference(tokens, model_type)) return Tier::high;
  if (is_low(tokens)) return has_reference(after) ? Tier::high : Tier::low;
  if (is_file(model_type) || brings_files(*after)) return Tier::high;
  // A new element may come with its semantic id; one that has another is no longer what it was.
  if (is_reference(before) || (is_reference(after) && !is_index(tokens.back()))) return Tier::high;
  return Tier::medium;
}

bool same_kind(const Json& a, const Json& b) {
  return (a.is_object() && b.is_object()) || (a.is_array() && b.is_array());
}

// What a replaced value changes is what differs in it.
class Difference {
 public:
  Difference(Tokens tokens, std::string_view model_type) : tokens_(std::move(tokens)), model_type_(model_type) {}

  Tier between(const Json& before, const Json& after) {
    // What lies in an element is judged by that element's class.
    const std::string_view outer = model_type_;
    model_type_ = after.is_object() ? after.text("modelType", outer) : outer;
    if (before.is_array()) {
      items(before.as_array(), after.as_array());
    } else {
      members(before, after);
    }
    model_type_ = outer;
    return highest_;
  }

 private:
  void members(const Json& before, const Json& after) {
    for (const auto& [name, was] : before.as_object()) take(name, &was, after.find(name));
    for (const auto& [name, is] : after.as_object()) {
      if (before.find(name) == nullptr) take(name, nullptr, &is);
    }
  }

  void items(const Json::Array& before, const Json::Array& after) {
    for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i)
      take(std::to_string(i), i < before.size() ? &before[i] : nullptr, i < after.size() ? &after[i] : nullptr);
  }

  void take(std::string_view name, const Json* was, const Json* is) {
    if (was != nullptr && is != nullptr && *was == *is) return;
    tokens_.push_back(name);
    if (was != nullptr && is != nullptr && same_kind(*was, *is) && !is_critical(tokens_, was, is)) {
      between(*was, *is);
    } else {
      highest_ = std::max(highest_, tier_at(tokens_, model_type_, was, is));
    }
    tokens_.pop_back();
  }

  Tokens tokens_;
  std::string_view model_type_;
  Tier highest_ = Tier::low;
};

}  // namespace

Tier tier_of(std::string_view pointer, std::string_view model_type, const Json* before, const Json* after) {
  const Tokens tokens = pointer.empty() ? Tokens{} : base::split(pointer.substr(1), '/');
  const bool both = before != nullptr && after != nullptr && same_kind(*before, *after);
  if (!both || is_critical(tokens, before, after)) return tier_at(tokens, model_type, before, after);
  return Difference(tokens, model_type).between(*before, *after);
}

}  // namespace aas::engine
