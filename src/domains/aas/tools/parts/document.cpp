// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/document.h"

#include <algorithm>
#include <utility>

#include "base/crypto.h"
#include "base/text.h"
#include "domains/aas/engine/tree/tree.h"
#include "domains/aas/tools/parts/files.h"

namespace aas::tools {

namespace {

constexpr std::string_view file_id = "aas:file";
constexpr std::string_view saved_id = "aas:saved";
constexpr std::string_view prefix = "aas:";

std::optional<engine::Packing> packing_named(std::string_view word) {
  for (const engine::Packing each : {engine::Packing::aasx, engine::Packing::json, engine::Packing::xml}) {
    if (engine::name(each) == word) return each;
  }
  return std::nullopt;
}

Json texts(const std::vector<std::string>& list) {
  Json out = Json::array();
  for (const std::string& each : list) out.push_back(each);
  return out;
}

OpenFile file_in(const kernel::Element& element) {
  const Json& body = element.body;
  OpenFile file{.name = std::string(body.text("name")),
                .path = std::string(body.text("path")),
                .sha256 = std::string(body.text("sha256")),
                .packing = packing_named(body.text("packing")).value_or(engine::Packing::json),
                .metamodel = std::string(body.text("metamodel")),
                .root = std::string(body.text("root"))};
  if (const Json* warnings = body.find("warnings"); warnings != nullptr && warnings->is_array()) {
    for (const Json& each : warnings->as_array()) file.warnings.push_back(each.as_string());
  }
  if (const Json* problems = body.find("problems"); problems != nullptr && problems->is_array()) {
    for (const Json& each : problems->as_array()) file.problems.push_back(each.as_string());
  }
  return file;
}

// With the file goes what it adopted, and what was written over that.
void remove_all(const View& view, Change& change) {
  const kernel::SharedAdopted document = view.adopted(file_id);
  for (const auto& [id, element] : view.written(prefix)) {
    const bool goes_along = id == file_id || (document && document->has(id));
    if (element && !goes_along) change.remove(id);
  }
  if (view.element(file_id)) change.remove(std::string(file_id));
}

void load(Change& change, const OpenFile& file) {
  change.loads.push_back({file_element_id(), file.path, file.path.empty() ? std::string() : file.sha256});
}

std::size_t items_in(const Node& root, std::string_view list) {
  const Json* ids = root.list(list);
  return ids == nullptr ? 0 : ids->size();
}

}  // namespace

std::shared_ptr<const AdoptedDocument> adopted_document(const View& view) {
  return std::dynamic_pointer_cast<const AdoptedDocument>(view.adopted(file_id));
}

namespace {

// A document that was adopted with what was written over it. What nobody wrote is copied as it was read.
class Rejoined {
 public:
  Rejoined(const ViewNodes& nodes, const engine::DocumentIndex& index, const std::vector<View::Written>& written)
      : nodes_(nodes), index_(index), marked_(index.size()) {
    for (const View::Written& each : written) {
      const auto number = index.number(each.id);
      for (std::uint32_t at = number.value_or(none); at != none && !marked_[at]; at = index.parent(at))
        marked_[at] = true;
    }
  }

  // As deep as the document, which the reader and the editor bound.
  Json value(const Node& node) const {
    Json out = node.members();
    for (const auto& [name, ids] : node.lists().as_object()) {
      Json& list = out[name];
      list = Json::array();
      for (const Json& id : ids.as_array()) {
        const auto number = index_.number(id.as_string());
        if (number && !marked_[*number]) {
          list.push_back(index_.value(*number));
        } else if (const Node child = nodes_.find(id.as_string())) {
          list.push_back(value(child));
        }
      }
    }
    return out;
  }

 private:
  static constexpr std::uint32_t none = engine::DocumentIndex::none;
  const ViewNodes& nodes_;
  const engine::DocumentIndex& index_;
  std::vector<bool> marked_;  // written, or something below was
};

bool is_node(const View::Written& each) { return each.id != file_id && each.id != saved_id && !is_added_file(each.id); }

}  // namespace

std::shared_ptr<const Json> ViewNodes::whole() const {
  const auto document = view_.hides_some() ? nullptr : adopted_document(view_);
  if (!document) return Nodes::whole();
  std::vector<View::Written> written = view_.written(prefix);
  if (std::ranges::none_of(written, is_node)) return {document, &document->index().environment()};
  const Node top = root();
  if (!top) return nullptr;
  return std::make_shared<const Json>(Rejoined(*this, document->index(), written).value(top));
}

std::size_t ViewNodes::count() const {
  const auto document = view_.hides_some() ? nullptr : adopted_document(view_);
  if (!document) return Nodes::count();
  std::size_t count = document->size();
  for (const View::Written& each : view_.written(prefix)) {
    if (!is_node(each)) continue;
    if (!each.element) {
      --count;
    } else if (!document->has(each.id)) {
      ++count;
    }
  }
  return count;
}

Node ViewNodes::find(std::string_view id) const {
  const auto element = view_.element(id);
  if (!element) return {};
  return {element->id, std::shared_ptr<const Json>(element, &element->body)};
}

std::optional<Version> OpenFile::checked() const {
  for (const Version each : {Version::v3_0, Version::v3_1}) {
    if (formats::aas::name(each) == metamodel) return each;
  }
  return std::nullopt;
}

std::optional<OpenFile> file_of(const View& view) {
  const auto element = view.element(file_id);
  return element ? std::optional(file_in(*element)) : std::nullopt;
}

Result<OpenFile> open_file(const View& view) {
  if (auto file = file_of(view)) return *std::move(file);
  base::Error error = fail(Code::not_found, "no document is open in this workspace", {},
                           "Open one with aas_document_open, or make one with aas_document_new.");
  error.label = "DOCUMENT_NOT_OPEN";
  return error;
}

Result<std::string> original_bytes(const View& view, const OpenFile& file) {
  std::optional<std::string> bytes = TRY(view.blob(file.sha256));
  if (!bytes) return fail(Code::io, "the bytes of the file that was opened are not kept any more");
  return *std::move(bytes);
}

bool hides_parts(const View& view) {
  if (!view.hides_some()) return false;
  const ViewNodes nodes(view);
  for (const Node& node : engine::with_all_below(nodes, nodes.root())) {
    for (const auto& [name, ids] : node.lists().as_object()) {
      if (std::ranges::any_of(ids.as_array(), [&](const Json& id) { return view.hides(id.as_string()); })) return true;
    }
  }
  return false;
}

Result<Json> whole_document(const View& view) {
  const ViewNodes nodes(view);
  if (hides_parts(view))
    return fail(Code::out_of_scope, "the document has parts that this caller may not read", {},
                "Ask for READ of all its submodels.");
  return *nodes.whole();
}

SavedAs saved_as(const View& view, const OpenFile& file) {
  if (const auto saved = view.element(saved_id)) return {std::string(saved->body.text("path")), saved->revision};
  const auto opened = view.element(file_id);
  return {file.path, opened ? opened->revision : 0};
}

kernel::Element saved_element(const std::string& path, std::int64_t revision) {
  kernel::Element element;
  element.id = saved_id;
  element.category = "document";
  element.body = Json::object({{"path", path}, {"name", path}, {"at", revision}});
  return element;
}

std::vector<Node> unsaved_nodes(const View& view, const SavedAs& saved) {
  std::vector<Node> out;
  for (const View::Written& each : view.written(prefix)) {
    if (!is_node(each) || !each.element || each.element->revision <= saved.revision) continue;
    out.emplace_back(each.id, std::shared_ptr<const Json>(each.element, &each.element->body));
  }
  return out;
}

std::string file_element_id() { return std::string(file_id); }

kernel::Element file_element(const OpenFile& file) {
  kernel::Element element;
  element.id = file_id;
  element.category = "document";
  element.body = Json::object({{"name", file.name},
                               {"path", file.path},
                               {"sha256", file.sha256},
                               {"packing", engine::name(file.packing)},
                               {"metamodel", file.metamodel},
                               {"root", file.root},
                               {"warnings", texts(file.warnings)},
                               {"problems", texts(file.problems)}});
  return element;
}

kernel::Element element_of(std::string id, Json body) {
  kernel::Element element;
  element.id = std::move(id);
  const Json& members = body.at("members");
  element.category = members.text("modelType", element.id == engine::root_id ? "Environment" : "unknown");
  if (const std::string_view level = body.text("level"); !level.empty()) element.levels.emplace_back(level);
  if (const std::string_view parent = body.text("parent"); !parent.empty()) element.refs.emplace_back(parent);
  element.body = std::move(body);
  return element;
}

kernel::Parts divide(const kernel::Element& element) {
  const Json* members = element.body.find("members");
  if (members == nullptr) return {{}, {}, std::string(element.body.text("name"))};
  std::string rest = members->dump();
  rest.append(element.body.text("parent")).append(element.body.text("level"));
  return {{}, base::sha256_hex(rest), std::string(members->text("idShort"))};
}

Change opened_change(const View& view, OpenFile file, kernel::Adoption adoption) {
  Change change;
  remove_all(view, change);
  file.sha256 = adoption.blob;
  kernel::Element element = file_element(file);
  element.adopts = std::move(adoption);
  change.put(std::move(element));
  load(change, file);
  return change;
}

Change new_change(const View& view, Json environment, OpenFile file, std::string bytes) {
  Change change;
  remove_all(view, change);
  file.sha256 = base::sha256_hex(bytes);
  change.put(file_element(file));
  for (engine::NewNode& node : engine::taken_apart(std::move(environment), [&] { return view.mint_id(prefix); }))
    change.put(element_of(std::move(node.id), std::move(node.body)));
  load(change, file);
  change.blobs.push_back(std::move(bytes));
  return change;
}

Change closed_change(const View& view) {
  Change change;
  remove_all(view, change);
  return change;
}

Json facts_of(const View& view, const OpenFile& file) {
  const ViewNodes nodes(view);
  const Node root = nodes.root();
  Json out =
      Json::object({{"filename", file.name}, {"format", engine::name(file.packing)}, {"metamodel", file.metamodel}});
  if (!root) return out;
  return out.set("shells", items_in(root, "assetAdministrationShells"))
      .set("submodels", items_in(root, "submodels"))
      .set("conceptDescriptions", items_in(root, "conceptDescriptions"));
}

Result<void> check_may_go(const View& view, const OpenFile& file, std::string_view what) {
  if (const std::size_t waiting = TRY(view.waiting()); waiting > 0) {
    return fail(Code::constraint,
                base::grouped(static_cast<std::int64_t>(waiting)) + (waiting == 1 ? " change waits" : " changes wait") +
                    " for approval in " + base::printable(file.name, 200),
                {}, "Have them decided (lintel approvals) or withdraw them, then " + std::string(what) + ".");
  }
  if (unsaved_nodes(view, saved_as(view, file)).empty()) return {};
  return fail(Code::constraint, base::printable(file.name, 200) + " has changes that are not saved", {},
              "Save with aas_document_save, or close it with aas_document_close and discard: true, then " +
                  std::string(what) + ".");
}

base::Error too_large(std::string message, std::string hint, Json details) {
  base::Error error = fail(Code::out_of_range, std::move(message), {}, std::move(hint));
  error.label = "AI_CONTEXT_OVERFLOW";
  if (!details.is_null()) error.data = std::make_shared<const Json>(std::move(details));
  return error;
}

}  // namespace aas::tools
