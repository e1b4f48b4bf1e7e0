// SPDX-License-Identifier: Apache-2.0
#include "formats/opc/package.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "formats/opc/flat_xml.h"
#include "formats/opc/names.h"

namespace formats::opc {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr std::string_view types_member = "[Content_Types].xml";  // 7.3.7
constexpr FlatKind types_kind{"http://schemas.openxmlformats.org/package/2006/content-types", "Types"};
constexpr FlatKind relationships_kind{"http://schemas.openxmlformats.org/package/2006/relationships", "Relationships"};
constexpr std::string_view relationships_type = "application/vnd.openxmlformats-package.relationships+xml";
constexpr std::string_view signature_type = "application/vnd.openxmlformats-package.digital-signature-";
constexpr std::string_view signature_relationship =
    "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/";
constexpr std::size_t most_notes = 100;

std::string quoted(std::string_view name) { return "\"" + base::printable(name, 200) + "\""; }

base::Error too_large(std::string what, std::size_t limit) {
  return fail(Code::out_of_range, std::move(what) + "; the limit is " + std::to_string(limit));
}

void note(std::vector<std::string>& notes, std::string text) {
  if (notes.size() < most_notes) notes.push_back(std::move(text));
}

// 7.3.7: found in either case.
bool is_types(std::string_view member) { return base::equals_ignoring_case(member, types_member); }

std::string new_id(const std::vector<Relationship>& known) {
  std::set<std::string_view> taken;
  for (const auto& each : known) taken.insert(each.id);
  std::size_t number = known.size() + 1;
  while (taken.contains("R" + std::to_string(number))) ++number;
  return "R" + std::to_string(number);
}

}  // namespace

// ---- opening ------------------------------------------------------------------------------------

Result<Package> Package::open(std::string bytes, const Limits& limits) {
  Package package;
  package.limits_ = limits;
  package.bytes_ = std::make_shared<const std::string>(std::move(bytes));
  package.archive_ =
      TRY(zip::Archive::open(*package.bytes_, {.max_members = limits.members, .max_member_bytes = limits.part_bytes}));
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < package.archive_->members().size(); ++i) {
    const auto& member = package.archive_->members()[i];
    if (member.unpacked > limits.part_bytes) {
      return too_large("a part of the package, " + quoted(member.name) + ", unpacks to " +
                           std::to_string(member.unpacked) + " bytes",
                       limits.part_bytes);
    }
    total += member.unpacked;
    if (total > limits.total_bytes)
      return too_large("the package unpacks to more bytes than we read", limits.total_bytes);
    package.items_.push_back({.name = member.name, .packed = i, .bytes = member.unpacked});
  }
  TRY(package.index());
  return package;
}

Package Package::create() {
  Package package;
  auto types = with_child(empty_flat(types_kind), types_kind, "Default",
                          {{"Extension", "rels"}, {"ContentType", std::string(relationships_type)}});
  LINTEL_CHECK(types.ok());
  package.items_.push_back({.name = std::string(types_member), .own = *std::move(types)});
  LINTEL_CHECK(package.index().ok());
  package.changed_ = true;
  return package;
}

// All that is known of the members, from the members alone: at the beginning, and after parts come or go.
Result<void> Package::index() {
  parts_.clear(), by_name_.clear(), relationships_.clear(), notes_.clear();
  relationship_count_ = 0;
  const auto types = std::ranges::find_if(items_, is_types, &Item::name);
  if (types == items_.end()) {
    return fail(Code::parse, "this is a ZIP archive, but no package: it has no [Content_Types].xml", {},
                "An AASX file is an Open Packaging Conventions package (ISO/IEC 29500-2).");
  }
  types_item_ = static_cast<std::size_t>(types - items_.begin());
  TRY(read_types());
  for (std::size_t i = 0; i < items_.size(); ++i) TRY(index_item(i));
  TRY(read_relationships());
  if (has_signatures()) note(notes_, "the package is signed; an edit makes its signatures invalid");
  return {};
}

Result<void> Package::index_item(std::size_t item) {
  const std::string& member = items_[item].name;
  if (item == types_item_) return {};
  const bool folder = member.ends_with('/');
  const std::string name = TRY(part_name(folder ? std::string_view(member).substr(0, member.size() - 1) : member));
  if (folder) return {};  // 7.3.2: no part, kept as it is
  if (is_types(member)) return fail(Code::parse, "the package has two members [Content_Types].xml");
  const auto [at, is_new] = by_name_.try_emplace(equivalent(name), parts_.size(), item);
  if (!is_new) {
    return fail(Code::parse, "the package has two parts of one name: " + quoted(name) + " and " +
                                 quoted(parts_[at->second.first].name));
  }
  parts_.push_back({name, type_of(name), items_[item].own ? items_[item].own->size() : items_[item].bytes});
  return {};
}

// 6.3.4: an override counts before a default.
Result<void> Package::read_types() {
  types_ = {};
  const auto bytes = TRY(content(items_[types_item_]));
  const auto flat = TRY(read_flat(bytes, types_kind, types_member));
  for (const auto& child : flat.children) {
    const bool is_default = child.name == "Default";
    if (!is_default && child.name != "Override") continue;
    auto& into = is_default ? types_.by_extension : types_.by_part;
    const auto key = equivalent(child.attribute(is_default ? "Extension" : "PartName"));
    if (!into.emplace(key, child.attribute("ContentType")).second) {
      note(notes_, "[Content_Types].xml names " + quoted(key) + " twice; the first counts");
    }
  }
  return {};
}

std::string Package::type_of(std::string_view part) const {
  if (const auto own = types_.by_part.find(equivalent(part)); own != types_.by_part.end()) return own->second;
  const auto usual = types_.by_extension.find(base::lower_ascii(extension_of(part)));
  return usual == types_.by_extension.end() ? "" : usual->second;
}

Result<void> Package::read_relationships() {
  for (const auto& part : parts_) {
    const auto source = source_of(part.name);
    if (!source) continue;
    if (source_of(*source)) {
      note(notes_, quoted(part.name) + " gives relationships to relationships, which have none");
      continue;
    }
    if (*source != package_itself && find(*source) == nullptr) {
      note(notes_, quoted(part.name) + " belongs to a part that is not in the package");
    }
    TRY(read_relationships_of(*source, part.name));
  }
  return {};
}

Result<void> Package::read_relationships_of(const std::string& source, std::string_view part) {
  const auto bytes = TRY(read(part));
  const auto flat = TRY(read_flat(bytes, relationships_kind, part));
  auto& list = relationships_[equivalent(source)];
  std::set<std::string, std::less<>> ids;
  for (const auto& child : flat.children) {
    if (child.name != "Relationship") continue;
    if (++relationship_count_ > limits_.relationships) {
      return too_large("the package has more relationships than we read", limits_.relationships);
    }
    Relationship relationship{
        .id = std::string(child.attribute("Id")),
        .type = std::string(child.attribute("Type")),
        .target = std::string(child.attribute("Target")),
        .mode = child.attribute("TargetMode") == "External" ? TargetMode::external : TargetMode::internal};
    if (!ids.insert(relationship.id).second) {
      note(notes_, quoted(part) + " has two relationships with the id " + quoted(relationship.id));
    }
    resolve(source, relationship);
    list.push_back(std::move(relationship));
  }
  return {};
}

// Targets are relative to their source (6.5.3.4); those that were meant from the root are found as well.
void Package::resolve(const std::string& source, Relationship& relationship) {
  const auto target = resolved(source, relationship.target);
  const Part* part = target ? find(*target) : nullptr;
  if (part == nullptr && target) part = find(resolved(package_itself, relationship.target).value_or(""));
  if (part != nullptr) {
    relationship.part = part->name;
  } else if (relationship.mode == TargetMode::internal) {
    note(notes_, "a relationship of " + quoted(source) + " leads to " + quoted(relationship.target) +
                     ", which is not in the package");
  }
}

// ---- reading ------------------------------------------------------------------------------------

const Part* Package::find(std::string_view name) const {
  const auto found = by_name_.find(equivalent(name));
  return found == by_name_.end() ? nullptr : &parts_[found->second.first];
}

Package::Item* Package::item_of(std::string_view part) {
  const auto found = by_name_.find(equivalent(part));
  return found == by_name_.end() ? nullptr : &items_[found->second.second];
}

Result<std::string> Package::content(const Item& item) const {
  if (item.own) return *item.own;
  LINTEL_CHECK(archive_ && item.packed);
  return archive_->read(*item.packed);
}

Result<std::string> Package::read(std::string_view name) const {
  const auto found = by_name_.find(equivalent(name));
  if (found == by_name_.end()) return fail(Code::not_found, "the package has no part " + quoted(name));
  return content(items_[found->second.second]);
}

const std::vector<Relationship>& Package::relationships(std::string_view source) const {
  static const std::vector<Relationship> none;
  const auto found = relationships_.find(equivalent(source));
  return found == relationships_.end() ? none : found->second;
}

bool Package::has_signatures() const {
  const auto is_signature = [](const Part& part) { return part.content_type.starts_with(signature_type); };
  const auto leads_to_one = [](const Relationship& each) { return each.type.starts_with(signature_relationship); };
  return std::ranges::any_of(parts_, is_signature) || std::ranges::any_of(relationships(), leads_to_one);
}

// ---- editing ------------------------------------------------------------------------------------

Result<void> Package::replace(std::string_view name, std::string bytes) {
  Item* item = item_of(name);
  if (item == nullptr) return fail(Code::not_found, "the package has no part " + quoted(name));
  const Part* part = find(name);
  if (source_of(part->name)) return fail(Code::denied, "relationships are changed with relate and remove");
  parts_[static_cast<std::size_t>(part - parts_.data())].bytes = bytes.size();
  item->own = std::move(bytes);
  changed_ = true;
  return {};
}

Result<void> Package::add(std::string_view name, std::string_view content_type, std::string bytes) {
  if (!name.starts_with('/')) return fail(Code::wrong_type, "the name of a part begins with a slash: " + quoted(name));
  const std::string valid = TRY(part_name(name.substr(1)));
  if (source_of(valid) || is_types(name.substr(1))) return fail(Code::denied, quoted(name) + " is the package's own");
  if (find(name) != nullptr) return fail(Code::constraint, "the package has a part " + quoted(name) + " already");
  if (items_.size() >= limits_.members) return too_large("the package has too many parts", limits_.members);
  TRY(give_type(name, content_type));
  items_.push_back({.name = std::string(name.substr(1)), .own = std::move(bytes)});
  changed_ = true;
  return index();
}

// Only where the usual type of its ending is another.
Result<void> Package::give_type(std::string_view part, std::string_view content_type) {
  if (type_of(part) == content_type) return {};
  Item& types = items_[types_item_];
  const std::string bytes = TRY(content(types));
  types.own = TRY(with_child(bytes, types_kind, "Override",
                             {{"PartName", std::string(part)}, {"ContentType", std::string(content_type)}}));
  types_.by_part.insert_or_assign(equivalent(part), content_type);
  return {};
}

Result<std::string> Package::relate(std::string_view source, std::string_view type, std::string_view part) {
  if (source != package_itself && find(source) == nullptr) {
    return fail(Code::not_found, "the package has no part " + quoted(source));
  }
  const Part* target = find(part);
  if (target == nullptr) return fail(Code::not_found, "the package has no part " + quoted(part));
  std::string id = new_id(relationships(source));
  const std::string holder = relationships_of(source == package_itself ? source : find(source)->name);
  if (find(holder) == nullptr) {
    TRY(give_type(holder, relationships_type));
    items_.push_back({.name = holder.substr(1), .own = empty_flat(relationships_kind)});
    TRY(index());
    target = find(part);
  }
  Item& item = *item_of(holder);
  const std::string bytes = TRY(content(item));
  item.own = TRY(with_child(bytes, relationships_kind, "Relationship",
                            {{"Type", std::string(type)}, {"Target", target->name}, {"Id", id}}));
  changed_ = true;
  TRY(index());
  return id;
}

Result<void> Package::remove(std::string_view name) {
  const Part* part = find(name);
  if (part == nullptr) return fail(Code::not_found, "the package has no part " + quoted(name));
  if (source_of(part->name)) return fail(Code::denied, "relationships are changed with relate and remove");
  const std::string its_name = part->name;
  TRY(drop_targets(its_name));
  TRY(drop_item(its_name));
  TRY(drop_item(relationships_of(its_name)));
  changed_ = true;
  return index();
}

Result<void> Package::drop_item(std::string_view part) {
  const auto found = by_name_.find(equivalent(part));
  if (found == by_name_.end()) return {};
  const std::size_t gone = found->second.second;
  Item& types = items_[types_item_];
  if (types_.by_part.contains(found->first)) {
    const std::string bytes = TRY(content(types));
    types.own = TRY(without_children(bytes, types_kind, [&](const FlatChild& child) {
      return child.name == "Override" && equivalent(child.attribute("PartName")) == found->first;
    }));
  }
  items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(gone));
  return index();
}

// The relationships that lead to a part, wherever they are.
Result<void> Package::drop_targets(std::string_view part) {
  for (const auto& [source, list] : relationships_) {
    std::set<std::pair<std::string_view, std::string_view>> gone;
    for (const auto& each : list) {
      if (each.part == part) gone.emplace(each.id, each.target);
    }
    if (gone.empty()) continue;
    Item& item = *item_of(relationships_of(source));
    const std::string bytes = TRY(content(item));
    item.own = TRY(without_children(bytes, relationships_kind, [&](const FlatChild& child) {
      return child.name == "Relationship" && gone.contains({child.attribute("Id"), child.attribute("Target")});
    }));
  }
  return {};
}

// ---- saving -------------------------------------------------------------------------------------

Result<std::string> Package::save() const {
  if (!changed_ && bytes_ != nullptr) return *bytes_;
  constexpr std::uint64_t most = std::uint64_t{4'000'000'000};  // the archive's own numbers have 32 bits
  std::uint64_t total = bytes_ == nullptr ? 0 : bytes_->size();
  for (const auto& item : items_) total += item.name.size() * 2 + 200 + (item.own ? item.own->size() : 0);
  if (total > most) return too_large("the package would be too large to be written", most);
  zip::Writer writer;
  for (const auto& item : items_) {
    if (item.own) {
      writer.add(item.name, *item.own);
    } else {
      TRY(writer.copy(*archive_, *item.packed));
    }
  }
  return std::move(writer).finish();
}

}  // namespace formats::opc
