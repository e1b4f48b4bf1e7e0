// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/edit/specification_rules.h"

#include <algorithm>

#include "base/text.h"
#include "domains/ids/engine/edit/facet_rules.h"
#include "domains/ids/engine/edit/meant.h"
#include "formats/ifc/version.h"

namespace ids::engine {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
namespace doc = formats::ids;

std::string occurs_text(const Json& json, const char* fallback) {
  if (json.is_null()) return fallback;
  return json.is_string() ? json.as_string() : json.dump();
}

// By either name, without additions: what people write is meant to be what IDS knows.
const formats::ifc::VersionFact* version_called(std::string_view name) {
  const auto found = std::ranges::find_if(formats::ifc::version_facts, [&](const auto& fact) {
    return base::equals_ignoring_case(name, fact.ids) || base::equals_ignoring_case(name, fact.release);
  });
  return found == formats::ifc::version_facts.end() ? nullptr : &*found;
}

// The place within the specification; of the audit's positions, which are those of the XML, the facet is enough.
base::Error placed(base::Error error, const FacetPlace& place) {
  const bool within = !error.path.empty() && !error.path.starts_with('/');
  error.path = place.id() + (within ? "." + error.path : "");
  return error;
}

// What cannot be normalised is not audited.
void prepare_facets(doc::Specification& specification, Location location, std::vector<std::string>& notes,
                    std::vector<base::Error>& errors) {
  auto& facets = facets_at(specification, location);
  std::vector<Result<void>> normal;
  for (auto& facet : facets) {
    choose_standard_sets(facet, specification, notes);
    normal.push_back(normalise(facet, location, specification.ifc_versions, notes));
  }
  for (std::size_t i = 0; i < facets.size(); ++i) {
    auto done = normal[i].ok() ? admit(specification, location, i, notes) : std::move(normal[i]);
    if (!done.ok()) errors.push_back(placed(std::move(done).error(), {{}, location, i}));
  }
}

// Name, versions and occurrences.
void prepare_attributes(doc::Specification& specification, std::vector<base::Error>& errors) {
  if (base::trim(specification.name).empty())
    errors.push_back(fail(Code::missing, "A specification needs a name.", "name"));
  if (auto versions = ifc_versions(specification.ifc_versions); versions.ok()) {
    specification.ifc_versions = *std::move(versions);
  } else {
    errors.push_back(std::move(versions).error());
  }
  auto occurs = set_occurs(specification, Json(specification.min_occurs.value_or("0")),
                           Json(specification.max_occurs.value_or("unbounded")));
  if (!occurs.ok()) errors.push_back(std::move(occurs).error());
}

}  // namespace

std::string cardinality_text(Location location, Occurrence occurrence) {
  if (location == Location::applicability && occurrence == Occurrence::required) return {};
  return std::string(enum_names(occurrence)[static_cast<std::size_t>(occurrence)]);
}

Result<void> set_occurs(doc::Specification& specification, const Json& min_occurs, const Json& max_occurs) {
  const std::string low = occurs_text(min_occurs, "0");
  const std::string high = base::lower_ascii(occurs_text(max_occurs, "unbounded"));
  const bool known = (high == "unbounded" && (low == "0" || low == "1")) || (low == "0" && high == "0");
  if (!known) {
    return fail(
        Code::out_of_range,
        "IDS has no min_occurs " + base::printable(low, 30) + " with max_occurs " + base::printable(high, 30) + ".",
        "min_occurs", "0 and \"unbounded\": optional; 1 and \"unbounded\": required; 0 and 0: prohibited.");
  }
  specification.min_occurs = low;
  specification.max_occurs = high;
  return {};
}

void set_occurs(doc::Specification& specification, Occurrence occurrence) {
  specification.min_occurs = occurrence == Occurrence::required ? "1" : "0";
  specification.max_occurs = occurrence == Occurrence::prohibited ? "0" : "unbounded";
}

Result<std::vector<std::string>> ifc_versions(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const auto& given : names) {
    const auto* fact = version_called(base::trim(given));
    if (fact == nullptr) {
      return fail(Code::out_of_range,
                  "Invalid IFC version: " + base::printable(given, 60) + ". Valid versions: " IFC_RELEASES(", "),
                  "ifc_versions");
    }
    if (std::ranges::find(out, fact->ids) == out.end()) out.emplace_back(fact->ids);
  }
  if (out.empty())
    return fail(Code::missing, "At least one IFC version is needed.", "ifc_versions", "IFC4, for example.");
  return out;
}

std::vector<base::Error> prepare(doc::Specification& specification, std::vector<std::string>& notes) {
  std::vector<base::Error> errors;
  prepare_attributes(specification, errors);
  prepare_facets(specification, Location::applicability, notes, errors);
  prepare_facets(specification, Location::requirements, notes, errors);
  return errors;
}

}  // namespace ids::engine
