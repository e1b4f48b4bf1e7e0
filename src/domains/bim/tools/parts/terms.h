// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "kernel/terms.h"

// What the kernel asks of this domain, see kernel::Terms: where elements are, and the rules of the model, one pass for
// changes, undos and merges alike.
namespace bim::tools {

std::shared_ptr<const kernel::Element> place(const kernel::Element& element, const kernel::Elements& all);
base::Result<void> hold(const kernel::Elements& after, const std::vector<kernel::Course>& courses);

}  // namespace bim::tools
