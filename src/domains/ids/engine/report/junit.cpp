// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/xml_text.h"
#include "domains/ids/engine/report/text.h"

// JUnit XML as Jenkins, GitLab and GitHub read it: a suite per specification, a case per requirement.
namespace ids::engine {
namespace {

using base::xml_text;

constexpr std::size_t max_listed = 100;  // elements of one case

std::string attribute(std::string_view name, const std::string& value) {
  return " " + std::string(name) + "=\"" + xml_text(value) + "\"";
}

std::string listed(const Report& report, const ReportSpecification& specification, const FailureGroup& group) {
  std::string out;
  const std::size_t shown = std::min(max_listed, group.failures.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const ReportFailure& failure = specification.failures[group.failures[i]];
    const ElementFact& element = element_of(report, failure);
    out += entity_text(element) + " " + element_title(element);
    if (!element.global_id.empty()) out += " [" + one_line(element.global_id, 60) + "]";
    if (!element.storey.empty()) out += " on " + one_line(element.storey, 100);
    out += ": " + one_line(failure.reason, 500) + "\n";
  }
  const std::int64_t left = group.failed - static_cast<std::int64_t>(shown);
  if (left > 0) out += "and " + grouped(left) + " more\n";
  return out;
}

struct JunitCounts {
  int tests = 0, failures = 0, errors = 0, skipped = 0;

  void add(const JunitCounts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
  }
  std::string attributes() const {
    return attribute("tests", std::to_string(tests)) + attribute("failures", std::to_string(failures)) +
           attribute("errors", std::to_string(errors)) + attribute("skipped", std::to_string(skipped));
  }
};

class JunitSuite {
 public:
  JunitSuite(const Report& report, const ReportSpecification& specification)
      : report_(report), specification_(specification), groups_(failure_groups(specification)) {
    const auto& requirements = specification.result.requirements;
    for (std::size_t i = 0; i < requirements.size(); ++i) {
      test("R" + std::to_string(i + 1) + " " + one_line(requirements[i].description, 300), static_cast<int>(i));
    }
    const bool own = !groups_.empty() && groups_.back().requirement < 0;
    if (specification.of_report) {
      test(one_line(specification.result.name, 300), -1);
    } else if (own || requirements.empty()) {
      test("Applies to " + one_line(applies_to(), 300), -1);
    }
  }
  std::string xml() const {
    const std::string name = specification_title(specification_);
    const std::string time = iso_seconds(report_.time_ms);
    std::string out = "<testsuite" + attribute("name", name) + counted_.attributes() + attribute("time", "0") +
                      (time.empty() ? "" : attribute("timestamp", time)) + ">\n<properties>";
    out += property("model", model_title(report_)) + property("schema", one_line(report_.model_schema, 60)) +
           property("applicable", std::to_string(specification_.applicable)) +
           property("identifier", one_line(specification_.result.identifier, 200));
    return out + "</properties>\n" + cases_ + "</testsuite>\n";
  }
  const JunitCounts& counts() const { return counted_; }

 private:
  static std::string property(std::string_view name, const std::string& value) {
    return value.empty() ? "" : "<property" + attribute("name", std::string(name)) + attribute("value", value) + "/>";
  }
  std::string applies_to() const {
    return specification_.applies_to.empty() ? "elements of the model" : specification_.applies_to;
  }
  void test(const std::string& name, int requirement) {
    ++counted_.tests;
    cases_ += "<testcase" + attribute("name", name) +
              attribute("classname", model_title(report_) + "." + specification_title(specification_)) +
              attribute("time", "0");
    const auto group = std::ranges::find(groups_, requirement, &FailureGroup::requirement);
    if (specification_.result.status == Status::error) return error();
    if (group == groups_.end()) return nothing_wrong(requirement);
    ++counted_.failures;
    const std::string message = group->failed > 0 ? counted(group->failed, "element fails", "elements fail") + ": " +
                                                        one_line(group->title, 900)
                                                  : one_line(group->title, 900);
    cases_ += "><failure" + attribute("message", message) + attribute("type", "ids") + ">" +
              xml_text(listed(report_, specification_, *group)) + "</failure></testcase>\n";
  }
  void error() {
    ++counted_.errors;
    cases_ += "><error" + attribute("message", one_line(specification_.result.reason, 600)) + attribute("type", "ids") +
              "/></testcase>\n";
  }
  // A requirement on nothing was not tested.
  void nothing_wrong(int requirement) {
    const auto& list = specification_.result.requirements;
    const auto at = static_cast<std::size_t>(requirement);
    const bool skipped = (at < list.size() ? list[at].status : specification_.result.status) == Status::not_applicable;
    if (!skipped) {
      cases_ += "/>\n";
      return;
    }
    ++counted_.skipped;
    cases_ +=
        "><skipped" + attribute("message", one_line(whole_reason(specification_.result), 900)) + "/></testcase>\n";
  }

  const Report& report_;
  const ReportSpecification& specification_;
  std::vector<FailureGroup> groups_;
  std::string cases_;
  JunitCounts counted_;
};

}  // namespace

std::string junit_report(const std::vector<Report>& reports) {
  std::string suites;
  JunitCounts counts;
  for (const Report& report : reports) {
    for (const ReportSpecification& specification : report.specifications) {
      const JunitSuite suite(report, specification);
      suites += suite.xml();
      counts.add(suite.counts());
    }
  }
  const std::string name = reports.empty() ? "IDS check" : report_title(reports[0]);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", name) + counts.attributes() +
         attribute("time", "0") + ">\n" + suites + "</testsuites>\n";
}

}  // namespace ids::engine
