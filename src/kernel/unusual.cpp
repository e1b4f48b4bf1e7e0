// SPDX-License-Identifier: Apache-2.0
#include "kernel/unusual.h"

#include <filesystem>
#include <set>

#include "base/text.h"
#include "kernel/event.h"

namespace kernel {

namespace {

// How far back is usual.
constexpr std::int64_t looked_at = 200;

using Names = std::set<std::string>;

void add_names(Names& names, const Json* list) {
  if (list == nullptr || !list->is_array()) return;
  for (const Json& item : list->as_array()) {
    if (item.is_string()) names.insert(item.as_string());
  }
}

struct Scope {
  Names categories, levels, folders;

  void add(const Json& touched, const std::vector<FilePlan>& files) {
    add_names(categories, touched.find("categories"));
    add_names(levels, touched.find("levels"));
    for (const FilePlan& file : files) {
      const std::string folder = std::filesystem::path(file.path).parent_path().string();
      folders.insert(folder.empty() ? "." : folder);
    }
  }
};

bool has_touched(const Event& event) {
  const Json* n = event.touched.find("n");
  return n != nullptr && n->is_integer() && n->as_integer() > 0;
}

void tell_new(std::vector<std::string>& out, std::string_view what, const Names& now, const Names& before) {
  std::vector<std::string> fresh;
  for (const std::string& name : now) {
    if (!before.contains(name)) fresh.push_back(base::printable(name, 200));
  }
  if (!fresh.empty()) out.push_back(std::string(what) + " it has not touched here before: " + base::join(fresh, ", "));
}

}  // namespace

std::vector<std::string> unusual_in(const Pending& pending, const store::WorkspaceFile& file) {
  const auto rows = file.events_before(0, looked_at, pending.branch);
  if (!rows.ok()) return {};
  Scope before;
  bool known = false;
  for (const store::EventRow& row : *rows) {
    const auto event = event_from_bytes(row.bytes);
    if (!event.ok() || !(event->principal == pending.requester) || !has_touched(*event)) continue;
    known = true;
    before.add(event->touched, event->files);
  }
  if (!known) return {"the first change of its requester in this workspace"};
  Scope now;
  now.add(pending.touched, pending.files);
  std::vector<std::string> out;
  tell_new(out, "categories", now.categories, before.categories);
  tell_new(out, "levels", now.levels, before.levels);
  tell_new(out, "folders", now.folders, before.folders);
  return out;
}

}  // namespace kernel
