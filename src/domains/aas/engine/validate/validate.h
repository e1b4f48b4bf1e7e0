// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/edit/draft.h"
#include "domains/aas/engine/tree/node.h"
#include "formats/aas/check.h"

// Checking a document that is kept as nodes.
namespace aas::engine {

using formats::aas::Checks;
using formats::aas::Findings;
using formats::aas::Version;

// All of it.
Findings check_document(const Nodes& nodes, Version version, Checks checks);

// Only what changes at these nodes can have made wrong: each with all that is in it, and the rules of what is around
// it. What looks beyond that (references, coded values) is left to the whole document.
Findings check_nodes(const Nodes& nodes, const std::vector<Node>& changed, Version version, Checks checks);

// Errors that the draft has and the document before it had not.
Findings errors_added(const Nodes& before, const Draft& draft, Version version, Checks checks);

// File elements whose value names a part that the package does not have; warnings. `parts` are the names in the
// package.
void add_missing_parts(Findings& findings, const Nodes& nodes, const std::vector<std::string>& parts);
// The same of these nodes only.
void add_missing_parts(Findings& findings, const Nodes& nodes, const std::vector<Node>& of,
                       const std::vector<std::string>& parts);

// {path, code, constraint?, message, fix?}
Json to_json(const formats::aas::Finding& finding);
// The seed's ValidationResult: {valid, errors, warnings}, of each list the first `most`; with how many there are.
Json validation_result(const Findings& findings, std::size_t most = 100);

}  // namespace aas::engine
