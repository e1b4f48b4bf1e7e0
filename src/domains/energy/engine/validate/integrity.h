// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "domains/energy/engine/model/model.h"
#include "domains/energy/engine/references/references.h"

namespace energy::engine {

// What a run would fail at or waste though every value is allowed: zones without surfaces, objects that steer a run and
// are missing, schedules that nobody uses, surfaces that do not face each other, windows without a wall. `code` is the
// check's name.
Findings integrity(const Model& model, const References& references);
// The names of the checks.
std::span<const std::string_view> integrity_checks();

}  // namespace energy::engine
