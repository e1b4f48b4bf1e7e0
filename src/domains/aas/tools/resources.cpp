// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/document/convert.h"
#include "domains/aas/tools/parts/document.h"
#include "domains/aas/tools/parts/files.h"
#include "tool/registry.h"

namespace aas::tools {

namespace {

Result<tool::ResourceContents> document_bytes(const std::map<std::string, std::string>&, const View& view) {
  const OpenFile file = TRY(open_file(view));
  const Json document = TRY(whole_document(view));
  const std::string original = TRY(bytes_with_files(view, file));
  tool::ResourceContents out{.mime_type = std::string(engine::media_type(file.packing))};
  std::string bytes = TRY(engine::saved(original, document));
  out.binary = file.packing == engine::Packing::aasx;
  (out.binary ? out.bytes : out.text) = std::move(bytes);
  return out;
}

}  // namespace

tool::Resource document_resource() {
  return {
      .uri = "aas://document/file",
      .name = "aas-document",
      .title = "The current document",
      .doc = "The document as aas_document_save would write it: the committed state, in the format it was opened in.",
      .mime_type = "application/octet-stream",
      .read = document_bytes,
      .subscribable = true};
}

}  // namespace aas::tools
