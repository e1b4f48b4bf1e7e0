// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "cli/commands.h"
#include "command/terminal.h"

namespace cli {

namespace {

std::string verb_name(tool::Verb verb) {
  switch (verb) {
    case tool::Verb::read:
      return "read";
    case tool::Verb::change:
      return "change";
    case tool::Verb::job:
      return "job";
    case tool::Verb::system:
      return "kernel";
  }
  return "";
}

std::string type_of(const Json& schema) {
  if (const Json* names = schema.find("enum")) {
    std::string list;
    for (const auto& name : names->as_array()) list += (list.empty() ? "" : " \\| ") + name.as_string();
    return list;
  }
  const Json* items = schema.find("items");
  if (items != nullptr) return type_of(*items) + "[]";
  return std::string(schema.text("type", "any"));
}

bool is_required(const Json& schema, const std::string& name) {
  const Json* required = schema.find("required");
  if (required == nullptr) return false;
  return std::ranges::find(required->as_array(), Json(name)) != required->as_array().end();
}

// An argument, and below it the parts of which it consists: rooms[].area.
std::string argument_rows(const Json& schema, const std::string& name, const Json& property,
                          const std::string& within = {}) {
  std::string doc(property.text("description"));
  if (const Json* fallback = property.find("default"))
    doc += std::string(doc.empty() ? "" : " ") + "Default: `" + fallback->dump() + "`.";
  std::string out = "| `" + within + name + "` | " + type_of(property) + " | " +
                    (is_required(schema, name) ? "yes" : "") + " | " + doc + " |\n";
  const Json* items = property.find("items");
  const Json& parts = items == nullptr ? property : *items;
  const Json* properties = parts.find("properties");
  if (properties == nullptr) return out;
  const std::string prefix = within + name + (items == nullptr ? "." : "[].");
  for (const auto& [part, described] : properties->as_object()) out += argument_rows(parts, part, described, prefix);
  return out;
}

std::string section_of(const tool::Listed& listed) {
  const tool::Tool& tool = *listed.tool;
  std::string out = "### `" + tool.spec.name + "`\n\n" + tool.spec.title + ". " + tool.spec.doc + "\n\n";
  out += "Verb: " + verb_name(tool.verb) + ". Needs: " + std::string(kernel::name(tool.spec.needs)) + ".\n\n";
  out += "| argument | type | required | meaning |\n|---|---|---|---|\n";
  for (const auto& [name, property] : listed.input_schema().at("properties").as_object()) {
    out += argument_rows(listed.input_schema(), name, property);
  }
  return out + "\n";
}

std::string markdown(const tool::Registry& registry, const tool::Catalogue& catalogue) {
  std::string out =
      "# Tools\n\nWritten by `./dev docs` from the tools themselves; edit those. Every tool also takes `workspace`, "
      "the "
      "handle of the workspace to work in (your own if absent), and `reasoning`, why the call is made, for the audit "
      "record; every change takes `dry_run`, which shows what would happen and changes nothing. Models read the list "
      "of "
      "tools whole, so descriptions are short and `tools/list` tells only the limits that callers meet.\n\n";
  for (const auto& toolset : registry.toolsets()) {
    std::string part;
    for (const auto& listed : catalogue.tools()) {
      if (listed.tool->toolset == toolset.name) part += section_of(listed);
    }
    if (!part.empty()) out += "## " + toolset.name + ": " + toolset.title + "\n\n" + toolset.doc + "\n\n" + part;
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

// What a server would serve, to look at.
struct Everything {
  tool::Views views{base::system_clock(), base::system_entropy()};
  tool::Registry registry;
  std::vector<domain::Serving> servings;
  Everything(const Domains& domains, bool fixtures) : servings(fill(registry, views, domains, fixtures)) {}
};

}  // namespace

std::vector<std::string> toolset_names(const Domains& domains) {
  const Everything everything(domains, false);
  std::vector<std::string> names;
  for (const auto& toolset : everything.registry.toolsets()) {
    if (!toolset.hidden) names.push_back(toolset.name);
  }
  return names;
}

int tools(const ToolsOptions& options, const Domains& domains) {
  const Everything everything(domains, options.selection.fixtures);
  const tool::Registry& registry = everything.registry;
  const auto catalogue = registry.select(options.selection);
  if (!catalogue.ok()) return report(catalogue.error());
  if (options.markdown) {
    print(markdown(registry, **catalogue));
    return exit_done;
  }
  for (const auto& listed : (*catalogue)->tools()) {
    if (options.json) {
      print(listed.json() + "\n");
    } else if (options.names) {
      print(listed.tool->spec.name + "\n");
    } else {
      print(styled(Style::bold, listed.tool->spec.name) + "  " + styled(Style::dim, listed.tool->toolset) + "  " +
            listed.tool->spec.title + "\n");
    }
  }
  return exit_done;
}

}  // namespace cli
