// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/document/supplements.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/document/convert.h"
#include "formats/opc/aasx.h"
#include "formats/opc/names.h"
#include "formats/opc/package.h"

namespace aas::engine {

namespace {

using formats::opc::AasxLink;
using formats::opc::Package;
using formats::opc::relationship_type;

struct EndingType {
  std::string_view ending, type;
};
// IANA's registry of media types; what data sheets, drawings and certificates come as.
constexpr std::array ending_types{EndingType{".pdf", "application/pdf"},  EndingType{".png", "image/png"},
                                  EndingType{".jpg", "image/jpeg"},       EndingType{".jpeg", "image/jpeg"},
                                  EndingType{".svg", "image/svg+xml"},    EndingType{".gif", "image/gif"},
                                  EndingType{".webp", "image/webp"},      EndingType{".txt", "text/plain"},
                                  EndingType{".csv", "text/csv"},         EndingType{".html", "text/html"},
                                  EndingType{".md", "text/markdown"},     EndingType{".json", "application/json"},
                                  EndingType{".xml", "application/xml"},  EndingType{".zip", "application/zip"},
                                  EndingType{".step", "model/step"},      EndingType{".stp", "model/step"},
                                  EndingType{".glb", "model/gltf-binary"}};

// The paths that Files and thumbnails name, anywhere in a value.
void gather_parts(const base::Json& value, std::set<std::string>& out) {
  if (value.is_array()) {
    for (const base::Json& each : value.as_array()) gather_parts(each, out);
  }
  if (!value.is_object()) return;
  if (value.text("modelType") == "File") out.insert(part_named(value.text("value")));
  if (const base::Json* thumbnail = value.find("defaultThumbnail")) out.insert(part_named(thumbnail->text("path")));
  for (const auto& [name, member] : value.as_object()) gather_parts(member, out);
}

}  // namespace

base::Result<std::string> with_supplements(std::string_view package, std::vector<Supplement> files) {
  Package out = TRY(Package::open(std::string(package)));
  const formats::opc::Aasx aasx = TRY(formats::opc::read_aasx(out));
  for (Supplement& each : files) {
    TRY(out.add(each.part, each.content_type, std::move(each.bytes)));
    TRY(out.relate(aasx.specs.front().part, relationship_type(AasxLink::supplement), each.part));
  }
  return out.save();
}

base::Result<std::string> packed_with_files(const base::Json& environment, formats::aas::Version version,
                                            std::string_view package) {
  std::string bare = TRY(written(environment, Packing::aasx, version));
  const Package from = TRY(Package::open(std::string(package)));
  std::set<std::string> named;
  gather_parts(environment, named);
  std::vector<Supplement> files;
  for (const std::string& each : named) {
    const std::string name = formats::opc::resolved(formats::opc::package_itself, each).value_or("");
    const formats::opc::Part* part = name.empty() ? nullptr : from.find(name);
    if (part == nullptr) continue;
    std::string bytes = TRY(from.read(part->name));
    files.push_back({part->name, part->content_type.empty() ? std::string(content_type_of(each)) : part->content_type,
                     std::move(bytes)});
  }
  if (files.empty()) return bare;
  return with_supplements(bare, std::move(files));
}

std::string part_named(std::string_view value) {
  for (const std::string_view scheme : {"file://", "file:"}) {
    if (value.starts_with(scheme)) value.remove_prefix(scheme.size());
  }
  if (value.find("://") != std::string_view::npos || value.empty()) return {};
  return value.starts_with('/') ? std::string(value) : "/" + std::string(value);
}

std::string_view content_type_of(std::string_view name) {
  const std::string lower = base::lower_ascii(name);
  const auto* found =
      std::ranges::find_if(ending_types, [&](const EndingType& each) { return lower.ends_with(each.ending); });
  return found == ending_types.end() ? "application/octet-stream" : found->type;
}

}  // namespace aas::engine
