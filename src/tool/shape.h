// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tool/registry.h"

// How outcomes and errors look in each toolset's own contract.
namespace tool {

// Seeds 000–002: the fields of the answer themselves, plus event_id, dry_run and approval where they
// apply. Seed 003: ToolResponse. Seed 004: the universal envelope.
Answer shape_outcome(Shape shape, kernel::Outcome outcome);
// A failed call. The flat text is the sentence alone; the structure tells code, path and hint.
Answer shape_error(Shape shape, const base::Error& error, const kernel::Audit& audit, std::int64_t time_ms);
// The schema of what shape_outcome and shape_error give for a tool whose own answer has `own` as schema: clients
// check both, and one that finds an error wanting keeps its words from the model.
Json shaped_schema(Shape shape, Verb verb, const Json& own);
// The audit record of a call, as `_meta["lintel/audit"]` carries it.
Json audit_json(kernel::Audit audit);

}  // namespace tool
