// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/zip/zip.h"

// Open Packaging Conventions, ISO/IEC 29500-2:2021: parts with content types, joined by relationships, in a ZIP
// archive.
//
// Lossless. A package that is opened and saved has the bytes it had. After an edit every other member is copied as it
// was packed, in its place: unknown parts, directory entries, relationships byte for byte. [Content_Types].xml and
// relationships change only where a part is added or removed, and there only by that element.
namespace formats::opc {

struct Limits {
  std::size_t members = 10'000;
  std::size_t total_bytes = std::size_t{1} << 30;  // of all parts, unpacked
  std::size_t part_bytes = std::size_t{256} << 20;
  std::size_t relationships = 100'000;
};

struct Part {
  std::string name;          // "/aasx/aasx-origin"
  std::string content_type;  // "" where the package gives none
  std::uint64_t bytes = 0;
};

enum class TargetMode : std::uint8_t { internal, external };
struct Relationship {
  std::string id, type, target;  // as written
  TargetMode mode = TargetMode::internal;
  // The part that is meant, by the name it has; "" where there is none. Some writers mark parts of the package as
  // external: what is there is found all the same.
  std::string part;
};

inline constexpr std::string_view package_itself = "/";  // as a source of relationships

// A copy shares the bytes it was opened from. Not thread-safe while it is edited.
class Package {
 public:
  // Fails on what is no package: a broken archive, no [Content_Types].xml, names that lead out of the package or occur
  // twice (in either case), document types, and what exceeds the limits.
  static base::Result<Package> open(std::string bytes, const Limits& limits = {});
  static Package create();

  const std::vector<Part>& parts() const { return parts_; }  // in the order of the archive, relationships too
  const Part* find(std::string_view name) const;             // by an equivalent name; nullptr where there is none
  base::Result<std::string> read(std::string_view name) const;
  const std::vector<Relationship>& relationships(std::string_view source = package_itself) const;
  bool has_signatures() const;  // an edit breaks them
  // What is wrong with the package though it can be used: one sentence each.
  const std::vector<std::string>& notes() const { return notes_; }

  base::Result<void> replace(std::string_view name, std::string bytes);
  base::Result<void> add(std::string_view name, std::string_view content_type, std::string bytes);
  // With its own relationships, and those that lead to it.
  base::Result<void> remove(std::string_view name);
  // Adds a relationship between parts and gives its id.
  base::Result<std::string> relate(std::string_view source, std::string_view type, std::string_view part);

  bool changed() const { return changed_; }
  base::Result<std::string> save() const;

 private:
  // A member of the archive: of the one it was opened from, or of ours.
  struct Item {
    std::string name;
    std::optional<std::size_t> packed;
    std::optional<std::string> own;
    std::uint64_t bytes = 0;
  };
  struct Types {
    std::map<std::string, std::string, std::less<>> by_extension, by_part;
  };

  base::Result<void> index();
  base::Result<void> index_item(std::size_t item);
  base::Result<void> read_types();
  base::Result<void> read_relationships();
  base::Result<void> read_relationships_of(const std::string& source, std::string_view part);
  void resolve(const std::string& source, Relationship& relationship);
  std::string type_of(std::string_view part) const;
  base::Result<std::string> content(const Item& item) const;
  Item* item_of(std::string_view part);
  base::Result<void> give_type(std::string_view part, std::string_view content_type);
  base::Result<void> drop_targets(std::string_view part);
  base::Result<void> drop_item(std::string_view part);

  Limits limits_;
  std::shared_ptr<const std::string> bytes_;
  std::optional<zip::Archive> archive_;
  std::vector<Item> items_;
  std::size_t types_item_ = 0;
  Types types_;
  std::vector<Part> parts_;
  std::map<std::string, std::pair<std::size_t, std::size_t>, std::less<>> by_name_;  // equivalent → part, item
  std::map<std::string, std::vector<Relationship>, std::less<>> relationships_;      // by equivalent source
  std::size_t relationship_count_ = 0;
  std::vector<std::string> notes_;
  bool changed_ = false;
};

}  // namespace formats::opc
