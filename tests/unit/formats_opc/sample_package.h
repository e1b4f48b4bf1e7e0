// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/zip/zip.h"

// A small AASX as real writers make it: a byte order mark, a directory entry, the types last.
namespace sample {

using Members = std::vector<std::pair<std::string, std::string>>;

inline const std::string bom = "\xEF\xBB\xBF";
inline const std::string types_uri = "http://schemas.openxmlformats.org/package/2006/content-types";
inline const std::string relationships_uri = "http://schemas.openxmlformats.org/package/2006/relationships";
inline const std::string link = "http://admin-shell.io/aasx/relationships/";

inline std::string relationship(std::string_view id, std::string_view type, std::string_view target,
                                std::string_view more = {}) {
  return "<Relationship Type=\"" + std::string(type) + "\" Target=\"" + std::string(target) + "\" Id=\"" +
         std::string(id) + "\"" + std::string(more) + " />";
}
inline std::string relationships(std::string_view inner) {
  return bom + "<?xml version=\"1.0\" encoding=\"utf-8\"?><Relationships xmlns=\"" + relationships_uri + "\">" +
         std::string(inner) + "</Relationships>";
}
inline std::string types(std::string_view more = {}) {
  return bom + "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<Types xmlns=\"" + types_uri +
         "\">\r\n  <Default Extension=\"rels\" "
         "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\" />\r\n  <Default Extension=\"xml\" "
         "ContentType=\"text/xml\" />\r\n  <Override PartName=\"/aasx/aasx-origin\" ContentType=\"text/plain\" />" +
         std::string(more) + "\r\n</Types>";
}

inline Members members() {
  return {
      {"aasx/", ""},
      {"aasx/aasx-origin", "Intentionally empty."},
      {"aasx/xml/content.xml", "<environment xmlns=\"https://admin-shell.io/aas/3/0\"/>"},
      {"aasx/files/Manual.pdf", "%PDF-1.7"},
      {"custom/unknown.bin", std::string("\0\1\2", 3)},
      {"_rels/.rels", relationships(relationship("R1", link + "aasx-origin", "/aasx/aasx-origin"))},
      {"aasx/_rels/aasx-origin.rels", relationships(relationship("R1", link + "aas-spec", "/aasx/xml/content.xml"))},
      {"aasx/xml/_rels/content.xml.rels",
       relationships(relationship("R7", link + "aas-suppl", "/aasx/files/Manual.pdf"))},
      {"[Content_Types].xml",
       types("\r\n  <Override PartName=\"/aasx/files/Manual.pdf\" ContentType=\"application/pdf\" />")}};
}

inline std::string packed(const Members& members) {
  formats::zip::Writer writer;
  for (const auto& [name, content] : members) writer.add(name, content);
  return std::move(writer).finish();
}

// The same members with one other content, or one more.
inline Members with(Members members, std::string_view name, std::string content) {
  for (auto& [each, old] : members) {
    if (each == name) {
      old = std::move(content);
      return members;
    }
  }
  members.emplace_back(name, std::move(content));
  return members;
}

inline Members unpacked(const std::string& bytes) {
  Members members;
  const auto archive = formats::zip::Archive::open(bytes);
  if (!archive.ok()) return members;
  for (std::size_t i = 0; i < archive->members().size(); ++i) {
    auto content = archive->read(i);
    members.emplace_back(archive->members()[i].name, content.ok() ? *content : "broken");
  }
  return members;
}

}  // namespace sample
