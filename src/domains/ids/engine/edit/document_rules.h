// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "formats/ids/document.h"

// What a document may hold: its sizes, its head, and the characters of its texts.
namespace ids::engine {

inline constexpr std::size_t max_document_bytes = std::size_t{16} << 20;  // of a file that is read
inline constexpr std::size_t max_text = 10'000;                           // characters of a title, a description …

base::Result<void> check_specification_count(std::size_t specifications);
base::Result<void> check_facet_count(const formats::ids::Specification& specification);
// A title, and a date that is one.
base::Result<void> check_info(const formats::ids::Info& info);
// Every text in `json` has only characters that XML 1.0 can hold.
base::Result<void> check_texts(const base::Json& json);

// The document as IDS 1.0 can hold it; what had to be left out is told in `notes`.
formats::ids::Document exportable(const formats::ids::Document& document, std::vector<std::string>& notes);

}  // namespace ids::engine
