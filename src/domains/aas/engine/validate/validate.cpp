// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/validate/validate.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/document/supplements.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/engine/tree/tree.h"

namespace aas::engine {

namespace {

using formats::aas::Class;
using formats::aas::Finding;
using formats::aas::Severity;

// Above this number it is quicker to check everything and to keep what belongs to the changed places.
constexpr std::size_t most_places = 200;

const Class* class_of(const Node& node, Version version) {
  const Class* found = formats::aas::metamodel(version).find_class(node.model_type());
  return found == nullptr || found->is_abstract ? nullptr : found;
}

// A node without what is below it.
Json shallow(const Node& node) {
  Json value = node.members();
  for (const auto& [name, ids] : node.lists().as_object()) value.erase(name);
  return value;
}

// The parent with all its children, of which only `whole` has anything below it.
Json family(const Nodes& nodes, const Node& parent, const std::string& whole, Json value_of_whole) {
  Json out = parent.members();
  for (const auto& [name, ids] : parent.lists().as_object()) {
    Json& list = out[name];
    list = Json::array();
    for (const Json& id : ids.as_array()) {
      if (id.as_string() == whole) {
        list.push_back(std::exchange(value_of_whole, Json()));
      } else if (const Node child = nodes.find(id.as_string())) {
        list.push_back(shallow(child));
      }
    }
  }
  return out;
}

void keep_errors(Findings& out, Findings found) {
  for (Finding& each : found.list) {
    if (each.severity != Severity::error) continue;
    ++out.errors;
    out.list.push_back(std::move(each));
  }
}

Findings check_element(const Nodes& nodes, const Node& node, const Class& type, Version version, Checks checks) {
  const std::string at = pointer_of(nodes, node);
  return formats::aas::check(put_together(nodes, node), type, version, {.checks = checks, .at = at});
}

// The rules of the parent too, which compare its children.
Findings check_in_parent(const Nodes& nodes, const Node& node, Version version, Checks checks) {
  const Node parent = nodes.find(node.parent());
  const Class* type = parent ? class_of(parent, version) : nullptr;
  if (type == nullptr) return {};
  const std::string at = pointer_of(nodes, parent);
  const std::string pointer = pointer_of(nodes, node).substr(at.size());
  const Json value = family(nodes, parent, node.id(), put_together(nodes, node));
  return formats::aas::check_around(value, *type, version, pointer, {.checks = checks, .at = at});
}

// The whole document around one node, as far as rules of its ancestors can see.
Findings check_in_document(const Nodes& nodes, const Node& node, Version version, Checks checks) {
  Json value = put_together(nodes, node);
  Node at = node;
  while (at.id() != root_id) {
    const Node parent = nodes.find(at.parent());
    if (!parent) return {};
    value = family(nodes, parent, at.id(), std::move(value));
    at = parent;
  }
  const Class& type = formats::aas::metamodel(version).get_class("Environment");
  return formats::aas::check_around(value, type, version, pointer_of(nodes, node), {.checks = checks});
}

// The environment's own members; of what it holds only the first level.
Findings check_root(const Nodes& nodes, Version version, Checks checks) {
  const Class& type = formats::aas::metamodel(version).get_class("Environment");
  return formats::aas::check(family(nodes, nodes.root(), {}, {}), type, version, {.checks = checks});
}

bool begins_with_step(std::string_view pointer, std::string_view place) {
  return pointer.starts_with(place) && (pointer.size() == place.size() || pointer[place.size()] == '/');
}

// Whether a finding is about one of the places, or about what is around one.
bool concerns(const Finding& finding, const std::set<std::string, std::less<>>& places) {
  const std::string_view object = std::string_view(finding.pointer).substr(0, finding.instance);
  const auto next = places.lower_bound(object);
  if (next != places.end() && begins_with_step(*next, object)) return true;
  for (std::size_t end = finding.pointer.size(); end != std::string::npos && end > 0;
       end = finding.pointer.rfind('/', end - 1)) {
    if (places.contains(std::string_view(finding.pointer).substr(0, end))) return true;
  }
  return false;
}

Findings check_many(const Nodes& nodes, const std::vector<Node>& changed, Version version, Checks checks) {
  std::set<std::string, std::less<>> places;
  for (const Node& node : changed) places.insert(pointer_of(nodes, node));
  Findings out;
  Findings all = check_document(nodes, version, checks);
  for (Finding& each : all.list) {
    if (each.severity != Severity::error || !concerns(each, places)) continue;
    ++out.errors;
    out.list.push_back(std::move(each));
  }
  return out;
}

// Members of an element that no rule compares with those of its neighbours.
bool stays_inside(const Place& place) {
  static const std::set<std::string_view> inner = {"value",       "min",        "max",           "description",
                                                   "displayName", "extensions", "contentType",   "valueId",
                                                   "category",    "qualifiers", "administration"};
  return !place.rest.empty() && !place.in_list && inner.contains(place.rest.front());
}

// What must be looked at after a patch: the element it is in, and whether its neighbours matter.
struct Spot {
  std::string id;
  bool alone = false;
  friend auto operator<=>(const Spot&, const Spot&) = default;
};

std::optional<Spot> spot_of(const Nodes& nodes, const std::string& pointer) {
  for (std::string at = pointer;; at.erase(at.rfind('/'))) {
    const Result<Place> place = place_of(nodes, at);
    if (place.ok()) return Spot{place->node.id(), at == pointer && stays_inside(*place)};
    if (at.empty()) return std::nullopt;
  }
}

std::set<Spot> spots_of(const Nodes& nodes, const std::vector<Patch>& patches) {
  std::set<Spot> out;
  for (const Patch& patch : patches) {
    for (const std::string* pointer : {&patch.path, &patch.from}) {
      if (pointer->empty()) continue;
      if (auto spot = spot_of(nodes, *pointer)) out.insert(*std::move(spot));
    }
  }
  return out;
}

Findings errors_at(const Nodes& nodes, const std::set<Spot>& spots, Version version, Checks checks) {
  Findings out;
  for (const Spot& spot : spots) {
    const Node node = nodes.find(spot.id);
    if (!node) continue;
    if (node.id() == root_id) {
      keep_errors(out, check_document(nodes, version, checks));
      continue;
    }
    const Class* type = class_of(node, version);
    if (spot.alone && type != nullptr) {
      keep_errors(out, check_element(nodes, node, *type, version, checks));
    } else {
      keep_errors(out, check_in_parent(nodes, node, version, checks));
    }
  }
  return out;
}

using Said = std::tuple<std::string_view, std::string_view, std::string_view>;
Said said_in(const Finding& finding) { return {finding.code, finding.constraint, finding.message}; }

// Each known one takes away one of its kind.
Findings without(Findings found, std::multiset<Said> known) {
  std::erase_if(found.list, [&](const Finding& each) {
    const auto one = known.find(said_in(each));
    if (one == known.end()) return false;
    known.erase(one);
    return true;
  });
  found.errors = found.list.size();
  return found;
}

}  // namespace

Findings check_document(const Nodes& nodes, Version version, Checks checks) {
  const Class& type = formats::aas::metamodel(version).get_class("Environment");
  constexpr std::size_t all = 100'000;
  return formats::aas::check(*nodes.whole(), type, version, {.checks = checks, .max_findings = all});
}

Findings check_nodes(const Nodes& nodes, const std::vector<Node>& changed, Version version, Checks checks) {
  if (changed.size() > most_places) return check_many(nodes, changed, version, checks);
  Findings out;
  std::set<std::pair<std::string, std::string>> seen;
  for (const Node& node : changed) {
    Findings found =
        node.id() == root_id ? check_root(nodes, version, checks) : check_in_document(nodes, node, version, checks);
    std::erase_if(found.list, [&](const Finding& each) { return !seen.emplace(each.pointer, each.message).second; });
    keep_errors(out, std::move(found));
  }
  return out;
}

Findings errors_added(const Nodes& before, const Draft& draft, Version version, Checks checks) {
  const bool many = draft.patches().size() > most_places;
  const auto errors_in = [&](const Nodes& nodes) {
    Findings out;
    if (many) {
      keep_errors(out, check_document(nodes, version, checks));
    } else {
      out = errors_at(nodes, spots_of(nodes, draft.patches()), version, checks);
    }
    return out;
  };
  Findings now = errors_in(draft);
  if (now.errors == 0) return now;
  const Findings then = errors_in(before);
  std::multiset<Said> known;
  for (const Finding& each : then.list) known.insert(said_in(each));
  return without(std::move(now), std::move(known));
}

void add_missing_parts(Findings& findings, const Nodes& nodes, const std::vector<std::string>& parts) {
  add_missing_parts(findings, nodes, in_order(nodes, nodes.root()), parts);
}

void add_missing_parts(Findings& findings, const Nodes& nodes, const std::vector<Node>& of,
                       const std::vector<std::string>& parts) {
  for (const Node& node : of) {
    if (node.model_type() != "File") continue;
    const std::string part = part_named(node.members().text("value"));
    if (part.empty() ||
        std::ranges::any_of(parts, [&](const std::string& each) { return base::equals_ignoring_case(each, part); }))
      continue;
    const std::string at = pointer_of(nodes, node);
    ++findings.warnings;
    findings.list.push_back({.severity = Severity::warning,
                             .code = "file_part",
                             .pointer = at + "/value",
                             .instance = at.size(),
                             .message = "the package has no part " + base::printable(part, 200),
                             .fix = "Add the file to the package, or mend the path."});
  }
}

Json to_json(const Finding& finding) {
  Json out = Json::object({{"path", finding.pointer}, {"code", finding.code}});
  if (!finding.constraint.empty()) out.set("constraint", finding.constraint);
  out.set("message", finding.message);
  if (!finding.fix.empty()) out.set("fix", finding.fix);
  return out;
}

Json validation_result(const Findings& findings, std::size_t most) {
  Json errors = Json::array(), warnings = Json::array();
  for (const Finding& each : findings.list) {
    Json& list = each.severity == Severity::error ? errors : warnings;
    if (list.size() < most) list.push_back(to_json(each));
  }
  Json out = Json::object({{"valid", findings.valid()}});
  if (errors.size() < findings.errors) out.set("errorCount", findings.errors);
  if (warnings.size() < findings.warnings) out.set("warningCount", findings.warnings);
  out.set("errors", std::move(errors)).set("warnings", std::move(warnings));
  return out;
}

}  // namespace aas::engine
