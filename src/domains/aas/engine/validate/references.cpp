// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/validate/references.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/tree/path.h"

namespace aas::engine {

namespace {

using formats::aas::Severity;

// Follows references from key to key; remembers whom it asked for their children.
class Following {
 public:
  Following(const Nodes& nodes, Version version) : nodes_(nodes), model_(formats::aas::metamodel(version)) {}

  bool leads_somewhere(const Json& reference) {
    const Json::Array& keys = reference.at("keys").as_array();
    Node at = nodes_.root();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::string_view type = keys[i].text("type");
      const bool beyond = i > 0 && (type == "FragmentReference" || at.model_type() == "Operation");
      if (beyond) return true;
      at = next(at, keys[i].text("value"));
      if (!at || !is_of(at, type)) return false;
    }
    return true;
  }

 private:
  using Children = std::map<std::string, Node, std::less<>>;  // by id, idShort or position

  Node next(const Node& parent, std::string_view name) {
    const auto [known, is_new] = children_.try_emplace(parent.id());
    if (is_new) known->second = children(parent);
    const auto found = known->second.find(name);
    return found == known->second.end() ? Node() : found->second;
  }

  Children children(const Node& parent) const {
    Children out;
    std::size_t position = 0;
    for (Node& each : children_of(nodes_, parent)) {
      std::string name(parent.id() == root_id                         ? each.members().text("id")
                       : parent.model_type() == "SubmodelElementList" ? std::to_string(position++)
                                                                      : each.id_short());
      out.emplace(std::move(name), std::move(each));
    }
    return out;
  }

  bool is_of(const Node& node, std::string_view key_type) const {
    const auto* wanted = model_.find_class(key_type);
    const auto* actual = model_.find_class(node.model_type());
    return wanted == nullptr || actual == nullptr || actual->is_a(*wanted);
  }

  const Nodes& nodes_;
  const formats::aas::Metamodel& model_;
  std::map<std::string, Children, std::less<>> children_;
};

using Use = std::function<void(const Json& reference, const std::string& pointer)>;

// Every model reference in a value, with its pointer from there.
void each_reference(const Json& value, std::string& pointer, const Use& use) {
  const std::size_t size = pointer.size();
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      pointer.append("/").append(std::to_string(i));
      each_reference(value.as_array()[i], pointer, use);
      pointer.resize(size);
    }
  }
  if (!value.is_object()) return;
  const Json* keys = value.text("type") == "ModelReference" ? value.find("keys") : nullptr;
  if (keys != nullptr && keys->is_array()) use(value, pointer);
  for (const auto& [name, member] : value.as_object()) {
    if (!member.is_object() && !member.is_array()) continue;
    pointer.append("/").append(escaped(name));
    each_reference(member, pointer, use);
    pointer.resize(size);
  }
}

std::string what_is_meant(const Json& reference) {
  const Json::Array& keys = reference.at("keys").as_array();
  if (keys.empty()) return "nothing";
  return std::string(keys.back().text("type")) + " \"" + base::printable(keys.back().text("value"), 120) + "\"";
}

// References to it may go by another name, or lead elsewhere.
bool is_gone_or_renamed(const Node& was, const Node& now) {
  return !now || now.parent() != was.parent() || now.id_short() != was.id_short() ||
         now.members().text("id") != was.members().text("id");
}

class Losing {
 public:
  Losing(const Nodes& before, const Nodes& now, const Draft::Changed& changed, Version version)
      : before_(before), now_(now), changed_(changed), then_leads_(before, version), now_leads_(now, version) {}

  Findings find() {
    bool looks_at_all = false;
    for (const auto& [id, body] : changed_) {
      const Node is = body ? Node(id, *body) : Node();
      const Node was = before_.find(id);
      if (is) written(is, was);
      looks_at_all = looks_at_all || (was && is_gone_or_renamed(was, is));
    }
    if (looks_at_all) left_behind();
    return std::move(out_);
  }

 private:
  void add(std::string pointer, std::string message, std::string fix) {
    constexpr std::size_t most = 100;
    ++out_.warnings;
    if (out_.list.size() >= most) return;
    const std::size_t size = pointer.size();
    out_.list.push_back({.severity = Severity::warning,
                         .code = "dangling_reference",
                         .pointer = std::move(pointer),
                         .instance = size,
                         .message = std::move(message),
                         .fix = std::move(fix)});
  }

  void written(const Node& is, const Node& was) {
    std::string inside;
    each_reference(is.members(), inside, [&](const Json& reference, const std::string& pointer) {
      if (now_leads_.leads_somewhere(reference)) return;
      const Json* same = was ? was.members().pointer(pointer) : nullptr;
      if (same != nullptr && *same == reference && !then_leads_.leads_somewhere(reference)) return;
      add(pointer_of(now_, is) + pointer, "there is no " + what_is_meant(reference) + " here",
          "Correct the keys, or make it an external reference if it is kept elsewhere.");
    });
  }

  // What nobody wrote, and refers to what is no longer there.
  void left_behind() {
    const std::shared_ptr<const Json> whole = before_.whole();
    if (!whole) return;
    std::string at;
    each_reference(*whole, at, [&](const Json& reference, const std::string& pointer) {
      if (now_leads_.leads_somewhere(reference) || !then_leads_.leads_somewhere(reference)) return;
      const Result<Place> place = place_of(before_, pointer);
      if (!place.ok() || changed_.contains(place->node.id())) return;
      std::string inside;
      for (const std::string& step : place->rest) inside += "/" + escaped(step);
      add(pointer_of(now_, place->node) + inside, "it refers to " + what_is_meant(reference) + ", which goes",
          "Mend the reference, or keep what it refers to.");
    });
  }

  const Nodes& before_;
  const Nodes& now_;
  const Draft::Changed& changed_;
  Following then_leads_, now_leads_;
  Findings out_;
};

}  // namespace

Findings references_lost(const Nodes& before, const Nodes& now, const Draft::Changed& changed, Version version) {
  return Losing(before, now, changed, version).find();
}

}  // namespace aas::engine
