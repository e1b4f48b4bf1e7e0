// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "domains/ids/engine/document/facet_place.h"
#include "domains/ids/engine/edit/specification_rules.h"
#include "formats/ids/document.h"
#include "tool/registry.h"
#include "tool/tool.h"

// The words in which the tools of this domain are written.
namespace ids::tools {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
using engine::FacetPlace;
using engine::Location;
using engine::Occurrence;
using kernel::Change;
using kernel::Permission;
using kernel::View;
using tool::Tool;

namespace doc = formats::ids;

}  // namespace ids::tools
