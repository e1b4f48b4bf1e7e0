// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "domains/energy/engine/document/document.h"
#include "domains/energy/engine/model/model.h"
#include "domains/energy/runtime/schemas.h"

namespace energy::runtime {

// A model from bytes, read by the schema of its version.
struct ModelFile {
  engine::Source source;
  engine::Model model;
  Version version;
  std::string warning;  // about its version
};
// Fails on what cannot be read, and where there is no schema. What is wrong with its objects is among its findings.
base::Result<ModelFile> read_model(std::string bytes, const Schemas& schemas);

}  // namespace energy::runtime
