// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/page/nameplate.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "base/text.h"
#include "domains/aas/engine/look/brief.h"

namespace aas::engine {

namespace {

// An element of IDTA 02006: identifiers without their version, "" where there is none, and its idShort.
struct Known {
  std::string_view key, iec, eclass, id_short;
};

constexpr auto plate_fields = std::to_array<Known>({
    {"manufacturer", "0112/2///61987#ABA565", "0173-1#02-AAO677", "ManufacturerName"},
    {"designation", "0112/2///61987#ABA567", "0173-1#02-AAW338", "ManufacturerProductDesignation"},
    {"root", "0112/2///61360_7#AAS011", "0173-1#02-AAU732", "ManufacturerProductRoot"},
    {"family", "0112/2///61987#ABP464", "0173-1#02-AAU731", "ManufacturerProductFamily"},
    {"type", "0112/2///61987#ABA300", "0173-1#02-AAO057", "ManufacturerProductType"},
    {"order", "0112/2///61987#ABA950", "0173-1#02-AAO227", "OrderCodeOfManufacturer"},
    {"article", "0112/2///61987#ABA581", "0173-1#02-AAO676", "ProductArticleNumberOfManufacturer"},
    {"serial", "0112/2///61987#ABA951", "0173-1#02-AAM556", "SerialNumber"},
    {"year", "0112/2///61987#ABP000", "0173-1#02-AAP906", "YearOfConstruction"},
    {"date", "0112/2///61987#ABB757", "0173-1#02-AAR972", "DateOfManufacture"},
    {"hardware", "0112/2///61987#ABA926", "0173-1#02-AAN270", "HardwareVersion"},
    {"firmware", "0112/2///61987#ABA302", "0173-1#02-AAM985", "FirmwareVersion"},
    {"software", "0112/2///61987#ABA601", "0173-1#02-AAM737", "SoftwareVersion"},
    {"country", "0112/2///61987#ABP462", "0173-1#02-AAO259", "CountryOfOrigin"},
    {"uri", "0112/2///61987#ABN590", "0173-1#02-ABH173", "URIOfTheProduct"},
});
constexpr auto address_fields = std::to_array<Known>({
    {"company", "", "0173-1#02-AAW001", "Company"},
    {"street", "", "0173-1#02-AAO128", "Street"},
    {"box", "", "0173-1#02-AAO130", "POBox"},
    {"zip", "", "0173-1#02-AAO129", "Zipcode"},
    {"city", "", "0173-1#02-AAO132", "CityTown"},
    {"state", "", "0173-1#02-AAO133", "StateCounty"},
    {"country", "", "0173-1#02-AAO134", "NationalCode"},
    {"phone", "", "0173-1#02-AAO136", "TelephoneNumber"},
    {"mail", "", "0173-1#02-AAO198", "EmailAddress"},
    {"link", "", "0173-1#02-AAQ326", "AddressOfAdditionalLink"},
});
constexpr Known address_block = {"", "0112/2///61360_7#AAS002", "0173-1#02-AAQ837", "AddressInformation"};
constexpr Known contact_block = {"", "", "0173-1#01-ADR448", "ContactInformation"};
constexpr Known markings_block = {"", "0112/2///61360_7#AAS006", "0173-1#01-AGZ673", "Markings"};

bool is_version_of(std::string_view id, std::string_view stem) {
  return !stem.empty() && id.starts_with(stem) && (id.size() == stem.size() || id[stem.size()] == '#');
}

bool refers(const Json* reference, const Known& known) {
  const std::string_view id = last_key(reference);
  return is_version_of(id, known.iec) || is_version_of(id, known.eclass) ||
         (id.ends_with(known.id_short) && id.size() > known.id_short.size() &&
          id[id.size() - known.id_short.size() - 1] == '/');
}

bool is(const Node& node, const Known& known) {
  const Json& members = node.members();
  if (refers(members.find("semanticId"), known) || node.id_short() == known.id_short) return true;
  const Json* more = members.find("supplementalSemanticIds");
  return more != nullptr && more->is_array() &&
         std::ranges::any_of(more->as_array(), [&](const Json& each) { return refers(&each, known); });
}

std::optional<std::size_t> child(const Rows& rows, std::size_t parent, const Known& known) {
  const auto& children = rows[parent].children;
  const auto found = std::ranges::find_if(children, [&](std::size_t at) { return is(rows[at].node, known); });
  return found == children.end() ? std::nullopt : std::optional(*found);
}

bool has_value(const Rows& rows, std::size_t at) { return !value_in_words(rows[at].node.members()).empty(); }

// Directly in it, or in a collection of it (Phone, Email).
std::optional<std::size_t> value_below(const Rows& rows, std::size_t parent, const Known& known) {
  if (const auto found = child(rows, parent, known); found && has_value(rows, *found)) return found;
  for (const std::size_t each : rows[parent].children) {
    if (const auto found = child(rows, each, known); found && has_value(rows, *found)) return found;
  }
  return std::nullopt;
}

Json fields_of(const Rows& rows, std::optional<std::size_t> parent, std::span<const Known> wanted, bool deep) {
  Json out = Json::array();
  if (!parent) return out;
  for (const Known& each : wanted) {
    const auto found = deep ? value_below(rows, *parent, each) : child(rows, *parent, each);
    if (found && has_value(rows, *found)) out.push_back(Json::array({each.key, *found}));
  }
  return out;
}

Json markings_of(const Rows& rows, std::optional<std::size_t> parent) {
  Json out = Json::array();
  if (!parent) return out;
  for (const std::size_t marking : rows[*parent].children) {
    Json values = Json::array();
    for (const std::size_t each : rows[marking].children) {
      if (has_value(rows, each)) values.push_back(each);
    }
    if (!values.empty()) out.push_back(std::move(values));
  }
  return out;
}

bool says(std::string_view text, std::string_view word) {
  return base::lower_ascii(text).find(word) != std::string::npos;
}

}  // namespace

std::string view_of(const Rows& rows, std::size_t submodel, const Template* of) {
  const std::string_view meaning = semantic_id_of(rows[submodel].node.members());
  const std::string_view name = of == nullptr ? std::string_view() : std::string_view(of->name);
  const bool plate = says(meaning, "nameplate") || says(name, "digital nameplate");
  if (plate && (child(rows, submodel, plate_fields[0]) || child(rows, submodel, plate_fields[1]))) return "nameplate";
  const bool passport =
      says(meaning, "passport") || says(meaning, "batterypass") || says(meaning, "/dpp") || says(name, "passport");
  return passport ? "passport" : "";
}

Json nameplate_of(const Rows& rows, std::size_t submodel) {
  auto address = child(rows, submodel, address_block);
  if (!address) address = child(rows, submodel, contact_block);
  return Json::object({{"fields", fields_of(rows, submodel, plate_fields, false)},
                       {"address", fields_of(rows, address, address_fields, true)},
                       {"markings", markings_of(rows, child(rows, submodel, markings_block))}});
}

}  // namespace aas::engine
