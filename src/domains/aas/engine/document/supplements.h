// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "formats/aas/metamodel.h"

// Files beside the environment of a package: manuals, pictures (IDTA-01005, "supplementary files").
namespace aas::engine {

struct Supplement {
  std::string part;          // "/aasx/files/manual.pdf"
  std::string content_type;  // "application/pdf"
  std::string bytes;
};

// The package with these files in it, each related to the environment's first file; everything else keeps its bytes.
// Fails where a name is no name of a part, or is taken.
base::Result<std::string> with_supplements(std::string_view package, std::vector<Supplement> files);

// A new package with the environment as XML, and of the files of `package` those that it names: as the value of a File,
// or as a shell's thumbnail.
base::Result<std::string> packed_with_files(const base::Json& environment, formats::aas::Version version,
                                            std::string_view package);

// The part that the value of a File names: "/aasx/a.pdf" of "file:///aasx/a.pdf"; "" for what is elsewhere.
std::string part_named(std::string_view value);

// By the ending of a name: "application/pdf"; "application/octet-stream" where that tells nothing.
std::string_view content_type_of(std::string_view name);

}  // namespace aas::engine
