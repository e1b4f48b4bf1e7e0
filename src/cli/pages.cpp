// SPDX-License-Identifier: Apache-2.0
#include "cli/pages.h"

#include <memory>
#include <utility>

#include "base/text.h"
#include "transport/origin.h"
#include "web/pages.h"

namespace cli {

namespace {

// MCP Apps 2026-01-26: the type of a UI resource; its wishes stand with the content.
constexpr std::string_view app_type = "text/html;profile=mcp-app";

tool::Resource resource_of(const web::Page& page) {
  const std::string name(page.name);
  tool::Resource resource;
  resource.uri = "ui://lintel/" + name;
  resource.name = name;
  resource.title = "Page: " + name;
  resource.doc = "A page for people; clients that show MCP Apps open it beside a tool's answer.";
  resource.mime_type = app_type;
  resource.read = [name](const std::map<std::string, std::string>&,
                         const tool::View&) -> base::Result<tool::ResourceContents> {
    tool::ResourceContents contents;
    contents.mime_type = app_type;
    contents.text = TRY(web::html(name));
    contents.meta = base::Json::object({{"ui", base::Json::object({{"prefersBorder", true}})}});
    return contents;
  };
  return resource;
}

// RFC 9110, 12.5.3, as far as browsers and common programs use it.
bool takes_gzip(const transport::Request& request) {
  for (const auto coding : base::split(request.header("Accept-Encoding"), ',')) {
    const auto parts = base::split(coding, ';');
    if (base::trim(parts.front()) != "gzip") continue;
    return parts.size() == 1 || base::trim(parts[1]) != "q=0";
  }
  return false;
}

void answer(const transport::Request& request, transport::Exchange& exchange, const web::Page& page) {
  const bool packed = takes_gzip(request);
  const std::string tag = "\"" + std::string(page.sha256) + (packed ? "" : "-plain") + "\"";
  transport::ExtraHeaders headers = {{"ETag", tag},
                                     {"Cache-Control", "no-cache"},
                                     {"Vary", "Accept-Encoding"},
                                     {"Content-Security-Policy", web::content_security_policy(page)},
                                     {"X-Content-Type-Options", "nosniff"}};
  if (request.header("If-None-Match") == tag) return exchange.respond(304, "", "", std::move(headers));
  if (packed) headers.emplace_back("Content-Encoding", "gzip");
  auto text = packed ? std::string(page.gzip) : web::html(page.name).value();
  exchange.respond(200, "text/html; charset=utf-8", std::move(text), std::move(headers));
}

}  // namespace

void add_pages(tool::Registry& registry) {
  for (const web::Page& page : web::pages()) registry.add("kernel", resource_of(page));
}

void serve_pages(transport::HttpServer& http, std::vector<std::string> allowed_hosts) {
  const auto handle = [allowed_hosts = std::move(allowed_hosts)](const transport::Request& request,
                                                                 const std::shared_ptr<transport::Exchange>& exchange) {
    if (!transport::request_allowed(request, allowed_hosts)) return exchange->respond(403, "text/plain", "forbidden\n");
    const web::Page* page = web::find(request.path.substr(std::string_view("/ui/").size()));
    if (page == nullptr) return exchange->respond(404, "text/plain", "there is no such page\n");
    answer(request, *exchange, *page);
  };
  http.route_prefix("GET", "/ui/", handle);
}

}  // namespace cli
