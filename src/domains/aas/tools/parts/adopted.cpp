// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/adopted.h"

#include <map>
#include <utility>

#include "base/text.h"
#include "domains/aas/tools/parts/document.h"

namespace aas::tools {

namespace {

constexpr std::string_view kind = "aas/1";
constexpr std::size_t digits_of_file = 8;  // enough that the ids of two files differ

// Nullopt: the file says it, or 3.0. Fails on what is not ours.
Result<std::optional<Version>> metamodel_of(std::string_view named) {
  if (named == kind) return std::optional<Version>();
  for (const Version each : {Version::v3_0, Version::v3_1}) {
    if (named == kind_of(each)) return std::optional(each);
  }
  return fail(Code::unavailable, "documents of the kind " + base::printable(named, 80) + " cannot be read", {},
              "A newer Lintel may have written it.");
}

}  // namespace

std::string kind_of(std::optional<Version> metamodel) {
  std::string out(kind);
  if (metamodel) out.append("/").append(formats::aas::name(*metamodel));
  return out;
}

AdoptedDocument::AdoptedDocument(Read read, engine::DocumentIndex index)
    : read_(std::move(read)), index_(std::move(index)) {}

std::shared_ptr<const kernel::Element> AdoptedDocument::find(std::string_view id) const {
  const auto number = index_.number(id);
  if (!number) return nullptr;
  const std::lock_guard lock(mutex_);
  if (made_.empty()) made_.resize(index_.size());
  auto& made = made_[*number];
  if (!made) made = std::make_shared<const kernel::Element>(element_of(std::string(id), index_.body(*number)));
  return made;
}

void AdoptedDocument::each_id(const std::function<void(const std::string&)>& visit) const {
  for (std::uint32_t number = 0; number < index_.size(); ++number) visit(index_.id(number));
}

std::vector<std::string> AdoptedDocument::referrers(std::string_view id) const {
  std::vector<std::string> out;
  const auto number = index_.number(id);
  if (!number) return out;
  for (std::uint32_t child = *number + 1; child < index_.end(*number); child = index_.end(child))
    out.push_back(index_.id(child));
  return out;
}

std::vector<kernel::Touched::Item> AdoptedDocument::counted() const {
  std::map<std::pair<std::uint32_t, std::string_view>, std::pair<std::uint32_t, std::int64_t>> groups;
  for (std::uint32_t number = 0; number < index_.size(); ++number) {
    const auto [group, is_new] = groups.try_emplace({index_.submodel(number), index_.model_type(number)}, number, 0);
    ++group->second.second;
  }
  std::vector<kernel::Touched::Item> out;
  for (const auto& [group, members] : groups) {
    const auto first = find(index_.id(members.first));
    out.push_back({.needs = Permission::create,
                   .id = first->id,
                   .category = first->category,
                   .levels = first->levels,
                   .times = members.second});
  }
  return out;
}

Result<kernel::SharedAdopted> expand(std::string_view kind, std::string_view bytes, const std::string& sha256) {
  const auto metamodel = TRY(metamodel_of(kind));
  engine::Opened opened = TRY(engine::opened(bytes, metamodel));
  engine::DocumentIndex index =
      TRY(engine::DocumentIndex::of(std::move(opened.environment), "aas:" + sha256.substr(0, digits_of_file) + "-"));
  Read read{.packing = opened.packing,
            .root = std::move(opened.root),
            .metamodel = std::move(opened.metamodel),
            .warnings = std::move(opened.warnings),
            .problems = std::move(opened.problems)};
  return std::make_shared<const AdoptedDocument>(std::move(read), std::move(index));
}

}  // namespace aas::tools
