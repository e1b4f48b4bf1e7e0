// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/terms.h"

#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "domains/bim/tools/parts/draft.h"

namespace bim::tools {

namespace {

// A branch as the engine reads it.
class Branch final : public engine::Source {
 public:
  explicit Branch(const kernel::Elements& elements) : elements_(elements) {}
  std::optional<Record> find(std::string_view id) const override {
    std::shared_ptr<const kernel::Element> element = elements_.find(id);
    if (!element || !id.starts_with(id_prefix)) return std::nullopt;
    return record_of(std::move(element));
  }
  std::vector<Record> referring(std::string_view id) const override {
    std::vector<Record> found;
    for (const auto& [other, host] : elements_.referring({std::string(id)})) {
      if (auto record = find(other)) found.push_back(*std::move(record));
    }
    return found;
  }

 private:
  const kernel::Elements& elements_;
};

std::int64_t micrometres(double m) { return std::llround(m * 1e6); }

kernel::Box box_of(const geometry::Box& box) {
  return {{micrometres(box.low.x), micrometres(box.low.y), micrometres(box.low.z)},
          {micrometres(box.high.x), micrometres(box.high.y), micrometres(box.high.z)}};
}

// Others whose rules depend on an element that was changed: what it hosts is looked at with its host.
bool depends(std::string_view category) { return category == "level" || category == "type"; }

}  // namespace

std::shared_ptr<const kernel::Element> place(const kernel::Element& element, const kernel::Elements& all) {
  const Branch branch(all);
  auto placed = std::make_shared<kernel::Element>(element);
  const auto shared = std::shared_ptr<const kernel::Element>(placed);
  if (!engine::check_values(record_of(shared)).ok()) return nullptr;
  const engine::Place place = engine::place_of(record_of(shared), branch);
  placed->levels = place.levels;
  if (place.box) placed->box = box_of(*place.box);
  return placed;
}

base::Result<void> hold(const kernel::Elements& after, const std::vector<kernel::Course>& courses) {
  const Branch branch(after);
  std::map<std::string, Record> hosts;
  for (const kernel::Course& course : courses) {
    if (course.after) TRY(engine::check_values(record_of(course.after)));
  }
  for (const kernel::Course& course : courses) {
    if (!course.after) continue;
    const Record record = record_of(course.after);
    TRY(engine::check_shape(record, branch));
    if (engine::is_hosted(record.category)) {
      if (auto host = branch.find(engine::text(record, "host"))) hosts.emplace(host->id, *host);
    } else if (course.before && (record.category == "wall" || record.category == "floor")) {
      hosts.emplace(record.id, record);
    }
    if (!course.before || !depends(record.category)) continue;
    for (const Record& other : branch.referring(record.id)) TRY(engine::check_shape(other, branch));
  }
  for (const auto& [id, host] : hosts) TRY(engine::check_openings(host, branch));
  // Booleans follow their operands.
  for (const kernel::Course& course : courses) {
    if (!course.after || !course.before) continue;
    for (const Record& other : branch.referring(course.id)) {
      if (other.category == "solid") TRY(engine::check_shape(other, branch));
    }
  }
  return {};
}

}  // namespace bim::tools
