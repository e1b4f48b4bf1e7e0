// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/report/report.h"

#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "domains/ids/engine/report/text.h"

namespace ids::engine {
namespace {

void count_requirements(const ReportSpecification& specification, Totals& into) {
  for (const RequirementResult& requirement : specification.result.requirements) {
    ++into.requirements;
    into.requirements_passed += requirement.status == Status::pass ? 1 : 0;
    into.checks += requirement.passed + requirement.failed;
    into.checks_passed += requirement.passed;
  }
}

void count_status(Status status, Totals& into) {
  ++into.specifications;
  into.specifications_passed += shown_to_pass(status) ? 1 : 0;
  into.specifications_failed += status == Status::fail ? 1 : 0;
  into.specifications_errors += status == Status::error ? 1 : 0;
  into.specifications_not_applicable += status == Status::not_applicable ? 1 : 0;
  into.specifications_with_warnings += status == Status::warning ? 1 : 0;
}

bool was_cut(const ReportSpecification& specification) {
  return failure_count(specification) > static_cast<std::int64_t>(specification.failures.size());
}

// Unicode 15, 23.7: U+FDD0 to U+FDEF, and the last two of every plane.
std::size_t noncharacter_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const bool last_two = byte(0) == 0xEF && byte(1) == 0xBF && byte(2) >= 0xBE;
  const bool block = byte(0) == 0xEF && byte(1) == 0xB7 && byte(2) >= 0x90 && byte(2) <= 0xAF;
  if (last_two || block) return 3;
  return byte(0) >= 0xF0 && (byte(1) & 0x0FU) == 0x0F && byte(2) == 0xBF && byte(3) >= 0xBE ? 4 : 0;
}

}  // namespace

// ---- words --------------------------------------------------------------------------------------

std::string counted(std::int64_t number, std::string_view one, std::string_view many) {
  return grouped(number) + " " + std::string(number == 1 ? one : many);
}

std::string clean(std::string_view text, std::size_t max_bytes) {
  // printable() stops at what can be shown, so that a name of ten megabytes costs nothing.
  std::string out = base::printable(text, max_bytes);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (const std::size_t length = noncharacter_at(std::string_view(out).substr(i))) out.replace(i, length, "\uFFFD");
  }
  return out;
}

std::string one_line(std::string_view text, std::size_t max_bytes) {
  std::string out = clean(text, max_bytes);
  std::ranges::replace_if(out, [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return std::string(base::trim(out));
}

std::string iso_seconds(std::int64_t unix_ms) { return unix_ms == 0 ? "" : base::iso8601(unix_ms).substr(0, 19) + "Z"; }

std::string shown_time(std::int64_t unix_ms) {
  if (unix_ms == 0) return {};
  std::string out = base::iso8601(unix_ms).substr(0, 16) + " UTC";
  out[10] = ' ';
  return out;
}

std::string_view in_words(Status status) {
  switch (status) {
    case Status::pass:
      return "passed";
    case Status::fail:
      return "failed";
    case Status::error:
      return "could not be checked";
    case Status::not_applicable:
      return "not applicable";
    case Status::warning:
      return "passed with warnings";
  }
  return "could not be checked";
}

std::string report_title(const Report& report) {
  const std::string title = one_line(report.title, 300);
  return title.empty() ? "Untitled" : title;
}

std::string model_title(const Report& report) {
  const std::string name = one_line(report.model_path.empty() ? report.model_name : report.model_path, 300);
  return name.empty() ? "Unnamed model" : name;
}

std::string specification_title(const ReportSpecification& specification) {
  std::string name = one_line(specification.result.name, 300);
  if (!name.empty()) return name;
  return "Specification " + std::to_string(specification.result.index + 1);
}

std::string entity_text(const ElementFact& element) {
  const std::string entity = one_line(element.entity, 100);
  const std::string type = one_line(element.predefined_type, 100);
  return type.empty() ? entity : entity + "." + type;
}

std::string element_title(const ElementFact& element) {
  const std::string name = one_line(element.name, 300);
  return name.empty() ? "#" + std::to_string(element.step_id) : name;
}

std::string whole_reason(const SpecificationResult& result) {
  if (result.reason.empty() || result.near_miss.empty()) return result.reason;
  return result.reason + ". " + result.near_miss;
}

const ElementFact& element_of(const Report& report, const ReportFailure& failure) {
  static const ElementFact nobody;
  return failure.element < report.elements.size() ? report.elements[failure.element] : nobody;
}

// ---- counts -------------------------------------------------------------------------------------

std::int64_t failure_count(const ReportSpecification& specification) {
  std::int64_t of_requirements = 0;
  for (const RequirementResult& requirement : specification.result.requirements) of_requirements += requirement.failed;
  return std::max(
      {of_requirements, specification.result.failed, static_cast<std::int64_t>(specification.failures.size())});
}

Totals totals(const Report& report) {
  Totals out{.models = 1, .models_unchecked = report.reason.empty() ? 0 : 1};
  std::int64_t most_in_one = 0;
  for (const ReportSpecification& specification : report.specifications) {
    if (specification.of_report) continue;
    count_status(specification.result.status, out);
    count_requirements(specification, out);
    most_in_one = std::max(most_in_one, specification.result.failed);
    out.elements_at_least = out.elements_at_least || was_cut(specification);
  }
  out.elements_failed = std::max(most_in_one, static_cast<std::int64_t>(report.elements.size()));
  return out;
}

Totals totals(const std::vector<Report>& reports) {
  Totals out;
  for (const Report& report : reports) {
    const Totals one = totals(report);
    out.models += one.models;
    out.models_unchecked += one.models_unchecked;
    out.specifications += one.specifications;
    out.specifications_passed += one.specifications_passed;
    out.specifications_failed += one.specifications_failed;
    out.specifications_errors += one.specifications_errors;
    out.specifications_not_applicable += one.specifications_not_applicable;
    out.specifications_with_warnings += one.specifications_with_warnings;
    out.requirements += one.requirements;
    out.requirements_passed += one.requirements_passed;
    out.checks += one.checks;
    out.checks_passed += one.checks_passed;
    out.elements_failed += one.elements_failed;
    out.elements_at_least = out.elements_at_least || one.elements_at_least;
  }
  return out;
}

Status status_of(const std::vector<Report>& reports) {
  std::vector<Status> statuses;
  for (const Report& report : reports) statuses.push_back(report.status);
  return overall(statuses);
}

void add_problem(Report& report, std::string title, std::string reason) {
  ReportSpecification problem;
  problem.of_report = true;
  problem.result.name = std::move(title);
  problem.result.status = Status::error;
  problem.result.reason = reason;
  report.specifications.push_back(std::move(problem));
  report.status = Status::error;
  report.reason = std::move(reason);
}

namespace {

// What is bad, in one sentence; "" if nothing is.
std::string complaint(const Totals& totals) {
  std::vector<std::string> parts;
  const auto add = [&](std::int64_t count, std::int64_t of, std::string_view one, std::string_view many,
                       std::string_view what) {
    if (count > 0) parts.push_back(grouped(count) + " of " + counted(of, one, many) + std::string(what));
  };
  add(totals.models_unchecked, totals.models, "model", "models", " could not be checked");
  add(totals.specifications_errors, totals.specifications, "specification", "specifications", " could not be checked");
  add(totals.specifications_failed, totals.specifications, "specification", "specifications", " failed");
  return base::join(parts, "; ");
}

}  // namespace

std::string verdict(const Totals& totals) {
  if (const auto bad = complaint(totals); !bad.empty()) return bad;
  if (totals.specifications == 0) return "There was nothing to check";
  if (totals.specifications_passed == 0)
    return "Nothing was checked: no specification applies to anything in the model";
  if (totals.specifications_not_applicable > 0) {
    return grouped(totals.specifications_passed) + " of " +
           counted(totals.specifications, "specification", "specifications") + " passed, " +
           counted(totals.specifications_not_applicable, "applies", "apply") + " to nothing in the model";
  }
  if (totals.specifications == 1) return "The specification passed";
  return "All " + grouped(totals.specifications) + " specifications passed";
}

std::vector<std::size_t> failing_first(const Report& report) {
  std::vector<std::size_t> order;
  for (const Status wanted : {Status::error, Status::fail, Status::warning, Status::pass, Status::not_applicable}) {
    for (std::size_t i = 0; i < report.specifications.size(); ++i) {
      if (report.specifications[i].result.status == wanted) order.push_back(i);
    }
  }
  return order;
}

// ---- groups -------------------------------------------------------------------------------------

std::vector<FailureGroup> failure_groups(const ReportSpecification& specification) {
  const auto& requirements = specification.result.requirements;
  std::vector<FailureGroup> all(requirements.size() + 1);  // the last one: the specification itself
  for (std::size_t i = 0; i < requirements.size(); ++i) {
    all[i] = {static_cast<int>(i), requirements[i].description, requirements[i].passed, requirements[i].failed, {}};
  }
  for (std::size_t i = 0; i < specification.failures.size(); ++i) {
    const auto requirement = static_cast<std::size_t>(specification.failures[i].requirement);
    all[std::min(requirement, requirements.size())].failures.push_back(i);
  }
  FailureGroup& itself = all.back();
  itself.title = whole_reason(specification.result);
  if (!itself.failures.empty()) {
    itself.failed = std::max(specification.result.failed, static_cast<std::int64_t>(itself.failures.size()));
    if (itself.title.empty()) itself.title = "There must be no such elements";
  }
  std::vector<FailureGroup> out;
  for (FailureGroup& group : all) {
    const bool own = group.requirement < 0 && !group.title.empty() && !no_failure(specification.result.status);
    const bool failed =
        group.requirement >= 0 && requirements[static_cast<std::size_t>(group.requirement)].status == Status::fail;
    group.failed = std::max(group.failed, static_cast<std::int64_t>(group.failures.size()));
    if (own || failed || !group.failures.empty()) out.push_back(std::move(group));
  }
  return out;
}

std::vector<ReasonGroup> reason_groups(const ReportSpecification& specification, const FailureGroup& group) {
  std::vector<ReasonGroup> out;
  std::unordered_map<std::string, std::size_t> places;         // of texts as they are shown
  std::unordered_map<std::string_view, std::size_t> as_given;  // the same place: most reasons come again as they are
  for (const std::size_t i : group.failures) {
    const auto [given, is_new] = as_given.try_emplace(specification.failures[i].reason, 0);
    if (is_new) {
      std::string reason = one_line(specification.failures[i].reason, 600);
      const auto [found, added] = places.try_emplace(reason, out.size());
      if (added) out.push_back({std::move(reason), {}});
      given->second = found->second;
    }
    out[given->second].failures.push_back(i);
  }
  std::ranges::sort(out, [](const ReasonGroup& a, const ReasonGroup& b) {
    if (a.failures.size() != b.failures.size()) return a.failures.size() > b.failures.size();
    return a.failures.front() < b.failures.front();
  });
  return out;
}

}  // namespace ids::engine
