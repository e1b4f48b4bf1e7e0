// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "domains/aas/tools/tool.h"

// The argument `source` of the tools that read something: a place, or the bytes themselves.
namespace aas::tools {

inline constexpr std::size_t max_source_bytes = std::size_t{256} << 20;

struct Source {
  std::string bytes;
  std::string path = {};  // the file, as it was named; "" where the bytes came with the call
  std::string name = {};  // its last part
};

// What a document is made of, and where it came from.
struct AdoptedSource {
  kernel::Adoption adoption;
  std::string path = {}, name = {};  // as above
};
Result<AdoptedSource> adopt_source(const View& view, std::string_view kind, std::string_view source);

// A path or file: URI under the allowed roots, a data: URI, or base64. What is base64 is told by what it decodes to: an
// archive, JSON, XML or text of a table; everything else is a path. http: is refused.
Result<Source> read_source(const View& view, std::string_view source, std::string_view argument = "source");

}  // namespace aas::tools
