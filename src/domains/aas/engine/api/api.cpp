// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/api/api.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "base/text.h"
#include "domains/aas/engine/api/content.h"
#include "domains/aas/engine/api/files.h"
#include "domains/aas/engine/api/find.h"
#include "domains/aas/engine/api/page.h"
#include "domains/aas/engine/api/query.h"

namespace aas::engine::api {

namespace {

using base::Code;
using base::fail;
using base::Result;

using Rest = std::span<const std::string>;  // segments that are not understood yet

struct Request {
  const Source& source;
  const Query& query;
  std::string_view accept;
  const Nodes& nodes() const { return source.nodes; }
};

base::Error no_such_address() { return fail(Code::not_found, "the API has nothing at this address"); }

Answer json_answer(std::string body) { return {.body = std::move(body)}; }

enum class Content : std::uint8_t { normal, metadata, value, reference, path };

std::optional<Content> content_named(std::string_view segment) {
  if (segment == "$metadata") return Content::metadata;
  if (segment == "$value") return Content::value;
  if (segment == "$reference") return Content::reference;
  if (segment == "$path") return Content::path;
  return std::nullopt;
}

// The content that the only segment left asks for; none left: the normal one.
Result<Content> content_of(Rest rest) {
  if (rest.empty()) return Content::normal;
  const std::optional<Content> content = rest.size() == 1 ? content_named(rest[0]) : std::nullopt;
  if (!content) return no_such_address();
  return *content;
}

// ---- what is filtered by -----------------------------------------------------------------------

// A reference as parameters have it: base64url of its JSON, or of the value of one of its keys.
class WantedReference {
 public:
  static Result<std::optional<WantedReference>> in(const Query& query, std::string_view name) {
    const auto given = query.first(name);
    if (!given || given->empty()) return std::optional<WantedReference>();
    WantedReference out;
    out.text_ = TRY(decoded_id(*given, name));
    if (auto json = base::parse_json(out.text_); json.ok()) {
      if (const Json* keys = json->find("keys")) out.keys_ = *keys;
    }
    return std::optional(std::move(out));
  }

  bool is(const Json* reference) const {
    const Json* keys = reference == nullptr ? nullptr : reference->find("keys");
    if (keys == nullptr || !keys->is_array()) return false;
    if (!keys_.is_null()) return keys_ == *keys;
    return std::ranges::any_of(keys->as_array(), [&](const Json& key) { return key.text("value") == text_; });
  }
  // One of a list: that itself, or the member of each that has the name.
  bool is_one_of(const Json* list, std::string_view member = {}) const {
    if (list == nullptr || !list->is_array()) return false;
    return std::ranges::any_of(list->as_array(),
                               [&](const Json& each) { return is(member.empty() ? &each : each.find(member)); });
  }

 private:
  std::string text_;
  Json keys_;
};

struct AssetId {
  std::string name, value;
};

Result<std::vector<AssetId>> asset_ids_in(const Query& query) {
  std::vector<AssetId> out;
  for (const std::string& text : TRY(query.ids("assetIds"))) {
    const auto json = base::parse_json(text);
    if (!json.ok() || json->text("name").empty() || json->text("value").empty())
      return fail(Code::out_of_range, "assetIds are base64url of {\"name\": …, \"value\": …}");
    out.push_back({std::string(json->text("name")), std::string(json->text("value"))});
  }
  return out;
}

bool is_asset(const Json* information, const AssetId& id) {
  if (information == nullptr) return false;
  if (id.name == "globalAssetId" && information->text("globalAssetId") == id.value) return true;
  const Json* specific = information->find("specificAssetIds");
  if (specific == nullptr || !specific->is_array()) return false;
  return std::ranges::any_of(specific->as_array(), [&](const Json& each) {
    return each.text("name") == id.name && each.text("value") == id.value;
  });
}

bool is_of_assets(const Node& shell, const std::vector<AssetId>& ids) {
  const Json* information = shell.members().find("assetInformation");
  return std::ranges::all_of(ids, [&](const AssetId& id) { return is_asset(information, id); });
}

bool has_id_short(const Node& node, const Query& query) {
  const auto wanted = query.first("idShort");
  return !wanted || node.id_short() == *wanted;
}

Result<std::vector<Node>> wanted_shells(const Request& request) {
  const std::vector<AssetId> assets = TRY(asset_ids_in(request.query));
  std::vector<Node> all = all_in(request.nodes(), shells);
  std::erase_if(all,
                [&](const Node& each) { return !has_id_short(each, request.query) || !is_of_assets(each, assets); });
  return all;
}

Result<std::vector<Node>> wanted_submodels(const Request& request) {
  const auto semantics = TRY(WantedReference::in(request.query, "semanticId"));
  std::vector<Node> all = all_in(request.nodes(), submodels);
  std::erase_if(all, [&](const Node& each) {
    return !has_id_short(each, request.query) || (semantics && !semantics->is(each.members().find("semanticId")));
  });
  return all;
}

Result<std::vector<Node>> wanted_concepts(const Request& request) {
  const auto cases = TRY(WantedReference::in(request.query, "isCaseOf"));
  const auto specification = TRY(WantedReference::in(request.query, "dataSpecificationRef"));
  std::vector<Node> all = all_in(request.nodes(), concept_descriptions);
  std::erase_if(all, [&](const Node& each) {
    const Json& members = each.members();
    if (!has_id_short(each, request.query)) return true;
    if (cases && !cases->is_one_of(members.find("isCaseOf"))) return true;
    return specification && !specification->is_one_of(members.find("embeddedDataSpecifications"), "dataSpecification");
  });
  return all;
}

// ---- contents ----------------------------------------------------------------------------------

// One entry of a list, or the whole of one thing. Values of elements stand under their idShorts.
void write(std::string& out, const Request& request, const Node& node, Content content) {
  const Modifiers& modifiers = request.query.modifiers();
  const bool is_submodel = node.model_type() == "Submodel";
  switch (content) {
    case Content::normal:
      return write_normal(out, request.nodes(), node, modifiers);
    case Content::metadata:
      return write_metadata(out, node);
    case Content::value:
      if (is_submodel) return write_value(out, request.nodes(), node, modifiers);
      return write_named_value(out, request.nodes(), node, modifiers);
    case Content::reference:
      return write_reference(out, request.nodes(), node);
    case Content::path:
      break;
  }
}

Answer page_of(const Request& request, const std::vector<Node>& list, Content content) {
  Page page(request.query.paging());
  for (const Node& each : list) {
    if (page.enough()) break;
    if (page.takes()) write(page.entry(), request, each, content);
  }
  return json_answer(std::move(page).done());
}

// The paths of all elements of these submodels, one after the other.
Answer paths_page(const Request& request, const std::vector<Node>& of) {
  Page page(request.query.paging());
  for (const Node& each : of) {
    if (page.enough()) break;
    each_path_below(request.nodes(), each, {}, request.query.modifiers().deep, [&](std::string_view path) {
      if (page.takes()) base::append_json_string(page.entry(), path);
      return !page.enough();
    });
  }
  return json_answer(std::move(page).done());
}

// A list of paths: `own`, where it is not empty, and those below.
Answer paths_answer(const Request& request, const Node& node, std::string_view own) {
  std::string body = "[";
  const auto add = [&](std::string_view path) {
    if (body.size() > 1) body += ',';
    base::append_json_string(body, path);
    return true;
  };
  if (!own.empty()) add(own);
  each_path_below(request.nodes(), node, own, request.query.modifiers().deep, add);
  return json_answer(body + "]");
}

Answer whole(const Request& request, const Node& node, Content content) {
  std::string body;
  write(body, request, node, content);
  return json_answer(std::move(body));
}

// ---- submodels and their elements --------------------------------------------------------------

Result<Answer> element_content(const Request& request, const Node& element, Content content) {
  const std::string type(element.model_type());
  if (content == Content::metadata && !has_metadata(element))
    return fail(Code::out_of_range, "a " + type + " has no metadata of its own");
  if (content == Content::value && !has_value(element)) return fail(Code::out_of_range, "a " + type + " has no value");
  if (content != Content::path) return whole(request, element, content);
  if (!has_paths(element)) return fail(Code::out_of_range, "a " + type + " has no elements below it");
  return paths_answer(request, element, id_short_path(way_to(request.nodes(), element)));
}

Result<Answer> element_at(const Request& request, const Node& submodel, Rest rest) {
  const Node element = TRY(api::element_at(request.nodes(), submodel, rest[0]));
  const Rest behind = rest.subspan(1);
  if (behind.size() == 1 && behind[0] == "attachment") return attachment_of(request.source, element);
  return element_content(request, element, TRY(content_of(behind)));
}

Result<Answer> elements_at(const Request& request, const Node& submodel, Rest rest) {
  const bool is_list = rest.empty() || rest[0].starts_with('$');
  if (!is_list) return element_at(request, submodel, rest);
  const Content content = TRY(content_of(rest));
  if (content == Content::path) return paths_page(request, {submodel});
  std::vector<Node> elements;
  if (const Json* ids = submodel.list("submodelElements")) {
    for (const Json& id : ids->as_array()) {
      Node element = request.nodes().find(id.as_string());
      if (element && (content != Content::value || has_value(element))) elements.push_back(std::move(element));
    }
  }
  return page_of(request, elements, content);
}

Result<Answer> submodel_at(const Request& request, const Node& submodel, Rest rest) {
  if (!rest.empty() && rest[0] == "submodel-elements") return elements_at(request, submodel, rest.subspan(1));
  const Content content = TRY(content_of(rest));
  return content == Content::path ? paths_answer(request, submodel, {}) : whole(request, submodel, content);
}

Result<Answer> submodels_at(const Request& request, Rest rest) {
  if (rest.empty() || rest[0].starts_with('$')) {
    const Content content = TRY(content_of(rest));
    const std::vector<Node> list = TRY(wanted_submodels(request));
    return content == Content::path ? paths_page(request, list) : page_of(request, list, content);
  }
  const std::string id = TRY(decoded_id(rest[0], "the submodel's identifier"));
  return submodel_at(request, TRY(with_id(request.nodes(), submodels, id)), rest.subspan(1));
}

// ---- shells ------------------------------------------------------------------------------------

Answer submodel_references(const Request& request, const Node& shell) {
  Page page(request.query.paging());
  const Json* references = shell.members().find("submodels");
  if (references != nullptr && references->is_array()) {
    for (const Json& each : references->as_array()) {
      if (page.enough()) break;
      if (page.takes()) each.dump_to(page.entry());
    }
  }
  return json_answer(std::move(page).done());
}

Result<Answer> asset_information_at(const Request& request, const Node& shell, Rest rest) {
  if (rest.size() == 1 && rest[0] == "thumbnail") return thumbnail_of(request.source, shell);
  if (!rest.empty()) return no_such_address();
  const Json* information = shell.members().find("assetInformation");
  if (information == nullptr) return fail(Code::not_found, "the shell says nothing about its asset");
  return json_answer(information->dump());
}

Result<Answer> shell_at(const Request& request, const Node& shell, Rest rest) {
  if (rest.empty()) return whole(request, shell, Content::normal);
  if (rest[0] == "asset-information") return asset_information_at(request, shell, rest.subspan(1));
  if (rest[0] == "submodels" && rest.size() > 1) {
    const std::string id = TRY(decoded_id(rest[1], "the submodel's identifier"));
    return submodel_at(request, TRY(submodel_of(request.nodes(), shell, id)), rest.subspan(2));
  }
  if (rest.size() > 1) return no_such_address();
  if (rest[0] == "submodel-refs") return submodel_references(request, shell);
  if (rest[0] == "$reference") return whole(request, shell, Content::reference);
  return no_such_address();
}

Result<Answer> shells_at(const Request& request, Rest rest) {
  const bool references = rest.size() == 1 && rest[0] == "$reference";
  if (rest.empty() || references) {
    const std::vector<Node> list = TRY(wanted_shells(request));
    return page_of(request, list, references ? Content::reference : Content::normal);
  }
  const std::string id = TRY(decoded_id(rest[0], "the shell's identifier"));
  return shell_at(request, TRY(with_id(request.nodes(), shells, id)), rest.subspan(1));
}

// ---- the other services ------------------------------------------------------------------------

Result<Answer> concepts_at(const Request& request, Rest rest) {
  if (rest.empty()) return page_of(request, TRY(wanted_concepts(request)), Content::normal);
  if (rest.size() > 1) return no_such_address();
  const std::string id = TRY(decoded_id(rest[0], "the concept description's identifier"));
  return whole(request, TRY(with_id(request.nodes(), concept_descriptions, id)), Content::normal);
}

Result<Answer> packages_page(const Request& request) {
  const std::vector<std::string> wanted = TRY(request.query.ids("aasId"));
  Json ids = Json::array();
  bool has_wanted = wanted.empty();
  for (const Node& shell : all_in(request.nodes(), shells)) {
    const std::string_view id = shell.members().text("id");
    has_wanted = has_wanted || std::ranges::find(wanted, id) != wanted.end();
    ids.push_back(id);
  }
  Page page(request.query.paging());
  if (request.nodes().root() && has_wanted && page.takes())
    Json::object({{"packageId", package_id(request.source)}, {"aasIds", std::move(ids)}}).dump_to(page.entry());
  return json_answer(std::move(page).done());
}

Result<Answer> packages_at(const Request& request, Rest rest) {
  if (rest.empty()) return packages_page(request);
  if (rest.size() > 1) return no_such_address();
  const std::string id = TRY(decoded_id(rest[0], "the package's identifier"));
  if (!request.nodes().root() || id != package_id(request.source))
    return fail(Code::not_found, "there is no package " + base::printable(id, 200));
  return package_of(request.source);
}

// Discovery: the shells of an asset, and the asset of a shell.
Result<Answer> lookup_at(const Request& request, Rest rest) {
  if (rest.empty() || rest[0] != "shells" || rest.size() > 2) return no_such_address();
  if (rest.size() == 1) {
    Page page(request.query.paging());
    for (const Node& shell : TRY(wanted_shells(request))) {
      if (page.enough()) break;
      if (page.takes()) base::append_json_string(page.entry(), shell.members().text("id"));
    }
    return json_answer(std::move(page).done());
  }
  const std::string id = TRY(decoded_id(rest[1], "the shell's identifier"));
  const Node shell = TRY(with_id(request.nodes(), shells, id));
  const Json* information = shell.members().find("assetInformation");
  Json out = Json::array();
  if (information == nullptr) return json_answer(out.dump());
  if (const auto global = information->text("globalAssetId"); !global.empty())
    out.push_back(Json::object({{"name", "globalAssetId"}, {"value", global}}));
  if (const Json* specific = information->find("specificAssetIds"); specific != nullptr && specific->is_array()) {
    for (const Json& each : specific->as_array()) out.push_back(each);
  }
  return json_answer(out.dump());
}

// The profiles that are served completely: those that only read.
Answer description() {
  Json profiles = Json::array();
  for (const std::string_view each :
       {"AssetAdministrationShellRepository", "SubmodelRepository", "AssetAdministrationShell", "Submodel"}) {
    profiles.push_back("https://admin-shell.io/aas/API/3/0/" + std::string(each) + "ServiceSpecification/SSP-002");
  }
  return json_answer(Json::object({{"profiles", std::move(profiles)}}).dump());
}

struct Area {
  std::string_view segment;
  Result<Answer> (*at)(const Request& request, Rest rest);
};

Result<Answer> description_at(const Request&, Rest rest) {
  if (!rest.empty()) return no_such_address();
  return description();
}

Result<Answer> serialization_at(const Request& request, Rest rest) {
  if (!rest.empty()) return no_such_address();
  return serialization_of(request.source, request.query, request.accept);
}

// What the services of a single shell or submodel have as well. aas-test-engines looks for all three below their own
// addresses.
constexpr std::array common_areas{Area{"description", description_at}, Area{"serialization", serialization_at},
                                  Area{"shells", shells_at}};

const Area* area_named(std::span<const Area> areas, Rest rest) {
  if (rest.empty()) return nullptr;
  const auto found = std::ranges::find(areas, rest[0], &Area::segment);
  return found == areas.end() ? nullptr : &*found;
}

// The services of a single shell and of a single submodel are those of the document's first.
Result<Answer> first_shell_at(const Request& request, Rest rest) {
  if (const Area* area = area_named(common_areas, rest)) return area->at(request, rest.subspan(1));
  return shell_at(request, TRY(first_in(request.nodes(), shells)), rest);
}

Result<Answer> first_submodel_at(const Request& request, Rest rest) {
  if (const Area* area = area_named(common_areas, rest)) return area->at(request, rest.subspan(1));
  return submodel_at(request, TRY(first_in(request.nodes(), submodels)), rest);
}

constexpr std::array own_areas{Area{"aas", first_shell_at},     Area{"submodel", first_submodel_at},
                               Area{"submodels", submodels_at}, Area{"concept-descriptions", concepts_at},
                               Area{"packages", packages_at},   Area{"lookup", lookup_at}};

Result<Answer> answered(const Source& source, const Asked& asked) {
  const std::vector<std::string> segments = TRY(segments_of(asked.path));
  const Query query = TRY(Query::parse(asked.query));
  const Request request{source, query, asked.accept};
  const Area* area = area_named(common_areas, segments);
  if (area == nullptr) area = area_named(own_areas, segments);
  if (area == nullptr) return no_such_address();
  return area->at(request, Rest(segments).subspan(1));
}

// IDTA-01002, "Status Codes of HTTP/REST".
int status_of(Code code) {
  switch (code) {
    case Code::missing:
    case Code::wrong_type:
    case Code::out_of_range:
    case Code::unknown_parameter:
    case Code::unknown_name:
      return 400;
    case Code::denied:
    case Code::out_of_scope:
    case Code::identity_missing:
      return 403;
    case Code::not_found:
      return 404;
    case Code::rate_limited:
    case Code::session_limit:
      return 429;
    case Code::unavailable:
      return 503;
    default:
      return 500;
  }
}

// The class Result of IDTA-01002.
Answer result_answer(int status, std::string_view text, std::int64_t time_ms) {
  Json message = Json::object({{"code", std::to_string(status)},
                               {"messageType", "Error"},
                               {"text", base::printable(text)},
                               {"timestamp", base::iso8601(time_ms)}});
  Json messages = Json::array();
  messages.push_back(std::move(message));
  return {.status = status, .body = Json::object({{"messages", std::move(messages)}}).dump()};
}

}  // namespace

Answer answer(const Source& source, const Asked& asked) {
  if (asked.method != "GET" && asked.method != "HEAD") {
    Answer out = result_answer(405, "nothing is changed here: only GET is served", source.time_ms);
    out.headers.emplace_back("Allow", "GET, HEAD");
    return out;
  }
  Result<Answer> found = answered(source, asked);
  return found.ok() ? *std::move(found) : refused(found.error(), source.time_ms);
}

Answer refused(const base::Error& error, std::int64_t time_ms) {
  const std::string text = error.hint.empty() ? error.message : error.message + ". " + error.hint;
  return result_answer(status_of(error.code), text, time_ms);
}

}  // namespace aas::engine::api
