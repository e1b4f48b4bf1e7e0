// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "domains/aas/tools/parts/document.h"
#include "domains/aas/tools/parts/metamodel.h"
#include "domains/aas/tools/parts/source.h"

namespace aas::tools::aas_document_open {

namespace {

struct Args {
  std::string source;
  std::optional<std::string> filename;
  std::optional<Metamodel> metamodel;
  static constexpr auto fields = tool::fields(
      tool::field("source", &Args::source,
                  "A file: URI or path under the allowed roots, or the file's bytes in base64. AASX, JSON or XML.",
                  {.min_length = 1, .max_length = max_source_bytes}),
      tool::field("filename", &Args::filename, "Its name, where the source has none.", {.max_length = 400}),
      tool::field("metamodel", &Args::metamodel, "Of JSON, which does not say; default 3.0."));
};

struct Out {
  Json document;
  static constexpr auto fields =
      tool::fields(tool::field("document", &Out::document,
                               "filename, format, metamodel, and how many shells, submodels, concept descriptions and "
                               "elements there are."));
};

Json facts(const Json& environment, const OpenFile& file, std::size_t elements) {
  const auto count = [&](const char* list) {
    const Json* found = environment.find(list);
    return found == nullptr ? std::size_t{0} : found->size();
  };
  return Json::object({{"filename", file.name},
                       {"format", engine::name(file.packing)},
                       {"metamodel", file.metamodel},
                       {"shells", count("assetAdministrationShells")},
                       {"submodels", count("submodels")},
                       {"conceptDescriptions", count("conceptDescriptions")},
                       {"elements", elements}});
}

Result<Change> plan(const Args& args, const View& view) {
  if (const auto open = file_of(view)) TRY(check_may_go(view, *open, "open another"));
  AdoptedSource source = TRY(adopt_source(view, kind_of(version_of(args.metamodel)), args.source));
  const auto document = std::dynamic_pointer_cast<const AdoptedDocument>(source.adoption.content);
  LINTEL_CHECK(document != nullptr);
  const Read& opened = document->read();
  OpenFile file{.name = args.filename.value_or(source.name),
                .path = source.path,
                .packing = opened.packing,
                .metamodel = opened.metamodel,
                .root = opened.root};
  file.problems.assign(opened.problems.begin(),
                       opened.problems.begin() + std::min<std::ptrdiff_t>(std::ssize(opened.problems), 50));
  if (file.name.empty()) file.name = "document." + std::string(engine::name(file.packing));
  for (const auto* list : {&opened.warnings, &opened.problems})
    file.warnings.insert(file.warnings.end(), list->begin(),
                         list->begin() + std::min<std::ptrdiff_t>(std::ssize(*list), 50));
  Change change = opened_change(view, file, std::move(source.adoption));
  change.result = tool::encode(Out{facts(document->index().environment(), file, document->size() - 1)});
  change.summary = "Open " + base::printable(file.name, 200);
  change.warnings = file.warnings;
  if (!file.checked())
    change.warnings.push_back("Metamodel " + file.metamodel + " is kept as it is; it is not checked.");
  return change;
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "aas_document_open",
                                  .title = "Open a document",
                                  .doc = "Opens an AASX, JSON or XML file for editing, as the workspace's current "
                                         "document. It is refused while changes of the one before wait or are unsaved.",
                                  .needs = Permission::create,
                                  .destroys = true,
                                  .edits = false},
                                 plan);
}

}  // namespace aas::tools::aas_document_open
