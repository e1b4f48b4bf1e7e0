// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/edit/draft.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/edit/tier.h"
#include "domains/aas/engine/look/brief.h"

namespace aas::engine {

namespace {

using Op = Patch::Op;

Json* step_into(Json& value, const std::string& token) {
  if (value.is_object()) return value.find(token);
  if (!value.is_array()) return nullptr;
  const auto index = index_of(token);
  return index && *index < value.size() ? &value.as_array()[*index] : nullptr;
}

base::Error nothing_there(std::string_view pointer) {
  return invalid_path("the pointer leads to nothing that is there", pointer,
                      "aas_query_structure and aas_query_element show what is there and its pointers.");
}

// One operation inside an array. `index` may be the end where something is added.
Result<void> edit_item(Json::Array& items, const std::string& token, Op op, Json value, std::string_view pointer) {
  const std::size_t end = items.size();
  const auto index = token == "-" && op == Op::add ? std::optional(end) : index_of(token);
  if (!index || *index > end || (*index == end && op != Op::add)) return nothing_there(pointer);
  const auto at = items.begin() + static_cast<std::ptrdiff_t>(*index);
  if (op == Op::add) {
    items.insert(at, std::move(value));
  } else if (op == Op::replace) {
    *at = std::move(value);
  } else {
    items.erase(at);
  }
  return {};
}

Result<void> edit_member(Json& object, const std::string& token, Op op, Json value, std::string_view pointer) {
  if (op == Op::add) {
    object.set(token, std::move(value));
    return {};
  }
  Json* found = object.find(token);
  if (found == nullptr) return nothing_there(pointer);
  if (op == Op::remove) {
    object.erase(token);
  } else {
    *found = std::move(value);
  }
  return {};
}

// Readers take 128 levels; a document saved must be one that can be opened.
constexpr std::size_t max_depth = 120;

std::size_t depth_of(const Json& value) {
  std::size_t deepest = 0;
  if (value.is_array()) {
    for (const Json& item : value.as_array()) deepest = std::max(deepest, depth_of(item));
  } else if (value.is_object()) {
    for (const auto& [name, member] : value.as_object()) deepest = std::max(deepest, depth_of(member));
  } else {
    return 0;
  }
  return deepest + 1;
}

bool holds_objects_only(const Json& value) {
  return value.is_array() && std::ranges::all_of(value.as_array(), [](const Json& item) { return item.is_object(); });
}

// "/submodels/0" of "/submodels/0/submodelElements/3".
std::string_view owner_of(std::string_view pointer) {
  return pointer.substr(
      0, std::min(pointer.find('/', std::min(pointer.find('/', 1), pointer.size() - 1) + 1), pointer.size()));
}

// In which list of its parent a node stands, and where; "": in none.
std::pair<std::string, std::size_t> standing_in(const Node& parent, const std::string& id) {
  for (const auto& [name, ids] : parent.lists().as_object()) {
    const Json::Array& items = ids.as_array();
    const auto found = std::ranges::find_if(items, [&](const Json& each) { return each.as_string() == id; });
    if (found != items.end()) return {name, static_cast<std::size_t>(found - items.begin())};
  }
  return {};
}

bool is_within(std::string_view pointer, std::string_view other) {
  return pointer.starts_with(other) && (pointer.size() == other.size() || pointer[other.size()] == '/');
}

}  // namespace

Node Draft::find(std::string_view id) const {
  const auto found = changed_.find(id);
  if (found == changed_.end()) return base_.find(id);
  return found->second ? Node(std::string(id), *found->second) : Node();
}

Tier Draft::tier() const {
  Tier highest = Tier::low;
  for (const Patch& patch : patches_) highest = std::max(highest, patch.tier);
  return highest;
}

Result<void> Draft::apply(Patch patch) {
  TRY(run(patch));
  if (patch.op != Op::test) patches_.push_back(std::move(patch));
  return {};
}

Result<void> Draft::run(Patch& patch) {
  switch (patch.op) {
    case Op::add:
      return add(patch);
    case Op::replace:
      return replace(patch);
    case Op::remove:
      return remove(patch);
    case Op::move:
      return move(patch);
    case Op::copy:
      return copy(patch);
    case Op::test:
      return test(patch);
  }
  return {};
}

// --- what the operations do ---

// The place in a list of nodes that a pointer means: between others, or at the end; nullopt where it means a member.
Result<std::optional<Draft::Gap>> Draft::gap_at(const Place& place, const std::string& pointer) const {
  Node parent = place.node;
  std::string list, position;
  if (place.is_node()) {
    // What stands there moves on by one.
    parent = find(place.node.parent());
    if (!parent) return invalid_path("the document itself cannot be added", pointer);
    const std::vector<std::string> tokens = TRY(tokens_of(pointer));
    list = tokens[tokens.size() - 2];
    position = tokens.back();
  } else {
    list = place.rest.front();
    const bool is_gap = place.rest.size() == 2 && is_node_list(parent.model_type(), list) &&
                        (place.in_list || parent.members().find(list) == nullptr);
    if (!is_gap) return std::optional<Gap>();
    position = place.rest.back();
  }
  const Json* ids = parent.list(list);
  const std::size_t end = ids != nullptr ? ids->size() : 0;
  const auto index = position == "-" ? std::optional(end) : index_of(position);
  if (!index || *index > end) return nothing_there(pointer);
  return std::optional(Gap{parent.id(), std::string(parent.level()), std::move(list), *index});
}

Result<void> Draft::add(Patch& patch) {
  Place place = TRY(place_of(*this, patch.path));
  if (const auto gap = TRY(gap_at(place, patch.path))) {
    place.node = Node();  // so that nobody else has the parent's body, and it need not be copied
    return add_to_list(*gap, *patch.value, patch);
  }
  const Result<Json> there = value_at(*this, patch.path);
  if (there.ok() && (place.rest.size() == 1 || index_of(place.rest.back()) == std::nullopt)) patch.before = *there;
  describe(patch, place.node.model_type(), &*patch.value);
  if (place.in_list) return set_list(place, *patch.value, patch.path);
  return edit_members(place, patch.path, Op::add, *patch.value);
}

Result<void> Draft::add_to_list(const Gap& gap, Json value, Patch& patch) {
  if (static_cast<std::size_t>(std::ranges::count(patch.path, '/')) + depth_of(value) > max_depth)
    return base::fail(base::Code::out_of_range, "elements would be nested deeper than a file can be read", patch.path,
                      "Put it nearer to its submodel.");
  if (!value.is_object())
    return base::fail(base::Code::wrong_type, "an element is an object with a modelType", patch.path);
  patch.path = pointer_of(*this, find(gap.parent)) + "/" + escaped(gap.list) + "/" + std::to_string(gap.index);
  describe(patch, value.text("modelType"), &value);
  insert_node(gap, std::move(value));
  return {};
}

Result<void> Draft::replace(Patch& patch) {
  const Place place = TRY(place_of(*this, patch.path));
  patch.before = TRY(value_at(*this, patch.path));
  describe(patch, place.node.model_type(), &*patch.value);
  if (place.in_list) return set_list(place, *patch.value, patch.path);
  if (!place.is_node()) return edit_members(place, patch.path, Op::replace, *patch.value);
  const Node parent = find(place.node.parent());
  if (!parent || !patch.value->is_object()) return invalid_path("an element is replaced by an object", patch.path);
  const std::vector<std::string> tokens = TRY(tokens_of(patch.path));
  take_out(place.node);
  insert_node(
      {parent.id(), std::string(parent.level()), tokens[tokens.size() - 2], index_of(tokens.back()).value_or(0)},
      *patch.value);
  return {};
}

Result<void> Draft::remove(Patch& patch) {
  const Place place = TRY(place_of(*this, patch.path));
  patch.before = TRY(value_at(*this, patch.path));
  describe(patch, place.node.model_type(), nullptr);
  if (place.in_list) {
    TRY(drop_children(place.node, place.rest.front()));
    set_ids(place.node, place.rest.front(), std::nullopt);
    return {};
  }
  if (!place.is_node()) return edit_members(place, patch.path, Op::remove, {});
  if (place.node.id() == root_id) return invalid_path("the document itself cannot be removed", patch.path);
  const std::string list = take_out(place.node);
  drop_if_empty(place.node.parent(), list);
  return {};
}

// RFC 6902, 4.4: as a removal and an addition of the same; where it goes is read after the removal.
Result<void> Draft::move(Patch& patch) {
  if (is_within(patch.path, patch.from))
    return invalid_path("nothing can be moved into itself", patch.path, "Choose a place outside " + patch.from + ".");
  const Place from = TRY(place_of(*this, patch.from));
  Patch taken{.op = Op::remove, .path = patch.from, .before = TRY(value_at(*this, patch.from))};
  describe(taken, from.node.model_type(), nullptr);
  Patch put{.op = Op::add, .path = patch.path, .value = taken.before};
  if (from.is_node() && from.node.id() != root_id) {
    TRY(move_node(from.node, put));
  } else {
    TRY(remove(taken));
    TRY(add(put));
  }
  const bool leaves = owner_of(patch.from) != owner_of(put.path);
  patch.path = put.path;
  patch.before = put.before;
  patch.value = put.value;
  patch.semantic_id = put.semantic_id;
  patch.id_short = put.id_short;
  patch.model_type = put.model_type;
  // An element within its submodel: that is structure. Out of it, or a member of one, something goes away.
  const bool is_element = from.is_node() && from.node.id() != root_id;
  patch.tier = leaves || !is_element ? std::max(taken.tier, put.tier) : put.tier;
  return {};
}

// It stays the same node, with all below it, in another list; nothing is created or deleted.
Result<void> Draft::move_node(const Node& node, Patch& put) {
  const std::string old_parent(node.parent());
  const std::string old_list = unlist(node);
  drop_if_empty(old_parent, old_list);
  Place place = TRY(place_of(*this, put.path));
  const auto gap = TRY(gap_at(place, put.path));
  place.node = Node();
  if (!gap) return nothing_there(put.path);
  put.path = pointer_of(*this, find(gap->parent)) + "/" + escaped(gap->list) + "/" + std::to_string(gap->index);
  describe(put, node.model_type(), &*put.value);
  insert_id(*gap, node.id());
  Json body = node.body();
  body.set("parent", gap->parent);
  this->put(node.id(), std::move(body));
  if (gap->level != node.level() && node.model_type() != "Submodel") set_level(find(node.id()), gap->level);
  return {};
}

Result<void> Draft::copy(Patch& patch) {
  Patch put{.op = Op::add, .path = patch.path, .value = TRY(value_at(*this, patch.from))};
  copied_bytes_ += put.value->dump().size();
  if (copied_bytes_ > max_copied_bytes)
    return base::fail(base::Code::out_of_range, "the copies of one change are too large together", patch.path,
                      "At most 4 MB are copied in one change.");
  TRY(add(put));
  const std::string reason = patch.reason;
  const bool ai_generated = patch.ai_generated;
  patch = std::move(put);  // an addition: what was copied is told
  patch.reason = reason;
  patch.ai_generated = ai_generated;
  return {};
}

Result<void> Draft::test(const Patch& patch) {
  const Json there = TRY(value_at(*this, patch.path));
  if (there == *patch.value) return {};
  base::Error error{base::Code::constraint, "the document has another value there than the test expects", patch.path,
                    "Read the element again and plan anew."};
  error.label = "CONSTRAINT_VIOLATION";
  return error;
}

// --- how nodes change ---

void Draft::put(const std::string& id, Json body) { changed_[id] = std::make_shared<Json>(std::move(body)); }

void Draft::drop(const Node& node) {
  for (const Node& each : with_all_below(*this, node)) {
    if (base_.find(each.id())) {
      changed_[each.id()] = std::nullopt;
    } else {
      changed_.erase(each.id());
    }
  }
}

// What cannot be seen cannot be taken away with the rest of its list.
Result<void> Draft::drop_children(const Node& parent, const std::string& list) {
  for (const Json& id : parent.list(list)->as_array()) {
    const Node child = find(id.as_string());
    if (!child)
      return base::fail(base::Code::out_of_scope, "the list has elements that this caller may not read",
                        pointer_of(*this, parent) + "/" + list, "Change its elements one by one.");
    drop(child);
  }
  return {};
}

void Draft::set_ids(const Node& parent, const std::string& list, std::optional<Json> ids) {
  Json body = parent.body();
  if (ids) {
    body["lists"].set(list, *std::move(ids));
    body["members"].set(list, nullptr);
  } else {
    body["lists"].erase(list);
    body["members"].erase(list);
  }
  put(parent.id(), std::move(body));
}

// The body of a node, to be changed; copied where somebody else has it too.
Json& Draft::own(const std::string& id) {
  auto& body = changed_[id];
  if (!body) {
    body = std::make_shared<Json>(base_.find(id).body());
  } else if (body->use_count() > 1) {
    body = std::make_shared<Json>(**body);
  }
  return **body;
}

void Draft::insert_id(const Gap& gap, const std::string& id) {
  Json& body = own(gap.parent);
  Json& ids = body["lists"][gap.list];
  if (ids.is_null()) ids = Json::array();
  ids.as_array().insert(ids.as_array().begin() + static_cast<std::ptrdiff_t>(gap.index), id);
  body["members"].set(gap.list, nullptr);
}

void Draft::insert_node(const Gap& gap, Json value) {
  std::vector<NewNode> nodes = taken_apart(std::move(value), {gap.parent, gap.level}, mint_);
  insert_id(gap, nodes.front().id);
  for (NewNode& node : nodes) put(node.id, std::move(node.body));
}

void Draft::insert_nodes(const Gap& gap, Json values) {
  Gap next = gap;
  for (Json& value : values.as_array()) {
    insert_node(next, std::move(value));
    ++next.index;
  }
}

// Both give the name of the list that it was in.
std::string Draft::take_out(const Node& node) {
  std::string list = unlist(node);
  drop(node);
  return list;
}

std::string Draft::unlist(const Node& node) {
  const std::string parent(node.parent());
  const auto [list, index] = standing_in(find(parent), node.id());
  if (list.empty()) return {};
  Json::Array& ids = own(parent)["lists"][list].as_array();
  ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(index));
  return list;
}

// A list that is there has items, in every class of the metamodel: with the last of them it goes.
void Draft::drop_if_empty(std::string_view id, const std::string& list) {
  const Node node = find(id);
  if (!node) return;
  const Json* ids = node.list(list);
  if (ids != nullptr && ids->empty()) set_ids(node, list, std::nullopt);
}

Result<void> Draft::set_list(const Place& place, Json value, std::string_view pointer) {
  if (!holds_objects_only(value))
    return base::fail(base::Code::wrong_type, "this is a list of elements, which are objects", std::string(pointer));
  const std::string list = place.rest.front();
  TRY(drop_children(place.node, list));
  set_ids(place.node, list, Json::array());
  insert_nodes({place.node.id(), std::string(place.node.level()), list}, std::move(value));
  return {};
}

Result<void> Draft::edit_members(const Place& place, std::string_view pointer, Op op, Json value) {
  Json members = place.node.members();
  Json* at = &members;
  for (std::size_t i = 0; i + 1 < place.rest.size(); ++i) {
    at = step_into(*at, place.rest[i]);
    if (at == nullptr) return nothing_there(pointer);
  }
  const std::string& last = place.rest.back();
  if (at->is_array()) {
    TRY(edit_item(at->as_array(), last, op, std::move(value), pointer));
  } else if (at->is_object()) {
    TRY(edit_member(*at, last, op, std::move(value), pointer));
  } else {
    return nothing_there(pointer);
  }
  put_members(place.node, std::move(members));
  return {};
}

// A member may have become a list of nodes, and a submodel may have another id.
void Draft::put_members(const Node& node, Json members) {
  Json body = node.body();
  const std::string model_type(node.id() == root_id ? "Environment" : members.text("modelType"));
  std::vector<std::pair<std::string, Json>> lists;
  for (auto& [name, value] : members.as_object()) {
    if (is_node_list(model_type, name) && holds_objects_only(value)) lists.emplace_back(name, std::exchange(value, {}));
  }
  const std::string level(model_type == "Submodel" ? members.text("id") : node.level());
  body.set("members", std::move(members));
  put(node.id(), std::move(body));
  if (level != node.level()) set_level(find(node.id()), level);
  for (auto& [name, value] : lists) {
    set_ids(find(node.id()), name, Json::array());
    insert_nodes({node.id(), level, name}, std::move(value));
  }
}

void Draft::set_level(const Node& node, const std::string& level) {
  for (const Node& each : with_all_below(*this, node)) {
    Json body = each.body();
    body.set("level", level);
    put(each.id(), std::move(body));
  }
}

void Draft::describe(Patch& patch, std::string_view model_type, const Json* after) const {
  const Json* before = patch.before ? &*patch.before : nullptr;
  patch.model_type = model_type;
  patch.tier = tier_of(patch.path, model_type, before, after);
  const Json* element = after != nullptr && after->is_object() && after->find("modelType") != nullptr ? after : before;
  const Result<Place> place = place_of(*this, patch.path);
  if (place.ok() && (element == nullptr || !element->is_object() || element->find("modelType") == nullptr))
    element = &place->node.members();
  if (element == nullptr || !element->is_object()) return;
  patch.id_short = element->text("idShort");
  patch.semantic_id = last_key(element->find("semanticId"));
}

}  // namespace aas::engine
