// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "base/threads.h"
#include "domains/energy/engine/model/model.h"
#include "domains/energy/runtime/installation.h"
#include "domains/energy/runtime/runs.h"
#include "formats/energyplus/err.h"

namespace energy::runtime {

// What EnergyPlus' own input check says of a model.
struct EngineVerdict {
  bool accepted = false;
  std::string version;    // of the engine
  bool expanded = false;  // HVACTemplate objects were expanded first
  formats::energyplus::ErrorFile said;
};

// Lets the engine read the model and write it in the other format (`--convert-only`), in a worker; nothing is
// simulated. About 0.2 s. Fails where it cannot be asked.
base::Result<EngineVerdict> ask_engine(const Runs& runs, const std::string& workspace, const engine::Model& model,
                                       const Installation& installation, const base::Cancel& cancel);

}  // namespace energy::runtime
