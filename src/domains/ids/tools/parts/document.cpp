// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/document.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/crypto.h"
#include "base/text.h"
#include "domains/ids/engine/document/document_json.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/engine/edit/document_rules.h"

namespace ids::tools {

namespace {

constexpr std::string_view head_element = "ids:document";
constexpr std::string_view specification_prefix = "ids:spec:";
constexpr std::string_view last_added = "lastAdded";  // kept with a specification, and no part of it

// The document is seen as a whole or not at all.
base::Error not_seen() {
  return fail(Code::out_of_scope, "This workspace has a document that this caller may not read as a whole.", "",
              "Ask for READ of its specifications.");
}

// What the document calls it, without reading all of it. Lives as long as the body.
engine::SpecificationName kept_name(const Json& body) { return {body.text("identifier"), body.text("name")}; }

Json place_json(const FacetPlace& place) {
  return Json::object({{"location", engine::name(place.location)}, {"index", place.index}});
}

std::optional<FacetPlace> place_from_json(const Json& body, const doc::Specification& specification) {
  const Json* last = body.find(last_added);
  const Json* index = last == nullptr ? nullptr : last->find("index");
  if (index == nullptr || !index->is_integer() || index->as_integer() < 0) return std::nullopt;
  FacetPlace place{engine::spec_id(specification),
                   last->text("location") == "applicability" ? Location::applicability : Location::requirements,
                   static_cast<std::size_t>(index->as_integer())};
  if (place.index >= engine::facets_at(specification, place.location).size()) return std::nullopt;
  return place;
}

Result<doc::Specification> from_body(const Json& body) {
  return engine::specification_from_json(body, "specification", last_added);
}

kernel::Element head_as_element(const Head& head) {
  kernel::Element element;
  element.id = head_element;
  element.category = "ids";
  element.body = engine::to_json(head.document);
  element.body.erase("specifications");  // they have elements of their own
  Json order = Json::array();
  for (const auto& id : head.order) order.push_back(id);
  element.body.set("order", std::move(order));
  return element;
}

using Elements = std::vector<std::shared_ptr<const kernel::Element>>;

// In the order of the document; null where one may not be seen.
Elements elements_of(const View& view, const Order& order) {
  Elements out;
  out.reserve(order.size());
  for (const auto& id : order) out.push_back(view.element(id));
  return out;
}

std::vector<engine::SpecificationName> names_in(const Elements& elements) {
  std::vector<engine::SpecificationName> out;
  out.reserve(elements.size());
  for (const auto& element : elements) {
    out.push_back(element ? kept_name(element->body) : engine::SpecificationName());
  }
  return out;
}

Result<Change> checked(Change change) {
  for (const auto& op : change.ops) {
    if (op.after) TRY(engine::check_texts(op.after->body));
  }
  return change;
}

Order order_in(const Json& body) {
  Order out;
  const Json* order = body.find("order");
  if (order == nullptr || !order->is_array()) return out;
  for (const auto& id : order->as_array()) {
    if (id.is_string()) out.push_back(id.as_string());
  }
  return out;
}

Change named(std::string summary, Json result) {
  Change change;
  change.summary = std::move(summary);
  change.result = std::move(result);
  return change;
}

}  // namespace

Result<Head> head_of(const View& view) {
  Head head;
  const auto element = view.element(head_element);
  if (!element) {
    head.document.info.title = "Untitled";
    return head;
  }
  head.fresh = false;
  head.document = TRY(engine::document_from_json(element->body));
  head.order = order_in(element->body);
  return head;
}

Order order_of(const View& view) {
  const auto element = view.element(head_element);
  return element ? order_in(element->body) : Order{};
}

Result<doc::Document> document_of(const View& view) {
  Head head = TRY(head_of(view));
  for (const auto& id : head.order) {
    const auto element = view.element(id);
    if (!element) return not_seen();
    head.document.specifications.push_back(TRY(from_body(element->body)));
  }
  return std::move(head.document);
}

Result<KeptSpecification> specification_of(const View& view, const Order& order, std::string_view wanted) {
  const auto elements = elements_of(view, order);
  const auto names = names_in(elements);
  const auto& element = elements[TRY(engine::find_specification(names, wanted))];
  if (!element) return engine::no_specification(names, wanted);
  KeptSpecification kept{element->id, TRY(from_body(element->body)), {}};
  kept.last_added = place_from_json(element->body, kept.specification);
  return kept;
}

Result<KeptSpecification> specification_of(const View& view, std::string_view wanted) {
  return specification_of(view, order_of(view), wanted);
}

Result<void> check_unique(const View& view, const Order& order, const doc::Specification& specification,
                          std::string_view self) {
  const std::string wanted = engine::spec_id(specification);
  for (const auto& id : order) {
    const auto element = id == self ? nullptr : view.element(id);
    if (!element || engine::spec_id(kept_name(element->body)) != wanted) continue;
    return fail(Code::constraint, "There is a specification `" + base::printable(wanted, 200) + "` already.",
                specification.identifier.empty() ? "name" : "identifier", "Give it another identifier.");
  }
  return {};
}

void put(Change& change, const KeptSpecification& kept) {
  kernel::Element element;
  element.id = kept.id;
  element.category = "specification";
  element.body = engine::to_json(kept.specification);
  if (kept.last_added) element.body.set(std::string(last_added), place_json(*kept.last_added));
  change.put(std::move(element));
}

Result<Change> save(const KeptSpecification& kept, std::string summary, Json result) {
  TRY(engine::check_facet_count(kept.specification));
  Change change = named(std::move(summary), std::move(result));
  put(change, kept);
  return checked(std::move(change));
}

Result<Change> save(const Head& head, std::string summary, Json result) {
  Change change = named(std::move(summary), std::move(result));
  change.put(head_as_element(head));
  return checked(std::move(change));
}

Result<Change> append(const View& view, Head head, const std::vector<doc::Specification>& fresh, std::string summary,
                      Json result) {
  TRY(engine::check_specification_count(head.order.size() + fresh.size()));
  Change change = named(std::move(summary), std::move(result));
  for (const auto& specification : fresh) {
    TRY(engine::check_facet_count(specification));
    head.order.push_back(view.mint_id(specification_prefix));
    put(change, {head.order.back(), specification, {}});
  }
  change.put(head_as_element(head));
  return checked(std::move(change));
}

Result<Change> remove(Head head, const std::string& id, std::string summary, Json result) {
  std::erase(head.order, id);
  Change change = named(std::move(summary), std::move(result));
  change.put(head_as_element(head));
  change.remove(id);
  return change;
}

kernel::Parts divide(const kernel::Element& element) {
  if (element.id.starts_with(specification_prefix)) return {{}, {}, engine::spec_id(kept_name(element.body))};
  if (element.id != head_element) return {};
  Json body = element.body;
  body.erase("order");
  return {{}, base::sha256_hex(body.dump())};
}

std::string document_element() { return std::string(head_element); }

Result<Change> replace(const View& view, const doc::Document& document, std::string summary, Json result) {
  Head head{document, {}, false};
  head.document.specifications.clear();
  Change change = TRY(append(view, std::move(head), document.specifications, std::move(summary), std::move(result)));
  for (const auto& id : order_of(view)) change.remove(id);
  change.loads.push_back({document_element()});
  return change;
}

}  // namespace ids::tools
