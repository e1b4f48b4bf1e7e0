// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/zone_links.h"

#include <algorithm>

namespace energy::engine {
namespace {

void add_once(std::vector<std::string>& list, const std::string& name) {
  if (!name.empty() && std::ranges::count(list, name) == 0) list.push_back(name);
}

class Linker {
 public:
  Linker(const Model& model, const Scene& scene, const References& references)
      : model_(model), references_(references), links_(scene.zones.size()), meant_(model.objects().size()) {
    for (std::size_t i = 0; i < scene.zones.size(); ++i) meant_[scene.zones[i].object].push_back(i);
    for (const auto& surface : scene.surfaces)
      if (surface.zone != Surface::none) add_once(links_[surface.zone].constructions, surface.construction);
    from_.resize(model.objects().size());
    for (std::size_t i = 0; i < references.edges().size(); ++i) from_[references.edges()[i].object].push_back(i);
  }

  std::vector<ZoneLinks> run() {
    lists();
    for (std::size_t object = 0; object < from_.size(); ++object) {
      const auto& type = type_of(object);
      if (type == "ZoneList" || type.starts_with("Output")) continue;
      for (const auto zone : zones_of(object)) link(object, links_[zone]);
    }
    return std::move(links_);
  }

 private:
  const std::string& type_of(std::size_t object) const { return model_.objects()[object].type->name; }

  // A list of zones means each of them.
  void lists() {
    for (const auto list : model_.of_type("ZoneList")) {
      for (const auto edge : from_[list])
        for (const auto target : references_.targets(references_.edges()[edge]))
          meant_[list].insert(meant_[list].end(), meant_[target].begin(), meant_[target].end());
    }
  }

  std::vector<std::size_t> zones_of(std::size_t object) const {
    std::vector<std::size_t> zones;
    for (const auto edge : from_[object])
      for (const auto target : references_.targets(references_.edges()[edge]))
        for (const auto zone : meant_[target])
          if (std::ranges::count(zones, zone) == 0) zones.push_back(zone);
    return zones;
  }

  void link(std::size_t object, ZoneLinks& links) const {
    const auto& type = type_of(object);
    if (type == "ZoneControl:Thermostat") add_once(links.thermostats, model_.objects()[object].key);
    for (const auto edge : from_[object]) {
      for (const auto target : references_.targets(references_.edges()[edge])) {
        if (type_of(target).starts_with("Schedule:")) add_once(links.schedules, model_.objects()[target].key);
        if (type == "ZoneHVAC:EquipmentConnections" && type_of(target) == "ZoneHVAC:EquipmentList")
          equipment(target, links);
      }
    }
    if (type.starts_with("HVACTemplate:Zone:")) add_once(links.equipment, type);
  }

  void equipment(std::size_t list, ZoneLinks& links) const {
    for (const auto edge : from_[list]) {
      for (const auto target : references_.targets(references_.edges()[edge])) {
        const auto& object = model_.objects()[target];
        if (!references_.edges()[edge].class_name) add_once(links.equipment, object.type->name + ": " + object.key);
      }
    }
  }

  const Model& model_;
  const References& references_;
  std::vector<ZoneLinks> links_;
  std::vector<std::vector<std::size_t>> meant_;  // zones, by the object that stands for them
  std::vector<std::vector<std::size_t>> from_;   // edges, by the object that refers
};

}  // namespace

std::vector<ZoneLinks> zone_links(const Model& model, const Scene& scene, const References& references) {
  return Linker(model, scene, references).run();
}

}  // namespace energy::engine
