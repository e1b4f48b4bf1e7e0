// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/compare/walk.h"

#include <unordered_map>
#include <utility>

#include "domains/aas/engine/compare/place.h"
#include "domains/aas/engine/look/brief.h"
#include "domains/aas/engine/tree/pointer.h"

namespace aas::engine {

namespace {

// Up to this size a member that changed in several places is shown as a whole.
constexpr std::size_t small_member = 400;

using MembersByName = std::unordered_map<std::string_view, const Json*>;

MembersByName by_name(const Json& object) {
  MembersByName out;
  for (const auto& [name, value] : object.as_object()) out.emplace(name, &value);
  return out;
}

std::string_view type_of(const Json& value) { return value.text("modelType"); }

}  // namespace

void Walk::documents(const Json& from, const Json& to) {
  members(from, to, {.is_node = true, .model_type = environment_type});
}

Walk::Spot Walk::member_of(const Spot& at, std::string_view name) {
  const std::string step = "/" + escaped(name);
  return {at.pointer + step, at.old_pointer + step, joined(at.where, name), false, at.model_type, at.element};
}

// The name of the list itself is not told: "Nameplate/Year", not "Nameplate/submodelElements/Year".
Walk::Spot Walk::item_of(const Spot& at, const Json& value, std::size_t index, std::size_t old_index) {
  const bool at_top = at.is_node && at.where.empty();
  return {at.pointer + "/" + std::to_string(index),
          at.old_pointer + "/" + std::to_string(old_index),
          joined(at.where, at.is_node ? item_name(value, index, at_top) : "[" + std::to_string(index) + "]"),
          at.is_node,
          at.is_node ? type_of(value) : at.model_type,
          at.is_node ? &value : at.element};
}

void Walk::say(Patch patch, const Spot& at, std::string where) {
  const Json* element = patch.value && patch.value->is_object() && at.is_node ? &*patch.value : at.element;
  if (element != nullptr) {
    patch.id_short = element->text("idShort");
    patch.semantic_id = semantic_id_of(*element);
    patch.model_type = type_of(*element);
  }
  found.push_back({std::move(patch), std::move(where)});
}

void Walk::replace(const Json& old, const Json& now, const Spot& at) {
  say({.op = Patch::Op::replace, .path = at.pointer, .value = now, .before = old}, at, at.where);
}

void Walk::members(const Json& from, const Json& to, const Spot& at) {
  const MembersByName before = by_name(from), after = by_name(to);
  for (const auto& [name, old] : from.as_object()) {
    if (after.contains(name)) continue;
    const Spot spot = member_of(at, name);
    say({.op = Patch::Op::remove, .path = spot.pointer, .before = old}, spot, spot.where);
  }
  for (const auto& [name, now] : to.as_object()) {
    const auto old = before.find(name);
    if (old != before.end()) {
      if (*old->second != now) member(name, *old->second, now, at);
      continue;
    }
    const Spot spot = member_of(at, name);
    say({.op = Patch::Op::add, .path = spot.pointer, .value = now}, spot, spot.where);
  }
}

void Walk::member(std::string_view name, const Json& old, const Json& now, const Spot& at) {
  Spot spot = member_of(at, name);
  if (at.is_node && is_node_list(at.model_type, name)) return node_list(old, now, spot);
  if (!at.is_node) return inner(old, now, spot);
  Walk within;
  within.inner(old, now, spot);
  if (within.found.size() > 1 && now.dump().size() <= small_member) return replace(old, now, spot);
  for (Difference& each : within.found) found.push_back(std::move(each));
}

// A list of elements that is none, on one of the two sides, is a plain value there.
void Walk::node_list(const Json& old, const Json& now, const Spot& at) {
  if (!holds_objects(old) || (holds_objects(now) && now.empty())) return replace(old, now, at);
  if (holds_objects(now)) {
    Spot spot = at;
    spot.is_node = true;
    spot.where = at.where.substr(0, at.where.rfind('/') == std::string::npos ? 0 : at.where.rfind('/'));
    return list(old.as_array(), now.as_array(), spot);
  }
  say({.op = Patch::Op::remove, .path = at.pointer, .before = old}, at, at.where);
  say({.op = Patch::Op::add, .path = at.pointer, .value = now}, at, at.where);
}

// As deep as the documents, which their readers bound.
void Walk::inner(const Json& old, const Json& now, const Spot& at) {
  if (old.is_object() && now.is_object()) return members(old, now, at);
  if (old.is_array() && now.is_array()) return list(old.as_array(), now.as_array(), at);
  replace(old, now, at);
}

void Walk::list(const Json::Array& old, const Json::Array& now, const Spot& at) {
  const std::vector<Match> matches = matched(old, now, Names::may_change);
  if (at.is_node) note_loose(old, now, matches, at);
  for (const ListStep& each : list_steps(old.size(), matches)) step(each, old, now, at);
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto& was = matches[i].old;
    if (was && old[*was] != now[i]) item(old[*was], now[i], item_of(at, now[i], i, *was));
  }
}

void Walk::step(const ListStep& step, const Json::Array& old, const Json::Array& now, const Spot& at) {
  const bool goes = step.kind == ListStep::Kind::remove;
  const Json& value = goes ? old[step.item] : now[step.item];
  const Spot spot = item_of(at, value, step.at, step.at);
  if (goes) return say({.op = Patch::Op::remove, .path = spot.pointer, .before = value}, spot, spot.where);
  if (step.kind == ListStep::Kind::add)
    return say({.op = Patch::Op::add, .path = spot.pointer, .value = value}, spot, spot.where);
  say({.op = Patch::Op::move, .path = spot.pointer, .from = at.pointer + "/" + std::to_string(step.from)}, spot,
      spot.where);
  found.back().origin = "place " + std::to_string(step.from + 1) + " to " + std::to_string(step.at + 1);
}

void Walk::note_loose(const Json::Array& old, const Json::Array& now, const std::vector<Match>& matches,
                      const Spot& at) {
  std::vector<bool> kept(old.size());
  std::size_t passed = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Match& match = matches[i];
    if (match.old) kept[*match.old] = true;
    if (match.old && match.in_place) passed = *match.old + 1;
    if (!match.old) come.push_back({&now[i], at.old_pointer, passed, item_of(at, now[i], i, i).where});
  }
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (!kept[i]) gone.push_back({&old[i], at.old_pointer, i, item_of(at, old[i], i, i).where});
  }
}

// What has become of another class is another element.
void Walk::item(const Json& old, const Json& now, const Spot& at) {
  if (at.is_node && type_of(old) != type_of(now)) return replace(old, now, at);
  inner(old, now, at);
}

}  // namespace aas::engine
