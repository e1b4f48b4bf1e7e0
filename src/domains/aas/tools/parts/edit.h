// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domains/aas/engine/templates/templates.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/document.h"

// What all edits share: from operations to a change that waits, with its tier and what a person is told.
namespace aas::tools {

inline constexpr const char* path_doc = "JSON Pointer, or a path of idShorts: Nameplate/Address.";
inline constexpr const char* reason_doc = "Explanation for the change.";

// What edits answer.
struct EditOut {
  std::vector<std::string> paths;  // what was touched, as JSON Pointers; the first 100
  std::vector<std::string> where;  // the same as paths of idShorts
  std::int64_t operations = 0;
  Json patches, validationResult;
  static constexpr auto fields = tool::fields(
      tool::field("paths", &EditOut::paths, "JSON Pointers of what is touched; the first 100."),
      tool::field("where", &EditOut::where, "The same as paths of idShorts."),
      tool::field("operations", &EditOut::operations, "How many patches there are."),
      tool::field("patches", &EditOut::patches, "AasPatchOp[]: RFC 6902 with what each means."),
      tool::field("validationResult", &EditOut::validationResult, "Errors and warnings that the edit would add."));
};

struct Asked {
  const engine::Templates& known;  // what edits are guided by
  std::string summary;
  std::optional<std::string> reason = {};
  std::vector<std::string> warnings = {};
  std::string new_part = {};  // a file that comes into the package with it
};

// Tries the patches on the document, in order, all or none. Fails with VALIDATION_FAILED where the result would not
// have the structure that the standard asks for and had it before, and with CONSTRAINT_VIOLATION where a value is not
// one that the submodel's template allows. Constraints of the metamodel that it breaks, and mandatory elements that it
// takes away, and files that the package lacks, are told to who decides.
Result<Change> proposed(const View& view, std::vector<Patch> patches, Asked asked);

// The document as the edit sees it: with the caller's own waiting changes.
struct Editing {
  OpenFile file;
  ViewNodes nodes;
};
Result<Editing> editing(const View& view);

// The JSON Schema of a patch, as `$defs` has it; and a tool whose input or output speaks of it.
Json patch_definition();
void define_patches(Tool& tool, std::string_view input_argument = {});

// A tool that edits: it answers with patches, and its plan knows the templates that there are. `patches_argument` is
// where it takes patches, if it does.
template <class Args, class Out, class Plan>
Tool edit_tool(tool::Spec spec, runtime::Runtime& runtime, Plan plan, std::string_view patches_argument = {}) {
  Tool tool =
      tool::change<Args, Out>(std::move(spec), [&library = runtime.library, plan](const Args& args, const View& view) {
        return plan(library.templates(), args, view);
      });
  define_patches(tool, patches_argument);
  return tool;
}

}  // namespace aas::tools
