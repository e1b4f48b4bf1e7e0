// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "domains/floorplan/engine/compile.h"
#include "domains/floorplan/engine/modify/actions.h"

// Changes to a plan's text. Every operation edits just the bytes it means: comments, order and layout of
// the rest stay. References follow: whoever names a renamed thing names it anew, whoever stood beside a
// removed room keeps its place, connections of a removed room go with it.
namespace floorplan::engine {

struct OperationOutcome {
  enum class Result : std::uint8_t { applied, skipped, error };
  Action action = Action::add_room;
  std::string target;
  Result result = Result::skipped;
  std::string message;  // what was done, or what was wrong
  std::string hint;     // for errors: what to do instead; may be empty
  std::string path;     // for errors: "target", "params.…" or, where the text does not parse, "dsl"; may be empty
};

enum class Atomicity : std::uint8_t {
  all_or_nothing,  // the first failure ends the run, and the text stays as it was
  each_alone,      // what fails is left out
};

struct Modified {
  bool success = false;                    // no outcome is an error
  std::string dsl;                         // unchanged where nothing was applied
  Compiled compiled;                       // of `dsl`, where anything was applied
  std::vector<OperationOutcome> outcomes;  // one per operation, in their order
};

// Runs the operations in order, each on the text that the one before left. A text with syntax errors is not
// touched: every outcome is then an error that names the first. What comes out parses, and has no error that the
// text did not have before; all_or_nothing looks at the end only, so a later operation may mend what an earlier one
// broke. What is wrong with a request is an outcome, never an exception. The text is compiled once per operation.
// Pure: safe on any thread, no clock, no disk.
Modified modify(std::string dsl, const std::vector<Operation>& operations,
                Atomicity atomicity = Atomicity::all_or_nothing);

}  // namespace floorplan::engine
