// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace energy::engine {

// Errors are what the engine's own input check refuses. Warnings it accepts, and may yet run into.
enum class Severity : std::uint8_t { error, warning };

// One thing that is wrong with a model, where, and what is allowed.
struct Finding {
  static constexpr std::size_t whole_model = SIZE_MAX;
  Severity severity = Severity::error;
  std::string_view code;             // "unknown_type", "out_of_range"…
  std::size_t object = whole_model;  // of Model::objects()
  std::string type, name;            // of the object, as far as known
  std::string field;                 // "vertices[2].vertex_x_coordinate"
  std::int64_t line = 0;             // in an IDF file; 0: unknown
  std::string message;
  std::string hint;
};

using Findings = std::vector<Finding>;

std::size_t errors_in(const Findings& findings);

}  // namespace energy::engine
