// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/page/rows.h"

#include <algorithm>
#include <ranges>

#include "base/text.h"
#include "domains/aas/engine/look/brief.h"
#include "domains/aas/engine/look/look.h"
#include "domains/aas/engine/page/page.h"
#include "domains/aas/engine/tree/pointer.h"

namespace aas::engine {

namespace {

constexpr std::size_t max_lines = 200;

std::string keys_in_words(const Json& keys) {
  std::string out;
  for (const Json& key : keys.as_array() | std::views::take(max_lines)) {
    if (!out.empty()) out += " › ";
    out.append(key.text("value"));
  }
  return out;
}

// One item of a list, where it is something that people have a shorter word for than its JSON.
std::string item_in_words(const Json& item) {
  if (item.is_string()) return item.as_string();
  if (!item.text("language").empty()) return std::string(item.text("language")) + ": " + std::string(item.text("text"));
  if (const Json* keys = item.find("keys"); keys != nullptr && keys->is_array()) return keys_in_words(*keys);
  for (const char* name : {"type", "name"}) {
    const std::string_view word = item.text(name);
    const Json* value = item.find("value");
    if (!word.empty() && value != nullptr && value->is_string()) return std::string(word) + " = " + value->as_string();
  }
  return item.dump();
}

std::string element_in_words(const Json& element) {
  std::string out(element.text("modelType"));
  if (const std::string_view name = element.text("idShort"); !name.empty()) out.append(" ").append(name);
  if (const std::string value = value_in_words(element, max_page_value); !value.empty())
    out.append(" = ").append(value);
  return out;
}

}  // namespace

std::string member_in_words(const Json& value, std::size_t max_bytes) {
  std::string out;
  if (value.is_array()) {
    for (const Json& item : value.as_array() | std::views::take(max_lines)) {
      if (out.size() > max_bytes) break;
      out.append(out.empty() ? "" : "\n").append(item_in_words(item));
    }
  } else if (value.is_object() && !value.text("modelType").empty()) {
    out = element_in_words(value);
  } else {
    out = value.is_null() ? std::string() : item_in_words(value);
  }
  return base::printable(out, max_bytes);
}

Rows::Rows(const Nodes& nodes) {
  // Each is followed by what is in it: those of a parent wait on a stack, the first on top.
  std::vector<Row> waiting;
  waiting.push_back({nodes.root(), 0, {}, 0, {}});
  while (!waiting.empty()) {
    Row row = std::move(waiting.back());
    waiting.pop_back();
    if (!row.node) continue;
    if (rows_.size() == max_page_nodes) {
      ++left_;
    } else {
      const std::size_t place = rows_.size();
      if (place > 0) rows_[row.parent].children.push_back(place);
      by_pointer_.emplace(row.pointer, place);
      rows_.push_back(std::move(row));
      add_below(nodes, rows_.back(), place, waiting);
      continue;
    }
    add_below(nodes, row, row.parent, waiting);
  }
}

void Rows::add_below(const Nodes& nodes, const Row& parent, std::size_t place, std::vector<Row>& out) const {
  std::vector<Row> below;
  for (const auto& [name, ids] : parent.node.lists().as_object()) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      below.push_back({nodes.find(ids.as_array()[i].as_string()), place, name, i,
                       parent.pointer + "/" + escaped(name) + "/" + std::to_string(i)});
    }
  }
  std::ranges::move(below | std::views::reverse, std::back_inserter(out));
}

std::size_t Rows::at_pointer(std::string_view pointer) const {
  for (std::string at(pointer); !at.empty(); at.erase(std::min(at.rfind('/'), at.size()))) {
    if (const auto found = by_pointer_.find(at); found != by_pointer_.end()) return found->second;
    if (at.find('/') == std::string::npos) break;
  }
  return 0;
}

std::vector<std::size_t> Rows::submodels() const {
  std::vector<std::size_t> out;
  if (rows_.empty()) return out;
  std::ranges::copy_if(rows_.front().children, std::back_inserter(out),
                       [&](std::size_t at) { return rows_[at].node.model_type() == "Submodel"; });
  return out;
}

std::string Rows::path_in_submodel(std::size_t at) const {
  std::string path;
  for (; rows_[at].parent != 0; at = rows_[at].parent) {
    const Row& row = rows_[at];
    std::string step(row.node.id_short());
    if (step.empty()) step = "[" + std::to_string(row.index) + "]";
    if (!path.empty() && !path.starts_with('[')) step += "/";
    path.insert(0, step);
  }
  return path;
}

Meanings::Meanings(const Rows& rows, const Templates& known) : known_(known) {
  if (rows.list().empty()) return;
  for (const std::size_t at : rows[0].children) {
    const Node& node = rows[at].node;
    if (node.model_type() == "ConceptDescription")
      own_.emplace(std::string(node.members().text("id")), concept_of(node.members()));
  }
}

Json Meanings::described(const std::string& semantic_id) const {
  Json out = Json::object({{"id", base::printable(semantic_id, 2000)}});
  const auto add = [&](const char* name, std::string_view text) {
    if (!text.empty() && out.find(name) == nullptr) out.set(name, base::printable(text, 1000));
  };
  if (const auto own = own_.find(semantic_id); own != own_.end()) {
    add("name", own->second.text("preferredName"));
    add("name", own->second.text("idShort"));
    for (const char* each : {"unit", "dataType", "definition"}) add(each, own->second.text(each));
    out.set("from", "this document");
  }
  if (const auto found = known_.meaning_of(semantic_id)) {
    add("name", found->preferred_name);
    add("name", found->id_short);
    add("unit", found->unit);
    add("dataType", found->data_type);
    add("from", "the templates");
  }
  return out;
}

std::size_t Meanings::place(std::string_view semantic_id) {
  if (semantic_id.empty()) return 0;
  const auto [found, added] = places_.try_emplace(std::string(semantic_id), list_.size());
  if (added) list_.push_back(described(found->first));
  return found->second;
}

}  // namespace aas::engine
