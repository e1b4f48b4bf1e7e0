// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/migrate/migrate.h"

#include <algorithm>
#include <set>

namespace energy::engine {
namespace {

bool same_default(const Field& a, const Field& b) {
  if (a.otherwise.has_value() != b.otherwise.has_value()) return false;
  return !a.otherwise || *a.otherwise == *b.otherwise;
}

// What is different about a field that kept its place and name; empty: nothing that matters.
std::string changed(const Field& a, const Field& b) {
  if (a.kind != b.kind || a.whole != b.whole) return "changed its type";
  if (a.choices != b.choices) return "has other choices";
  if (!same_default(a, b)) return "has another default";
  if (b.required && !a.required) return "is required now";
  return {};
}

class Step {
 public:
  explicit Step(const std::string& type) : type_(type) {}

  void fields(const std::vector<Field>& old, const std::vector<Field>& now, bool may_grow) {
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (i >= now.size() || now[i].name != old[i].name) {
        obstacle(old[i].name, std::ranges::count(now, old[i].name, &Field::name) > 0 ? "moved" : "is gone");
      } else if (const auto what = changed(old[i], now[i]); !what.empty()) {
        obstacle(old[i].name, what);
      }
    }
    if (now.size() <= old.size()) return;
    if (!may_grow) return obstacle(now[old.size()].name, "came before the repeated fields");
    for (std::size_t i = old.size(); i < now.size(); ++i) {
      gained.push_back(now[i].name);
      if (now[i].required) obstacle(now[i].name, "is new and required");
    }
  }

  void obstacle(const std::string& field, const std::string& what) {
    obstacles.push_back({type_, field.empty() ? what : "field " + field + " " + what});
  }

  std::vector<MigrationStep::Obstacle> obstacles;
  std::vector<std::string> gained;

 private:
  const std::string& type_;
};

}  // namespace

MigrationStep migration_step(const Model& model, const Schema& from, const Schema& to) {
  MigrationStep out;
  std::set<std::string> used;
  for (const Object& object : model.objects()) used.insert(object.type->name);
  for (const std::string& name : used) {
    const ObjectType *old = from.find(name), *now = to.find(name);
    if (name == "Version" || old == nullptr) continue;
    Step step(name);
    if (now == nullptr) {
      step.obstacle({}, "there is no such type any more");
    } else {
      if (old->named != now->named || old->group_name != now->group_name) step.obstacle({}, "its form changed");
      step.fields(old->fields, now->fields, !now->extensible());
      step.fields(old->group_fields, now->group_fields, false);
    }
    out.obstacles.insert(out.obstacles.end(), step.obstacles.begin(), step.obstacles.end());
    if (!step.gained.empty()) out.gains.push_back({name, step.gained});
  }
  return out;
}

}  // namespace energy::engine
