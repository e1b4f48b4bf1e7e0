// SPDX-License-Identifier: Apache-2.0
#include "protocol/surface.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace protocol {

namespace {

std::string cursor_for(std::string_view kind, std::size_t page) {
  return base::base64url(std::string(kind) + ":" + std::to_string(page));
}

std::string resource_entry(const tool::Resource& resource) {
  Json entry = Json::object({{resource.is_template ? "uriTemplate" : "uri", resource.uri}, {"name", resource.name}});
  if (!resource.title.empty()) entry.set("title", resource.title);
  if (!resource.doc.empty()) entry.set("description", resource.doc);
  if (!resource.mime_type.empty()) entry.set("mimeType", resource.mime_type);
  if (!resource.meta.is_null()) entry.set("_meta", resource.meta);
  return entry.dump();
}

std::string view_entry() {
  return Json::object({{"uriTemplate", view_template},
                       {"name", "view"},
                       {"title", "Part of a view"},
                       {"description", "A part of a big result that a page shows, by the handle that the tool gave."}})
      .dump();
}

std::string view_page_entry() {
  return Json::object(
             {{"uriTemplate", view_page_template},
              {"name", "view-page"},
              {"title", "Page of a view"},
              {"description", "What was too long for an answer, page by page from 1; `left_out` has the address."}})
      .dump();
}

std::string prompt_entry(const tool::Prompt& prompt) {
  Json arguments = Json::array();
  for (const auto& argument : prompt.arguments) {
    arguments.push_back(
        Json::object({{"name", argument.name}, {"description", argument.doc}, {"required", argument.required}}));
  }
  Json entry = Json::object({{"name", prompt.name}});
  if (!prompt.title.empty()) entry.set("title", prompt.title);
  entry.set("description", prompt.doc).set("arguments", std::move(arguments));
  return entry.dump();
}

std::vector<Surface::HeaderArgument> header_arguments_of(const Json& input_schema) {
  std::vector<Surface::HeaderArgument> out;
  const Json* properties = input_schema.find("properties");
  if (properties == nullptr || !properties->is_object()) return out;
  for (const auto& [name, schema] : properties->as_object()) {
    const std::string_view header = schema.text("x-mcp-header");
    if (!header.empty()) out.push_back({name, "Mcp-Param-" + std::string(header)});
  }
  return out;
}

}  // namespace

Pages::Pages(std::string_view kind, const std::vector<std::string>& entries, std::size_t page_size) : kind_(kind) {
  const std::string_view member = kind == "templates" ? std::string_view("resourceTemplates") : kind;
  std::size_t begin = 0;
  do {
    const std::size_t end = std::min(entries.size(), begin + std::max<std::size_t>(page_size, 1));
    std::string page = json_string(member) + ":[";
    for (std::size_t i = begin; i < end; ++i) {
      if (i > begin) page += ',';
      page += entries[i];
    }
    page += ']';
    if (end < entries.size()) add_text_member(page, "nextCursor", cursor_for(kind, pages_.size() + 1));
    pages_.push_back(std::move(page));
    begin = end;
  } while (begin < entries.size());
}

const std::string* Pages::at(const Json* cursor) const {
  if (cursor == nullptr) return &pages_.front();
  if (!cursor->is_string()) return nullptr;
  for (std::size_t page = 1; page < pages_.size(); ++page) {
    if (cursor->as_string() == cursor_for(kind_, page)) return &pages_[page];
  }
  return nullptr;
}

std::shared_ptr<const Surface> make_surface(std::shared_ptr<const tool::Catalogue> catalogue, std::size_t page_size) {
  auto surface = std::make_shared<Surface>();
  std::vector<std::string> resources, templates, prompts;
  for (const auto* resource : catalogue->resources()) {
    (resource->is_template ? templates : resources).push_back(resource_entry(*resource));
  }
  templates.push_back(view_entry());
  templates.push_back(view_page_entry());
  for (const auto* prompt : catalogue->prompts()) prompts.push_back(prompt_entry(*prompt));
  surface->page_size = page_size;
  surface->resources = Pages("resources", resources, page_size);
  surface->templates = Pages("templates", templates, page_size);
  surface->prompts = Pages("prompts", prompts, page_size);
  surface->tool_names = catalogue->names();
  surface->catalogue = std::move(catalogue);
  return surface;
}

const Pages& Surface::tools() const {
  std::call_once(tools_made_, [&] {
    std::vector<std::string> entries;
    for (const auto& listed : catalogue->tools()) entries.push_back(listed.json());
    tools_ = Pages("tools", entries, page_size);
  });
  return tools_;
}

const std::vector<Surface::HeaderArgument>& Surface::header_arguments(const tool::Listed& listed) const {
  static const std::vector<HeaderArgument> none;
  std::call_once(header_arguments_made_, [&] {
    for (const auto& each : catalogue->tools()) {
      auto found = header_arguments_of(*each.tool->input_schema);
      if (!found.empty()) header_arguments_.emplace(&each, std::move(found));
    }
  });
  const auto it = header_arguments_.find(&listed);
  return it == header_arguments_.end() ? none : it->second;
}

const tool::Resource* Surface::find_resource(std::string_view uri,
                                             std::map<std::string, std::string>& variables) const {
  for (const auto* resource : catalogue->resources()) {
    if (!resource->is_template && resource->uri == uri) return resource;
  }
  for (const auto* resource : catalogue->resources()) {
    if (!resource->is_template) continue;
    if (auto matched = match_template(resource->uri, uri)) {
      variables = std::move(*matched);
      return resource;
    }
  }
  return nullptr;
}

const tool::Resource* Surface::find_template(std::string_view uri_template) const {
  for (const auto* resource : catalogue->resources()) {
    if (resource->is_template && resource->uri == uri_template) return resource;
  }
  return nullptr;
}

const tool::Prompt* Surface::find_prompt(std::string_view name) const {
  for (const auto* prompt : catalogue->prompts()) {
    if (prompt->name == name) return prompt;
  }
  return nullptr;
}

// Each variable ends where the literal text after it begins for the first time; as variables hold no
// '/', that is the only reading of templates whose variables are whole path segments.
std::optional<std::map<std::string, std::string>> match_template(std::string_view uri_template, std::string_view uri) {
  std::map<std::string, std::string> variables;
  while (!uri_template.empty()) {
    const auto open = uri_template.find('{');
    const std::string_view literal = uri_template.substr(0, open);
    if (!uri.starts_with(literal)) return std::nullopt;
    uri.remove_prefix(literal.size());
    if (open == std::string_view::npos) break;
    const auto close = uri_template.find('}', open);
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view variable = uri_template.substr(open + 1, close - open - 1);
    uri_template.remove_prefix(close + 1);
    const std::string_view next = uri_template.substr(0, uri_template.find('{'));
    const auto end = next.empty() ? uri.size() : uri.find(next);
    if (end == std::string_view::npos || end == 0) return std::nullopt;
    const std::string_view value = uri.substr(0, end);
    auto decoded = base::percent_decode(value);
    if (value.contains('/') || !decoded || !base::valid_utf8(*decoded)) return std::nullopt;
    variables.emplace(variable, std::move(*decoded));
    uri.remove_prefix(end);
  }
  return uri.empty() ? std::optional(std::move(variables)) : std::nullopt;
}

}  // namespace protocol
