// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/ids/runtime/xsd_validator.h"

namespace ids::tools {

// The validator that the tools share, for the XSD at runtime::xsd_path().
runtime::XsdValidator& xsd_validator();

}  // namespace ids::tools
