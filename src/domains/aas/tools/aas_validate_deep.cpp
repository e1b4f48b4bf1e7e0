// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/document/convert.h"
#include "domains/aas/tools/parts/files.h"
#include "domains/aas/tools/parts/query.h"
#include "domains/aas/tools/parts/verdict.h"

namespace aas::tools::aas_validate_deep {

namespace {

struct Args {
  bool pending = false;
  static constexpr auto fields = tool::fields(tool::with_default("pending", &Args::pending, pending_doc));
};

Result<VerdictOut> check(const View& view) {
  const OpenFile file = TRY(open_file(view));
  if (!file.checked()) return not_checked(file);
  const ViewNodes nodes(view);
  engine::Findings findings = engine::check_document(nodes, *file.checked(), engine::Checks::all);
  if (file.packing == engine::Packing::aasx)
    engine::add_missing_parts(findings, nodes, engine::parts_of(TRY(bytes_with_files(view, file))));
  add_problems(findings, file);
  add_hidden(findings, view);
  return verdict(file, findings, "document", nodes.count());
}

}  // namespace

Tool declare() {
  return tool::read<Args, VerdictOut>(
      {.name = "aas_validate_deep",
       .title = "Validate in depth",
       .doc = "Full validation: structure, every constraint of the metamodel, unique identifiers, dangling references, "
              "files that the package lacks. Errors are what aas-core finds too; what only we find is a warning.",
       .records = "validation.run"},
      [](const Args& args, const View& view) -> Result<VerdictOut> {
        if (!args.pending) return check(view);
        return check(TRY(view.ahead()));
      });
}

}  // namespace aas::tools::aas_validate_deep
