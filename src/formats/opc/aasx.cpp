// SPDX-License-Identifier: Apache-2.0
#include "formats/opc/aasx.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/text.h"

namespace formats::opc {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr std::string_view plain_host = "http://admin-shell.io/", www_host = "http://www.admin-shell.io/";
constexpr std::string_view core_properties_type =
    "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties";

// In the order of AasxLink.
constexpr std::array<std::string_view, 5> link_types = {
    "http://admin-shell.io/aasx/relationships/aasx-origin",
    "http://admin-shell.io/aasx/relationships/aas-spec",
    "http://admin-shell.io/aasx/relationships/aas-spec-split",
    "http://admin-shell.io/aasx/relationships/aas-suppl",
    "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail",
};

// Names of parts, each once.
class Names {
 public:
  void add(const std::string& name) {
    if (known_.insert(name).second) list_.push_back(name);
  }
  std::vector<std::string> take() { return std::move(list_); }

 private:
  std::set<std::string> known_;
  std::vector<std::string> list_;
};

void take_note(std::vector<std::string>& notes, std::string_view target, const std::string& what) {
  if (notes.size() < 200) notes.push_back("\"" + base::printable(target, 200) + "\" " + what);
}

// Adds the parts that relationships of one kind lead to.
void follow(const Package& package, std::string_view source, AasxLink link, Names& names,
            std::vector<std::string>& notes) {
  for (const auto& each : package.relationships(source)) {
    if (!is_link(each.type, link)) continue;
    if (each.part.empty()) {
      if (each.mode == TargetMode::external) take_note(notes, each.target, "lies outside the package and is not read");
      continue;
    }
    if (each.mode == TargetMode::external)
      take_note(notes, each.target, "is marked as external, but is in the package");
    names.add(each.part);
  }
}

Result<SpecPart> read_spec(const Package& package, const std::string& part, std::vector<std::string>& notes) {
  SpecPart spec{.part = part, .form = form_of(TRY(package.read(part)))};
  Names splits, supplements;
  follow(package, part, AasxLink::spec_split, splits, notes);
  spec.splits = splits.take();
  std::erase(spec.splits, part);
  follow(package, part, AasxLink::supplement, supplements, notes);
  for (const auto& split : spec.splits) follow(package, split, AasxLink::supplement, supplements, notes);
  spec.supplements = supplements.take();
  return spec;
}

std::string first_of_type(const Package& package, std::string_view type) {
  for (const auto& each : package.relationships()) {
    if (each.type == type && !each.part.empty()) return each.part;
  }
  return {};
}

}  // namespace

std::string_view relationship_type(AasxLink link) { return link_types.at(static_cast<std::size_t>(link)); }

bool is_link(std::string_view type, AasxLink link) {
  const auto wanted = relationship_type(link);
  if (type == wanted) return true;
  return type.starts_with(www_host) && wanted.starts_with(plain_host) &&
         type.substr(www_host.size()) == wanted.substr(plain_host.size());
}

Result<Aasx> read_aasx(const Package& package) {
  Aasx aasx{.notes = package.notes()};
  Names found, spec_names;
  follow(package, package_itself, AasxLink::origin, found, aasx.notes);
  const auto origins = found.take();
  if (origins.empty()) {
    return fail(Code::parse, "the package is no AASX: no relationship of the type aasx-origin leads to a part of it",
                "/_rels/.rels");
  }
  aasx.origin = origins.front();
  for (const auto& origin : origins) follow(package, origin, AasxLink::spec, spec_names, aasx.notes);
  const auto specs = spec_names.take();
  if (specs.empty()) {
    return fail(Code::parse,
                "the package has no Asset Administration Shell: no relationship of the type aas-spec leads to one",
                aasx.origin);
  }
  for (const auto& part : specs) aasx.specs.push_back(TRY(read_spec(package, part, aasx.notes)));
  aasx.thumbnail = first_of_type(package, relationship_type(AasxLink::thumbnail));
  aasx.core_properties = first_of_type(package, core_properties_type);
  return aasx;
}

SpecForm form_of(std::string_view bytes) {
  if (bytes.starts_with("\xFE\xFF") || bytes.starts_with("\xFF\xFE"))
    return SpecForm::xml;  // JSON is UTF-8 (RFC 8259, 8.1)
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const auto first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return SpecForm::unknown;
  if (bytes[first] == '<') return SpecForm::xml;
  return bytes[first] == '{' || bytes[first] == '[' ? SpecForm::json : SpecForm::unknown;
}

}  // namespace formats::opc
