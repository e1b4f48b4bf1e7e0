// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "base/text.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/engine/report/text.h"

// What an agent reads: short texts, failing things first, and never more bytes than it can use.
namespace ids::engine {
namespace {

using base::Json;

constexpr std::size_t max_limit = 1000, max_whole = 200'000;
constexpr std::size_t list_bytes = 7000;    // of all specifications together
constexpr std::size_t failure_bytes = 360;  // of one failure, on average; a page may use limit times as much
constexpr std::size_t least_page_bytes = 18'000;

Json status_text(Status status) { return std::string(text(status)); }

void set_text(Json& object, std::string key, const std::string& text, std::size_t max_bytes) {
  const std::string line = one_line(text, max_bytes);
  if (!line.empty()) object.set(std::move(key), line);
}

// What a specification is called in arguments: its identifier, else its name.
std::string reference(const ReportSpecification& specification) {
  const std::string identifier = one_line(specification.result.identifier, 80);
  return identifier.empty() ? one_line(specification_title(specification), 80) : identifier;
}

// The one specification that a page is about, by identifier, name or place; nothing if there is none.
std::optional<std::size_t> chosen(const Report& report, const std::string& wanted) {
  std::vector<SpecificationName> names;
  for (const auto& each : report.specifications) names.push_back({each.result.identifier, each.result.name});
  const auto found = find_specification(names, wanted);
  return found.ok() ? std::optional(*found) : std::nullopt;
}

Json warnings_json(const std::vector<std::string>& warnings, std::size_t most) {
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(most, warnings.size()); ++i) out.push_back(one_line(warnings[i], 160));
  if (warnings.size() > most) {
    out.push_back("and " + grouped(static_cast<std::int64_t>(warnings.size() - most)) + " more warnings");
  }
  return out;
}

Json requirement_json(const RequirementResult& requirement) {
  return Json::object({{"description", one_line(requirement.description, 160)},
                       {"status", status_text(requirement.status)},
                       {"passed", requirement.passed},
                       {"failed", requirement.failed}});
}

Json narrowed_json(const std::vector<Narrowing>& narrowed) {
  constexpr std::size_t most = 12;
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(most, narrowed.size()); ++i) {
    Json one = Json::object({{"facet", one_line(narrowed[i].description, 160)}, {"left", narrowed[i].left}});
    if (narrowed[i].alone) one.set("alone", *narrowed[i].alone);
    set_text(one, "others", narrowed[i].others, 300);
    out.push_back(std::move(one));
  }
  return out;
}

Json specification_json(const ReportSpecification& specification, bool whole) {
  const SpecificationResult& result = specification.result;
  Json out = Json::object({{"name", one_line(specification_title(specification), 120)}});
  set_text(out, "identifier", result.identifier, 80);
  out.set("status", status_text(result.status));
  set_text(out, "reason", result.reason, 200);
  set_text(out, "applies_to", specification.applies_to, 200);
  out.set("applicable", specification.applicable).set("passed", result.passed).set("failed", result.failed);
  set_text(out, "near_miss", result.near_miss, 600);
  if (!result.narrowed.empty()) out.set("narrowed", narrowed_json(result.narrowed));
  if (!result.version_matches) out.set("version_matches", false);
  if (!result.warnings.empty()) out.set("warnings", warnings_json(result.warnings, 3));
  Json requirements = Json::array();
  const std::size_t max_requirements = whole ? result.requirements.size() : 12;
  for (std::size_t i = 0; i < std::min(max_requirements, result.requirements.size()); ++i) {
    requirements.push_back(requirement_json(result.requirements[i]));
  }
  if (result.requirements.size() > max_requirements) {
    out.set("requirements_left_off", result.requirements.size() - max_requirements);
  }
  return out.set("requirements", std::move(requirements));
}

Json element_json(const ElementFact& element) {
  Json out = Json::object({{"id", element.step_id}});
  set_text(out, "global_id", element.global_id, 40);
  set_text(out, "entity", element.entity, 60);
  set_text(out, "predefined_type", element.predefined_type, 40);
  set_text(out, "name", element.name, 80);
  set_text(out, "type", element.type_name, 60);
  set_text(out, "storey", element.storey, 40);
  return out;
}

Json totals_json(const Totals& sum) {
  Json out = Json::object({{"specifications", sum.specifications},
                           {"specifications_passed", sum.specifications_passed},
                           {"specifications_failed", sum.specifications_failed},
                           {"specifications_errors", sum.specifications_errors},
                           {"specifications_not_applicable", sum.specifications_not_applicable},
                           {"specifications_with_warnings", sum.specifications_with_warnings},
                           {"requirements", sum.requirements},
                           {"requirements_passed", sum.requirements_passed},
                           {"checks", sum.checks},
                           {"checks_passed", sum.checks_passed},
                           {"checks_failed", sum.checks - sum.checks_passed},
                           {"elements_failed", sum.elements_failed}});
  if (sum.elements_at_least) out.set("elements_failed_is_at_least", true);
  return out;
}

Json model_json(const Report& report) {
  const std::string name = one_line(report.model_name, 300);
  Json out = Json::object({{"name", name.empty() ? model_title(report) : name}});
  set_text(out, "path", report.model_path, 1000);
  set_text(out, "schema", report.model_schema, 60);
  set_text(out, "application", report.model_application, 120);
  set_text(out, "project", report.project_name, 120);
  return out.set("bytes", report.model_bytes).set("records", report.model_records);
}

// Failures of the chosen specifications, in their order, as if they were one list.
class Pager {
 public:
  Pager(const Report& report, const Page& page)
      : report_(report), page_(page), limit_(page.whole ? max_whole : std::min(page.limit, max_limit)) {
    if (!page.specification) {
      order_ = failing_first(report);
    } else if (const auto only = chosen(report, *page.specification)) {
      order_ = {*only};
    }
  }
  bool empty() const { return order_.empty(); }

  Json specifications() const {
    Json list = Json::array();
    std::size_t bytes = 0;
    for (const std::size_t i : order_) {
      if (report_.specifications[i].of_report) continue;
      Json one = specification_json(report_.specifications[i], page_.whole);
      if (!page_.whole) bytes += one.dump().size();
      if (bytes > list_bytes && !list.empty()) break;
      list.push_back(std::move(one));
    }
    return list;
  }
  std::size_t count() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(order_, [&](std::size_t i) { return !report_.specifications[i].of_report; }));
  }

  Json failures() {
    Json list = Json::array();
    std::size_t skip = page_.offset, bytes = 0;
    const std::size_t budget = page_.whole ? SIZE_MAX : std::max(least_page_bytes, limit_ * failure_bytes);
    for (const std::size_t i : order_) {
      const ReportSpecification& specification = report_.specifications[i];
      place_ += specification.of_report ? 0 : 1;
      total_ += specification.failures.size();
      not_kept_ += failure_count(specification) - static_cast<std::int64_t>(specification.failures.size());
      for (std::size_t f = std::min(skip, specification.failures.size());
           f < specification.failures.size() && list.size() < limit_ && bytes <= budget; ++f) {
        Json one = failure_json(specification, specification.failures[f]);
        if (!page_.whole) bytes += one.dump().size();
        if (bytes <= budget || list.empty()) list.push_back(std::move(one));
      }
      skip -= std::min(skip, specification.failures.size());
    }
    shown_ = list.size();
    return list;
  }
  Json page() const {
    Json out = Json::object({{"offset", page_.offset}, {"count", shown_}, {"total", total_}});
    const std::size_t next = page_.offset + shown_;
    if (shown_ > 0 && next < total_) out.set("next_offset", next);
    if (limit_ == 0 && page_.offset < total_) out.set("next_offset", page_.offset);
    if (not_kept_ > 0) out.set("counted_but_not_listed", not_kept_);
    return out;
  }

 private:
  Json failure_json(const ReportSpecification& specification, const ReportFailure& failure) const {
    Json out = Json::object({{"specification", reference(specification)}});
    if (page_.whole) out.set("place", place_);
    if (failure.requirement >= 0) out.set("requirement", failure.requirement);
    out.set("reason", one_line(failure.reason, 240));
    return out.set("element", element_json(element_of(report_, failure)));
  }

  const Report& report_;
  const Page& page_;
  std::size_t limit_;
  std::vector<std::size_t> order_;
  std::size_t place_ = 0;  // in the list of specifications, from 1: two may have one name
  std::size_t total_ = 0, shown_ = 0;
  std::int64_t not_kept_ = 0;
};

}  // namespace

Json json_report(const Report& report, const Page& page) {
  Pager pager(report, page);
  Json out = Json::object({{"status", status_text(report.status)},
                           {"title", report_title(report)},
                           {"model", model_json(report)},
                           {"totals", totals_json(totals(report))}});
  set_text(out, "reason", report.reason, 600);
  set_text(out, "checked_at", iso_seconds(report.time_ms), 40);
  if (page.specification && pager.empty()) {
    out.set("note",
            "There is no specification with the identifier or name \"" + one_line(*page.specification, 120) + "\".");
  }
  Json specifications = pager.specifications();
  const std::size_t left_off = pager.count() - specifications.size();
  out.set("specifications", std::move(specifications));
  if (left_off > 0) out.set("specifications_left_off", left_off);
  out.set("failures", pager.failures());
  out.set("page", pager.page());
  if (!report.warnings.empty()) out.set("warnings", warnings_json(report.warnings, 10));
  return out;
}

Json json_of_models(const std::vector<Report>& reports, const Page& page) {
  const Totals sum = totals(reports);
  Json models = Json::array();
  for (const Report& report : reports) models.push_back(json_report(report, page));
  Json out = Json::object({{"status", status_text(status_of(reports))}, {"verdict", verdict(sum)}});
  if (!reports.empty()) {
    out.set("title", report_title(reports[0]));
    set_text(out, "checked_at", iso_seconds(reports[0].time_ms), 40);
  }
  out.set("totals", totals_json(sum).set("models", sum.models).set("models_unchecked", sum.models_unchecked));
  return out.set("models", std::move(models));
}

}  // namespace ids::engine
