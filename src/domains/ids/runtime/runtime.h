// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/ids/runtime/checks.h"
#include "domains/ids/runtime/xsd.h"
#include "domains/ids/runtime/xsd_validator.h"

namespace ids::runtime {

// What the domain holds while a server runs. Made once for each server; its parts are thread-safe.
struct Runtime {
  Checks checks;
  XsdValidator xsd{xsd_path()};
};

}  // namespace ids::runtime
