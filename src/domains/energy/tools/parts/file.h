// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "domains/energy/tools/parts/adopted.h"
#include "domains/energy/tools/tool.h"

// The file of a workspace's model: one element, which adopts the objects that are in it, and one that says where it was
// last saved. Objects that were changed or added are elements of their own.
namespace energy::tools {

inline constexpr std::string_view id_prefix = "energy:";
inline constexpr std::string_view file_id = "energy:file";
inline constexpr std::string_view saved_id = "energy:saved";
inline constexpr std::string_view report_id = "energy:migration";

struct OpenFile {
  std::string name;         // "office.idf"; of a new model "new model"
  std::string path = {};    // under the roots; "": it came from no file
  std::string sha256 = {};  // of the bytes that were opened
  Format format = Format::idf;
  Version version = {};  // by whose schema it is read
};

std::optional<OpenFile> file_of(const View& view);
// Fails with "No model loaded. Use load_model or new_model first."
Result<OpenFile> open_file(const View& view);
std::shared_ptr<const AdoptedModel> adopted_model(const View& view);

// Where it was last saved, or else opened from, and as what.
struct SavedAs {
  std::string path;    // "": nowhere
  std::string digest;  // of the model then, as Opened::digest
};
SavedAs saved_as(const View& view, const OpenFile& file);
kernel::Element saved_element(const SavedAs& saved);

// What migrate_model did to it.
kernel::Element report_element(const Json& report);

// Objects that are not as the file has them: written or, without an element, removed.
std::vector<View::Written> written_objects(const View& view);

// The element of the file that is open, to be read as another version from now on.
kernel::Element versioned_file(const View& view, const Version& version);
// Takes the place of what is open.
Change opened_change(const View& view, OpenFile file, kernel::Adoption adoption);
Change closed_change(const View& view);

}  // namespace energy::tools
