// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/compare/parts.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "formats/opc/aasx.h"
#include "formats/opc/package.h"

namespace aas::engine {

namespace {

using formats::opc::Package;

// Nothing of what is no package, or one without an environment.
std::optional<Package> package_in(std::string_view bytes) {
  if (!bytes.starts_with("PK")) return std::nullopt;
  auto package = Package::open(std::string(bytes));
  return package.ok() ? std::optional(*std::move(package)) : std::nullopt;
}

std::set<std::string> parts_of_the_environment(const Package& package) {
  std::set<std::string> out;
  const auto aasx = formats::opc::read_aasx(package);
  if (!aasx.ok()) return out;
  out.insert(aasx->origin);
  for (const formats::opc::SpecPart& spec : aasx->specs) {
    out.insert(spec.part);
    out.insert(spec.splits.begin(), spec.splits.end());
  }
  return out;
}

std::vector<std::string> other_parts_in(const Package& package) {
  const std::set<std::string> own = parts_of_the_environment(package);
  std::vector<std::string> out;
  for (const formats::opc::Part& part : package.parts()) {
    if (!own.contains(part.name) && !base::lower_ascii(part.name).ends_with(".rels")) out.push_back(part.name);
  }
  return out;
}

// "" for what cannot be read; then both are so, or it is told as changed.
std::string content_of(const Package& package, const std::string& part) {
  auto bytes = package.read(part);
  return bytes.ok() ? *std::move(bytes) : std::string();
}

}  // namespace

std::vector<std::string> other_parts(std::string_view bytes) {
  const auto package = package_in(bytes);
  return package ? other_parts_in(*package) : std::vector<std::string>();
}

std::vector<std::string> part_differences(std::string_view from, std::string_view to) {
  const auto before = package_in(from), after = package_in(to);
  std::vector<std::string> out;
  if (!before || !after) return out;
  std::map<std::string, int> sides;  // 1: the earlier has it, 2: the later
  for (const std::string& part : other_parts_in(*before)) sides[part] |= 1;
  for (const std::string& part : other_parts_in(*after)) sides[part] |= 2;
  for (const auto& [part, where] : sides) {
    const std::string shown = base::printable(part, 400);
    if (where == 1) out.push_back(shown + ": removed");
    if (where == 2) out.push_back(shown + ": added");
    if (where == 3 && content_of(*before, part) != content_of(*after, part)) out.push_back(shown + ": changed");
  }
  return out;
}

}  // namespace aas::engine
