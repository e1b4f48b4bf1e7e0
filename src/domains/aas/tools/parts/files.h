// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/tools/parts/document.h"

// Files that were put into the package of the open document: an element each, which has the digest of the bytes. They
// are in the package when it is saved.
namespace aas::tools {

// One such file as an element of the class File, in the submodel whose File names it.
kernel::Element added_file(const std::string& part, const std::string& content_type, const std::string& sha256,
                           std::string_view level);
bool is_added_file(std::string_view id);

// The bytes that the document was opened from, with these files in them. What is looked at is not noted as read.
Result<std::string> bytes_with_files(const View& view, const OpenFile& file);

}  // namespace aas::tools
