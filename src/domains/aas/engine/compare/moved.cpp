// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/compare/moved.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "domains/aas/engine/look/brief.h"
#include "domains/aas/engine/tree/pointer.h"

namespace aas::engine {

namespace {

// More than this is no tidying up but another document.
constexpr std::size_t most_moves = 256;

struct Journey {
  Loose from, to;
};

std::unordered_map<std::string, std::vector<const Loose*>> by_content(const std::vector<Loose>& list) {
  std::unordered_map<std::string, std::vector<const Loose*>> out;
  for (const Loose& each : list) out[each.element->dump()].push_back(&each);
  return out;
}

std::vector<Journey> journeys(const std::vector<Loose>& gone, const std::vector<Loose>& come) {
  std::vector<Journey> out;
  if (gone.empty() || come.empty()) return out;
  const auto left = by_content(gone), arrived = by_content(come);
  for (const Loose& each : come) {
    if (out.size() == most_moves) break;
    const std::string content = each.element->dump();
    const auto found = left.find(content);
    if (found == left.end() || found->second.size() > 1 || arrived.at(content).size() > 1) continue;
    out.push_back({*found->second.front(), each});
  }
  return out;
}

// Something came to stand at, or went from, this place: what lies behind it in that list is counted anew. A spot at the
// very place is one behind what came.
void shift(std::string& list, std::size_t& index, const std::string& changed_list, std::size_t at, bool came) {
  if (list == changed_list) {
    if (index >= at + (came ? 0 : 1)) index = came ? index + 1 : index - 1;
    return;
  }
  if (!list.starts_with(changed_list + "/")) return;
  const std::size_t begin = changed_list.size() + 1, end = std::min(list.find('/', begin), list.size());
  const auto step = index_of(std::string_view(list).substr(begin, end - begin));
  if (step && *step >= at + (came ? 0 : 1))
    list.replace(begin, end - begin, std::to_string(came ? *step + 1 : *step - 1));
}

// Lists are at places that exist.
Json* owner_of_list(Json& document, const std::string& list) {
  Json* at = &document;
  const auto tokens = tokens_of(list);
  for (std::size_t i = 0; i + 1 < tokens->size(); ++i) {
    const std::string& token = (*tokens)[i];
    at = at->is_array() ? &at->as_array()[index_of(token).value_or(0)] : at->find(token);
  }
  return at;
}

std::string name_of_list(const std::string& list) {
  return list.substr(list.rfind('/') + 1);  // lists of elements have names without ~ and /
}

// With its last item a list goes, as Draft has it.
Json taken(Json& document, const Loose& from) {
  Json* owner = owner_of_list(document, from.list);
  Json::Array& items = owner->find(name_of_list(from.list))->as_array();
  const auto at = items.begin() + static_cast<std::ptrdiff_t>(from.index);
  Json out = std::move(*at);
  items.erase(at);
  if (items.empty()) owner->erase(name_of_list(from.list));
  return out;
}

void put(Json& document, Loose& to, Json value) {
  Json& list = (*owner_of_list(document, to.list))[name_of_list(to.list)];
  if (list.is_null()) list = Json::array();
  to.index = std::min(to.index, list.size());
  list.as_array().insert(list.as_array().begin() + static_cast<std::ptrdiff_t>(to.index), std::move(value));
}

std::string pointer_to(const Loose& place) { return place.list + "/" + std::to_string(place.index); }

Difference told_move(const Journey& journey, std::string from) {
  const Json& element = *journey.to.element;
  Patch patch{.op = Patch::Op::move, .path = pointer_to(journey.to), .from = std::move(from)};
  patch.id_short = element.text("idShort");
  patch.semantic_id = semantic_id_of(element);
  patch.model_type = element.text("modelType");
  return {std::move(patch), journey.to.where, journey.from.where};
}

}  // namespace

std::vector<Difference> moved_elsewhere(const std::vector<Loose>& gone, const std::vector<Loose>& come,
                                        Json& document) {
  std::vector<Journey> left = journeys(gone, come);
  std::vector<Difference> out;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const std::string from = pointer_to(left[i].from);
    const Loose source = left[i].from;
    for (std::size_t j = i; j < left.size(); ++j) {
      shift(left[j].to.list, left[j].to.index, source.list, source.index, false);
      if (j > i) shift(left[j].from.list, left[j].from.index, source.list, source.index, false);
    }
    Loose& target = left[i].to;
    put(document, target, taken(document, source));
    for (std::size_t j = i + 1; j < left.size(); ++j) {
      shift(left[j].to.list, left[j].to.index, target.list, target.index, true);
      shift(left[j].from.list, left[j].from.index, target.list, target.index, true);
    }
    out.push_back(told_move(left[i], from));
  }
  return out;
}

}  // namespace aas::engine
