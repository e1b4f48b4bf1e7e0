// SPDX-License-Identifier: Apache-2.0
#include "tool/registry.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "tool/shape.h"

namespace tool {

namespace {

Json documented(std::string_view type, std::string_view doc) {
  return Json::object({{"type", type}, {"description", doc}});
}

bool governed(const Tool& tool) { return tool.verb == Verb::change || tool.verb == Verb::job; }

// The arguments the kernel adds to every tool.
Json with_common_arguments(const Tool& tool, const Toolset& toolset) {
  Json schema = *tool.input_schema;
  Json& properties = schema["properties"];
  const auto add = [&](const std::string& name, std::string_view type, std::string_view doc) {
    if (properties.find(name) == nullptr) properties.set(name, documented(type, doc));
  };
  add("workspace", "string", "Handle; default: yours.");
  add(toolset.reasoning, "string", "Why, for the audit.");
  if (toolset.branches && tool.verb != Verb::system) add("branch", "string", "Default: main.");
  if (governed(tool)) add("dry_run", "boolean", "Change nothing.");
  return schema;
}

// A limit that callers meet by accident is worth telling; one that only guards the program is not.
bool guards_only(std::string_view keyword, const Json& limit) {
  constexpr double far = 10'000;
  return (keyword == "maximum" && limit.as_number() >= far) || (keyword == "minimum" && limit.as_number() <= -far);
}

// What a model reads of a schema: every argument with its type, words, default and meaning; of the parts inside an
// argument the names, types and words. The rest would be read with every list and used by nobody: the decoder knows
// it, and says so to whoever comes too near. Schemas that are not made from fields, and say so, stay as they are.
Json brief(const Json& schema, int depth = 0) {
  if (schema.find("$schema") != nullptr) return schema;
  static const std::set<std::string_view> left_out = {"minLength", "maxLength", "minItems", "maxItems",
                                                      "additionalProperties"};
  static const std::set<std::string_view> kept_inside = {"type", "properties", "items", "enum", "required", "$ref"};
  Json out = Json::object();
  for (const auto& [keyword, value] : schema.as_object()) {
    if (left_out.contains(keyword) || guards_only(keyword, value)) continue;
    if (depth > 1 && !kept_inside.contains(keyword)) continue;
    if (keyword == "items") {
      out.set(keyword, brief(value, depth + 1));
    } else if (keyword == "properties") {
      Json& properties = out["properties"] = Json::object();
      for (const auto& [name, property] : value.as_object()) properties.set(name, brief(property, depth + 1));
    } else {
      out.set(keyword, value);
    }
  }
  return out;
}

// Hints follow from the verb and the permission; no tool types them.
Json annotations_of(const Tool& tool) {
  const bool reads = tool.verb == Verb::read || (tool.verb == Verb::system && tool.spec.needs == Permission::read);
  return Json::object({{"title", tool.spec.title},
                       {"readOnlyHint", reads},
                       {"destructiveHint", tool.spec.destroys || tool.spec.needs == Permission::remove},
                       {"idempotentHint", reads},
                       {"openWorldHint", false}});
}

Json entry_of(const Tool& tool, const Json& input_schema, const Json& annotations, const Json& output_schema) {
  Json entry = Json::object({{"name", tool.spec.name},
                             {"title", tool.spec.title},
                             {"description", tool.spec.doc},
                             {"inputSchema", brief(input_schema)},
                             {"annotations", annotations}});
  if (!output_schema.is_null()) entry.set("outputSchema", output_schema);
  Json ui = Json::object();
  if (!tool.spec.page.empty()) ui.set("resourceUri", tool.spec.page);
  if (tool.spec.app_only) {
    ui.set("visibility", Json::array({"app"}));
  } else if (!tool.spec.page.empty()) {
    ui.set("visibility", Json::array({"model", "app"}));
  }
  if (!ui.empty()) entry.set("_meta", Json::object({{"ui", std::move(ui)}}));
  return entry;
}

base::Error unknown(std::string_view what, const std::string& name, const std::vector<std::string>& known) {
  const auto near = base::nearest(name, known);
  return fail(Code::unknown_name, "no " + std::string(what) + " is called '" + base::printable(name, 80) + "'", name,
              near ? "Did you mean '" + *near + "'?" : "Known: " + base::join(known, ", ") + ".");
}

}  // namespace

const Json& Schema::operator*() const {
  static const Json none;
  if (!made_) return none;
  std::call_once(made_->once, [&] {
    for (const auto& step : made_->steps) step(made_->json);
  });
  return made_->json;
}

const Listed::Description& Listed::described() const {
  Description& its = *description_;
  std::call_once(its.made, [&] {
    its.input_schema = with_common_arguments(*tool, *toolset);
    if (!tool->output_schema->is_null())
      its.output_schema = shaped_schema(toolset->shape, tool->verb, *tool->output_schema);
    its.annotations = annotations_of(*tool);
    its.json = entry_of(*tool, its.input_schema, its.annotations, its.output_schema).dump();
  });
  return its;
}

const Listed* Catalogue::find(std::string_view name) const {
  const auto it = by_name_.find(name);
  return it == by_name_.end() ? nullptr : &tools_[it->second];
}

std::vector<std::string> Catalogue::names() const {
  std::vector<std::string> out;
  for (const auto& listed : tools_) out.push_back(listed.tool->spec.name);
  return out;
}

void Registry::add(Toolset toolset) { toolsets_.push_back(std::move(toolset)); }

void Registry::add(std::string_view toolset_name, Tool tool) {
  LINTEL_CHECK(toolset(toolset_name) != nullptr);
  LINTEL_CHECK(this->tool(tool.spec.name) == nullptr);
  tool.toolset = toolset_name;
  tools_.push_back(std::make_unique<Tool>(std::move(tool)));
}

void Registry::add(std::string_view toolset_name, Resource resource) {
  LINTEL_CHECK(toolset(toolset_name) != nullptr);
  resource.toolset = toolset_name;
  resources_.push_back(std::make_unique<Resource>(std::move(resource)));
}

void Registry::add(std::string_view toolset_name, Prompt prompt) {
  LINTEL_CHECK(toolset(toolset_name) != nullptr);
  prompt.toolset = toolset_name;
  prompts_.push_back(std::make_unique<Prompt>(std::move(prompt)));
}

void Registry::add(Offer offer) {
  for (auto& tool : offer.tools) add(offer.toolset, std::move(tool));
  for (auto& resource : offer.resources) add(offer.toolset, std::move(resource));
  for (auto& prompt : offer.prompts) add(offer.toolset, std::move(prompt));
}

const Toolset* Registry::toolset(std::string_view name) const {
  const auto it = std::ranges::find(toolsets_, name, &Toolset::name);
  return it == toolsets_.end() ? nullptr : &*it;
}

std::vector<std::string> Registry::expand(std::string_view name) const {
  const Toolset* found = toolset(name);
  return found != nullptr && !found->stands_for.empty() ? found->stands_for : std::vector{std::string(name)};
}

const Tool* Registry::tool(std::string_view name) const {
  const auto it = std::ranges::find_if(tools_, [&](const auto& tool) { return tool->spec.name == name; });
  return it == tools_.end() ? nullptr : it->get();
}

Result<std::shared_ptr<const Catalogue>> Registry::select(const Selection& selection) const {
  std::vector<std::string> toolset_names;
  for (const auto& toolset : toolsets_) toolset_names.push_back(toolset.name);
  std::vector<std::string> tool_names;
  for (const auto& tool : tools_) tool_names.push_back(tool->spec.name);

  std::set<std::string> chosen;
  bool all = false;
  for (const auto& wanted : selection.toolsets) {
    if (wanted == "all") all = true;
    if (wanted != "all" && toolset(wanted) == nullptr) return unknown("toolset", wanted, toolset_names);
    // NB: a name for several may stand for some that are not built yet.
    for (const auto& name : expand(wanted)) chosen.insert(name);
  }
  for (const auto* list : {&selection.tools, &selection.exclude}) {
    for (const auto& name : *list) {
      if (tool(name) == nullptr) return unknown("tool", name, tool_names);
    }
  }

  // The kernel's own tools belong to every choice of toolsets.
  const auto in_toolset = [&](const std::string& name) {
    const Toolset& set = *toolset(name);
    if (set.hidden) return selection.fixtures || chosen.contains(name);
    return selection.toolsets.empty() || all || chosen.contains(name) || name == "kernel";
  };
  const auto wanted = [&](const Tool& tool) {
    if (std::ranges::find(selection.exclude, tool.spec.name) != selection.exclude.end()) return false;
    if (selection.read_only && (governed(tool) || tool.spec.needs != Permission::read)) return false;
    if (std::ranges::find(selection.tools, tool.spec.name) != selection.tools.end()) return true;
    if (!in_toolset(tool.toolset)) return false;
    return tool.spec.by_default || all || chosen.contains(tool.toolset);
  };

  auto catalogue = std::make_shared<Catalogue>();
  for (const auto& set : toolsets_) {
    for (const auto& tool : tools_) {
      if (tool->toolset != set.name || !wanted(*tool)) continue;
      catalogue->by_name_.emplace(tool->spec.name, catalogue->tools_.size());
      Listed& listed = catalogue->tools_.emplace_back();
      listed.tool = tool.get();
      listed.toolset = &set;
      listed.among = catalogue.get();
    }
  }
  for (const auto& resource : resources_) {
    if (in_toolset(resource->toolset)) catalogue->resources_.push_back(resource.get());
  }
  for (const auto& prompt : prompts_) {
    if (in_toolset(prompt->toolset)) catalogue->prompts_.push_back(prompt.get());
  }
  return std::shared_ptr<const Catalogue>(std::move(catalogue));
}

}  // namespace tool
