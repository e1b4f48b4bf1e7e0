// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/draft.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace bim::tools {

using base::Code;
using base::fail;

namespace {

std::string shown(std::string_view id) { return base::printable(id, 80); }

base::Error not_there(const kernel::View& view, const std::string& id, const std::string& path) {
  const std::string elsewhere = view.branch_with(id);
  if (!elsewhere.empty())
    return fail(Code::other_branch, shown(id) + " is on branch " + elsewhere + ", not on " + view.branch_name(), path,
                "Pass branch = " + elsewhere + ", or merge it.");
  return fail(Code::not_found, "there is no element " + shown(id) + " on branch " + view.branch_name(), path,
              "An id that a dry run answered was only previewed: repeat that call with dry_run:false. list_elements "
              "shows what there is.");
}

// Levels and types are also known by their names.
std::optional<Record> by_name(const engine::Source& source, const kernel::View& view, const std::string& name,
                              std::string_view among) {
  for (const std::string_view category : {"level", "type"}) {
    if (among != category) continue;
    for (const auto& element : view.elements({std::string(id_prefix), std::string(category), {}})) {
      if (element->body.text("name") == name) return source.find(element->id);
    }
  }
  return std::nullopt;
}

bool is_among(std::string_view category, std::string_view among) {
  if (among.empty()) return true;
  const std::vector<std::string_view> all = base::split(among, '|');
  return std::ranges::find(all, category) != all.end();
}

}  // namespace

Record record_of(std::shared_ptr<const kernel::Element> element) {
  const Json* body = &element->body;
  Record record{element->id, element->category, nullptr};
  record.body = std::shared_ptr<const Json>(std::move(element), body);
  return record;
}

engine::Model model_of(const kernel::View& view) {
  std::vector<Record> records;
  for (auto& element : view.elements({std::string(id_prefix), {}, {}}))
    records.push_back(record_of(std::move(element)));
  return engine::Model(std::move(records));
}

Result<Record> find_element(const kernel::View& view, const engine::Source& source, const std::string& id,
                            const std::string& path, std::string_view among) {
  std::optional<Record> found = id.starts_with(id_prefix) ? source.find(id) : by_name(source, view, id, among);
  if (!found) return not_there(view, id, path);
  if (is_among(found->category, among)) return *std::move(found);
  std::string wanted(among);
  std::ranges::replace(wanted, '|', '/');
  return fail(Code::constraint, shown(id) + " is a " + found->category + ", not a " + wanted, path);
}

std::optional<Record> Draft::find(std::string_view id) const {
  if (const auto written = written_.find(id); written != written_.end()) return written->second;
  std::shared_ptr<const kernel::Element> element = id.starts_with(id_prefix) ? view_.element(id) : nullptr;
  if (!element) return std::nullopt;
  return record_of(std::move(element));
}

std::vector<Record> Draft::referring(std::string_view id) const {
  std::map<std::string, Record> all;
  for (const std::string& other : view_.referrers(id)) {
    if (written_.contains(other)) continue;
    if (auto element = view_.element(other)) all.emplace(other, record_of(std::move(element)));
  }
  for (const auto& [other, record] : written_) {
    if (!record) continue;
    const std::vector<std::string> to = engine::references(*record);
    if (std::ranges::find(to, id) != to.end()) all.emplace(other, *record);
  }
  std::vector<Record> found;
  for (auto& [other, record] : all) found.push_back(std::move(record));
  return found;
}

Result<Json> Draft::value(const engine::Parameter& parameter, const Json& given, const std::string& path) const {
  Json kept = TRY(engine::value_of(parameter, given, path));
  if (parameter.kind == engine::Kind::element) return Json(TRY(need(kept.as_string(), path, parameter.among)).id);
  if (parameter.kind != engine::Kind::elements) return kept;
  for (Json& each : kept.as_array()) each = Json(TRY(need(each.as_string(), path, parameter.among)).id);
  return kept;
}

std::string Draft::make(std::string_view category, Json body) {
  std::string id = view_.mint_id(std::string(id_prefix).append(category).append("-"));
  put({id, std::string(category), nullptr}, std::move(body));
  return id;
}

void Draft::put(const Record& record, Json body) {
  if (!written_.contains(record.id)) order_.push_back(record.id);
  written_.insert_or_assign(record.id,
                            Record{record.id, record.category, std::make_shared<const Json>(std::move(body))});
}

void Draft::remove(const std::string& id) {
  if (!written_.contains(id)) order_.push_back(id);
  written_.insert_or_assign(id, std::nullopt);
}

engine::Model Draft::as_written() const {
  std::vector<Record> records;
  for (auto& element : view_.elements({std::string(id_prefix), {}, {}})) {
    if (!written_.contains(element->id)) records.push_back(record_of(std::move(element)));
  }
  for (const auto& [id, record] : written_) {
    if (record) records.push_back(*record);
  }
  return engine::Model(std::move(records));
}

std::vector<std::string> Draft::regenerated() const {
  std::set<std::string> ids;
  for (const auto& [id, record] : written_) {
    // NB: what is wrong with it, the kernel says.
    if (record && !engine::check_shape(*record, *this).ok()) return {};
    ids.insert(id);
  }
  Result<std::vector<std::string>> found = engine::regenerated(model_of(view_), as_written(), ids);
  return found.ok() ? *std::move(found) : std::vector<std::string>();
}

kernel::Change Draft::take(Json result) {
  kernel::Change change;
  for (const std::string& id : order_) {
    const std::optional<Record>& record = written_.at(id);
    if (!record) {
      if (view_.element(id)) change.remove(id);
      continue;
    }
    kernel::Element element;
    element.id = id;
    element.category = record->category;
    element.refs = engine::references(*record);
    element.body = *record->body;
    change.put(std::move(element));
  }
  change.facts = std::move(facts_);
  change.warnings = std::move(warnings_);
  change.summary = base::join(summary_, "; ");
  change.result = std::move(result);
  change.result.set("branch", view_.branch_name()).set("revision", view_.revision());
  return change;
}

Making::Making(const Draft& draft, std::string_view category)
    : draft_(draft), category_(*engine::category_named(category)) {}

Result<void> Making::set(std::string_view parameter, const Json& given, std::string_view path) {
  const engine::Parameter* found = engine::parameter_named(category_, parameter);
  LINTEL_CHECK(found != nullptr);
  body_.set(std::string(parameter), TRY(draft_.value(*found, given, std::string(path.empty() ? parameter : path))));
  return {};
}

Result<void> Making::lift(const Json& point, std::string_view path) {
  const engine::Point given = TRY(engine::point_of(point, std::string(path)));
  if (!given.has_z) return {};
  const std::string_view level = body_.text("level");
  const std::optional<Record> storey = level.empty() ? std::nullopt : draft_.find(level);
  return set("base_offset", Json(given.z - (storey ? engine::number(*storey, "elevation") : 0)), path);
}

Result<void> Making::place(std::string_view parameter, const Json& given, std::string_view path) {
  TRY(set(parameter, given, path));
  return lift(given, path.empty() ? parameter : path);
}

}  // namespace bim::tools
