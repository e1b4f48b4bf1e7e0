// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "protocol/jsonrpc.h"
#include "tool/registry.h"

namespace protocol {

// One list in pages, serialised once: each page is the members of a list result.
class Pages {
 public:
  Pages() = default;
  // `kind` names the list and its member: "tools" gives "tools":[…].
  Pages(std::string_view kind, const std::vector<std::string>& entries, std::size_t page_size);
  // The page that `cursor` (a string, or absent) leads to; nullptr for a cursor we did not make.
  const std::string* at(const Json* cursor) const;

 private:
  std::string kind_;
  std::vector<std::string> pages_;
};

// What one path of the server shows: a catalogue and everything that follows from it. Unchanging.
struct Surface {
  // An argument that a request header mirrors (`x-mcp-header` in the schema).
  struct HeaderArgument {
    std::string argument;
    std::string header;  // "Mcp-Param-Region"
  };
  std::shared_ptr<const tool::Catalogue> catalogue;
  std::vector<std::string> tool_names;
  Pages resources, templates, prompts;
  std::size_t page_size = 0;

  // Made when they are first asked for: by far the longest list, and all the schemas; a start need not wait for them.
  const Pages& tools() const;
  const std::vector<HeaderArgument>& header_arguments(const tool::Listed& listed) const;
  const tool::Resource* find_resource(std::string_view uri, std::map<std::string, std::string>& variables) const;
  const tool::Resource* find_template(std::string_view uri_template) const;
  const tool::Prompt* find_prompt(std::string_view name) const;

 private:
  mutable std::once_flag tools_made_, header_arguments_made_;
  mutable Pages tools_;
  mutable std::unordered_map<const tool::Listed*, std::vector<HeaderArgument>> header_arguments_;
};

std::shared_ptr<const Surface> make_surface(std::shared_ptr<const tool::Catalogue> catalogue, std::size_t page_size);

// RFC 6570 level 1: each {name} stands for one or more characters other than '/', percent-decoded.
std::optional<std::map<std::string, std::string>> match_template(std::string_view uri_template, std::string_view uri);

// Where pages read big results (tool::Views).
inline constexpr std::string_view view_template = "lintel://view/{handle}/{part}";
// The same in pages that are no larger than an answer may be (tool::view_page_uri).
inline constexpr std::string_view view_page_template = "lintel://view/{handle}/{part}/{page}";

}  // namespace protocol
