// SPDX-License-Identifier: Apache-2.0
#include "kernel/files.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/crypto.h"
#include "base/text.h"

namespace kernel {

namespace {

std::string in_quotes(std::string_view text) { return "\"" + base::printable(text, 300) + "\""; }

// What a person could not read, or would read as something else: control characters, and marks that turn or hide text.
bool is_readable(std::string_view name) {
  static constexpr std::array<std::string_view, 14> unseen{
      "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xAA", "\xE2\x80\xAB",
      "\xE2\x80\xAC", "\xE2\x80\xAD", "\xE2\x80\xAE", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xEF\xBB\xBF", "\xC2\xAD"};
  const bool control =
      std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
  return base::valid_utf8(name) && !control &&
         std::ranges::none_of(unseen, [&](std::string_view mark) { return name.contains(mark); });
}

// Hidden from people, and where programs keep what they run: .git/hooks, .ssh, .env.
Result<void> check_names(const std::string& from_root) {
  if (!is_readable(from_root))
    return fail(Code::denied, in_quotes(from_root) + " has characters that people cannot see", "path",
                "Choose a name of letters, digits and the usual signs.");
  for (const std::string_view name : base::split(from_root, '/')) {
    if (!name.starts_with('.')) continue;
    return fail(Code::denied, in_quotes(from_root) + " is hidden: " + in_quotes(name) + " begins with a point", "path",
                "Tools write only what people see; choose another name.");
  }
  return {};
}

Result<void> check_ending(const std::string& from_root, const std::vector<std::string>& endings) {
  const std::string path = base::lower_ascii(from_root);
  const auto fits = [&](const std::string& ending) { return path.ends_with(ending) && path.size() > ending.size(); };
  if (std::ranges::any_of(endings, fits)) return {};
  return fail(Code::out_of_range, in_quotes(from_root) + " has the wrong ending for what would be in it", "path",
              "Use " + base::join(endings, " or ") + ".");
}

// Free to replace is only what this workspace wrote, or loaded as the document now being saved, unchanged since.
Result<bool> is_own(const store::WorkspaceFile* known, const FileWrite& write, const std::string& sha256) {
  if (known == nullptr) return false;
  const std::optional<store::FileRow> row = TRY(known->file(write.path));
  if (!row || row->sha256 != sha256) return false;
  return row->element.empty() || row->element == write.saves;
}

Result<void> check_replaced(const FilePlan& plan, bool overwrite) {
  if (!plan.foreign || overwrite) return {};
  return fail(
      Code::constraint, in_quotes(plan.from_root) + " is there already, and this workspace did not write it", "path",
      "Choose another path. To replace it, pass overwrite = true; by the built-in policy a human decides then.");
}

// What an undo brings back has its name already.
Result<void> check_new_name(const FilePlan& plan, const FileWrite& write) {
  if (write.returns) return {};
  TRY(check_names(plan.from_root));
  return check_ending(plan.from_root, write.endings);
}

Result<FilePlan> plan_file(const Core& core, const Workspace& workspace, FileWrite& write) {
  const base::Roots& roots = core.roots;
  const auto located = TRY(roots.locate_for_writing(write.path));
  write.path = located.native();
  FilePlan plan{.path = write.path,
                .from_root = roots.from_root(located),
                .sha256 = base::sha256_hex(write.bytes),
                .size = std::ssize(write.bytes)};
  plan.returns = write.theirs;
  TRY(check_new_name(plan, write));
  const auto facts = TRY(roots.facts(write.path));
  if (!facts) return plan;
  if (facts->executable) {
    return fail(Code::denied, in_quotes(plan.from_root) + " is executable, and programs are not replaced", "path",
                "Choose another path.");
  }
  plan.before = facts->sha256;
  plan.size_before = facts->size;
  plan.foreign = !TRY(is_own(workspace.file.get(), write, facts->sha256));
  plan.kept = core.kept.has_room(workspace.record.handle, facts->sha256, facts->size);
  TRY(check_replaced(plan, write.overwrite));
  return plan;
}

}  // namespace

Result<std::vector<FilePlan>> plan_files(const Core& core, const Workspace& workspace, Change& change) {
  std::vector<FilePlan> plans;
  std::set<std::string> paths;
  for (FileWrite& write : change.files) {
    plans.push_back(TRY(plan_file(core, workspace, write)));
    if (!paths.insert(plans.back().path).second)
      return fail(Code::constraint, "the change writes " + in_quotes(plans.back().from_root) + " twice", "path");
    if (!plans.back().kept)
      change.warnings.push_back("what " + in_quotes(plans.back().from_root) +
                                " holds cannot be kept: undoing will not bring it back (lintel log kept)");
  }
  return plans;
}

namespace {

// Whether the change brings in what the kernel itself read there. It may be another by now: a row gives no right to
// replace what is not as the row says (is_own).
bool was_read(const SharedBytes& adopted, const Loaded& loaded, const std::string& located) {
  return std::ranges::any_of(adopted, [&](const std::shared_ptr<const AdoptedBytes>& bytes) {
    return bytes->file() == located && bytes->sha256() == loaded.sha256;
  });
}

bool is_there(const base::Roots& roots, const std::string& located, const std::string& sha256) {
  const auto facts = roots.facts(located);
  return facts.ok() && *facts && (*facts)->sha256 == sha256;
}

}  // namespace

std::vector<store::FileRow> loaded_files(const base::Roots& roots, const Change& change, const SharedBytes& adopted) {
  std::vector<store::FileRow> rows;
  for (const Loaded& loaded : change.loads) {
    store::FileRow row{{}, {}, loaded.element};
    const auto located =
        loaded.path.empty() ? Result<std::filesystem::path>(std::filesystem::path()) : roots.locate(loaded.path);
    if (located.ok() && !located->empty()) {
      const std::string& path = located->native();
      if (was_read(adopted, loaded, path) || is_there(roots, path, loaded.sha256)) row.path = path;
    }
    row.sha256 = loaded.sha256;
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<void> check_unmoved(const base::Roots& roots, const std::vector<FilePlan>& files) {
  for (const FilePlan& file : files) {
    const auto located = TRY(roots.locate_for_writing(file.path));
    const auto facts = TRY(roots.facts(file.path));
    if (located != file.path || (facts && facts->executable))
      return fail(Code::stale, in_quotes(file.from_root) + " is another file than when the change was asked for");
    const std::optional<std::string> now = facts ? std::optional(facts->sha256) : std::nullopt;
    if (now == file.before) continue;
    return fail(Code::stale, in_quotes(file.from_root) + " was " +
                                 (now ? (file.before ? "changed" : "made") : "removed") +
                                 " since the change was asked for");
  }
  return {};
}

void add_to(Touched& touched, const std::vector<FilePlan>& files) {
  for (const FilePlan& file : files) {
    Touched::Item item;
    item.needs = file.before ? Permission::modify : Permission::create;
    item.id = file.from_root;
    item.category = "file";
    item.path = file.path;
    touched.items.push_back(std::move(item));
  }
}

Fact fact_of(const FilePlan& file) {
  const char* type = !file.before ? "file.created" : file.foreign ? "file.overwritten" : "file.replaced";
  return {type, file.from_root};
}

}  // namespace kernel
