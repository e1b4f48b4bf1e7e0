// SPDX-License-Identifier: Apache-2.0
#include "kernel/view.h"

#include <algorithm>
#include <utility>

#include "base/ids.h"
#include "base/text.h"
#include "kernel/snapshot.h"

namespace kernel {

namespace {

const Branch& branch_of(const Snapshot& snapshot, const std::string& name) {
  static const Branch empty;
  const auto found = snapshot.branches.find(name);
  return found == snapshot.branches.end() ? empty : found->second;
}

bool matches(const Filter& filter, const Element& element) {
  if (!element.id.starts_with(filter.id_prefix)) return false;
  if (!filter.category.empty() && element.category != filter.category) return false;
  return filter.level.empty() || std::ranges::find(element.levels, filter.level) != element.levels.end();
}

// Without a root every access is refused.
const base::Roots& roots_of(const View::Context& context) {
  static const base::Roots none;
  return context.roots ? *context.roots : none;
}

}  // namespace

View::View(std::shared_ptr<const Snapshot> snapshot, Context context)
    : snapshot_(std::move(snapshot)), context_(std::move(context)) {}

std::int64_t View::revision() const { return branch_of(*snapshot_, context_.branch).revision; }

bool View::admits(std::string_view what) const {
  return std::ranges::find(context_.admitted, what) != context_.admitted.end();
}

std::int64_t View::last_event_ms() const { return snapshot_->time_ms; }

std::shared_ptr<const Element> View::element(std::string_view id) const {
  if (context_.notes_reads) reads_.ids.emplace(id);
  std::shared_ptr<const Element> found = branch_of(*snapshot_, context_.branch).elements.find(id);
  if (found && !shows(*found)) return nullptr;
  return found;
}

std::vector<std::shared_ptr<const Element>> View::elements(const Filter& filter) const {
  reads_.everything = true;
  std::vector<std::shared_ptr<const Element>> found;
  for (auto& [id, element] : branch_of(*snapshot_, context_.branch).elements.sorted()) {
    if (matches(filter, *element) && shows(*element)) found.push_back(std::move(element));
  }
  return found;
}

std::vector<View::Written> View::written(std::string_view id_prefix) const {
  reads_.everything = true;
  std::vector<Written> found;
  branch_of(*snapshot_, context_.branch).elements.written().each([&](const Elements::Entry& entry) {
    const auto& [id, element] = entry;
    if (id.starts_with(id_prefix) && (!element || shows(*element))) found.push_back({id, element});
  });
  std::ranges::sort(found, {}, &Written::id);
  return found;
}

SharedAdopted View::adopted(std::string_view owner) const {
  const std::shared_ptr<const Element> found = element(owner);
  return found && found->adopts ? found->adopts->content : nullptr;
}

Result<Adoption> View::adopt(std::string_view kind, std::string bytes) const {
  if (!context_.adopt) return fail(Code::unavailable, "no document can be adopted here");
  return context_.adopt(kind, std::move(bytes), {});
}

Result<FileBytes> View::load_file(std::string_view path, std::size_t max_bytes) const {
  std::string text = TRY(read_file(path, max_bytes));
  return FileBytes(std::move(text), TRY(locate(path)).native());
}

Result<Adoption> View::adopt(std::string_view kind, FileBytes bytes) const {
  if (!context_.adopt) return fail(Code::unavailable, "no document can be adopted here");
  return context_.adopt(kind, std::move(bytes.text_), std::move(bytes.file_));
}

std::vector<std::string> View::referrers(std::string_view id) const {
  reads_.ids.insert(referrers_key(id));
  std::vector<std::string> found = kernel::referrers(branch_of(*snapshot_, context_.branch), id);
  if (hides_some()) std::erase_if(found, [&](const std::string& other) { return hides(other); });
  return found;
}

bool View::shows(const Element& element) const {
  return !context_.may_read || context_.may_read(element, branch_of(*snapshot_, context_.branch).elements);
}

bool View::hides(std::string_view id) const {
  if (!hides_some()) return false;
  const std::shared_ptr<const Element> found = branch_of(*snapshot_, context_.branch).elements.find(id);
  return found && !shows(*found);
}

std::vector<std::string> View::branches() const {
  std::vector<std::string> names;
  for (const auto& [name, branch] : snapshot_->branches) names.push_back(name);
  return names;
}

std::string View::branch_with(std::string_view id) const {
  if (hides_some()) return {};
  for (const auto& [name, branch] : snapshot_->branches) {
    if (name != context_.branch && branch.elements.has(id)) return name;
  }
  return {};
}

std::string View::mint_id(std::string_view prefix) const {
  const std::string place = context_.call_id + "/" + std::to_string(minted_++) + "/" + std::string(prefix);
  return std::string(prefix) + base::uuid_v5(base::lintel_namespace, place);
}

Result<std::string> View::read_file(std::string_view path, std::size_t max_bytes) const {
  return roots_of(context_).read(path, max_bytes);
}

Result<std::filesystem::path> View::locate(std::string_view path) const { return roots_of(context_).locate(path); }

Result<base::Descriptor> View::open_file(std::string_view path) const {
  return base::Descriptor(TRY(roots_of(context_).open_for_reading(path)));
}

Result<std::optional<std::string>> View::blob(std::string_view sha256_hex) const {
  const std::optional<base::Digest> digest = base::digest_from_hex(sha256_hex);
  if (!digest) return fail(Code::wrong_type, "a SHA-256 has 64 hexadecimal digits");
  if (!context_.blob) return std::optional<std::string>();
  return context_.blob(*digest);
}

Result<std::size_t> View::waiting() const {
  if (!context_.waiting) return std::size_t{0};
  return TRY(context_.waiting()).changes.size();
}

Result<std::vector<View::Proposed>> View::waiting_changes() const {
  if (!context_.waiting) return std::vector<Proposed>();
  std::vector<Proposed> changes = TRY(context_.waiting()).changes;
  if (hides_some()) std::erase_if(changes, [&](const Proposed& each) { return !(each.requester == principal()); });
  return changes;
}

Result<View> View::ahead() const {
  if (!context_.waiting) return *this;
  return View(TRY(context_.waiting()).ahead, context_);
}

}  // namespace kernel
