// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace energy::engine {

// A piece of documentation that stands by itself.
struct Section {
  std::string location;  // "schema/Zone", "input-output-reference/src/overview/group-x.tex#zone-outputs"
  std::string title, tag, text;
};

// What a schema says of an object type (Schema::text_of): its memo, and each field with its units, limits and note.
Section schema_section(std::string_view type, std::string_view json);

// The sections of one LaTeX source of the EnergyPlus documentation, as plain text: commands go, what they hold stays.
// `path` is relative to the folder of the documentation; its first part is the tag.
std::vector<Section> tex_sections(const std::string& path, std::string_view source);

}  // namespace energy::engine
