// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "domains/bim/tools/parts/draft.h"
#include "tool/registry.h"
#include "tool/tool.h"

// The words in which the tools of this domain are written.
namespace bim::tools {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
using engine::Record;
using kernel::Change;
using kernel::Permission;
using kernel::View;
using tool::Tool;

inline constexpr const char* level_doc = "The level, by id or name; none: at zero.";

// A change of the model: `apply` writes into a draft, and what it answers gets `branch` and the `revision` it stands
// on. The same `apply` serves apply_changes.
template <class Args, class Out>
Tool modelling(tool::Spec spec, Result<Out> (*apply)(const Args&, Draft&)) {
  return tool::change<Args, Out>(std::move(spec), [apply](const Args& args, const View& view) -> Result<Change> {
    Draft draft(view);
    const Out out = TRY(apply(args, draft));
    return draft.take(tool::encode(out));
  });
}

// One step of apply_changes.
template <class Args, class Out>
Result<Json> step(const Json& arguments, Draft& draft, Result<Out> (*apply)(const Args&, Draft&)) {
  const Args args = TRY(tool::decode<Args>(arguments));
  return tool::encode(TRY(apply(args, draft)));
}

}  // namespace bim::tools
