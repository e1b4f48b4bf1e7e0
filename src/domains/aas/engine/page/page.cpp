// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/page/page.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <set>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/look/brief.h"
#include "domains/aas/engine/page/nameplate.h"
#include "domains/aas/engine/page/rows.h"
#include "domains/aas/engine/templates/conformance.h"
#include "domains/aas/engine/tree/tree.h"
#include "domains/aas/engine/validate/validate.h"

// Texts are cleaned and cut here; the page shows them as they are.
namespace aas::engine {

namespace {

constexpr std::size_t max_member_bytes = 2000;
constexpr std::size_t max_members = 40;
constexpr std::size_t max_findings = 2000;
constexpr std::size_t max_to_do = 200;     // of a submodel
constexpr std::size_t max_patches = 2000;  // of all changes
constexpr std::size_t max_rules = 3000;    // looked up

void set_line(Json& to, const char* name, std::string_view text, std::size_t max_bytes = 600) {
  if (!text.empty()) to.set(name, base::printable(text, max_bytes));
}

// Texts that come again and again, each once; told by their place. The first is the empty one.
class PageWords {
 public:
  PageWords() { place({}); }
  std::size_t place(std::string_view text) {
    const auto [found, added] = places_.try_emplace(base::printable(text, max_member_bytes), list_.size());
    if (added) list_.push_back(found->first);
    return found->second;
  }
  Json take() { return std::move(list_); }

 private:
  Json list_ = Json::array();
  std::unordered_map<std::string, std::size_t> places_;
};

class PageData {
 public:
  PageData(const Nodes& nodes, const PageFacts& facts, const Templates& known)
      : nodes_(nodes), facts_(facts), known_(known), rows_(nodes), meanings_(rows_, known) {}

  Page take() {
    check();
    Json submodels = Json::array();
    for (const std::size_t at : rows_.submodels()) submodels.push_back(submodel(at));
    Json rows = Json::array();
    for (std::size_t at = 0; at < rows_.list().size(); ++at) rows.push_back(row(at));
    Json out = Json::object({{"document", document()}, {"verdict", verdict()}, {"templates", templates()}});
    out.set("shells", shells()).set("submodels", std::move(submodels));
    out.set("changes", changes()).set("waiting", std::max(facts_.waiting_in_all, facts_.waiting.size()));
    out.set("findings", std::move(findings_)).set("findingsLeft", findings_left_);
    out.set("nodes", std::move(rows)).set("nodesLeft", rows_.left());
    out.set("meanings", meanings_.take()).set("words", words_.take());
    return {std::move(out), title(), text()};
  }

 private:
  // --- what is wrong ---

  void add_finding(std::string_view pointer, std::string_view severity, std::string_view from, std::string_view rule,
                   std::string_view message, std::string_view fix) {
    if (findings_.size() == max_findings) {
      ++findings_left_;
      return;
    }
    Json out = Json::object({{"node", rows_.at_pointer(pointer)}, {"severity", severity}, {"from", from}});
    set_line(out, "rule", rule, 200);
    set_line(out, "message", message, 1000);
    set_line(out, "fix", fix, 1000);
    set_line(out, "pointer", pointer, 1000);
    findings_.push_back(std::move(out));
  }

  void check() {
    if (!facts_.checked || is_empty()) return;
    Findings found = check_document(nodes_, *facts_.checked, Checks::all);
    if (facts_.parts) add_missing_parts(found, nodes_, *facts_.parts);
    errors_ = found.errors;
    warnings_ = found.warnings;
    findings_left_ = found.left_out();
    for (const auto& each : found.list) {
      add_finding(each.pointer, each.severity == formats::aas::Severity::error ? "error" : "warning", "metamodel",
                  each.constraint.empty() ? each.code : each.constraint, each.message, each.fix);
    }
  }

  // Neither nodes nor anything that is not as the standard has it.
  bool is_empty() const {
    if (rows_.list().size() > 1) return false;
    return rows_.list().empty() ||
           std::ranges::all_of(rows_[0].node.members().as_object(), [](const Json::Member& each) {
             return each.second.empty() && !each.second.is_string();
           });
  }

  // A green over nothing is none.
  std::string why_not_checked() const {
    if (is_empty()) return "There is nothing in this document.";
    if (!facts_.checked) return "Metamodel " + facts_.metamodel + " cannot be checked; 3.0 and 3.1 can.";
    return {};
  }

  std::string_view status() const {
    if (!why_not_checked().empty()) return "not_checked";
    if (errors_ > 0) return "invalid";
    return warnings_ > 0 ? "warnings" : "valid";
  }

  Json verdict() const {
    Json out = Json::object({{"status", status()}, {"errors", errors_}, {"warnings", warnings_}});
    set_line(out, "why", why_not_checked());
    return out;
  }

  Json templates() const {
    return Json::object({{"checked", templates_checked_}, {"conforming", conforming_}, {"errors", template_errors_}});
  }

  // --- what it is ---

  std::size_t count(std::string_view list) const {
    const Json* ids = rows_.list().empty() ? nullptr : rows_[0].node.list(list);
    return ids == nullptr ? 0 : ids->size();
  }
  std::size_t elements() const {
    const std::size_t others =
        1 + count("assetAdministrationShells") + count("submodels") + count("conceptDescriptions");
    const std::size_t all = rows_.list().size() + rows_.left();
    return all > others ? all - others : 0;
  }

  Json document() const {
    Json out = Json::object({{"name", base::printable(facts_.name, 300)},
                             {"format", base::printable(facts_.format, 40)},
                             {"metamodel", base::printable(facts_.metamodel, 40)}});
    out.set("shells", count("assetAdministrationShells")).set("submodels", count("submodels"));
    out.set("concepts", count("conceptDescriptions")).set("elements", elements());
    Json warnings = Json::array();
    for (const std::string& each : facts_.warnings | std::views::take(20))
      warnings.push_back(base::printable(each, 600));
    return out.set("warnings", std::move(warnings));
  }

  Json shells() const {
    Json out = Json::array();
    if (rows_.list().empty()) return out;
    for (const std::size_t at : rows_[0].children) {
      const Json& members = rows_[at].node.members();
      if (members.text("modelType") != "AssetAdministrationShell" || out.size() == 100) continue;
      Json one = Json::object({{"node", at}});
      set_line(one, "name", members.text("idShort"), 200);
      set_line(one, "id", members.text("id"), 2000);
      if (const Json* asset = members.find("assetInformation")) {
        set_line(one, "asset", asset->text("globalAssetId"), 2000);
        set_line(one, "kind", asset->text("assetKind"), 40);
        set_line(one, "type", asset->text("assetType"), 300);
      }
      out.push_back(std::move(one));
    }
    return out;
  }

  // --- submodels and their templates ---

  Json submodel(std::size_t at) {
    const Node& node = rows_[at].node;
    const Template* const of = known_.of_submodel(node.members());
    Json out = Json::object({{"node", at}, {"status", "not_checked"}});
    set_line(out, "title", of != nullptr ? std::string_view(of->name) : node.id_short(), 300);
    if (node.members().text("kind") == "Template") out.set("isTemplate", true);
    if (of != nullptr) conforming(at, *of, out);
    const std::string view = view_of(rows_, at, of);
    set_line(out, "view", view);
    if (view == "nameplate") out.set("nameplate", nameplate_of(rows_, at));
    return out;
  }

  void conforming(std::size_t at, const Template& of, Json& out) {
    const Conformance found = conformance(put_together(nodes_, rows_[at].node), of, rows_[at].pointer);
    ++templates_checked_;
    conforming_ += found.conforms() ? 1 : 0;
    template_errors_ += found.errors;
    wanted_.emplace(at, &of);
    out.set("status", found.conforms() ? "valid" : "invalid");
    set_line(out, "template", of.name + (of.version.empty() ? "" : " " + of.version), 300);
    out.set("percent", found.percent()).set("errors", found.errors).set("notCheckable", found.not_checkable);
    out.set("expected", found.expected).set("filled", found.filled);
    out.set("optionalExpected", found.optional_expected).set("optionalFilled", found.optional_filled);
    for (const RuleFinding& each : found.findings) {
      add_finding(each.pointer, each.severity == RuleSeverity::error ? "error" : "info", "template", each.rule,
                  each.message, each.fix);
    }
    Json list = Json::array();
    for (const ToDo& each : found.to_do | std::views::take(max_to_do)) list.push_back(to_do(each));
    out.set("toDo", std::move(list)).set("toDoLeft", found.to_do.size() - std::min(max_to_do, found.to_do.size()));
  }

  Json to_do(const ToDo& item) const {
    Json out = Json::object({{"node", rows_.at_pointer(item.pointer)}, {"mandatory", item.mandatory}});
    set_line(out, "path", item.path);
    set_line(out, "what", item.what);
    set_line(out, "rule", item.rule);
    if (!item.example.is_null()) set_line(out, "example", member_in_words(item.example, 300));
    return out;
  }

  // --- the tree ---

  // So long as there is room for all, a value is there as it is; after that only its beginning.
  std::size_t room(std::size_t wanted) const {
    return written_ < max_page_text ? wanted : std::min<std::size_t>(wanted, 100);
  }
  std::string kept(std::string text) {
    written_ += text.size();
    return text;
  }

  Json row(std::size_t at) {
    const Row& row = rows_[at];
    const Json& members = row.node.members();
    Json out = Json::object({{"p", row.parent}, {"t", words_.place(row.node.model_type())}});
    if (at > 0) out.set("l", words_.place(row.list)).set("i", row.index);
    if (!row.node.id_short().empty()) out.set("n", kept(base::printable(row.node.id_short(), 300)));
    if (const std::size_t meaning = meanings_.place(semantic_id_of(members)); meaning > 0) out.set("s", meaning);
    if (!members.text("valueType").empty()) out.set("y", words_.place(members.text("valueType")));
    set_value(members, out);
    if (Json more = others(members); !more.empty()) out.set("m", std::move(more));
    if (const std::string rule = rule_of(at); !rule.empty()) out.set("r", words_.place(rule));
    return out;
  }

  void set_value(const Json& members, Json& out) {
    const Json* value = members.find("value");
    if (members.text("modelType") == "MultiLanguageProperty" && value != nullptr && value->is_array()) {
      Json texts = Json::array();
      for (const Json& each : value->as_array() | std::views::take(100)) {
        texts.push_back(Json::array({base::printable(each.text("language"), 40),
                                     kept(base::printable(each.text("text"), room(max_page_value)))}));
      }
      if (!texts.empty()) out.set("x", std::move(texts));
      return;
    }
    std::string words = value_in_words(members, room(max_page_value));
    if (!words.empty()) out.set("v", kept(std::move(words)));
  }

  // What the page has no place of its own for, as [name, words].
  Json others(const Json& members) {
    static constexpr auto shown =
        std::to_array<std::string_view>({"modelType", "idShort", "valueType", "value", "semanticId"});
    Json out = Json::array();
    for (const auto& [name, value] : members.as_object()) {
      const bool is_shown = std::ranges::find(shown, name) != shown.end() && !(name == "value" && value.is_object());
      if (is_shown || value.is_null() || out.size() == max_members || written_ >= max_page_text) continue;
      out.push_back(Json::array({base::printable(name, 100), kept(member_in_words(value, max_member_bytes))}));
    }
    return out;
  }

  std::string rule_of(std::size_t at) {
    std::size_t top = at;
    while (rows_[top].parent != 0) top = rows_[top].parent;
    const auto wanted = wanted_.find(top);
    if (at == top || wanted == wanted_.end()) return {};
    const std::string path = rows_.path_in_submodel(at);
    const std::string key = std::to_string(top) + ":" + any_item(path);
    if (const auto known = rules_.find(key); known != rules_.end()) return known->second;
    if (rules_.size() == max_rules) return {};
    return rules_[key] = rule_at(known_, *wanted->second, path);
  }

  // The items of a list have one rule.
  static std::string any_item(const std::string& path) {
    std::string out;
    bool inside = false;
    for (const char c : path) {
      if (c == ']') inside = false;
      if (!inside) out += c;
      if (c == '[') inside = true;
    }
    return out;
  }

  // --- what waits ---

  Json changes() {
    Json out = Json::array();
    std::size_t left = max_patches;
    for (const WaitingChange& change : facts_.waiting | std::views::take(200)) {
      Json one = Json::object({{"id", base::printable(change.id, 100)}});
      set_line(one, "summary", change.summary, 1000);
      set_line(one, "tier", change.tier);
      set_line(one, "by", change.by);
      set_line(one, "reason", change.reason, 2000);
      set_line(one, "asked", change.asked);
      Json list = Json::array();
      const std::size_t all = change.patches.is_array() ? change.patches.size() : 0;
      for (std::size_t i = 0; i < all && left > 0; ++i, --left) list.push_back(patch(change.patches.as_array()[i]));
      one.set("patchesLeft", all - list.size()).set("patches", std::move(list));
      out.push_back(std::move(one));
    }
    return out;
  }

  Json patch(const Json& from) const {
    const std::string_view path = from.text("path");
    const std::size_t at = rows_.at_pointer(path);
    Json out = Json::object({{"node", at}, {"op", base::printable(from.text("op"), 20)}});
    set_line(out, "path", path, 2000);
    set_line(out, "from", from.text("from"), 2000);
    // What follows the pointer to the element: "value". A new one has a place and no row yet.
    if (path.starts_with(rows_[at].pointer) && at > 0)
      set_line(out, "member", path.substr(std::min(path.size(), rows_[at].pointer.size() + 1)), 300);
    set_line(out, "name", from.text("idShort"), 300);
    set_line(out, "type", from.text("modelType"), 60);
    set_line(out, "reason", from.text("reason"), 2000);
    set_line(out, "rule", from.text("templateConstraint"), 1000);
    if (const Json* tier = from.find("approvalTier"); tier != nullptr && tier->is_integer())
      out.set("tier", tier->as_integer());
    if (const Json* before = from.find("before")) out.set("before", member_in_words(*before, max_page_value));
    if (const Json* value = from.find("value")) out.set("after", member_in_words(*value, max_page_value));
    return out;
  }

  // --- without a script ---

  std::string verdict_words() const {
    const auto counted = [](std::size_t number, const char* word) {
      return base::grouped(static_cast<std::int64_t>(number)) + " " + word + (number == 1 ? "" : "s");
    };
    if (status() == "not_checked") return "not checked";
    if (errors_ > 0) return counted(errors_, "error");
    return warnings_ > 0 ? counted(warnings_, "warning") : "valid";
  }
  std::string title() const { return base::printable(facts_.name, 200) + " – " + verdict_words(); }

  std::string text() const {
    std::string out = title() + "\n\n";
    std::size_t lines = 0;
    for (const Row& row : rows_.list() | std::views::drop(1)) {
      if (row.node.model_type() == "ConceptDescription" || ++lines > 2000) continue;
      const auto depth = static_cast<std::size_t>(std::ranges::count(row.pointer, '/')) / 2 - 1;
      std::string name(row.node.id_short());
      if (name.empty()) name = std::string(row.node.members().text("id", "[" + std::to_string(row.index) + "]"));
      const std::string value = value_in_words(row.node.members(), 300);
      out += std::string(2 * std::min<std::size_t>(depth, 20), ' ') + base::printable(name, 200);
      out += (value.empty() ? "" : ": " + value) + "\n";
    }
    if (lines > 2000) out += "and " + std::to_string(lines - 2000) + " more\n";
    for (const Json& each : findings_.as_array() | std::views::take(200))
      out.append("\n")
          .append(each.text("severity"))
          .append(" ")
          .append(each.text("pointer"))
          .append(": ")
          .append(each.text("message"));
    return out;
  }

  const Nodes& nodes_;
  const PageFacts& facts_;
  const Templates& known_;
  Rows rows_;
  Meanings meanings_;
  PageWords words_;
  Json findings_ = Json::array();
  std::size_t findings_left_ = 0, errors_ = 0, warnings_ = 0;
  std::size_t templates_checked_ = 0, conforming_ = 0, template_errors_ = 0;
  std::unordered_map<std::size_t, const Template*> wanted_;  // by the row of the submodel
  std::unordered_map<std::string, std::string> rules_;
  std::size_t written_ = 0;
};

}  // namespace

Page page_of(const Nodes& nodes, const PageFacts& facts, const Templates& known) {
  return PageData(nodes, facts, known).take();
}

}  // namespace aas::engine
