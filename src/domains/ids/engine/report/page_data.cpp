// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "domains/ids/engine/report/text.h"

// The data of the page web/pages/report.tsx. Texts are cleaned and cut here; the page shows them as they are.
namespace ids::engine {
namespace {

using base::Json;

constexpr std::size_t max_embedded = 20'000;  // failures, of all models together
constexpr std::size_t max_warning_bytes = 20'000;

// Line breaks are kept: descriptions have paragraphs.
std::string paragraphs(std::string_view text) { return std::string(base::trim(clean(text, 4000))); }

// Absent members are empty texts.
void set_text(Json& object, std::string key, std::string text) {
  if (!text.empty()) object.set(std::move(key), std::move(text));
}

// How many failures of each specification are embedded: what is left is shared among those that still come, so that no
// long list keeps the others out.
class Shares {
 public:
  explicit Shares(const std::vector<Report>& reports) {
    for (const Report& report : reports) {
      for (const auto& specification : report.specifications) waiting_ += specification.failures.empty() ? 0 : 1;
    }
  }
  std::size_t take(std::size_t wanted) {
    if (wanted == 0) return 0;
    const std::size_t given = std::min(wanted, left_ / std::max<std::size_t>(waiting_, 1));
    left_ -= given;
    --waiting_;
    return given;
  }

 private:
  std::size_t left_ = max_embedded, waiting_ = 0;
};

// Texts that come again and again, each once; told by their place. The first is the empty one.
class Words {
 public:
  Words() { place({}); }
  std::size_t place(std::string text) {
    const auto [found, added] = places_.try_emplace(std::move(text), list_.size());
    if (added) list_.push_back(found->first);
    return found->second;
  }
  Json take() { return std::move(list_); }

 private:
  Json list_ = Json::array();
  std::unordered_map<std::string, std::size_t> places_;
};

Json totals_json(const Totals& sum) {
  return Json::object({{"specifications", sum.specifications},
                       {"specificationsPassed", sum.specifications_passed},
                       {"specificationsErrors", sum.specifications_errors},
                       {"specificationsNotApplicable", sum.specifications_not_applicable},
                       {"requirements", sum.requirements},
                       {"requirementsPassed", sum.requirements_passed},
                       {"checks", sum.checks},
                       {"checksPassed", sum.checks_passed},
                       {"elementsFailed", sum.elements_failed},
                       {"elementsAtLeast", sum.elements_at_least}});
}

Json requirement_json(const RequirementResult& requirement) {
  return Json::object({{"text", one_line(requirement.description, 1000)},
                       {"status", text(no_failure(requirement.status) ? requirement.status : Status::pass)},
                       {"passed", requirement.passed},
                       {"failed", 0}});
}

Json lines(const std::vector<std::string>& texts) {
  constexpr std::size_t most = 20;
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(most, texts.size()); ++i) out.push_back(one_line(texts[i], 600));
  return out;
}

Json narrowed_json(const std::vector<Narrowing>& narrowed) {
  constexpr std::size_t most = 100;
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(most, narrowed.size()); ++i) {
    Json one = Json::object({{"text", one_line(narrowed[i].description, 600)}, {"left", narrowed[i].left}});
    if (narrowed[i].alone) one.set("alone", *narrowed[i].alone);
    set_text(one, "others", one_line(narrowed[i].others, 900));
    out.push_back(std::move(one));
  }
  return out;
}

void describe(const ReportSpecification& from, Json& to) {
  const SpecificationResult& result = from.result;
  set_text(to, "identifier", one_line(result.identifier, 100));
  set_text(to, "reason", one_line(result.reason, 600));
  set_text(to, "nearMiss", one_line(result.near_miss, 900));
  if (!result.narrowed.empty()) to.set("narrowed", narrowed_json(result.narrowed));
  set_text(to, "appliesTo", one_line(from.applies_to, 2000));
  set_text(to, "occurrence", one_line(from.cardinality, 60));
  set_text(to, "ifcVersions", one_line(from.ifc_versions, 200));
  set_text(to, "description", paragraphs(from.description));
  set_text(to, "instructions", paragraphs(from.instructions));
  if (!result.version_matches) to.set("versionMatches", false);
  if (!result.warnings.empty()) to.set("warnings", lines(result.warnings));
  to.set("applicable", from.applicable).set("passed", result.passed).set("failed", result.failed);
}

// One model. Elements are listed where a failure names them, each once.
class ModelData {
 public:
  explicit ModelData(const Report& report) : report_(report) {}

  // With the first `count` of its failures.
  void add(const ReportSpecification& specification, std::size_t count) {
    Json out =
        Json::object({{"title", specification_title(specification)}, {"status", text(specification.result.status)}});
    describe(specification, out);
    add_requirements(specification, out);
    Json failures = Json::array();
    for (std::size_t i = 0; i < count; ++i) failures.push_back(failure(specification, specification.failures[i]));
    out.set("failures", std::move(failures));
    specs_.push_back(std::move(out));
  }
  Json take() {
    Json out = Json::object({{"name", model_title(report_)}, {"status", text(report_.status)}});
    set_text(out, "schema", one_line(report_.model_schema, 60));
    set_text(out, "project", one_line(report_.project_name, 300));
    set_text(out, "application", one_line(report_.model_application, 300));
    out.set("totals", totals_json(totals(report_)));
    out.set("words", words_.take()).set("elements", std::move(elements_)).set("specs", std::move(specs_));
    return out;
  }

 private:
  // A requirement failed where it has a group; the group of the specification itself is shown where it has failures.
  static void add_requirements(const ReportSpecification& specification, Json& to) {
    Json::Array list;
    for (const auto& requirement : specification.result.requirements) list.push_back(requirement_json(requirement));
    for (const FailureGroup& group : failure_groups(specification)) {
      if (group.requirement >= 0) {
        list[static_cast<std::size_t>(group.requirement)].set("status", text(Status::fail)).set("failed", group.failed);
      } else if (!group.failures.empty()) {
        to.set("itself", Json::object({{"text", one_line(group.title, 1000)}, {"failed", group.failed}}));
      }
    }
    to.set("requirements", std::move(list));
  }
  Json failure(const ReportSpecification& specification, const ReportFailure& failure) {
    const auto requirement = static_cast<std::size_t>(failure.requirement);
    const bool known = requirement < specification.result.requirements.size();
    return Json::array(
        {element(failure), known ? failure.requirement : -1, words_.place(one_line(failure.reason, 600))});
  }
  std::size_t element(const ReportFailure& failure) {
    const auto [found, added] = places_.try_emplace(failure.element, elements_.size());
    if (!added) return found->second;
    const ElementFact& fact = element_of(report_, failure);
    elements_.push_back(
        Json::array({one_line(fact.global_id, 60), one_line(fact.name, 300), one_line(fact.tag, 100), fact.step_id,
                     words_.place(one_line(fact.entity, 100)), words_.place(one_line(fact.predefined_type, 100)),
                     words_.place(one_line(fact.type_name, 200)), words_.place(one_line(fact.storey, 200))}));
    return found->second;
  }

  const Report& report_;
  Words words_;
  Json elements_ = Json::array(), specs_ = Json::array();
  std::unordered_map<std::size_t, std::size_t> places_;  // of elements
};

Json about(const Report& report) {
  Json out = Json::array();
  const auto add = [&](std::string_view name, const std::string& value) {
    const std::string line = one_line(value, 300);
    if (!line.empty()) out.push_back(std::string(name) + line);
  };
  add("Author ", report.author);
  add("Version ", report.version);
  add("Date ", report.date);
  add("Purpose ", report.purpose);
  add("Milestone ", report.milestone);
  add("", report.copyright);
  out.push_back("Checked with Lintel " LINTEL_VERSION);
  return out;
}

Json warnings(const std::vector<Report>& reports) {
  Json out = Json::array();
  std::size_t bytes = 0;
  for (const Report& report : reports) {
    for (const std::string& warning : report.warnings) {
      if (bytes > max_warning_bytes) return out;
      std::string line = one_line(warning, 600);
      bytes += line.size();
      out.push_back(std::move(line));
    }
  }
  return out;
}

// Failing specifications first. `left`: failures that are not in the page.
Json models(const std::vector<Report>& reports, std::int64_t& left) {
  Shares shares(reports);
  Json out = Json::array();
  for (const Report& report : reports) {
    ModelData data(report);
    for (const std::size_t i : failing_first(report)) {
      const ReportSpecification& each = report.specifications[i];
      const std::size_t embedded = shares.take(each.failures.size());
      data.add(each, embedded);
      left += failure_count(each) - static_cast<std::int64_t>(embedded);
    }
    out.push_back(data.take());
  }
  return out;
}

}  // namespace

Json report_page_data(const std::vector<Report>& reports) {
  const Report none;
  const Report& first = reports.empty() ? none : reports.front();
  const Totals sum = totals(reports);
  std::int64_t left = 0;
  Json out = Json::object({{"title", report_title(first)},
                           {"checked", shown_time(first.time_ms)},
                           {"status", text(status_of(reports))},
                           {"verdict", verdict(sum)},
                           {"totals", totals_json(sum)},
                           {"about", about(first)},
                           {"warnings", warnings(reports)},
                           {"models", models(reports, left)}});
  set_text(out, "description", paragraphs(first.description));
  out.set("left", left);
  return out;
}

std::string report_page_title(const std::vector<Report>& reports) {
  const Report none;
  return report_title(reports.empty() ? none : reports.front()) + " – " + std::string(in_words(status_of(reports)));
}

}  // namespace ids::engine
