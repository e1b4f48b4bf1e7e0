// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/crypto.h"
#include "base/text.h"
#include "base/xml_text.h"
#include "domains/ids/engine/report/text.h"

// One page that needs nothing else: style and script are within it, allowed by their sums (Content Security Policy
// Level 3, 2.3.1), and nothing else may load or run. Failures are data that the script shows; the first of each list
// are in the page itself.
extern "C" {
extern const char lintel_ids_report_css[];
extern const char lintel_ids_report_css_end[];
extern const char lintel_ids_report_js[];
extern const char lintel_ids_report_js_end[];
}

namespace ids::engine {
namespace {

using base::Json;
using base::xml_text;

constexpr std::size_t max_embedded = 20'000;  // failures, of all models together
constexpr std::size_t rows_without_script = 25;

std::string_view style() { return {lintel_ids_report_css, lintel_ids_report_css_end}; }
std::string_view script() { return {lintel_ids_report_js, lintel_ids_report_js_end}; }

std::string hash_source(std::string_view text) {
  const base::Digest digest = base::sha256(text);
  return "'sha256-" + base::base64({reinterpret_cast<const char*>(digest.data()), digest.size()}) + "'";
}

std::string shown(std::string_view text, std::size_t max_bytes = 300) { return xml_text(one_line(text, max_bytes)); }
// Line breaks are kept: descriptions have paragraphs.
std::string paragraphs(std::string_view text) { return xml_text(base::trim(clean(text, 4000))); }

std::string_view word(Status status) { return status == Status::pass ? "pass" : "fail"; }

std::string mark(Status status) {
  if (status == Status::pass) return "<span class=\"mark pass\" role=\"img\" aria-label=\"passed\">✓</span>";
  return "<span class=\"mark fail\" role=\"img\" aria-label=\"failed\">✕</span>";
}

// What passed in green, what failed in red. A share that is there is seen, however small.
std::string bar(std::int64_t passed, std::int64_t total) {
  double width = 0;
  if (total > 0) width = 100 * static_cast<double>(passed) / static_cast<double>(total);
  if (passed > 0 && passed < total) width = std::clamp(width, 1.5, 98.5);
  const std::string rounded =
      std::to_string(std::lround(width * 10) / 10) + "." + std::to_string(std::lround(width * 10) % 10);
  std::string out = "<svg class=\"bar\" viewBox=\"0 0 100 6\" preserveAspectRatio=\"none\" aria-hidden=\"true\">";
  out += std::string("<rect class=\"") + (total > 0 ? "bad" : "rest") + "\" width=\"100\" height=\"6\"/>";
  return out + "<rect class=\"ok\" width=\"" + rounded + "\" height=\"6\"/></svg>";
}

// ---- what the script shows ------------------------------------------------------------------------

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

// The elements and reasons of one model, each once.
class ModelData {
 public:
  explicit ModelData(const Report& report) : report_(report) {}

  void add(const ReportSpecification& specification, std::size_t count) {
    Json failures = Json::array();
    for (std::size_t i = 0; i < count; ++i) failures.push_back(failure(specification, specification.failures[i]));
    Json requirements = Json::array();
    for (const auto& requirement : specification.result.requirements) {
      requirements.push_back(one_line(requirement.description, 500));
    }
    const std::string title = specification_title(specification);
    specs_.push_back(Json::object({{"title", title},
                                   {"name", title + " " + one_line(specification.result.identifier, 100)},
                                   {"requirements", std::move(requirements)},
                                   {"failures", std::move(failures)}}));
  }
  Json take() {
    return Json::object({{"name", model_title(report_)},
                         {"elements", std::move(elements_)},
                         {"reasons", std::move(reasons_)},
                         {"specs", std::move(specs_)}});
  }

 private:
  Json failure(const ReportSpecification& specification, const ReportFailure& failure) {
    const auto requirement = static_cast<std::size_t>(failure.requirement);
    const bool known = requirement < specification.result.requirements.size();
    return Json::array({element(failure), known ? failure.requirement : -1, reason(failure.reason)});
  }
  std::size_t element(const ReportFailure& failure) {
    const auto [found, added] = element_places_.try_emplace(failure.element, elements_.size());
    if (!added) return found->second;
    const ElementFact& fact = element_of(report_, failure);
    elements_.push_back(
        Json::array({one_line(fact.global_id, 60), one_line(fact.entity, 100), one_line(fact.predefined_type, 100),
                     one_line(fact.name, 300), one_line(fact.tag, 100), one_line(fact.type_name, 200),
                     one_line(fact.storey, 200), fact.step_id}));
    return found->second;
  }
  std::size_t reason(const std::string& text) {
    std::string line = one_line(text, 600);
    const auto [found, added] = reason_places_.try_emplace(line, reasons_.size());
    if (added) reasons_.push_back(std::move(line));
    return found->second;
  }

  const Report& report_;
  Json elements_ = Json::array(), reasons_ = Json::array(), specs_ = Json::array();
  std::unordered_map<std::size_t, std::size_t> element_places_;
  std::unordered_map<std::string, std::size_t> reason_places_;
};

// HTML, 4.12.1.3: "<!--" and "</script" in any case end or upset the text of a script; neither has a "<" left then.
std::string script_safe(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out.push_back(c);
    }
  }
  return out;
}

// ---- the page -------------------------------------------------------------------------------------

class HtmlPage {
 public:
  explicit HtmlPage(const std::vector<Report>& reports) : reports_(reports), sum_(totals(reports)), shares_(reports) {}

  std::string write() {
    head();
    out_ += "<body><a class=\"skip\" href=\"#specifications\">Skip to the specifications</a><div class=\"page\">\n";
    header();
    numbers();
    warnings();
    if (reports_.size() > 1) models();
    tools();
    out_ += "<main><div id=\"specifications\">\n";
    for (std::size_t i = 0; i < reports_.size(); ++i) model(i);
    out_ +=
        "</div><div id=\"elements\" hidden></div><p id=\"nothing\" class=\"empty\" hidden>Nothing "
        "matches.</p></main>\n";
    footer();
    out_ += "</div>\n<script type=\"application/json\" id=\"data\">";
    out_ += script_safe(Json::object({{"models", std::move(data_)}, {"left", left_}}).dump());
    out_ += "</script>\n<script>" + std::string(script()) + "</script>\n</body></html>\n";
    return std::move(out_);
  }

 private:
  const Report& first() const {
    static const Report none;
    return reports_.empty() ? none : reports_.front();
  }
  Status status() const { return passed(reports_) ? Status::pass : Status::fail; }

  void head() {
    out_ += "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n";
    out_ += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src " +
            hash_source(style()) + "; script-src " + hash_source(script()) +
            "; base-uri 'none'; form-action 'none'\">\n";
    out_ += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    out_ += "<meta name=\"generator\" content=\"Lintel " LINTEL_VERSION "\">\n";
    out_ += "<title>" + xml_text(report_title(first())) + " – " + (status() == Status::pass ? "passed" : "failed") +
            "</title>\n<style>" + std::string(style()) + "</style></head>\n";
  }
  void header() {
    out_ += "<header><p class=\"eyebrow\">IDS check report</p><h1>" + xml_text(report_title(first())) + "</h1>\n";
    std::vector<std::string> facts;
    if (reports_.size() == 1) {
      facts.push_back(xml_text(model_title(first())));
      if (!first().model_schema.empty()) facts.push_back(shown(first().model_schema, 60));
      if (!first().project_name.empty()) facts.push_back(shown(first().project_name));
      if (!first().model_application.empty()) facts.push_back(shown(first().model_application));
    } else {
      facts.push_back(counted(static_cast<std::int64_t>(reports_.size()), "model", "models"));
    }
    facts.push_back("checked " + shown_time(first().time_ms));
    out_ += "<p class=\"sub\">" + base::join(facts, " · ") + "</p>\n";
    if (!first().description.empty()) out_ += "<p class=\"sub\">" + paragraphs(first().description) + "</p>\n";
    out_ += "<p class=\"verdict " + std::string(word(status())) + "\">" + mark(status()) + verdict(sum_) +
            "</p></header>\n";
  }
  void number(std::string_view label, std::int64_t passed, std::int64_t total) {
    out_ += "<li><span class=\"label\">" + std::string(label) + "</span><span class=\"big\">" + grouped(passed) +
            "</span> <span class=\"of\">of " + grouped(total) + "</span>" + bar(passed, total) + "</li>\n";
  }
  void numbers() {
    out_ += "<ul class=\"numbers\">\n";
    number("Specifications passed", sum_.specifications_passed, sum_.specifications);
    number("Requirements passed", sum_.requirements_passed, sum_.requirements);
    number("Checks passed", sum_.checks_passed, sum_.checks);
    out_ += "<li><span class=\"label\">Elements to correct</span><span class=\"big\">" + grouped(sum_.elements_failed) +
            "</span> <span class=\"of\">" + (sum_.elements_at_least ? "or more" : "") + "</span></li>\n</ul>\n";
  }
  void warnings() {
    std::string list;
    for (const Report& report : reports_) {
      for (const std::string& warning : report.warnings) {
        if (list.size() > 20'000) break;
        list += "<li>" + shown(warning, 600) + "</li>";
      }
    }
    if (!list.empty()) out_ += "<div class=\"note warn\"><ul>" + list + "</ul></div>\n";
  }
  void models() {
    out_ +=
        "<h2>Models</h2><div class=\"scroll\"><table class=\"models\"><thead><tr><th>Model</th><th>Schema</th>"
        "<th class=\"number\">Specifications passed</th><th class=\"number\">Elements to "
        "correct</th></tr></thead><tbody>\n";
    for (std::size_t i = 0; i < reports_.size(); ++i) {
      const Totals one = totals(reports_[i]);
      out_ += "<tr><td>" + mark(reports_[i].status) + " <a href=\"#model-" + std::to_string(i) + "\">" +
              xml_text(model_title(reports_[i])) + "</a></td><td>" + shown(reports_[i].model_schema, 60) +
              "</td><td class=\"number\">" + grouped(one.specifications_passed) + " of " + grouped(one.specifications) +
              "</td><td class=\"number\">" + grouped(one.elements_failed) + "</td></tr>\n";
    }
    out_ += "</tbody></table></div>\n";
  }
  void tools() {
    out_ +=
        "<div class=\"tools\" role=\"toolbar\" aria-label=\"What is shown\" hidden>"
        "<span class=\"segments filter\"><button type=\"button\" data-show=\"all\" aria-pressed=\"true\">All</button>"
        "<button type=\"button\" data-show=\"fail\" aria-pressed=\"false\">Failed</button>"
        "<button type=\"button\" data-show=\"pass\" aria-pressed=\"false\">Passed</button></span>"
        "<span class=\"segments\">"
        "<button type=\"button\" data-view=\"specifications\" aria-pressed=\"true\">By specification</button>"
        "<button type=\"button\" data-view=\"elements\" aria-pressed=\"false\">By element</button></span>"
        "<input type=\"search\" placeholder=\"Search name, GlobalId, entity, storey…\" "
        "aria-label=\"Search name, GlobalId, entity, storey\" title=\"Press / to search\" autocomplete=\"off\">"
        "<button type=\"button\" data-do=\"open\">Open all</button>"
        "<button type=\"button\" data-do=\"theme\">Dark or light</button>"
        "<button type=\"button\" data-do=\"print\">Print</button></div>\n"
        "<p class=\"status\" role=\"status\"></p>\n";
  }
  void model(std::size_t index) {
    const Report& report = reports_[index];
    ModelData data(report);
    out_ += "<section class=\"model\" id=\"model-" + std::to_string(index) + "\">";
    if (reports_.size() > 1) out_ += "<h2>" + xml_text(model_title(report)) + "</h2>";
    const std::vector<std::size_t> order = failing_first(report);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const ReportSpecification& each = report.specifications[order[i]];
      const std::size_t embedded = shares_.take(each.failures.size());
      data.add(each, embedded);
      left_ += failure_count(each) - static_cast<std::int64_t>(embedded);
      specification(index, i, each, embedded);
    }
    out_ += "</section>\n";
    data_.push_back(data.take());
  }

  void specification(std::size_t model, std::size_t place, const ReportSpecification& each, std::size_t embedded) {
    const SpecificationResult& result = each.result;
    out_ += "<details class=\"spec " + std::string(word(result.status)) + "\" data-model=\"" + std::to_string(model) +
            "\" data-spec=\"" + std::to_string(place) + "\"" +
            (model == 0 && place == 0 && result.status == Status::fail ? " open" : "") + "><summary>" +
            mark(result.status);
    out_ += "<span><span class=\"name\">" + xml_text(specification_title(each)) + "</span>";
    if (!result.identifier.empty()) out_ += "<span class=\"id\">" + shown(result.identifier, 100) + "</span>";
    if (!each.applies_to.empty()) out_ += "<span class=\"line\">" + shown(each.applies_to, 400) + "</span>";
    out_ += "</span><span class=\"counts\">" + specification_counts(each) +
            bar(result.passed, result.passed + result.failed) +
            "</span><span class=\"chevron\" aria-hidden=\"true\"></span></summary><div class=\"body\">\n";
    facts(reports_[model], each);
    requirements(model, each, embedded);
    out_ += "</div></details>\n";
  }
  static std::string specification_counts(const ReportSpecification& each) {
    if (each.applicable == 0) return "applies to nothing";
    if (each.result.failed == 0) return counted(each.applicable, "element", "elements");
    return grouped(each.result.failed) + " of " + grouped(each.applicable) + " failed";
  }
  void fact(std::string_view name, const std::string& html) {
    if (!html.empty()) out_ += "<dt>" + std::string(name) + "</dt><dd>" + html + "</dd>";
  }
  void facts(const Report& report, const ReportSpecification& each) {
    if (!each.result.reason.empty() && each.result.status == Status::fail) {
      out_ += "<p class=\"note bad\">" + shown(each.result.reason, 600) + "</p>";
    }
    out_ += "<dl>";
    fact("Applies to", shown(each.applies_to, 2000));
    fact("Occurrence", shown(each.cardinality, 60));
    std::string versions = shown(each.ifc_versions, 200);
    if (!each.result.version_matches) versions += " – the model is " + shown(report.model_schema, 60);
    fact("IFC versions", versions);
    fact("Description", paragraphs(each.description));
    fact("Instructions", paragraphs(each.instructions));
    out_ += "</dl>\n";
  }
  void requirements(std::size_t model, const ReportSpecification& each, std::size_t embedded) {
    const auto& list = each.result.requirements;
    std::vector<FailureGroup> groups = failure_groups(each);
    if (!list.empty()) out_ += "<h3>Requirements</h3>\n";
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto found = std::ranges::find(groups, static_cast<int>(i), &FailureGroup::requirement);
      if (found == groups.end()) {
        out_ += "<div class=\"req\">" + mark(Status::pass) + "<span class=\"words\">" +
                shown(list[i].description, 1000) + "</span><span class=\"counts\">" +
                (list[i].passed == 0 ? "nothing to check" : counted(list[i].passed, "element", "elements")) +
                "</span><span></span></div>\n";
      } else {
        group(model, each, *found, embedded, groups.size() == 1);
      }
    }
    if (!groups.empty() && groups.back().requirement < 0 && !groups.back().failures.empty()) {
      group(model, each, groups.back(), embedded, groups.size() == 1);
    }
  }
  void group(std::size_t model, const ReportSpecification& each, FailureGroup& group, std::size_t embedded,
             bool alone) {
    out_ += "<details class=\"group\" data-requirement=\"" + std::to_string(group.requirement) +
            (alone ? "\" open><summary>" : "\"><summary>") + mark(Status::fail) + "<span class=\"words\">" +
            shown(group.title, 1000) + "</span><span class=\"counts\"><b>" + grouped(group.failed) + " failed</b>";
    if (group.requirement >= 0) out_ += ", " + grouped(group.passed) + " passed";
    out_ += "</span><span class=\"chevron\" aria-hidden=\"true\"></span></summary><div class=\"rows\">\n";
    std::erase_if(group.failures, [&](std::size_t i) { return i >= embedded; });
    rows(model, each, group);
    const std::int64_t left = group.failed - static_cast<std::int64_t>(group.failures.size());
    if (left > 0) {
      out_ += "<p class=\"left-off\">" + grouped(left) + (group.failures.empty() ? "" : " more") +
              " failed and are not in this page: see the spreadsheet.</p>";
    }
    out_ += "</div></details>\n";
  }
  void rows(std::size_t model, const ReportSpecification& each, const FailureGroup& group) {
    if (group.failures.empty()) return;
    const std::string& reason = each.failures[group.failures.front()].reason;
    const bool one_reason =
        std::ranges::all_of(group.failures, [&](std::size_t i) { return each.failures[i].reason == reason; });
    if (one_reason) out_ += "<p class=\"why\">" + shown(reason, 600) + "</p>";
    out_ += std::string("<div class=\"scroll\"><table data-reasons=\"") + (one_reason ? "one" : "many") +
            "\"><thead><tr><th>Element</th><th>Storey</th><th>GlobalId</th>" +
            (one_reason ? "" : "<th>What is wrong</th>") + "</tr></thead><tbody>\n";
    for (std::size_t i = 0; i < std::min(rows_without_script, group.failures.size()); ++i) {
      row(reports_[model], each.failures[group.failures[i]], one_reason);
    }
    out_ += "</tbody></table></div>";
  }
  void row(const Report& report, const ReportFailure& failure, bool one_reason) {
    const ElementFact& element = element_of(report, failure);
    const std::string type = shown(element.type_name, 200);
    out_ += "<tr><td>" + xml_text(element_title(element)) + "<span class=\"kind\">" + xml_text(entity_text(element)) +
            (type.empty() ? "" : " · " + type) + "</span></td><td>" + shown(element.storey, 200) +
            "</td><td><span class=\"guid\"><code>" + shown(element.global_id, 60) + "</code></span></td>";
    if (!one_reason) out_ += "<td>" + shown(failure.reason, 600) + "</td>";
    out_ += "</tr>\n";
  }
  void footer() {
    std::vector<std::string> facts;
    const auto add = [&](std::string_view name, const std::string& value) {
      if (!value.empty()) facts.push_back(std::string(name) + " " + shown(value));
    };
    add("Author", first().author);
    add("Version", first().version);
    add("Date", first().date);
    add("Purpose", first().purpose);
    add("Milestone", first().milestone);
    add("", first().copyright);
    facts.push_back("Checked with Lintel " LINTEL_VERSION);
    out_ += "<footer>" + base::join(facts, " · ") + "</footer>\n";
  }

  const std::vector<Report>& reports_;
  Totals sum_;
  Shares shares_;
  std::string out_;
  Json data_ = Json::array();
  std::int64_t left_ = 0;  // failures that are not in the page
};

}  // namespace

std::string html_report(const std::vector<Report>& reports) { return HtmlPage(reports).write(); }

}  // namespace ids::engine
