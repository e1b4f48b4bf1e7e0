// SPDX-License-Identifier: Apache-2.0
#include "base/crypto.h"
#include "base/text.h"
#include "domains/aas/engine/document/supplements.h"
#include "domains/aas/engine/edit/value.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/edit.h"
#include "domains/aas/tools/parts/files.h"
#include "domains/aas/tools/parts/source.h"

namespace aas::tools::aas_edit_attach_file {

namespace {

struct Args {
  std::string path, source;
  std::optional<std::string> part, contentType, reason;
  static constexpr auto fields =
      tool::fields(tool::field("path", &Args::path, "The File: JSON Pointer, or its path of idShorts.",
                               {.min_length = 1, .max_length = max_path}),
                   tool::field("source", &Args::source, "A path or file: URI under the allowed roots, or a data: URI.",
                               {.min_length = 1, .max_length = max_source_bytes}),
                   tool::field("part", &Args::part, "Its name in the package; default /aasx/files/ and its own name.",
                               {.max_length = 400}),
                   tool::field("contentType", &Args::contentType, "Default: by its name.", {.max_length = 100}),
                   tool::field("reason", &Args::reason, reason_doc, {.max_length = 10'000}));
};

// What a part may be called: letters of URIs, and no step that leads elsewhere.
std::string plain_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool good =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    out += good ? c : '_';
  }
  return out.empty() || out.ends_with('.') ? out + "file" : out;
}

Result<Change> plan(const engine::Templates& known, const Args& args, const View& view) {
  const Editing on = TRY(editing(view));
  if (on.file.packing != engine::Packing::aasx)
    return fail(Code::unavailable,
                "only a package has files, and the document is " + std::string(engine::name(on.file.packing)), {},
                "Save it with format: aasx and open that.");
  const Node node = TRY(engine::node_named(on.nodes, args.path));
  if (node.model_type() != "File")
    return engine::invalid_path("only a File names a file; this is a " + std::string(node.model_type()), args.path,
                                "Add one with aas_edit_add_element.");
  Source source = TRY(read_source(view, args.source));
  const std::string part = args.part.value_or("/aasx/files/" + plain_name(source.name));
  const std::string type = args.contentType.value_or(std::string(engine::content_type_of(part)));
  const std::string package = TRY(bytes_with_files(view, on.file));
  TRY(engine::with_supplements(package, {{part, type, source.bytes}}));  // which says why it cannot be

  const Json value = Json::object({{"value", part}, {"contentType", type}});
  auto patches = TRY(engine::value_patches(on.nodes, engine::pointer_of(on.nodes, node), value, on.file.version()));
  const std::string where = base::printable(engine::path_of(on.nodes, node), 200);
  Change change = TRY(proposed(view, std::move(patches),
                               {.known = known,
                                .summary = "Attach " + base::printable(part, 200) + " to " + where,
                                .reason = args.reason,
                                .new_part = part}));
  const std::string sha256 = base::sha256_hex(source.bytes);
  change.told.push_back("adds the file " + base::printable(part, 200) + " to the package: " + type + ", " +
                        base::grouped(static_cast<std::int64_t>(source.bytes.size())) + " bytes, SHA-256 " + sha256);
  change.tier = std::max(change.tier, kernel::Tier::high);
  change.put(added_file(part, type, sha256, node.level()));
  change.blobs.push_back(std::move(source.bytes));
  return change;
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return edit_tool<Args, EditOut>(
      {.name = "aas_edit_attach_file",
       .title = "Put a file into the package",
       .doc = "Puts a file (a manual, a picture) into the package as a supplementary part and lets a File element name "
              "it. Waits for approval like every change of a File.",
       .needs = Permission::modify,
       .by_default = false},
      runtime, plan);
}

}  // namespace aas::tools::aas_edit_attach_file
