// SPDX-License-Identifier: Apache-2.0
#include "base/crypto.h"
#include "base/text.h"
#include "domains/aas/engine/document/convert.h"
#include "domains/aas/tools/parts/document.h"
#include "domains/aas/tools/parts/files.h"

namespace aas::tools::aas_document_save {

namespace {

enum class Format : std::uint8_t { aasx, json, xml };
constexpr auto enum_names(Format) { return std::to_array<std::string_view>({"aasx", "json", "xml"}); }

struct Args {
  std::optional<std::string> path;
  std::optional<Format> format;
  bool overwrite = false;
  static constexpr auto fields = tool::fields(
      tool::field("path", &Args::path,
                  "The file to write, under the allowed roots; default: where it was opened or last saved.",
                  {.max_length = 4096}),
      tool::field("format", &Args::format, "Default: by the path, else as it was."),
      tool::with_default("overwrite", &Args::overwrite, tool::overwrite_doc));
};

struct Out {
  std::optional<std::string> path, uri;
  std::string format, sha256;
  std::int64_t bytes = 0, waiting = 0;
  static constexpr auto fields =
      tool::fields(tool::field("path", &Out::path, "The file."),
                   tool::field("uri", &Out::uri, "Without a file: the resource that has the bytes."),
                   tool::field("format", &Out::format, "aasx, json or xml."),
                   tool::field("sha256", &Out::sha256, "Of the bytes."), tool::field("bytes", &Out::bytes, "How many."),
                   tool::field("waiting", &Out::waiting, "Changes that wait for approval, and are not in it."));
};

engine::Packing wanted_packing(const Args& args, const OpenFile& file, std::string_view path) {
  if (args.format) return static_cast<engine::Packing>(*args.format);
  if (const auto by_path = engine::packing_of_name(path)) return *by_path;
  return file.packing;
}

std::vector<std::string> endings_of(engine::Packing packing) { return {"." + std::string(engine::name(packing))}; }

// The bytes for a file of that kind; what leaves the package behind says so.
Result<std::string> bytes_for(const View& view, const OpenFile& file, engine::Packing packing, Change& change) {
  const Json document = TRY(whole_document(view));
  const std::string original = TRY(bytes_with_files(view, file));
  if (packing == file.packing) return engine::saved(original, document);
  if (file.packing == engine::Packing::aasx)
    change.warnings.push_back("Files in the package (documents, pictures) are not in " +
                              std::string(engine::name(packing)) + ".");
  return engine::written(document, packing, file.version());
}

tool::Extras link_to(const OpenFile& file, engine::Packing packing) {
  tool::Extras extras;
  extras.content.push_back(Json::object({{"type", "resource_link"},
                                         {"uri", "aas://document/file"},
                                         {"name", file.name},
                                         {"mimeType", engine::media_type(packing)}}));
  return extras;
}

Result<tool::Shown<Change>> plan(const Args& args, const View& view) {
  const OpenFile file = TRY(open_file(view));
  Change change;
  const std::string path = args.path.value_or(saved_as(view, file).path);
  const engine::Packing packing = wanted_packing(args, file, path);
  std::string bytes = TRY(bytes_for(view, file, packing, change));
  Out out{.format = std::string(engine::name(packing)), .sha256 = base::sha256_hex(bytes)};
  out.bytes = static_cast<std::int64_t>(bytes.size());
  out.waiting = static_cast<std::int64_t>(TRY(view.waiting()));
  if (out.waiting > 0)
    change.warnings.push_back(std::to_string(out.waiting) + " changes wait for approval and are not in the file.");
  if (path.empty()) {
    out.uri = "aas://document/file";
    change.summary = "Show " + base::printable(file.name, 200);
    change.result = tool::encode(out);
    return tool::Shown<Change>{std::move(change), link_to(file, packing)};
  }
  out.path = path;
  change.summary = "Save " + base::printable(path, 200);
  change.files.push_back({path, std::move(bytes), endings_of(packing), args.overwrite, file_element_id()});
  if (packing == file.packing) change.put(saved_element(path, view.revision()));
  change.result = tool::encode(out);
  return tool::Shown<Change>{std::move(change)};
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>(
      {.name = "aas_document_save",
       .title = "Save the document",
       .doc =
           "Exports the committed state of the document: to a file, or as a resource link. What did not change keeps "
           "its bytes; changes that wait are not in it.",
       .needs = Permission::read,
       .destroys = true,
       .edits = false},
      plan);
}

}  // namespace aas::tools::aas_document_save
