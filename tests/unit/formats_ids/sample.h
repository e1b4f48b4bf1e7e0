// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace formats::ids {

inline const std::string head =
    R"(<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema" )"
    R"(xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" )"
    R"(xsi:schemaLocation="http://standards.buildingsmart.org/IDS http://standards.buildingsmart.org/IDS/1.0/ids.xsd">)";

// A document around one specification's children.
inline std::string document_of(const std::string& inner,
                               const std::string& attributes = R"(name="S" ifcVersion="IFC4")") {
  return head + "<info><title>T</title></info><specifications><specification " + attributes + ">" + inner +
         "</specification></specifications></ids>";
}

// The XSD of IDS 1.0, which set-up puts there.
inline std::optional<std::string> ids_xsd() {
  const char* folder = std::getenv("IDS_XSD_CACHE_DIR");
  if (folder == nullptr) return std::nullopt;
  auto path = std::filesystem::path(folder) / "ids.xsd";
  if (!std::filesystem::exists(path)) return std::nullopt;
  return path.string();
}

}  // namespace formats::ids
