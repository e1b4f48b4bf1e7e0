// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/ifc/versions.def"

// The IFC schemas that IDS 1.0 names. Everything that lists them comes from versions.def.
namespace formats::ifc {

#define IFC_ENUMERATOR(enumerator, ids, release, table) enumerator,
enum class Version : std::uint8_t { IFC_VERSIONS(IFC_ENUMERATOR, , ) };
#undef IFC_ENUMERATOR

struct VersionFact {
  Version version;
  std::string_view ids;      // as ids.xsd spells it: "IFC4X3_ADD2"
  std::string_view release;  // as people call it: "IFC4X3"
};
#define IFC_FACT(enumerator, ids, release, table) VersionFact{Version::enumerator, ids, release},
inline constexpr std::array version_facts{IFC_VERSIONS(IFC_FACT, , )};
#undef IFC_FACT
#define IFC_VERSION(enumerator, ids, release, table) Version::enumerator,
inline constexpr std::array all_versions{IFC_VERSIONS(IFC_VERSION, , )};
#undef IFC_VERSION

std::string_view text(Version version);  // as ids.xsd spells it
// Either of its names, with or without an addendum or corrigendum (IFC4X3_ADD1, IFC4_ADD2, IFC2X3_TC1), in any case.
std::optional<Version> version_named(std::string_view name);

// All of them as a literal, for messages and documentation: IFC_NAMES(" or ") is "IFC2X3, IFC4 or IFC4X3_ADD2", and
// IFC_RELEASES(" or ") "IFC2X3, IFC4 or IFC4X3".
#define IFC_NAME(enumerator, ids, release, table) ids
#define IFC_RELEASE(enumerator, ids, release, table) release
#define IFC_NAMES(last) IFC_VERSIONS(IFC_NAME, ", ", last)
#define IFC_RELEASES(last) IFC_VERSIONS(IFC_RELEASE, ", ", last)

}  // namespace formats::ifc
