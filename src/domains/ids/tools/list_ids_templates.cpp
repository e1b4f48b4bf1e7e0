// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/library/templates.h"
#include "domains/ids/tools/tool.h"

namespace ids::tools::list_ids_templates {

namespace {

struct TemplateOut {
  std::string name, title, description;
  std::vector<std::string> specifications;
  static constexpr auto fields =
      tool::fields(tool::field("name", &TemplateOut::name, "What apply_ids_template takes."),
                   tool::field("title", &TemplateOut::title, "For people."),
                   tool::field("description", &TemplateOut::description, "What it asks for."),
                   tool::field("specifications", &TemplateOut::specifications, "Names of its specifications."));
};
struct Out {
  std::vector<TemplateOut> templates;
  static constexpr auto fields = tool::fields(tool::field("templates", &Out::templates, "All there are."));
};

Result<Out> run(const tool::Nothing&, const View&) {
  Out out;
  for (const auto& one : engine::templates()) {
    TemplateOut listed{std::string(one.name), std::string(one.title), std::string(one.doc), {}};
    const auto document = TRY(engine::from_template(one.name));
    for (const auto& specification : document.specifications) listed.specifications.push_back(specification.name);
    out.templates.push_back(std::move(listed));
  }
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<tool::Nothing, Out>({.name = "list_ids_templates",
                                         .title = "List the templates",
                                         .doc = "Lists ready-made sets of specifications: fire safety, spaces, doors, "
                                                "handover and others.",
                                         .by_default = false},
                                        run);
}

}  // namespace ids::tools::list_ids_templates
