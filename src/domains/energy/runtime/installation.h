// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/types/types.h"

namespace energy::runtime {

// An engine on this machine.
struct Installation {
  std::filesystem::path directory;
  std::filesystem::path library;  // libenergyplusapi.so
  std::filesystem::path expand;   // ExpandObjects; empty: there is none
  engine::Version version;
};

// Those in the places, in their order.
std::vector<Installation> installations(std::span<const std::filesystem::path> places);

// The engine for a model of that version: the same major and minor version, since fields move from one to the next.
// Fails with what there is, and what to do.
base::Result<Installation> engine_for(std::span<const Installation> known, const engine::Version& model);

}  // namespace energy::runtime
