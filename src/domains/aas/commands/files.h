// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "domains/aas/engine/document/document.h"

// Files that a person names.
namespace aas::commands {

inline constexpr std::size_t max_file_bytes = std::size_t{256} << 20;

// "-" is standard input.
base::Result<std::string> read_bytes(const std::string& path);

struct Read {
  std::string bytes;
  engine::Opened document;
};
// Errors name the file.
base::Result<Read> read_document(const std::string& path, std::optional<formats::aas::Version> metamodel = {});

// Never puts a file in the place of another unless it may.
base::Result<void> write_document(const std::string& path, const std::string& bytes, bool overwrite);

// Folders become the .aasx, .json and .xml files in them, in the order of their names; what is none stays as it is.
std::vector<std::string> with_folders_opened(const std::vector<std::string>& given);

// "3.0" → Version::v3_0; none where nothing was said.
std::optional<formats::aas::Version> version_said(const std::string& word);

// "1 error", "3 errors".
std::string counted(std::size_t number, std::string_view one);

}  // namespace aas::commands
