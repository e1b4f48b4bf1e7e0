// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/schedules_page.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>

#include "base/text.h"

namespace energy::engine {
namespace {

using base::Json;

std::string text_at(const Model& model, const Object& object, std::string_view field) {
  const auto* found = model.value(object, field);
  return found == nullptr ? std::string() : formats::idf::text_of(found->value);
}

// "Dimensionless" says nothing, so it is left out.
std::string unit_of(const Model& model, const std::string& limits) {
  const auto index = limits.empty() ? SIZE_MAX : model.find("ScheduleTypeLimits", limits);
  if (index == SIZE_MAX) return {};
  const auto unit = text_at(model, model.objects()[index], "unit_type");
  if (base::equals_ignoring_case(unit, "Temperature")) return "°C";
  return base::equals_ignoring_case(unit, "Dimensionless") ? std::string() : unit;
}

ScheduleYear described(const Model& model, std::size_t index, std::vector<double> values) {
  const auto& object = model.objects()[index];
  const auto limits = text_at(model, object, "schedule_type_limits_name");
  ScheduleYear out{.object = index,
                   .name = object.key,
                   .type = object.type->name,
                   .limits = limits,
                   .unit = unit_of(model, limits),
                   .values = std::move(values)};
  const auto [low, high] = std::ranges::minmax(out.values);
  out.low = low;
  out.high = high;
  out.full_hours = std::accumulate(out.values.begin(), out.values.end(), 0.0);
  out.mean = out.full_hours / static_cast<double>(out.values.size());
  return out;
}

Json days_of(const ScheduleYear& schedule) {
  std::map<std::vector<double>, std::int64_t> known;
  Json::Array shapes, places;
  for (std::size_t at = 0; at + 24 <= schedule.values.size(); at += 24) {
    const auto hours = std::span(schedule.values).subspan(at, 24);
    const auto [found, made] =
        known.emplace(std::vector<double>(hours.begin(), hours.end()), static_cast<std::int64_t>(known.size()));
    if (made) shapes.emplace_back(Json::Array(hours.begin(), hours.end()));
    places.emplace_back(found->second);
  }
  return Json::object({{"name", base::printable(schedule.name, 200)},
                       {"type", schedule.type},
                       {"limits", base::printable(schedule.limits, 100)},
                       {"unit", base::printable(schedule.unit, 40)},
                       {"shapes", std::move(shapes)},
                       {"days", std::move(places)}});
}

}  // namespace

ScheduleYears schedule_years(const Model& model, int year, const std::string& name, const FileText& read_file) {
  const Schedules schedules(model, year, read_file);
  ScheduleYears out{.year = year, .days = schedules.days(), .list = {}, .skipped = {}};
  std::vector<std::size_t> wanted = schedules.objects();
  if (!name.empty()) {
    wanted.clear();
    for (std::size_t i = 0; i < model.objects().size(); ++i) {
      const auto& object = model.objects()[i];
      if (object.type->name.starts_with("Schedule:") && base::equals_ignoring_case(object.key, name))
        wanted.push_back(i);
    }
  }
  for (const auto index : wanted) {
    auto values = schedules.values(index);
    const auto& object = model.objects()[index];
    if (values.ok()) {
      out.list.push_back(described(model, index, std::move(*values)));
    } else {
      out.skipped.push_back({object.key, object.type->name, values.error().message});
    }
  }
  return out;
}

PageData schedules_page(const ScheduleYears& years, const std::string& name) {
  PageData out;
  Json::Array list, skipped, days;
  std::size_t bytes = 0, number = 0;
  const auto close = [&] {
    out.parts.emplace(part_name("schedules", number++), Json::object({{"schedules", std::move(list)}}));
    list = {};
    bytes = 0;
  };
  for (const auto& each : years.list) {
    Json schedule = days_of(each);
    const auto size = schedule.dump().size();
    if (!list.empty() && bytes + size > part_bytes) close();
    list.push_back(std::move(schedule));
    bytes += size;
  }
  if (!list.empty()) close();
  for (const auto& each : years.skipped) {
    skipped.push_back(Json::object({{"name", base::printable(each.name, 200)},
                                    {"type", each.type},
                                    {"reason", base::printable(each.reason, 300)}}));
  }
  for (const auto day : years.days) days.emplace_back(static_cast<int>(day));
  out.main = Json::object({{"name", base::printable(name, 200)},
                           {"year", years.year},
                           {"day_types", std::move(days)},
                           {"schedule_parts", number},
                           {"skipped", std::move(skipped)}});
  return out;
}

}  // namespace energy::engine
