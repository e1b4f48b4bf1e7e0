// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "formats/ids/document.h"

// Names that reader and writer share.
namespace formats::ids {

inline constexpr std::string_view ids_namespace = "http://standards.buildingsmart.org/IDS";
inline constexpr std::string_view xs_namespace = "http://www.w3.org/2001/XMLSchema";
inline constexpr std::string_view xsi_namespace = "http://www.w3.org/2001/XMLSchema-instance";
// Seed 000, 3.1: how a document of ours names its schema.
inline constexpr std::string_view schema_location =
    "http://standards.buildingsmart.org/IDS http://standards.buildingsmart.org/IDS/1.0/ids.xsd";

// The optional children of <info>, in the order of the XSD; <title> stands before them.
struct InfoField {
  std::string_view name;
  std::optional<std::string> Info::* member;
};
inline constexpr std::array<InfoField, 7> info_fields{{{"copyright", &Info::copyright},
                                                       {"version", &Info::version},
                                                       {"description", &Info::description},
                                                       {"author", &Info::author},
                                                       {"date", &Info::date},
                                                       {"purpose", &Info::purpose},
                                                       {"milestone", &Info::milestone}}};

// "IFC2X3  IFC4" -> {"IFC2X3", "IFC4"} and back (xs:list).
std::vector<std::string> split_list(std::string_view text);
std::string join_list(const std::vector<std::string>& items);

}  // namespace formats::ids
