// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/ids/tools/tool.h"
#include "kernel/parts.h"

// The document of a workspace as the kernel keeps it: one element for its head, which knows the order, and one for
// each specification. So a facet call writes one specification however long the document is, two people can work on
// two specifications, and a policy can let an agent change them without letting it remove one.
namespace ids::tools {

using Order = std::vector<std::string>;  // ids of the elements of the specifications
struct Head {
  doc::Document document;  // without its specifications
  Order order;
  bool fresh = true;  // the workspace has no document yet: this one is titled "Untitled"
};
Result<Head> head_of(const View& view);
Order order_of(const View& view);  // without reading the rest of the head
// The whole document.
Result<doc::Document> document_of(const View& view);

// One specification with the id of its element.
struct KeptSpecification {
  std::string id;
  doc::Specification specification;
  std::optional<FacetPlace> last_added;  // for restrictions that name no facet
};
// The one that engine::find_specification finds: by identifier, name or place.
Result<KeptSpecification> specification_of(const View& view, const Order& order, std::string_view spec_id);
Result<KeptSpecification> specification_of(const View& view, std::string_view spec_id);
// spec_id must find one specification only; `self` is the element that is being written, if it is there.
Result<void> check_unique(const View& view, const Order& order, const doc::Specification& specification,
                          std::string_view self = {});

// The id of the head's element: what an export saves.
std::string document_element();

// Changes. Each checks the limits of a document.
Result<Change> save(const KeptSpecification& kept, std::string summary, Json result);
Result<Change> save(const Head& head, std::string summary, Json result);
Result<Change> append(const View& view, Head head, const std::vector<doc::Specification>& fresh, std::string summary,
                      Json result);
Result<Change> remove(Head head, const std::string& id, std::string summary, Json result);
// Another document takes the place of the one in work.
Result<Change> replace(const View& view, const doc::Document& document, std::string summary, Json result);
// As the kernel counts it: specifications are elements already; that their order changes is nothing of its own when one
// comes or goes.
kernel::Parts divide(const kernel::Element& element);
// Adds the writing of one more specification to a change.
void put(Change& change, const KeptSpecification& kept);

}  // namespace ids::tools
