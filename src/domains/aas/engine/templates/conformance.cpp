// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/templates/conformance.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/templates/allowed.h"
#include "domains/aas/engine/templates/match.h"

namespace aas::engine {

namespace {

constexpr std::size_t most_findings = 1000;
constexpr std::size_t most_work = 5'000'000;  // rules that are looked at

std::string quoted_text(std::string_view text) { return "'" + base::printable(text, 120) + "'"; }

std::string called(const Element& rule) {
  if (!rule.id_short.empty()) return rule.id_short;
  return rule.meaning().empty() ? rule.model_type : rule.model_type + " " + std::string(rule.meaning());
}

bool has_items(const Json& element, std::string_view member) {
  const Json* list = element.find(member);
  return list != nullptr && list->is_array() && !list->empty();
}

bool has_value(const Json& element) {
  const std::string_view type = element.text("modelType");
  if (type == "Range") return !element.text("min").empty() || !element.text("max").empty();
  if (type == "RelationshipElement" || type == "AnnotatedRelationshipElement")
    return element.find("first") != nullptr && element.find("second") != nullptr;
  if (type == "Property" || type == "File" || type == "Blob") return !element.text("value").empty();
  if (type == "MultiLanguageProperty" || type == "SubmodelElementCollection" || type == "SubmodelElementList")
    return has_items(element, "value");
  return type != "ReferenceElement" || element.find("value") != nullptr;
}

std::string joined_path(std::string_view above, std::string_view name) {
  return above.empty() ? std::string(name) : std::string(above) + "." + std::string(name);
}

std::string example_text(const Json& example) {
  if (example.is_string()) return base::printable(example.as_string(), 80);
  std::string out;
  if (!example.is_object()) return out;
  for (const auto& [name, value] : example.as_object()) {
    if (value.is_string()) out += (out.empty() ? "" : ", ") + name + ": " + base::printable(value.as_string(), 80);
  }
  return out;
}

// Where an element stands.
struct Spot {
  std::string pointer, path;
};

class Conforming {
 public:
  explicit Conforming(Conformance& out) : out_(out) {}

  void submodel(const Json& submodel, const Template& of, std::string_view at) {
    const Element& root = of.root();
    const std::string_view meaning = last_key(submodel.find("semanticId"));
    in_template_ = submodel.text("kind") == "Template";
    if (!root.meaning().empty() && meaning != root.meaning())
      error(
          "semanticId", std::string(at),
          "the submodel's semanticId is " + quoted_text(meaning) + ", the template's is " + quoted_text(root.meaning()),
          "Set its semanticId to " + std::string(root.meaning()) + ", or choose another template.");
    children(submodel, root, {std::string(at), {}}, "submodelElements");
  }

 private:
  void finding(RuleSeverity severity, std::string rule, std::string pointer, std::string message, std::string fix) {
    ++(severity == RuleSeverity::error ? out_.errors : out_.information);
    if (out_.findings.size() >= most_findings) return;
    out_.findings.push_back({severity, std::move(rule), std::move(pointer), std::move(message), std::move(fix)});
  }
  void error(std::string rule, std::string pointer, std::string message, std::string fix) {
    finding(RuleSeverity::error, std::move(rule), std::move(pointer), std::move(message), std::move(fix));
  }

  void to_do(const Element& rule, const Spot& spot, std::string what, bool mandatory) {
    if (out_.to_do.size() < most_findings)
      out_.to_do.push_back({spot.path, spot.pointer, std::move(what), rule_text(rule), rule.example(), mandatory});
  }

  // --- one element ---

  void same_member(const Json& element, std::string_view member, std::string_view wanted, const std::string& pointer) {
    if (wanted.empty() || element.text(member) == wanted) return;
    error(
        std::string(member) + " " + std::string(wanted), pointer,
        std::string(member) + " is " + quoted_text(element.text(member)) + ", the template has " + quoted_text(wanted),
        "Set " + std::string(member) + " to " + std::string(wanted) + ".");
  }

  void same_list(const Json& element, const Element& rule, const std::string& pointer) {
    const ListFacts wanted = list_facts(rule);
    if (wanted.contradictory) {
      ++out_.not_checkable;
      return;
    }
    same_member(element, "typeValueListElement", rule.said("typeValueListElement"), pointer);
    if (!wanted.value_type.empty())
      same_member(element, "valueTypeListElement", rule.said("valueTypeListElement"), pointer);
  }

  void allowed(const Element& rule, std::string_view name, std::string_view value, const std::string& pointer,
               std::optional<bool> (*check)(std::string_view, std::string_view)) {
    const std::string_view wanted = rule.said(name);
    if (wanted.empty() || value.empty()) return;
    const std::optional<bool> good = check(wanted, value);
    if (!good) {
      ++out_.not_checkable;
    } else if (!*good) {
      error(std::string(name) + " " + std::string(wanted), pointer,
            quoted_text(value) + " is not allowed: " + std::string(name) + " is " + std::string(wanted),
            "Give a value that is allowed.");
    }
  }

  void values(const Json& element, const Element& rule, const std::string& pointer) {
    for (const char* member : {"value", "min", "max"}) {
      const std::string_view value = element.text(member);
      allowed(rule, "AllowedRange", value, pointer, is_in_range);
      allowed(rule, "AllowedValue", value, pointer, is_allowed);
    }
  }

  void fits(const Json& element, const Element& rule, const Siblings::Fit& fit, std::string_view meaning,
            const std::string& pointer) {
    if (fit.wrong_type) same_member(element, "modelType", rule.model_type, pointer);
    if (fit.wrong_meaning)
      error("semanticId", pointer,
            "the semanticId of " + called(rule) + " is " + quoted_text(last_key(element.find("semanticId"))) +
                ", the template's is " + quoted_text(meaning),
            "Set its semanticId to " + std::string(meaning) + ".");
    if (fit.wrong_type) return;
    if (rule.model_type == "Property" || rule.model_type == "Range")
      same_member(element, "valueType", rule.value_type, pointer);
    if (rule.model_type == "SubmodelElementList") {
      same_list(element, rule, pointer);
    }
    values(element, rule, pointer);
  }

  // --- completeness ---

  static bool holds_others(const Element& rule) { return !rule.children.empty(); }

  void count_present(const Json& element, const Element& rule, const Spot& spot, bool mandatory) {
    if (holds_others(rule)) return;  // its elements count
    const bool filled = has_value(element);
    ++(mandatory ? out_.expected : out_.optional_expected);
    if (filled) ++(mandatory ? out_.filled : out_.optional_filled);
    if (!filled) to_do(rule, spot, "give a value", mandatory);
  }

  // An element that is not there, and those that would have to be in it. `parent`: where it would be.
  void count_missing(const Element& rule, const Spot& parent, bool mandatory) {
    const bool alone = !mandatory || !holds_others(rule);
    if (alone) ++(mandatory ? out_.expected : out_.optional_expected);
    if (alone && out_.to_do.size() >= most_findings) return;
    const Spot spot{parent.pointer, joined_path(parent.path, called(rule))};
    to_do(rule, spot, "add", mandatory);
    if (alone) return;
    const std::size_t before = out_.expected;
    const Siblings& siblings = siblings_of(rule);
    for (std::size_t i = 0; i < rule.children.size(); ++i) {
      const Element& child = rule.children[i];
      if (siblings.leader(i) == i && is_mandatory(child.cardinality) && child.said("EitherOr").empty())
        count_missing(child, spot, true);
    }
    if (out_.expected == before) ++out_.expected;
  }

  // --- the elements of one parent ---

  void children(const Json& parent, const Element& rule, const Spot& spot, std::string_view member) {
    work_ += rule.children.size();
    if (work_ > most_work) return stop(spot.pointer);
    const Siblings& siblings = siblings_of(rule);
    std::vector<std::size_t> counts(rule.children.size(), 0);
    std::vector<bool> used(rule.children.size(), false);
    const Json* list = parent.find(member);
    const std::size_t size = list != nullptr && list->is_array() ? list->size() : 0;
    const std::string_view inherited = last_key(parent.find("semanticIdListElement"));
    for (std::size_t i = 0; i < size; ++i) {
      const Json& each = list->as_array()[i];
      const std::string pointer = spot.pointer + "/" + std::string(member) + "/" + std::to_string(i);
      const auto fit = siblings.fit(each, inherited, counts);
      if (!fit) {
        if (holds_others(rule)) unknown(each, rule, pointer);
        continue;
      }
      ++counts[fit->rule];
      work_ += siblings.work(fit->rule);
      const std::size_t variant = siblings.variant(fit->rule, each, used);
      used[variant] = true;
      one_child(each, rule.children[variant], *fit, siblings.meaning(fit->rule),
                {pointer, path_of_child(each, spot, i)});
    }
    cardinalities(rule, siblings, {counts, used}, spot);
  }

  const Siblings& siblings_of(const Element& rule) {
    const auto found = siblings_.find(&rule);
    return found != siblings_.end() ? found->second : siblings_.try_emplace(&rule, rule).first->second;
  }

  void stop(const std::string& pointer) {
    if (std::exchange(stopped_, true)) return;
    error("too large", pointer, "the submodel is too large to be compared with this template",
          "Check its parts one by one.");
  }

  static std::string path_of_child(const Json& element, const Spot& parent, std::size_t index) {
    const std::string_view name = element.text("idShort");
    return name.empty() ? parent.path + "[" + std::to_string(index) + "]" : joined_path(parent.path, name);
  }

  void unknown(const Json& element, const Element& parent, const std::string& pointer) {
    finding(RuleSeverity::information, "not in the template", pointer,
            quoted_text(element.text("idShort")) + " is not in the template's " +
                (parent.id_short.empty() ? parent.model_type : parent.id_short),
            {});
  }

  void one_child(const Json& element, const Element& rule, const Siblings::Fit& fit, std::string_view meaning,
                 const Spot& spot) {
    fits(element, rule, fit, meaning, spot.pointer);
    if (fit.wrong_type) return;
    count_present(element, rule, spot, is_mandatory(rule.cardinality));
    if (const std::string_view member = children_member(rule.model_type); !member.empty())
      children(element, rule, spot, member);
  }

  struct Group {
    std::size_t rules = 0, present = 0;
    bool mandatory = false;
    const Element* first = nullptr;
  };
  // What is there: how many elements for each leading rule, and which rules they are most like.
  struct There {
    std::vector<std::size_t> counts;
    std::vector<bool> used;
  };

  void cardinalities(const Element& parent, const Siblings& siblings, const There& there, const Spot& spot) {
    std::map<std::string_view, Group> groups;
    for (std::size_t i = 0; i < there.counts.size(); ++i) {
      if (siblings.leader(i) != i) continue;
      const Element& rule = parent.children[i];
      if (there.counts[i] > siblings.bounds(i).most) too_many(rule, there.counts[i], siblings.bounds(i).most, spot);
      if (const std::string_view group = rule.said("EitherOr"); !group.empty()) {
        Group& found = groups[group];
        ++found.rules;
        found.present += there.counts[i] > 0 ? 1 : 0;
        found.mandatory = found.mandatory || is_mandatory(rule.cardinality);
        if (found.first == nullptr) found.first = &rule;
      } else {
        missing(parent, siblings, i, there, spot);
      }
    }
    for (const auto& [name, group] : groups) either_or(name, group, spot);
  }

  void too_many(const Element& rule, std::size_t count, std::size_t most, const Spot& spot) {
    error("cardinality " + std::string(name(rule.cardinality)), spot.pointer,
          called(rule) + " is there " + std::to_string(count) + " times, " + std::to_string(most) + " at most",
          "Remove what is too much.");
  }

  void missing(const Element& parent, const Siblings& siblings, std::size_t leader, const There& there,
               const Spot& spot) {
    if (parent.children[leader].cardinality == Cardinality::unknown) ++out_.not_checkable;
    const std::size_t count = there.counts[leader];
    std::size_t lacking = siblings.bounds(leader).least;
    lacking -= std::min(lacking, count);
    for (const std::size_t i : siblings.distinct(leader)) {
      if (there.used[i]) continue;
      const Element& rule = parent.children[i];
      const bool mandatory = is_mandatory(rule.cardinality);
      if (mandatory && lacking == 0) continue;
      if (!mandatory && count > 0) continue;
      if (mandatory) {
        --lacking;
        error("cardinality " + std::string(name(rule.cardinality)), spot.pointer,
              called(rule) + " (" + rule.model_type + ") is missing", "Add it: " + rule_text(rule) + ".");
      }
      count_missing(rule, spot, mandatory);
    }
  }

  void either_or(std::string_view group_name, const Group& group, const Spot& spot) {
    if (group.present == 0) count_missing(*group.first, spot, group.mandatory);
    // A template shows all of them.
    const bool wrong = (group.present > 1 && !in_template_) || (group.present == 0 && group.mandatory);
    if (wrong)
      error("EitherOr " + std::string(group_name), spot.pointer,
            std::to_string(group.present) + " of " + std::to_string(group.rules) + " alternatives are there",
            "Keep exactly one of the elements of " + std::string(group_name) + ".");
  }

  Conformance& out_;
  std::unordered_map<const Element*, Siblings> siblings_;
  std::size_t work_ = 0;
  bool stopped_ = false;
  bool in_template_ = false;
};

// "A.B[0]/C" → A, B, [0], C
std::vector<std::string> steps_of(std::string_view path) {
  std::vector<std::string> out;
  std::string step;
  const auto end_step = [&] {
    if (!step.empty()) out.push_back(std::exchange(step, {}));
  };
  for (const char c : path) {
    if (c == '.' || c == '/' || c == '[') end_step();
    if (c != '.' && c != '/') step += c;
  }
  end_step();
  return out;
}

const Element* step_into(const Element& from, const std::string& step) {
  if (step.starts_with('[')) return from.children.empty() ? nullptr : &from.children.front();
  const auto found = Siblings(from).named(step);
  return found ? &from.children[*found] : nullptr;
}

const Element* follow(const Element& root, std::span<const std::string> steps) {
  const Element* at = &root;
  for (const std::string& step : steps) {
    if (at == nullptr) return nullptr;
    at = step_into(*at, step);
  }
  return at;
}

}  // namespace

int Conformance::percent() const {
  const std::size_t all = expected > 0 ? expected : optional_expected;
  const std::size_t there = expected > 0 ? filled : optional_filled;
  return all == 0 ? 100 : static_cast<int>(there * 100 / all);
}

Conformance conformance(const Json& submodel, const Template& of, std::string_view at) {
  Conformance out;
  Conforming(out).submodel(submodel, of, at);
  std::vector<ToDo> in_order;
  for (const bool mandatory : {true, false}) {
    for (ToDo& each : out.to_do) {
      if (each.mandatory == mandatory) in_order.push_back(std::move(each));
    }
  }
  out.to_do = std::move(in_order);
  return out;
}

std::string rule_text(const Element& rule) {
  std::string out = called(rule);
  const auto add = [&](std::string_view text) {
    if (!text.empty()) out.append(", ").append(text);
  };
  add(rule.cardinality == Cardinality::unknown ? std::string_view(rule.cardinality_text) : name(rule.cardinality));
  add(rule.value_type.empty() ? rule.model_type : rule.model_type + " " + rule.value_type);
  for (const char* each : {"AllowedRange", "AllowedValue", "EitherOr"}) {
    if (const std::string_view said = rule.said(each); !said.empty()) add(std::string(each) + " " + std::string(said));
  }
  if (const std::string example = example_text(rule.example()); !example.empty()) add("example " + example);
  return out;
}

const Element* element_at(const Template& of, std::string_view path) {
  const std::vector<std::string> steps = steps_of(path);
  if (steps.empty() || steps.size() > static_cast<std::size_t>(max_template_depth)) return nullptr;
  if (const Element* found = follow(of.root(), steps)) return found;
  return steps.size() < 2 ? nullptr : follow(of.root(), std::span(steps).subspan(1));
}

std::string rule_at(const Templates& known, const Template& of, std::string_view path) {
  const Element* rule = element_at(of, path);
  if (rule == nullptr) return {};
  const auto meaning = known.meaning_of(rule->meaning());
  const bool has_name = meaning && !meaning->preferred_name.empty() &&
                        !base::equals_ignoring_case(meaning->preferred_name, rule->id_short);
  std::string out =
      (has_name ? base::printable(meaning->preferred_name, 120) + ": " : std::string()) + rule_text(*rule);
  if (meaning && !meaning->unit.empty()) out += ", unit " + base::printable(meaning->unit, 40);
  return out;
}

const Template* best_template(const Templates& known, const Json& submodel) {
  const Template* best = known.of_submodel(submodel);
  if (best == nullptr || best->semantic_id.empty()) return best;
  const std::string shared = best->semantic_id;
  std::size_t least = conformance(submodel, *best).errors;
  for (const Template& each : known.list()) {
    if (least == 0) break;
    if (each.semantic_id != shared) continue;
    const std::size_t errors = conformance(submodel, each).errors;
    if (errors >= least) continue;
    best = &each;
    least = errors;
  }
  return best;
}

}  // namespace aas::engine
