// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "formats/aas/metamodel.h"
#include "formats/aas/xml_read.h"

// A file as it comes and as it goes: a package (AASX), JSON or XML.
namespace aas::engine {

enum class Packing : std::uint8_t { aasx, json, xml };
std::string_view name(Packing packing);  // "aasx"

struct Opened {
  Packing packing = Packing::json;
  // All of it as one Environment in the JSON form; of several files in a package, one after the other. What is only a
  // shell, a submodel or a concept description is the one of its environment.
  base::Json environment;
  std::string root;       // the class of the file's own root: "Environment", "Submodel"
  std::string metamodel;  // "3.0", "3.1"; "3.2" is kept and cannot be checked
  std::optional<formats::aas::Version> checked;
  std::vector<std::string> files;     // the parts of a package that hold the environment
  std::vector<std::string> warnings;  // what is odd though it can be used
  std::vector<std::string> problems;  // what XML holds and the form has no place for: as it is, it is kept on saving
  std::vector<formats::aas::XmlProblem> unplaced;  // the same, with their places
};

// What a file's bytes are is told by the bytes. `metamodel` is for JSON, which does not say; absent: 3.0. Fails on what
// is none of the three, cannot be read, is older than 3.0, or has no environment.
base::Result<Opened> opened(std::string_view bytes, std::optional<formats::aas::Version> metamodel = {});

// The bytes that `bytes` become so that they hold `environment`. All that did not change stays as it is, to the byte;
// in a package each shell, submodel and concept description stays in its file, and new ones go to the first.
base::Result<std::string> saved(std::string_view bytes, const base::Json& environment);

}  // namespace aas::engine
