// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/tools/parts/document.h"

namespace aas::tools::aas_document_close {

namespace {

struct Args {
  bool discard = false;
  static constexpr auto fields =
      tool::fields(tool::with_default("discard", &Args::discard, "Give up changes that are not saved."));
};

struct Out {
  std::string closed;
  static constexpr auto fields = tool::fields(tool::field("closed", &Out::closed, "The document's name."));
};

Result<Change> plan(const Args& args, const View& view) {
  const OpenFile file = TRY(open_file(view));
  if (!args.discard) {
    TRY(check_may_go(view, file, "close it"));
  } else if (const std::size_t waiting = TRY(view.waiting()); waiting > 0) {
    return fail(Code::constraint, "changes wait for approval in " + base::printable(file.name, 200), {},
                "Withdraw them with withdraw_change first; then nobody decides about a document that is gone.");
  }
  Change change = closed_change(view);
  change.summary = "Close " + base::printable(file.name, 200);
  change.result = tool::encode(Out{file.name});
  return change;
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "aas_document_close",
                                  .title = "Close the document",
                                  .doc = "Closes the current document and cleans up what it held. Undo opens it again.",
                                  .needs = Permission::remove,
                                  .destroys = true,
                                  .edits = false},
                                 plan);
}

}  // namespace aas::tools::aas_document_close
