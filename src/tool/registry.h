// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/policy.h"
#include "tool/tool.h"

namespace tool {

// How a toolset's answers look (seeds 000 and 001: flat; 002: flat, a failure has `success` and `errors`;
// 003: ToolResponse; 004: the universal envelope).
enum class Shape : std::uint8_t { flat, verdict, tool_response, envelope };

struct Toolset {
  std::string name;
  std::string title;
  std::string doc;
  Shape shape = Shape::flat;
  bool hidden = false;    // fixtures: listed only when asked for by a flag
  bool branches = false;  // its tools list `branch`; those of every governed toolset take it
  // What its tools call the argument that says why. A tool that declares it gets it as well.
  std::string reasoning = "reasoning";
  // How its changes are governed until a policy file says otherwise; absent: no policy names it.
  std::optional<kernel::Governance> governance = std::nullopt;
  std::string remark = {};                   // beside it in the built-in policy
  std::vector<std::string> stands_for = {};  // a name for several toolsets, whose governance this is
  std::vector<std::string> facts = {};       // of its own, that gates may name: "view.created"
  std::vector<std::string> admissions = {};  // what its tools refuse unless a policy's `admit` names it (View::admits)
};

// Something to read by address. `uri` has {braces} for templates (RFC 6570 level 1).
struct ResourceContents {
  std::string mime_type;
  std::string text;   // or
  std::string bytes;  // sent as base64
  bool binary = false;
  Json meta = {};
};
struct Resource {
  std::string uri;
  std::string name;
  std::string title;
  std::string doc;
  std::string mime_type;
  bool is_template = false;
  Json meta = {};
  // Parameters are the template's variables. Runs on a worker unless `small`.
  std::function<Result<ResourceContents>(const std::map<std::string, std::string>& variables, const View&)> read;
  std::string toolset = {};
  // For templates: values that complete a variable.
  std::function<std::vector<std::string>(std::string_view variable, std::string_view typed, const View&)> complete = {};
  bool subscribable = false;  // changes with the workspace
};

struct PromptArgument {
  std::string name;
  std::string doc;
  bool required = false;
};
struct Prompt {
  std::string name;
  std::string title;
  std::string doc;
  std::vector<PromptArgument> arguments;
  // Messages [{role, content}], or a question to the client.
  std::function<Result<std::variant<Json, NeedInput>>(const Invocation&, const std::map<std::string, std::string>&)>
      get;
  std::string toolset = {};
  std::function<std::vector<std::string>(std::string_view argument, std::string_view typed)> complete = {};
};

// What a toolset offers.
struct Offer {
  std::string toolset;
  std::vector<Tool> tools = {};
  std::vector<Resource> resources = {};
  std::vector<Prompt> prompts = {};
};

// Which part of the registry a client sees.
struct Selection {
  std::vector<std::string> toolsets;  // empty: the default list; "all": everything; a name for several: all of them
  std::vector<std::string> tools;     // these in addition
  std::vector<std::string> exclude;
  bool read_only = false;
  bool fixtures = false;
};

class Catalogue;

// A tool as clients see it: with the common arguments and the shape of its answers.
struct Listed {
  const Tool* tool = nullptr;
  const Toolset* toolset = nullptr;
  const Catalogue* among = nullptr;  // what the same client sees beside it; owns this

  // Made when one of them is first asked for, by any thread: neither a start nor a call needs them.
  const Json& input_schema() const { return described().input_schema; }  // all of it; json() has what a model needs
  const Json& output_schema() const { return described().output_schema; }
  const Json& annotations() const { return described().annotations; }
  const std::string& json() const { return described().json; }  // the tools/list entry

 private:
  struct Description {
    std::once_flag made;
    Json input_schema, output_schema, annotations;
    std::string json;
  };
  const Description& described() const;
  std::shared_ptr<Description> description_ = std::make_shared<Description>();
};

// An unchanging list for one selection, in one order: toolsets as registered, tools as registered.
class Catalogue {
 public:
  const std::vector<Listed>& tools() const { return tools_; }
  const std::vector<const Resource*>& resources() const { return resources_; }
  const std::vector<const Prompt*>& prompts() const { return prompts_; }
  const Listed* find(std::string_view name) const;
  std::vector<std::string> names() const;

 private:
  friend class Registry;
  std::vector<Listed> tools_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::vector<const Resource*> resources_;
  std::vector<const Prompt*> prompts_;
};

// Everything there is, filled by plain lists at start-up and unchanging afterwards.
class Registry {
 public:
  void add(Toolset toolset);
  void add(std::string_view toolset, Tool tool);
  void add(std::string_view toolset, Resource resource);
  void add(std::string_view toolset, Prompt prompt);
  void add(Offer offer);  // in a toolset added before

  const std::vector<Toolset>& toolsets() const { return toolsets_; }
  const Toolset* toolset(std::string_view name) const;
  std::vector<std::string> expand(std::string_view name) const;  // what a name for several stands for; else the name
  const Tool* tool(std::string_view name) const;
  const std::vector<std::unique_ptr<Tool>>& tools() const { return tools_; }
  // Unknown names are errors with the nearest match.
  Result<std::shared_ptr<const Catalogue>> select(const Selection& selection) const;

 private:
  std::vector<Toolset> toolsets_;
  std::vector<std::unique_ptr<Tool>> tools_;
  std::vector<std::unique_ptr<Resource>> resources_;
  std::vector<std::unique_ptr<Prompt>> prompts_;
};

}  // namespace tool
