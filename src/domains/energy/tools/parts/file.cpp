// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/file.h"

#include <algorithm>
#include <utility>

namespace energy::tools {

namespace {

OpenFile file_in(const Json& body) {
  return {.name = std::string(body.text("name")),
          .path = std::string(body.text("path")),
          .sha256 = std::string(body.text("sha256")),
          .format = body.text("format") == "epjson" ? Format::epjson : Format::idf,
          .version = Version::parse(body.text("version")).value_or(Version{})};
}

kernel::Element file_element(const OpenFile& file) {
  kernel::Element element;
  element.id = file_id;
  element.category = "document";
  element.body = Json::object({{"name", file.name},
                               {"path", file.path},
                               {"sha256", file.sha256},
                               {"format", engine::name(file.format)},
                               {"version", file.version.text()}});
  return element;
}

// With the file goes what it adopted, and what was written over that.
void remove_all(const View& view, Change& change) {
  const kernel::SharedAdopted document = view.adopted(file_id);
  for (const auto& [id, element] : view.written(id_prefix)) {
    const bool goes_along = id == file_id || (document && document->has(id));
    if (element && !goes_along) change.remove(id);
  }
  if (view.element(file_id)) change.remove(std::string(file_id));
}

}  // namespace

std::optional<OpenFile> file_of(const View& view) {
  const auto element = view.element(file_id);
  return element ? std::optional(file_in(element->body)) : std::nullopt;
}

Result<OpenFile> open_file(const View& view) {
  if (auto file = file_of(view)) return *std::move(file);
  return fail(Code::unavailable, "No model loaded. Use load_model or new_model first.");
}

std::shared_ptr<const AdoptedModel> adopted_model(const View& view) {
  return std::dynamic_pointer_cast<const AdoptedModel>(view.adopted(file_id));
}

SavedAs saved_as(const View& view, const OpenFile& file) {
  const auto saved = view.element(saved_id);
  if (!saved) return {file.path, file.sha256};
  return {std::string(saved->body.text("path")), std::string(saved->body.text("digest"))};
}

kernel::Element saved_element(const SavedAs& saved) {
  kernel::Element element;
  element.id = saved_id;
  element.category = "document";
  element.body = Json::object({{"path", saved.path}, {"name", saved.path}, {"digest", saved.digest}});
  return element;
}

kernel::Element report_element(const Json& report) {
  kernel::Element element;
  element.id = report_id;
  element.category = "document";
  element.body = Json::object({{"name", "migration report"}, {"report", report}});
  return element;
}

std::vector<View::Written> written_objects(const View& view) {
  std::vector<View::Written> out = view.written(id_prefix);
  std::erase_if(
      out, [](const View::Written& each) { return each.id == file_id || each.id == saved_id || each.id == report_id; });
  return out;
}

kernel::Element versioned_file(const View& view, const Version& version) {
  const auto element = view.element(file_id);
  LINTEL_CHECK(element != nullptr);
  kernel::Element out = *element;
  out.body.set("version", version.text());
  return out;
}

Change opened_change(const View& view, OpenFile file, kernel::Adoption adoption) {
  Change change;
  remove_all(view, change);
  file.sha256 = adoption.blob;
  kernel::Element element = file_element(file);
  element.adopts = std::move(adoption);
  change.put(std::move(element));
  change.loads.push_back({std::string(file_id), file.path, file.path.empty() ? std::string() : file.sha256});
  return change;
}

Change closed_change(const View& view) {
  Change change;
  remove_all(view, change);
  return change;
}

}  // namespace energy::tools
