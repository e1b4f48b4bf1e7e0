// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/templates/conformance.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/engine/tree/tree.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/query.h"

namespace aas::tools::aas_validate_template {

namespace {

struct Args {
  std::optional<std::string> templateId, path;
  bool pending = false;
  static constexpr auto fields = tool::fields(
      tool::field("templateId", &Args::templateId,
                  "IDTA number, semanticId or name; default: by each submodel's semanticId.", {.max_length = 2048}),
      tool::field("path", &Args::path, "One submodel; default: all.", {.max_length = max_path}),
      tool::with_default("pending", &Args::pending, pending_doc));
};

struct Out {
  std::string status;  // "valid", "invalid", "not_checked"
  Json submodels;
  std::int64_t waiting = 0;
  Json validationResult;
  static constexpr auto fields = tool::fields(
      tool::field("status", &Out::status, "valid, invalid or not_checked: no submodel has a known template."),
      tool::field("submodels", &Out::submodels,
                  "[{path, idShort, status, template, percent, filled, expected, not_checkable, to_do: [{path, what, "
                  "rule, example}]}]"),
      tool::field("waiting", &Out::waiting, waiting_doc),
      tool::field("validationResult", &Out::validationResult,
                  "{valid, errors, warnings}; errors are CONSTRAINT_VIOLATION with path, rule, message, fix."));
};

constexpr std::size_t to_do_listed = 40, findings_listed = 100;

Json to_json(const engine::RuleFinding& finding) {
  Json out = Json::object({{"path", finding.pointer}, {"code", "CONSTRAINT_VIOLATION"}, {"rule", finding.rule}});
  out.set("message", finding.message);
  if (!finding.fix.empty()) out.set("fix", finding.fix);
  return out;
}

Json to_json(const engine::ToDo& item) {
  Json out = Json::object({{"path", item.path}, {"what", item.what}, {"rule", item.rule}});
  if (!item.mandatory) out.set("optional", true);
  if (!item.example.is_null()) out.set("example", item.example);
  return out;
}

class Check {
 public:
  Check(const Args& args, const engine::Templates& known, const engine::Nodes& nodes)
      : args_(args), known_(known), nodes_(nodes) {}

  Result<Out> run() {
    for (const Node& submodel : TRY(submodels())) TRY(take(submodel));
    if (checked_ == 0) {
      errors_.push_back(Json::object({{"path", ""},
                                      {"code", "not_checked"},
                                      {"message", "no submodel has a semanticId of a known template"},
                                      {"fix", "Name one with templateId; aas_list_templates has them."}}));
    }
    Out out{.status = checked_ == 0     ? "not_checked"
                      : errors_.empty() ? "valid"
                                        : "invalid",
            .submodels = std::move(list_)};
    const bool valid = errors_.empty();
    out.validationResult =
        Json::object({{"valid", valid}, {"errors", std::move(errors_)}, {"warnings", std::move(warnings_)}});
    return out;
  }

 private:
  Result<std::vector<Node>> submodels() const {
    if (args_.path) {
      Node node = TRY(engine::node_named(nodes_, *args_.path));
      while (node && node.model_type() != "Submodel" && node.id() != engine::root_id) node = nodes_.find(node.parent());
      if (!node || node.model_type() != "Submodel")
        return engine::invalid_path("this is in no submodel", *args_.path, "Templates are for submodels.");
      return std::vector<Node>{node};
    }
    std::vector<Node> out;
    for (const Node& each : engine::children_of(nodes_, nodes_.root())) {
      if (each.model_type() == "Submodel") out.push_back(each);
    }
    return out;
  }

  Result<void> take(const Node& submodel) {
    const Json value = engine::put_together(nodes_, submodel);
    const engine::Template* const wanted =
        args_.templateId ? TRY(known_.find(*args_.templateId)) : engine::best_template(known_, value);
    Json entry = Json::object({{"path", engine::pointer_of(nodes_, submodel)}, {"idShort", submodel.id_short()}});
    if (wanted == nullptr) {
      list_.push_back(entry.set("status", "not_checked"));
      return {};
    }
    ++checked_;
    const auto found = engine::conformance(value, *wanted, engine::pointer_of(nodes_, submodel));
    describe(entry, *wanted, found);
    list_.push_back(std::move(entry));
    for (const engine::RuleFinding& each : found.findings) {
      Json& to = each.severity == engine::RuleSeverity::error ? errors_ : warnings_;
      if (to.size() < findings_listed) to.push_back(to_json(each));
    }
    return {};
  }

  static void describe(Json& entry, const engine::Template& wanted, const engine::Conformance& found) {
    entry.set("status", found.conforms() ? "valid" : "invalid");
    entry.set("template", wanted.name + (wanted.version.empty() ? "" : " " + wanted.version));
    entry.set("errors", found.errors).set("percent", found.percent());
    entry.set("filled", found.filled).set("expected", found.expected);
    if (found.not_checkable > 0) entry.set("not_checkable", found.not_checkable);
    Json to_do = Json::array();
    for (const engine::ToDo& each : found.to_do) {
      if (to_do.size() < to_do_listed) to_do.push_back(to_json(each));
    }
    if (found.to_do.size() > to_do_listed) entry.set("more_to_do", found.to_do.size() - to_do_listed);
    entry.set("to_do", std::move(to_do));
  }

  const Args& args_;
  const engine::Templates& known_;
  const engine::Nodes& nodes_;
  std::size_t checked_ = 0;
  Json list_ = Json::array(), errors_ = Json::array(), warnings_ = Json::array();
};

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "aas_validate_template",
       .title = "Validate against templates",
       .doc =
           "Validates submodels against IDTA template constraints (semanticId, cardinality, type, allowed values), and "
           "says how complete they are and what is left to do.",
       .records = "validation.run"},
      [&library = runtime.library](const Args& args, const View& view) {
        const engine::Templates known = library.templates();
        return looked<Out>(view, args.pending, [&](const View& on) { return Check(args, known, ViewNodes(on)).run(); });
      });
}

}  // namespace aas::tools::aas_validate_template
