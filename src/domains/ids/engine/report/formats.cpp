// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/report/formats.h"

#include <algorithm>

#include "base/text.h"
#include "domains/ids/engine/report/text.h"

namespace ids::engine {
namespace {

std::string console_text(const std::vector<Report>& reports, std::size_t max_failures) {
  std::string out;
  for (const Report& report : reports) out += (out.empty() ? "" : "\n") + console_report(report, false, max_failures);
  return out + console_summary(reports, false);
}

// For those who run no script: some failures of each specification, and not so many that the file doubles.
std::string plain_text(const std::vector<Report>& reports) {
  constexpr std::size_t all_together = 2000, of_each = 20;
  std::size_t specifications = 1;
  for (const Report& report : reports) specifications += report.specifications.size();
  return console_text(reports, std::clamp<std::size_t>(all_together / specifications, 1, of_each));
}

}  // namespace

std::string console_file(const std::vector<Report>& reports) {
  constexpr std::size_t of_each = 20;
  return console_text(reports, of_each);
}

std::string json_file(const std::vector<Report>& reports) {
  return json_of_models(reports, whole_page).pretty() + "\n";
}

std::string bcf_2_1_file(const std::vector<Report>& reports) { return bcf_report(reports, BcfVersion::v2_1); }
std::string bcf_3_0_file(const std::vector<Report>& reports) { return bcf_report(reports, BcfVersion::v3_0); }

std::vector<Report> or_nothing_checked() {
  Report nothing;
  add_problem(nothing, "Nothing was checked", "There was no model to check");
  return {std::move(nothing)};
}

Written html_page(const std::vector<Report>& given) {
  const std::vector<Report> reports = given.empty() ? or_nothing_checked() : given;
  return PageData{"report", report_page_data(reports), report_page_title(reports), plain_text(reports)};
}

base::Result<ReportFormat> report_format(std::string_view name) {
  for (const ReportFormat& format : report_formats) {
    if (!name.empty() && (format.name == name || format.other_name == name)) return format;
  }
  std::vector<std::string> names;
  for (const std::string_view known : report_format_names()) names.emplace_back(known);
  return base::fail(base::Code::unknown_name, "there is no report format \"" + one_line(name, 60) + "\"", "format",
                    "Formats: " + base::join(names, ", ") + ".");
}

const ReportFormat* report_format_of_file(std::string_view path) {
  const std::string lower = base::lower_ascii(path);
  const auto has_ending = [&](const ReportFormat& format) {
    return std::ranges::any_of(format.endings,
                               [&](std::string_view ending) { return !ending.empty() && lower.ends_with(ending); });
  };
  const auto* found = std::ranges::find_if(report_formats, has_ending);
  return found == report_formats.end() ? nullptr : found;
}

}  // namespace ids::engine
