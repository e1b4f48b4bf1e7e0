// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/files.h"

#include <utility>

#include "base/crypto.h"
#include "base/text.h"
#include "domains/aas/engine/document/supplements.h"

namespace aas::tools {

namespace {

constexpr std::string_view file_prefix = "aas:part:";

}  // namespace

// ISO/IEC 29500-2, 6.2.2.3: names of parts are equivalent whatever the case of their letters.
kernel::Element added_file(const std::string& part, const std::string& content_type, const std::string& sha256,
                           std::string_view level) {
  kernel::Element element;
  element.id = std::string(file_prefix) + base::sha256_hex(base::lower_ascii(part)).substr(0, 16);
  element.category = "File";
  if (!level.empty()) element.levels.emplace_back(level);
  element.body = Json::object({{"name", part}, {"contentType", content_type}, {"sha256", sha256}});
  return element;
}

bool is_added_file(std::string_view id) { return id.starts_with(file_prefix); }

Result<std::string> bytes_with_files(const View& view, const OpenFile& file) {
  std::string bytes = TRY(original_bytes(view, file));
  const View aside = View(view);  // NOLINT(performance-unnecessary-copy-initialization): it notes what is read
  std::vector<engine::Supplement> files;
  for (const View::Written& each : aside.written(file_prefix)) {
    if (!each.element) continue;
    const Json& body = each.element->body;
    std::optional<std::string> kept = TRY(view.blob(body.text("sha256")));
    if (!kept) return fail(Code::io, "the bytes of a file in the package are not kept", std::string(body.text("name")));
    files.push_back({std::string(body.text("name")), std::string(body.text("contentType")), *std::move(kept)});
  }
  if (files.empty()) return bytes;
  return engine::with_supplements(bytes, std::move(files));
}

}  // namespace aas::tools
