// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/api/files.h"

#include <algorithm>

#include "base/text.h"
#include "domains/aas/engine/api/content.h"
#include "domains/aas/engine/api/find.h"
#include "domains/aas/engine/document/convert.h"
#include "domains/aas/engine/document/supplements.h"
#include "domains/aas/engine/tree/tree.h"
#include "formats/opc/aasx.h"
#include "formats/opc/names.h"

namespace aas::engine::api {

namespace {

using base::Code;
using base::fail;

// RFC 9110, 8.3.1, without parameters: what a document says must not break a header.
bool is_media_type(std::string_view text) {
  constexpr std::size_t longest = 100;
  const auto is_fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$&-^_.+/").contains(c);
  };
  return text.size() <= longest && std::ranges::all_of(text, is_fine) && std::ranges::count(text, '/') == 1 &&
         !text.starts_with('/') && !text.ends_with('/');
}

// In a header between quotes: ASCII that needs no escape.
std::string header_name_of(std::string_view path) {
  std::string name(path.substr(path.find_last_of('/') + 1));
  std::ranges::replace_if(name, [](char c) { return c < ' ' || c > '~' || c == '"' || c == '\\'; }, '_');
  return name.empty() ? "file" : name;
}

// The bytes are somebody else's: a browser saves them and does not run them here.
Answer file_answer(std::string bytes, std::string_view type, std::string_view path) {
  Answer answer{.content_type = is_media_type(type) ? std::string(type) : "application/octet-stream",
                .body = std::move(bytes)};
  answer.headers = {{"Content-Disposition", "attachment; filename=\"" + header_name_of(path) + "\""},
                    {"Content-Security-Policy", "sandbox"},
                    {"X-Content-Type-Options", "nosniff"}};
  return answer;
}

base::Result<formats::opc::Package> package_in(const Source& source) {
  if (source.packing != Packing::aasx || !source.original)
    return fail(Code::not_found, "the document is no package, and has no files");
  std::string bytes = TRY(source.original());
  return formats::opc::Package::open(std::move(bytes));
}

// "/aasx/files/a.pdf", "file:///aasx/files/a.pdf", "aasx/files/a.pdf".
std::string part_in(std::string_view value) {
  constexpr std::string_view scheme = "file://";
  if (value.starts_with(scheme)) value.remove_prefix(scheme.size());
  return formats::opc::resolved(formats::opc::package_itself, value).value_or("");
}

base::Result<Answer> part_answer(const formats::opc::Package& package, std::string_view name, std::string_view type) {
  const formats::opc::Part* part = name.empty() ? nullptr : package.find(name);
  if (part == nullptr) return fail(Code::not_found, "the package has no file " + base::printable(name, 200));
  std::string bytes = TRY(package.read(name));
  return file_answer(std::move(bytes), type.empty() ? std::string_view(part->content_type) : type, part->name);
}

struct Chosen {
  std::vector<Node> shells, submodels, concepts;
};

base::Result<std::vector<Node>> all_with(const Nodes& nodes, std::string_view list,
                                         const std::vector<std::string>& ids) {
  std::vector<Node> out;
  for (const std::string& id : ids) out.push_back(TRY(with_id(nodes, list, id)));
  return out;
}

base::Result<Chosen> chosen_by(const Source& source, const Query& query) {
  const std::vector<std::string> shell_ids = TRY(query.ids("aasIds"));
  const std::vector<std::string> submodel_ids = TRY(query.ids("submodelIds"));
  const bool with_concepts = TRY(query.flag("includeConceptDescriptions", true));
  Chosen out;
  if (shell_ids.empty() && submodel_ids.empty()) {
    out.shells = all_in(source.nodes, shells);
    out.submodels = all_in(source.nodes, submodels);
  } else {
    out.shells = TRY(all_with(source.nodes, shells, shell_ids));
    out.submodels = TRY(all_with(source.nodes, submodels, submodel_ids));
  }
  if (with_concepts) out.concepts = all_in(source.nodes, concept_descriptions);
  return out;
}

Json put_together_all(const Nodes& nodes, const std::vector<Node>& list) {
  Json out = Json::array();
  for (const Node& each : list) out.push_back(put_together(nodes, each));
  return out;
}

// Lists without entries are left out: the standard has no empty ones.
Json environment_of(const Nodes& nodes, const Chosen& chosen) {
  Json out = Json::object();
  if (!chosen.shells.empty()) out.set(std::string(shells), put_together_all(nodes, chosen.shells));
  if (!chosen.submodels.empty()) out.set(std::string(submodels), put_together_all(nodes, chosen.submodels));
  if (!chosen.concepts.empty()) out.set(std::string(concept_descriptions), put_together_all(nodes, chosen.concepts));
  return out;
}

// The first that is known of what a client takes; what takes anything gets JSON.
base::Result<Packing> packing_for(std::string_view accept) {
  if (base::trim(accept).empty()) return Packing::json;
  for (const std::string_view each : base::split(accept, ',')) {
    const std::string_view type = base::trim(each.substr(0, each.find(';')));
    if (type == "application/json" || type == "*/*" || type == "application/*") return Packing::json;
    if (type == "application/xml" || type == "text/xml") return Packing::xml;
    if (type.starts_with("application/asset-administration-shell-package") || type == "application/aasx+xml")
      return Packing::aasx;
  }
  return fail(Code::out_of_range,
              "it can be written as application/json, application/xml or " + std::string(media_type(Packing::aasx)));
}

// As aas_document_save would write it.
base::Result<std::string> package_bytes(const Source& source) {
  const Json document = TRY(source.whole());
  if (source.packing != Packing::aasx) return written(document, Packing::aasx, source.version);
  const std::string original = TRY(source.original());
  return saved(original, document);
}

}  // namespace

base::Result<Answer> thumbnail_of(const Source& source, const Node& shell) {
  const formats::opc::Package package = TRY(package_in(source));
  const Json* named = shell.members().pointer("/assetInformation/defaultThumbnail");
  if (named != nullptr && !named->text("path").empty())
    return part_answer(package, part_in(named->text("path")), named->text("contentType"));
  const formats::opc::Aasx aasx = TRY(formats::opc::read_aasx(package));
  if (aasx.thumbnail.empty()) return fail(Code::not_found, "the shell has no thumbnail");
  return part_answer(package, aasx.thumbnail, {});
}

base::Result<Answer> attachment_of(const Source& source, const Node& file) {
  if (file.model_type() != "File")
    return fail(Code::out_of_range, "only a File has an attachment; this is a " + std::string(file.model_type()));
  const std::string_view value = file.members().text("value");
  if (value.empty()) return fail(Code::not_found, "the File names no file");
  const formats::opc::Package package = TRY(package_in(source));
  return part_answer(package, part_in(value), file.members().text("contentType"));
}

std::string package_id(const Source& source) {
  constexpr std::size_t longest = 128;
  return source.name.empty() || source.name.size() > longest ? "document" : source.name;
}

base::Result<Answer> package_of(const Source& source) {
  std::string bytes = TRY(package_bytes(source));
  Answer out = file_answer(std::move(bytes), media_type(Packing::aasx), source.name);
  out.headers.emplace_back("X-FileName", header_name_of(source.name));
  return out;
}

base::Result<Answer> serialization_of(const Source& source, const Query& query, std::string_view accept) {
  const Packing packing = TRY(packing_for(accept));
  const Chosen chosen = TRY(chosen_by(source, query));
  const Json environment = environment_of(source.nodes, chosen);
  Answer out{.content_type = std::string(media_type(packing))};
  const bool has_files = source.packing == Packing::aasx && source.original && !environment.empty();
  if (packing == Packing::aasx && has_files) {
    const std::string package = TRY(source.original());
    out.body = TRY(packed_with_files(environment, source.version, package));
  } else {
    out.body = packing == Packing::json ? environment.dump() : TRY(written(environment, packing, source.version));
  }
  return out;
}

}  // namespace aas::engine::api
