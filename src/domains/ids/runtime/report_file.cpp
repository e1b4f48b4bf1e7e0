// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/runtime/report_file.h"

#include "web/pages.h"

namespace ids::runtime {

base::Result<std::string> report_file(const engine::ReportFormat& format, const std::vector<engine::Report>& reports) {
  engine::Written written = format.write(reports);
  auto* page = std::get_if<engine::PageData>(&written);
  if (page == nullptr) return std::get<std::string>(std::move(written));
  return web::page_file(page->page, page->data, {std::move(page->title), std::move(page->text)});
}

}  // namespace ids::runtime
