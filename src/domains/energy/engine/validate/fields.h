// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "domains/energy/engine/model/model.h"

namespace energy::engine {

struct Refusal {
  std::string_view code;
  std::string message, hint;
};

// Why the engine would refuse a value in a field; nullopt: it would not.
std::optional<Refusal> refusal(const Field& field, const Value& value);

}  // namespace energy::engine
