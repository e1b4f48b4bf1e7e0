// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/file.h"

namespace energy::tools::clear_session {

namespace {

struct Out {
  std::string status;
  static constexpr auto fields = tool::fields(tool::field("status", &Out::status, "cleared"));
};

Result<Change> plan(const View& view) {
  Change change = closed_change(view);
  change.result = tool::encode(Out{"cleared"});
  change.summary = "Clear the session: no model is open";
  return change;
}

}  // namespace

Tool declare(Runtime&) {
  return tool::change<tool::Nothing, Out>(
      {.name = "clear_session",
       .title = "Start afresh",
       .doc = "Closes the model and forgets results, weather, the change log and the "
              "session file. Only when the user asks to start over; undo brings "
              "the model back.",
       .needs = Permission::remove,
       .edits = false},
      [](const tool::Nothing&, const View& view) { return plan(view); });
}

}  // namespace energy::tools::clear_session
