// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/validate/integrity.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "base/text.h"

namespace energy::engine {
namespace {

constexpr std::array<std::string_view, 6> checks{"zones_with_no_surfaces",  "required_simulation_controls",
                                                 "orphan_schedules",        "surface_boundary_mismatches",
                                                 "fenestration_host_check", "hvac_zone_references"};

class Integrity {
 public:
  Integrity(const Model& model, const References& references) : model_(model), references_(references) {}

  Findings run() {
    used_.resize(model_.objects().size());
    for (const Edge& edge : references_.edges())
      for (const auto target : references_.targets(edge)) used_[target] = used_[target] || target != edge.object;
    for (std::size_t i = 0; i < model_.objects().size(); ++i) {
      const std::string_view type = model_.objects()[i].type->name;
      if (type == "BuildingSurface:Detailed") surface(i);
      if (type.starts_with("FenestrationSurface") || type == "Window" || type == "Door" || type == "GlazedDoor")
        must_exist(i, "building_surface_name", "fenestration_host_check", "stands in a surface");
      if (type == "ZoneHVAC:EquipmentConnections") must_exist(i, "zone_name", "hvac_zone_references", "serves a zone");
      if (is_schedule(type) && !used_[i]) add(Severity::warning, checks[2], i, "no object refers to this schedule");
    }
    zones();
    controls();
    return std::move(findings_);
  }

 private:
  void add(Severity severity, std::string_view code, std::size_t index, std::string message, std::string field = {}) {
    const Object& object = model_.objects()[index];
    findings_.push_back({.severity = severity,
                         .code = code,
                         .object = index,
                         .type = object.type->name,
                         .name = object.key,
                         .field = std::move(field),
                         .line = object.line,
                         .message = std::move(message)});
  }

  static bool is_schedule(std::string_view type) {
    return type == "Schedule:Compact" || type == "Schedule:Constant" || type == "Schedule:Year" ||
           type == "Schedule:File";
  }

  std::string_view text(const Object& object, std::string_view field) const {
    const Reading* reading = model_.value(object, field);
    return reading == nullptr ? std::string_view() : reading->value.text;
  }

  // A surface of any kind that names its zone.
  void zones() {
    std::unordered_set<std::string> with;
    for (const Object& object : model_.objects()) {
      const std::string_view type = object.type->name;
      const bool surface = type == "BuildingSurface:Detailed" || type.ends_with(":Detailed") ||
                           type.starts_with("Wall:") || type.starts_with("Roof") || type.starts_with("Ceiling:") ||
                           type.starts_with("Floor:");
      if (surface) with.insert(base::upper_ascii(text(object, "zone_name")));
    }
    for (const std::size_t i : model_.of_type("Zone"))
      if (with.count(base::upper_ascii(model_.objects()[i].key)) == 0)
        add(Severity::error, checks[0], i, "the zone has no surfaces");
  }

  // What the schema requires EnergyPlus refuses to do without; for the others it has defaults.
  void controls() {
    for (const std::string_view type :
         {"Version", "Building", "GlobalGeometryRules", "SimulationControl", "Timestep"}) {
      if (!model_.of_type(type).empty()) continue;
      const bool required = std::ranges::count(model_.schema().required_types(), type) > 0;
      missing(required ? Severity::error : Severity::warning, std::string(type),
              required ? "a model needs one" : "the model has none; EnergyPlus takes its defaults");
    }
    if (model_.of_type("RunPeriod").empty() && model_.of_type("SizingPeriod:DesignDay").empty())
      missing(Severity::error, "RunPeriod", "the model has neither a run period nor a design day: nothing would run");
  }

  void missing(Severity severity, std::string type, std::string message) {
    findings_.push_back(
        {.severity = severity, .code = checks[1], .type = std::move(type), .message = std::move(message)});
  }

  void must_exist(std::size_t index, std::string_view field, std::string_view check, std::string_view what) {
    const Object& object = model_.objects()[index];
    const std::string_view name = text(object, field);
    if (name.empty() || !references_.named(name).empty()) return;
    add(Severity::error, check, index,
        std::string(what) + " that does not exist: \"" + base::printable(name, 200) + "\"", std::string(field));
  }

  void surface(std::size_t index) {
    const Object& object = model_.objects()[index];
    if (!base::equals_ignoring_case(text(object, "outside_boundary_condition"), "Surface")) return;
    constexpr std::string_view field = "outside_boundary_condition_object";
    const std::string_view name = text(object, field);
    if (name.empty())
      return add(Severity::error, checks[3], index, "faces another surface and does not say which", std::string(field));
    const Object* partner = nullptr;
    for (const auto each : references_.named(name))
      if (model_.objects()[each].type == object.type) partner = &model_.objects()[each];
    if (partner == nullptr) {
      return add(Severity::error, checks[3], index,
                 "faces a surface that does not exist: \"" + base::printable(name, 200) + "\"", std::string(field));
    }
    if (!base::equals_ignoring_case(text(*partner, field), object.key)) {
      add(Severity::error, checks[3], index,
          "faces \"" + base::printable(partner->key, 200) + "\", which does not face it", std::string(field));
    }
  }

  const Model& model_;
  const References& references_;
  std::vector<bool> used_;
  Findings findings_;
};

}  // namespace

std::span<const std::string_view> integrity_checks() { return checks; }

Findings integrity(const Model& model, const References& references) { return Integrity(model, references).run(); }

}  // namespace energy::engine
