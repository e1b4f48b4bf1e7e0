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

// Each takes some kilobytes while it is stored; a small package may unpack to millions.
constexpr std::int64_t max_nodes = 100'000;

Json facts(const engine::Opened& opened, const OpenFile& file, std::size_t elements) {
  const auto count = [&](const char* list) {
    const Json* found = opened.environment.find(list);
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
  Source source = TRY(read_source(view, args.source));
  engine::Opened opened = TRY(engine::opened(source.bytes, version_of(args.metamodel)));
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
  Json environment = std::exchange(opened.environment, Json::object());
  for (const char* list : {"assetAdministrationShells", "submodels", "conceptDescriptions"}) {
    // Only their numbers are told.
    if (const Json* items = environment.find(list)) opened.environment.set(list, Json(Json::Array(items->size())));
  }
  Change change = opened_change(view, std::move(environment), file, std::move(source.bytes));
  if (std::ssize(change.ops) > max_nodes)
    return fail(Code::out_of_range, "the document has more than " + base::grouped(max_nodes) + " elements", "source",
                "Split it into files of one submodel each.");
  const auto nodes = std::ranges::count_if(change.ops, [](const kernel::Op& op) { return op.after != nullptr; });
  change.result = tool::encode(Out{facts(opened, file, static_cast<std::size_t>(nodes) - 2)});
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
