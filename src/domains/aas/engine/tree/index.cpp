// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/tree/index.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/tree/tree.h"

namespace aas::engine {

namespace {

constexpr std::size_t digits = 6;  // of a number, so that ids sort as the document goes

std::string_view type_of(const Json& value, bool is_root) { return is_root ? "Environment" : value.text("modelType"); }

}  // namespace

DocumentIndex::DocumentIndex(Json environment, std::string prefix)
    : environment_(std::make_unique<const Json>(std::move(environment))), prefix_(std::move(prefix)) {}

base::Result<DocumentIndex> DocumentIndex::of(Json environment, std::string prefix) {
  DocumentIndex index(std::move(environment), std::move(prefix));
  if (index.add(*index.environment_, none, none)) return index;
  return base::fail(base::Code::out_of_range, "the document has more than " + base::grouped(max_nodes) + " elements",
                    "source", "Split it into files of one submodel each.");
}

// As deep as the document, which the reader bounds.
bool DocumentIndex::add(const Json& value, std::uint32_t parent, std::uint32_t submodel) {
  if (rows_.size() >= max_nodes) return false;
  const auto number = static_cast<std::uint32_t>(rows_.size());
  const std::string_view type = type_of(value, number == 0);
  if (type == "Submodel") submodel = number;
  rows_.push_back({&value, parent, 0, submodel});
  for (const auto& [name, member] : value.as_object()) {
    if (!is_list_of_nodes(type, name, member)) continue;
    for (const Json& item : member.as_array()) {
      if (!add(item, number, submodel)) return false;
    }
  }
  rows_[number].end = static_cast<std::uint32_t>(rows_.size());
  return true;
}

std::string DocumentIndex::id(std::uint32_t number) const {
  if (number == 0) return std::string(root_id);
  std::string text = std::to_string(number);
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return prefix_ + text;
}

std::optional<std::uint32_t> DocumentIndex::number(std::string_view id) const {
  if (id == root_id) return 0;
  if (id.size() != prefix_.size() + digits || !id.starts_with(prefix_)) return std::nullopt;
  std::uint32_t number = 0;
  const char* end = id.data() + id.size();
  const auto [stop, error] = std::from_chars(end - digits, end, number);
  if (error != std::errc() || stop != end || number == 0 || number >= rows_.size()) return std::nullopt;
  return number;
}

std::string_view DocumentIndex::model_type(std::uint32_t number) const { return type_of(value(number), number == 0); }

std::string_view DocumentIndex::level(std::uint32_t number) const {
  const std::uint32_t submodel = rows_[number].submodel;
  return submodel == none ? std::string_view() : value(submodel).text("id");
}

Json DocumentIndex::body(std::uint32_t number) const {
  const std::string_view type = model_type(number);
  Json::Object members;
  Json lists = Json::object();
  std::uint32_t next = number + 1;
  members.reserve(value(number).size());
  for (const auto& [name, member] : value(number).as_object()) {
    if (!is_list_of_nodes(type, name, member)) {
      members.emplace_back(name, member);
      continue;
    }
    members.emplace_back(name, Json());
    Json ids = Json::array();
    for (std::size_t i = 0; i < member.size(); ++i) {
      ids.push_back(id(next));
      next = end(next);
    }
    lists.set(name, std::move(ids));
  }
  return Json::object({{"parent", number == 0 ? std::string() : id(parent(number))},
                       {"level", level(number)},
                       {"members", Json::object(std::move(members))},
                       {"lists", std::move(lists)}});
}

}  // namespace aas::engine
