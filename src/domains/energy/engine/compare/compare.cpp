// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/compare/compare.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "domains/energy/engine/convert/object_json.h"
#include "domains/energy/engine/document/document.h"
#include "domains/energy/engine/edit/draft.h"

namespace energy::engine {
namespace {

using Key = std::pair<std::string, std::string>;  // type, and name or content
using Places = std::map<Key, std::vector<std::size_t>>;

Key key_of(const Model& model, const Object& object) {
  if (object.type->named) return {object.type->name, base::upper_ascii(object.key)};
  return {object.type->name, fields_json(model, object).dump()};
}

Places places_of(const Model& model) {
  Places out;
  for (std::size_t i = 0; i < model.objects().size(); ++i) out[key_of(model, model.objects()[i])].push_back(i);
  return out;
}

ModelDifference::Named named(const Object& object) { return {object.type->name, utf8_of(object.key)}; }

// Of unnamed types what is left on both sides belongs together if there is one of each: a Timestep that changed.
void pair_single(ModelDifference& out, const Model& before, const Model& after,
                 std::map<std::string, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>>& left) {
  for (auto& [type, sides] : left) {
    if (sides.first.size() == 1 && sides.second.size() == 1) {
      const Object &old = before.objects()[sides.first.front()], &now = after.objects()[sides.second.front()];
      const auto a = fields_json(before, old), b = fields_json(after, now);
      out.changed.push_back({type, utf8_of(now.key), differences(&a, &b)});
      continue;
    }
    for (const auto i : sides.first) out.removed.push_back(named(before.objects()[i]));
    for (const auto i : sides.second) out.added.push_back(named(after.objects()[i]));
  }
}

}  // namespace

ModelDifference compare(const Model& before, const Model& after) {
  ModelDifference out;
  const Places old = places_of(before), now = places_of(after);
  std::map<std::string, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> left;  // unnamed, by type
  for (const auto& [key, places] : old) {
    const auto found = now.find(key);
    const std::size_t same = found == now.end() ? 0 : std::min(places.size(), found->second.size());
    for (std::size_t i = 0; i < same; ++i) {
      const Object &a = before.objects()[places[i]], &b = after.objects()[found->second[i]];
      if (!a.type->named) continue;
      const auto left_fields = fields_json(before, a), right_fields = fields_json(after, b);
      auto lines = differences(&left_fields, &right_fields);
      if (!lines.empty()) out.changed.push_back({b.type->name, utf8_of(b.key), std::move(lines)});
    }
    for (std::size_t i = same; i < places.size(); ++i) {
      const Object& gone = before.objects()[places[i]];
      if (gone.type->named) {
        out.removed.push_back(named(gone));
      } else {
        left[gone.type->name].first.push_back(places[i]);
      }
    }
  }
  for (const auto& [key, places] : now) {
    const auto found = old.find(key);
    for (std::size_t i = found == old.end() ? 0 : std::min(places.size(), found->second.size()); i < places.size();
         ++i) {
      const Object& fresh = after.objects()[places[i]];
      if (fresh.type->named) {
        out.added.push_back(named(fresh));
      } else {
        left[fresh.type->name].second.push_back(places[i]);
      }
    }
  }
  pair_single(out, before, after, left);
  return out;
}

}  // namespace energy::engine
