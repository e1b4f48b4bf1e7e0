// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

// Names of parts, ISO/IEC 29500-2:2021, 6.2. A name begins with a slash: "/aasx/aasx-origin".
namespace formats::opc {

// The name of the part that a member of the archive holds. Refuses names that lead out of the package ("..", "/etc"),
// or that no part may have: backslashes, control characters, empty segments. Bytes that are not UTF-8 become %XX.
base::Result<std::string> part_name(std::string_view member);

// 6.2.2.3: two names are the same part if these are equal. ASCII letters count in either case, and %20 is a blank.
std::string equivalent(std::string_view part);

// 6.4: where a relationship's target leads, seen from its source ("/" for the package). nullopt for what is no
// reference within the package: "https://…", "mailto:…". Segments ".." never lead above the root.
std::optional<std::string> resolved(std::string_view source, std::string_view target);

// 6.5.2.3: the part that holds the relationships of a source. "/" gives "/_rels/.rels".
std::string relationships_of(std::string_view source);
// The other way round; nullopt for parts that hold no relationships.
std::optional<std::string> source_of(std::string_view relationships);

std::string_view extension_of(std::string_view part);  // without the dot; "" for none

}  // namespace formats::opc
