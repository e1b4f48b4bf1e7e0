// SPDX-License-Identifier: Apache-2.0
#include "drawing/pdf.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "base/text.h"
#include "domains/ids/engine/report/pages.h"
#include "domains/ids/engine/report/text.h"
#include "drawing/fonts.h"
#include "drawing/tokens.h"

namespace ids::engine {
namespace {

using drawing::Anchor;
using drawing::colour;
using drawing::Weight;
namespace tokens = drawing::tokens;

constexpr std::size_t rows_of_requirement = 25;  // of failing elements; the rest is counted
constexpr std::size_t max_pages = 150;
constexpr std::size_t max_summary_rows = 400;

constexpr TextStyle body{.size = 10.5, .colour = colour(tokens::light.ink)};
constexpr TextStyle quiet{.size = 10, .colour = colour(tokens::light.ink2)};
constexpr TextStyle caption{.size = 9, .colour = colour(tokens::light.ink2)};
constexpr TextStyle heading{.size = 14, .weight = Weight::semibold, .colour = colour(tokens::light.ink)};
constexpr TextStyle title{.size = 24, .weight = Weight::semibold, .colour = colour(tokens::light.ink)};
constexpr drawing::Colour rule_colour = colour(tokens::light.rule);
constexpr drawing::Colour ok = colour(tokens::light.ok), bad = colour(tokens::light.bad);
constexpr double full = Pages::right - Pages::left;

constexpr drawing::Colour not_checked = colour(tokens::light.open), grey = colour(tokens::light.ink2);

struct StatusLook {
  drawing::Colour colour, ground;
  std::string_view word, sign;
};
StatusLook look_of(Status status) {
  switch (status) {
    case Status::pass:
      return {ok, colour(0xe6f3e9), "Passed", "✓"};
    case Status::warning:
      return {colour(tokens::light.warn), colour(0xfbf3e0), "Passed with warnings", "✓"};
    case Status::fail:
      return {bad, colour(0xfceceb), "Failed", "✕"};
    case Status::not_applicable:
      return {grey, colour(tokens::light.panel), "Not applicable", "–"};
    case Status::error:
      break;
  }
  return {not_checked, colour(0xf3ecfa), "Could not be checked", "!"};
}
drawing::Colour colour_of(Status status) { return look_of(status).colour; }
std::string_view word(Status status) { return look_of(status).word; }

// "U+4E2D, U+6587, …"
std::string code_points(const std::set<char32_t>& characters) {
  constexpr std::size_t most = 5;
  std::string out;
  std::size_t shown = 0;
  for (const auto each : characters) {
    if (shown++ == most) return out + ", …";
    char hex[16];
    std::snprintf(std::data(hex), std::size(hex), "U+%04X", static_cast<unsigned>(each));
    out += (out.empty() ? "" : ", ") + std::string(std::data(hex));
  }
  return out;
}

class PdfReport {
 public:
  // `lacking`: characters known to come out as boxes.
  PdfReport(const std::vector<Report>& reports, std::set<char32_t> lacking)
      : reports_(reports), told_(std::move(lacking)) {}

  const std::set<char32_t>& lacking() const { return pages_.lacking(); }
  void lay_out() {
    if (reports_.size() > 1) overview();
    for (std::size_t i = 0; i < reports_.size(); ++i) {
      if (reports_.size() > 1) pages_.new_page();
      report(reports_[i]);
    }
    if (reports_.empty()) pages_.paragraph("There is nothing to report.", Pages::left, full, body, 1);
  }
  std::string write() {
    const std::string name = reports_.empty() ? "IDS check report" : report_title(reports_[0]);
    const std::string time = reports_.empty() ? "" : shown_time(reports_[0].time_ms);
    const std::string foot = time.empty() ? name : name + " · checked " + time;
    const auto pages = std::move(pages_).finish(foot);
    auto file = drawing::plain_pdf(pages, name, {"A4", 210, 297});
    LINTEL_CHECK(file.ok());
    return *std::move(file);
  }

 private:
  void report(const Report& report) {
    const Totals sum = totals(report);
    head(report, sum);
    numbers(sum);
    if (reports_.size() == 1) boxes();
    warnings(report);
    summary(report);
    details(report);
  }

  // ---- several models: what is true of all of them comes first
  void overview() {
    const Totals sum = totals(reports_);
    pages_.paragraph("IDS check report", Pages::left, full, quiet, 1);
    pages_.paragraph(report_title(reports_[0]), Pages::left, full, title, 3);
    pages_.down(4);
    pages_.paragraph(counted(sum.models, "model", "models"), Pages::left, full, quiet, 1);
    pages_.down(10);
    banner(status_of(reports_), verdict(sum));
    numbers(sum);
    boxes();
    std::size_t rows = 0;
    for (const Report& each : reports_) {
      if (rows++ == max_summary_rows) {
        more(counted(sum.models - static_cast<std::int64_t>(max_summary_rows), "more model", "more models"));
        return;
      }
      model_row(each);
    }
  }
  void model_row(const Report& report) {
    pages_.need(24);
    dot(Pages::left + 6, pages_.y() + 10.5, report.status);
    const std::string said = report.reason.empty() ? verdict(totals(report)) : one_line(report.reason, 300);
    const double room = full * 0.45;
    pages_.text(Pages::left + 18, pages_.y() + 14, fitted(model_title(report), room, body), body);
    pages_.text(Pages::right, pages_.y() + 14, fitted(said, full - room - 40, quiet), quiet, Anchor::end);
    pages_.down(21);
    pages_.rule(Pages::left, Pages::right, pages_.y(), colour(0xe9ecef));
    pages_.down(2);
  }

  // ---- the first page of a model
  void banner(Status status, const std::string& said) {
    pages_.box(Pages::left, pages_.y(), full, 34, look_of(status).ground);
    pages_.box(Pages::left, pages_.y(), 4, 34, colour_of(status));
    const TextStyle style{.size = 13, .weight = Weight::semibold, .colour = colour_of(status)};
    pages_.text(Pages::left + 16, pages_.y() + 22, fitted(said, full - 32, style), style);
    pages_.down(34 + 20);
  }
  void head(const Report& report, const Totals& sum) {
    pages_.paragraph("IDS check report", Pages::left, full, quiet, 1);
    pages_.paragraph(report_title(report), Pages::left, full, title, 3);
    pages_.down(4);
    std::vector<std::string> facts{model_title(report)};
    if (!report.model_schema.empty()) facts.push_back(one_line(report.model_schema, 60));
    if (!report.project_name.empty()) facts.push_back(one_line(report.project_name, 200));
    if (!report.model_application.empty()) facts.push_back(one_line(report.model_application, 200));
    pages_.paragraph(base::join(facts, " · "), Pages::left, full, quiet, 2);
    if (const auto time = shown_time(report.time_ms); !time.empty())
      pages_.paragraph("Checked " + time, Pages::left, full, quiet, 1);
    if (!report.description.empty()) pages_.paragraph(report.description, Pages::left, full, quiet, 4);
    pages_.down(10);
    banner(report.status, verdict(sum));
  }
  void numbers(const Totals& sum) {
    const double column = full / 4;
    const auto one = [&](int place, std::string_view label, const std::string& number, const std::string& of) {
      const double x = Pages::left + (column * place);
      const TextStyle big{.size = 22, .weight = Weight::semibold, .colour = colour(tokens::light.ink)};
      pages_.text(x, pages_.y() + 9, label, caption);
      pages_.text(x, pages_.y() + 35, number, big);
      const double width = drawing::text_width(number, big.size, big.weight);
      pages_.text(x + width + 6, pages_.y() + 35, of, quiet);
    };
    const auto of = [](std::int64_t total) { return "of " + grouped(total); };
    one(0, "Specifications passed", grouped(sum.specifications_passed), of(sum.specifications));
    one(1, "Requirements passed", grouped(sum.requirements_passed), of(sum.requirements));
    one(2, "Checks passed", grouped(sum.checks_passed), of(sum.checks));
    one(3, "Elements to correct", grouped(sum.elements_failed), sum.elements_at_least ? "or more" : "");
    pages_.down(62);
  }
  static constexpr TextStyle note{.size = 10, .colour = colour(tokens::light.warn)};
  // Nobody shall take a box for what a model says.
  void boxes() {
    if (told_.empty()) return;
    const bool one = told_.size() == 1;
    pages_.paragraph("Note: " + counted(static_cast<std::int64_t>(told_.size()), "character", "characters") + " (" +
                         code_points(told_) + (one ? ") is" : ") are") +
                         " in none of the fonts of this PDF and shown as a box. The HTML report and the spreadsheet "
                         "have the full text.",
                     Pages::left, full, note, 3);
    pages_.down(14);
  }
  void warnings(const Report& report) {
    constexpr std::size_t most = 10;
    for (std::size_t i = 0; i < std::min(most, report.warnings.size()); ++i) {
      pages_.paragraph("Note: " + one_line(report.warnings[i], 500), Pages::left, full, note, 3);
    }
    if (!report.warnings.empty()) pages_.down(14);
  }

  // ---- one line per specification
  void summary_head() {
    const double base = pages_.y() + 9;
    pages_.text(Pages::left + 18, base, "Specification", caption);
    pages_.text(numbers_x(0), base, "Elements", caption, Anchor::end);
    pages_.text(numbers_x(1), base, "Passed", caption, Anchor::end);
    pages_.text(numbers_x(2), base, "Failed", caption, Anchor::end);
    pages_.down(16);
    pages_.rule(Pages::left, Pages::right, pages_.y(), rule_colour);
    pages_.down(3);
  }
  static double numbers_x(int column) { return Pages::right - 116 - (62 * (2 - column)); }
  void summary(const Report& report) {
    summary_head();
    std::size_t rows = 0;
    for (const std::size_t i : failing_first(report)) {
      if (++rows > max_summary_rows) break;
      if (pages_.need(24)) summary_head();
      summary_row(report.specifications[i]);
    }
    const auto left_off =
        static_cast<std::int64_t>(report.specifications.size()) - static_cast<std::int64_t>(max_summary_rows);
    if (left_off > 0) more(counted(left_off, "more specification", "more specifications") + ": see the spreadsheet");
    pages_.down(18);
  }
  void summary_row(const ReportSpecification& specification) {
    const SpecificationResult& result = specification.result;
    const double base = pages_.y() + 14;
    dot(Pages::left + 6, pages_.y() + 10.5, result.status);
    const double room = numbers_x(0) - 52 - (Pages::left + 18);
    pages_.text(Pages::left + 18, base, fitted(named(specification), room, body), body);
    pages_.text(numbers_x(0), base, grouped(specification.applicable), body, Anchor::end);
    pages_.text(numbers_x(1), base, grouped(result.passed), body, Anchor::end);
    pages_.text(numbers_x(2), base, grouped(result.failed), result.failed > 0 ? failed_style() : body, Anchor::end);
    bar(Pages::right - 96, pages_.y() + 8, 96, result);
    pages_.down(21);
    pages_.rule(Pages::left, Pages::right, pages_.y(), colour(0xe9ecef));
    pages_.down(2);
  }
  static TextStyle failed_style() { return {.size = 10.5, .weight = Weight::semibold, .colour = bad}; }
  static std::string named(const ReportSpecification& specification) {
    const std::string identifier = one_line(specification.result.identifier, 80);
    return identifier.empty() ? specification_title(specification)
                              : identifier + "  " + specification_title(specification);
  }
  void dot(double x, double y, Status status) {
    const TextStyle style{.size = 7.5, .weight = Weight::semibold, .colour = colour(tokens::light.ground)};
    pages_.disc(x, y, 5.5, colour_of(status));
    pages_.text(x, y + 2.7, look_of(status).sign, style, Anchor::middle);
  }
  void bar(double x, double y, double width, const SpecificationResult& result) {
    const std::int64_t total = result.passed + result.failed;
    pages_.box(x, y, width, 5, total == 0 ? rule_colour : bad);
    if (total == 0) return;
    double share = static_cast<double>(result.passed) / static_cast<double>(total);
    if (result.passed > 0 && result.failed > 0) share = std::clamp(share, 0.02, 0.98);
    if (share > 0) pages_.box(x, y, width * share, 5, ok);
  }

  // ---- what each asks, and who fails
  void details(const Report& report) {
    for (const std::size_t i : failing_first(report)) {
      if (pages_.pages() >= max_pages) {
        more("The report goes on: see the spreadsheet");
        return;
      }
      specification(report, report.specifications[i]);
    }
  }
  void specification(const Report& report, const ReportSpecification& each) {
    pages_.need(110);
    pages_.down(10);
    pages_.rule(Pages::left, Pages::right, pages_.y(), colour(tokens::light.ink));
    pages_.down(10);
    pages_.paragraph(named(each), Pages::left, full - 90, heading, 2);
    const TextStyle style{.size = 10.5, .weight = Weight::semibold, .colour = colour_of(each.result.status)};
    pages_.text(Pages::right, pages_.y() - 8, word(each.result.status), style, Anchor::end);
    pages_.down(2);
    fact("Applies to", each.applies_to);
    fact("Occurrence", each.cardinality);
    fact("IFC versions", each.ifc_versions);
    fact("Description", each.description);
    fact("Instructions", each.instructions);
    if (!shown_to_pass(each.result.status) && !each.result.reason.empty()) {
      pages_.paragraph(one_line(whole_reason(each.result), 900), Pages::left, full,
                       {.size = 10.5, .colour = colour_of(each.result.status)}, 6);
    }
    for (const auto& warning : each.result.warnings)
      pages_.paragraph("Note: " + one_line(warning, 500), Pages::left, full, note, 3);
    pages_.down(9);
    requirements(report, each);
  }
  void fact(std::string_view name, const std::string& text) {
    if (base::trim(text).empty()) return;
    pages_.need(15);
    pages_.text(Pages::left, pages_.y() + quiet.size, name, quiet);
    pages_.paragraph(text, Pages::left + 84, full - 84, {.size = 10, .colour = colour(tokens::light.ink)}, 6);
  }
  void requirements(const Report& report, const ReportSpecification& each) {
    const std::vector<FailureGroup> groups = failure_groups(each);
    const auto& list = each.result.requirements;
    for (std::size_t i = 0; i < list.size() && pages_.pages() < max_pages; ++i) {
      const auto found = std::ranges::find(groups, static_cast<int>(i), &FailureGroup::requirement);
      const Status status = list[i].status == Status::fail ? Status::pass : list[i].status;
      requirement(list[i].description, found == groups.end() ? status : Status::fail, list[i].passed, list[i].failed);
      if (found != groups.end()) failures(report, each, *found);
    }
    if (!groups.empty() && groups.back().requirement < 0 && !groups.back().failures.empty()) {
      failures(report, each, groups.back());
    }
  }
  void requirement(const std::string& text, Status status, std::int64_t passed, std::int64_t failed) {
    pages_.need(status == Status::fail ? 74 : 18);
    std::string counts = counted(passed, "element", "elements");
    if (passed == 0) counts = "nothing to check";
    if (failed > 0) counts = grouped(failed) + " failed, " + grouped(passed) + " passed";
    dot(Pages::left + 6, pages_.y() + 7, status);
    pages_.text(Pages::right, pages_.y() + body.size, counts, failed > 0 ? failed_style() : quiet, Anchor::end);
    pages_.paragraph(one_line(text, 800), Pages::left + 18, full - 18 - 170, body, 4);
    pages_.down(5);
  }

  // ---- failing elements
  static constexpr double indent = 18;
  static constexpr std::array<double, 4> columns{0, 0.42, 0.64, 0.79};  // element, entity, storey, GlobalId
  static double column_x(std::size_t i) { return Pages::left + indent + ((full - indent) * columns[i]); }
  static double column_width(std::size_t i) {
    const double next = i + 1 < columns.size() ? columns[i + 1] : 1;
    return ((full - indent) * (next - columns[i])) - 10;
  }
  void failure_head() {
    static constexpr std::array<std::string_view, 4> names{"Element", "Entity", "Storey", "GlobalId"};
    for (std::size_t i = 0; i < names.size(); ++i) pages_.text(column_x(i), pages_.y() + 9, names[i], caption);
    pages_.down(14);
    pages_.rule(Pages::left + indent, Pages::right, pages_.y(), rule_colour);
    pages_.down(3);
  }
  // Elements that fail for the same reason stand together. The first reasons share the rows.
  void failures(const Report& report, const ReportSpecification& each, const FailureGroup& group) {
    const std::vector<ReasonGroup> reasons = reason_groups(each, group);
    const std::size_t share = std::max<std::size_t>(5, rows_of_requirement / std::max<std::size_t>(reasons.size(), 1));
    std::size_t shown = 0;
    for (const ReasonGroup& reason : reasons) {
      if (shown >= rows_of_requirement) break;
      pages_.need(48);
      reason_line(reason, reasons.size() > 1);
      if (shown == 0) failure_head();
      const std::size_t rows = std::min({share, reason.failures.size(), rows_of_requirement - shown});
      for (std::size_t i = 0; i < rows; ++i) {
        if (pages_.need(17)) failure_head();
        failure_row(element_of(report, each.failures[reason.failures[i]]));
      }
      shown += rows;
      if (rows < reason.failures.size() && reasons.size() > 1) {
        more("and " + grouped(static_cast<std::int64_t>(reason.failures.size() - rows)) + " more");
      }
      pages_.down(3);
    }
    left_off(group, shown);
  }
  void reason_line(const ReasonGroup& reason, bool with_count) {
    std::string text = reason.reason;
    const auto count = static_cast<std::int64_t>(reason.failures.size());
    if (with_count && count > 1) text += " (" + counted(count, "element", "elements") + ")";
    pages_.paragraph(text, Pages::left + indent, full - indent, {.size = 10, .colour = bad}, 3);
    pages_.down(3);
  }
  void failure_row(const ElementFact& element) {
    const std::array<std::string, 4> cells{element_title(element), entity_text(element), one_line(element.storey, 200),
                                           one_line(element.global_id, 60)};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const TextStyle style{.size = i == 3 ? 8.5 : 10.0, .colour = colour(tokens::light.ink)};
      pages_.text(column_x(i), pages_.y() + 11, fitted(cells[i], column_width(i), style), style);
    }
    pages_.down(16);
  }
  void left_off(const FailureGroup& group, std::size_t shown) {
    const std::int64_t left = group.failed - static_cast<std::int64_t>(shown);
    if (left > 0) more(grouped(left) + (shown > 0 ? " more" : "") + " are not listed here: see the spreadsheet");
    pages_.down(12);
  }
  void more(const std::string& text) {
    pages_.need(16);
    pages_.paragraph(text, Pages::left + indent, full - indent, quiet, 1);
  }

  const std::vector<Report>& reports_;
  const std::set<char32_t> told_;
  Pages pages_;
};

}  // namespace

// The note about characters stands on the first page, and only the last one tells which they are.
std::string pdf_report(const std::vector<Report>& reports) {
  PdfReport first(reports, {});
  first.lay_out();
  if (first.lacking().empty()) return first.write();
  PdfReport second(reports, first.lacking());
  second.lay_out();
  return second.write();
}

}  // namespace ids::engine
