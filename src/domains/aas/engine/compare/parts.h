// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

// The files in packages beside the environment: documents, pictures.
namespace aas::engine {

// Their names, without those that make the package: relationships, the origin, the environment's own. None of what is
// no package.
std::vector<std::string> other_parts(std::string_view bytes);

// One line for each that has come, gone or changed: "/aasx/files/manual.pdf: changed". None unless both are packages.
std::vector<std::string> part_differences(std::string_view from, std::string_view to);

}  // namespace aas::engine
