// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/xsd.h"

#include "domains/ids/runtime/xsd.h"

namespace ids::tools {

runtime::XsdValidator& xsd_validator() {
  static runtime::XsdValidator validator(runtime::xsd_path());
  return validator;
}

}  // namespace ids::tools
