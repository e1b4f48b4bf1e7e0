// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domains/aas/engine/document/document.h"

// A document in another kind of file than the one it came from, or from none.
namespace aas::engine {

// A file of that kind with the environment: JSON indented by two blanks, XML as the standard orders it, or a package
// with one XML part. Fails where the environment has what XML has no place for.
base::Result<std::string> written(const base::Json& environment, Packing packing, formats::aas::Version version);

// A package whose environment is that, as XML of that version; all other parts stay as they are. Fails where the
// package keeps its environment in several files.
base::Result<std::string> package_as(std::string_view bytes, const base::Json& environment,
                                     formats::aas::Version version);

// By the ending of a file's name: .aasx, .json, .xml.
std::optional<Packing> packing_of_name(std::string_view name);

std::string_view media_type(Packing packing);  // "application/asset-administration-shell-package"

// The names of the parts of a package; none of what is no package.
std::vector<std::string> parts_of(std::string_view bytes);

}  // namespace aas::engine
