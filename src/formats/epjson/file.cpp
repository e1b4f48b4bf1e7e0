// SPDX-License-Identifier: Apache-2.0
#include "formats/epjson/file.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "formats/aas/json_locate.h"
#include "formats/aas/rewrite.h"

namespace formats::epjson {

using base::Code;
using base::fail;
using base::Result;

Result<File> File::parse(std::string bytes, const Limits& limits) {
  if (bytes.size() > limits.max_bytes) {
    return fail(Code::out_of_range, "the file has " + base::grouped(static_cast<std::int64_t>(bytes.size())) +
                                        " bytes, more than the limit of " +
                                        base::grouped(static_cast<std::int64_t>(limits.max_bytes)));
  }
  std::string_view text = bytes;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  auto root = TRY(base::parse_json(text, {.max_bytes = limits.max_bytes}));
  if (!root.is_object()) {
    return fail(Code::parse, "an epJSON file is one JSON object, this is " + std::string(root.type_name()), {},
                "{\"Zone\": {\"Core\": {}}}: object types, in them objects by name.");
  }
  File file;
  file.bytes_ = std::move(bytes);
  file.root_ = std::move(root);
  return file;
}

Result<std::string> File::with(const base::Json& root) const { return aas::rewrite_json(bytes_, root); }

namespace {

const aas::Located* locate(const aas::Located& root, const std::vector<std::size_t>& path) {
  const aas::Located* at = &root;
  for (const auto step : path) {
    if (step >= at->children.size()) return nullptr;
    at = &at->children[step];
  }
  return at;
}

// Past the closing quote of the string that begins there.
std::size_t string_end(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

}  // namespace

Result<std::string> File::with(std::span<const Text> texts) const {
  const auto root = TRY(aas::locate_json(bytes_));
  struct Splice {
    std::size_t begin, end;
    std::string text;
  };
  std::vector<Splice> splices;
  for (const auto& each : texts) {
    const auto* at = locate(root, each.path);
    if (at == nullptr || each.path.empty()) return fail(Code::not_found, "the place of an edit is not in the file");
    std::string quoted;
    base::append_json_string(quoted, each.text);
    const auto begin = each.name ? at->begin : at->inner_begin;
    splices.push_back({begin, each.name ? string_end(bytes_, begin) : at->inner_end, std::move(quoted)});
  }
  std::ranges::sort(splices, {}, &Splice::begin);
  std::string out;
  std::size_t done = 0;
  for (const auto& each : splices) {
    if (each.begin < done) continue;
    out += std::string_view(bytes_).substr(done, each.begin - done);
    out += each.text;
    done = each.end;
  }
  return out + bytes_.substr(done);
}

std::string version_of(const File& file) {
  const base::Json* versions = file.root().find("Version");
  if (versions == nullptr || !versions->is_object() || versions->empty()) return {};
  return std::string(versions->as_object().front().second.text("version_identifier"));
}

}  // namespace formats::epjson
