// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/document/convert.h"
#include "domains/aas/tools/parts/document.h"
#include "domains/aas/tools/parts/metamodel.h"

namespace aas::tools::aas_document_new {

namespace {

struct Args {
  std::string filename = "new.aasx";
  std::optional<std::string> idShort, id, globalAssetId;
  Metamodel metamodel = Metamodel::v3_0;
  static constexpr auto fields = tool::fields(
      tool::with_default("filename", &Args::filename, "Its name; .aasx, .json or .xml says the format.",
                         {.min_length = 1, .max_length = 400}),
      tool::field("idShort", &Args::idShort, "Of its shell; default: no shell.", {.max_length = 128}),
      tool::field("id", &Args::id, "Of its shell; default: a new URN.", {.max_length = 2000}),
      tool::field("globalAssetId", &Args::globalAssetId, "Of the asset that the shell is about.", {.max_length = 2000}),
      tool::with_default("metamodel", &Args::metamodel, "The version of the standard."));
};

struct Out {
  Json document;
  static constexpr auto fields =
      tool::fields(tool::field("document", &Out::document, "filename, format, metamodel, shell."));
};

Json shell_of(const Args& args, const View& view) {
  const std::string id = args.id.value_or("urn:uuid:" + view.mint_id(""));
  Json asset = Json::object({{"assetKind", "Instance"}});
  asset.set("globalAssetId", args.globalAssetId.value_or("urn:uuid:" + view.mint_id("")));
  return Json::object({{"idShort", args.idShort.value_or("Shell")},
                       {"id", id},
                       {"assetInformation", std::move(asset)},
                       {"modelType", "AssetAdministrationShell"}});
}

Result<Change> plan(const Args& args, const View& view) {
  if (const auto open = file_of(view)) TRY(check_may_go(view, *open, "make a new one"));
  OpenFile file{.name = args.filename,
                .packing = engine::packing_of_name(args.filename).value_or(engine::Packing::aasx),
                .metamodel = std::string(formats::aas::name(*version_of(args.metamodel)))};
  Json environment = Json::object();
  const bool with_shell = args.idShort || args.id || args.globalAssetId;
  if (with_shell) environment.set("assetAdministrationShells", Json::array({shell_of(args, view)}));
  std::string bytes = TRY(engine::written(Json::object(), file.packing, file.version()));
  Change change = new_change(view, environment, file, std::move(bytes));
  Json facts =
      Json::object({{"filename", file.name}, {"format", engine::name(file.packing)}, {"metamodel", file.metamodel}});
  if (with_shell) facts.set("shell", environment.at("assetAdministrationShells").as_array().front());
  change.result = tool::encode(Out{std::move(facts)});
  change.summary = "New document " + base::printable(file.name, 200);
  return change;
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>(
      {.name = "aas_document_new",
       .title = "A new document",
       .doc = "Makes a new, empty document, with a shell where one is named. It is on no disk "
              "until aas_document_save writes it.",
       .needs = Permission::create,
       .by_default = false,
       .edits = false},
      plan);
}

}  // namespace aas::tools::aas_document_new
