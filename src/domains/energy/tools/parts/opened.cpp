// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/opened.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/crypto.h"

namespace energy::tools {

namespace {

using engine::Overlay;
using Shared = std::shared_ptr<const runtime::OpenModel>;
using SharedSchema = std::shared_ptr<const formats::idf::Schema>;

// What is laid over the file, and the elements of what comes out.
struct Laid {
  Overlay overlay;
  std::vector<View::Written> added;
};

// New objects stand in the order in which they came: {"order": [revision, place]} of their bodies.
std::pair<std::int64_t, std::int64_t> order_of(const View::Written& each) {
  const Json* order = each.element->body.find("order");
  if (order == nullptr || !order->is_array() || order->size() != 2) return {0, 0};
  const auto& pair = order->as_array();
  if (!pair[0].is_integer() || !pair[1].is_integer()) return {0, 0};
  return {pair[0].as_integer(), pair[1].as_integer()};
}

Laid laid(const View& view, const AdoptedModel& adopted, const std::vector<View::Written>& written) {
  Laid out;
  for (const View::Written& each : written) {
    if (const auto number = adopted.number(each.id)) {
      out.overlay.changed.emplace_back(*number, each.element ? &each.element->body : nullptr);
    } else if (each.element) {
      out.added.push_back(each);
    }
  }
  if (view.hides_some()) {
    for (std::size_t i = 0; i < adopted.size(); ++i)
      if (view.hides(adopted.id(i))) out.overlay.changed.emplace_back(i, nullptr);
  }
  std::ranges::sort(out.added, {}, [](const auto& each) { return std::pair(order_of(each), each.id); });
  for (const auto& each : out.added) out.overlay.added.push_back(&each.element->body);
  return out;
}

// The elements of an IDF file's objects: those that stayed, then the new ones.
std::vector<std::string> idf_ids(const AdoptedModel& adopted, const Laid& laid) {
  std::vector<bool> gone(adopted.size());
  for (const auto& [number, body] : laid.overlay.changed)
    if (body == nullptr) gone[number] = true;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < adopted.size(); ++i)
    if (!gone[i]) out.push_back(adopted.id(i));
  for (const auto& each : laid.added) out.push_back(each.id);
  return out;
}

std::string place_of(std::string_view type, std::string_view key) {
  return std::string(type).append(1, '\0').append(key);
}

// Those of an epJSON file's objects, which are found again by type and key.
std::vector<std::string> epjson_ids(const AdoptedModel& adopted, const Laid& laid, const Json& root) {
  std::unordered_map<std::string, std::string> places;
  const auto& before = std::get<engine::Source::EpjsonFile>(adopted.source().file())->root().as_object();
  std::size_t number = 0;
  for (const auto& [type, objects] : before) {
    if (!objects.is_object()) continue;
    for (const auto& [key, value] : objects.as_object()) places[place_of(type, key)] = adopted.id(number++);
  }
  for (const auto& [at, body] : laid.overlay.changed)
    if (body != nullptr) places[place_of(body->text("type"), body->text("key"))] = adopted.id(at);
  for (const auto& each : laid.added)
    places[place_of(each.element->body.text("type"), each.element->body.text("key"))] = each.id;
  std::vector<std::string> out;
  for (const auto& [type, objects] : root.as_object()) {
    if (!objects.is_object()) continue;
    for (const auto& [key, value] : objects.as_object()) out.push_back(places[place_of(type, key)]);
  }
  return out;
}

Result<Shared> from_idf(const AdoptedModel& adopted, const Laid& laid, engine::Source::IdfFile file,
                        SharedSchema schema, std::string digest) {
  auto ids = idf_ids(adopted, laid);
  LINTEL_CHECK(ids.size() == file->objects().size());
  return std::make_shared<const runtime::OpenModel>(engine::Model::read(std::move(file), std::move(schema)),
                                                    std::move(digest), std::move(ids));
}

Result<Shared> from_epjson(const AdoptedModel& adopted, const Laid& laid, engine::Source::EpjsonFile file,
                           SharedSchema schema, std::string digest) {
  auto ids = epjson_ids(adopted, laid, file->root());
  return std::make_shared<const runtime::OpenModel>(engine::Model::read(std::move(file), std::move(schema)),
                                                    std::move(digest), std::move(ids));
}

Result<Shared> read_model(const View& view, const AdoptedModel& adopted, const OpenFile& file,
                          const std::vector<View::Written>& written, const SharedSchema& schema) {
  const Laid over = laid(view, adopted, written);
  const engine::Source& source = adopted.source();
  if (over.overlay.changed.empty() && over.overlay.added.empty()) {
    if (const auto* idf = std::get_if<engine::Source::IdfFile>(&source.file()))
      return from_idf(adopted, over, *idf, schema, file.sha256);
    return from_epjson(adopted, over, std::get<engine::Source::EpjsonFile>(source.file()), schema, file.sha256);
  }
  std::string bytes = TRY(engine::laid_over(source, over.overlay, *schema));
  std::string digest = base::sha256_hex(bytes);
  if (source.format() == Format::idf) {
    auto parsed = TRY(formats::idf::File::parse(std::move(bytes)));
    return from_idf(adopted, over, std::make_shared<const formats::idf::File>(std::move(parsed)), schema,
                    std::move(digest));
  }
  auto parsed = TRY(formats::epjson::File::parse(std::move(bytes)));
  return from_epjson(adopted, over, std::make_shared<const formats::epjson::File>(std::move(parsed)), schema,
                     std::move(digest));
}

}  // namespace

Result<Opened> opened(const View& view, Runtime& runtime) {
  const OpenFile file = TRY(open_file(view));
  const auto adopted = adopted_model(view);
  LINTEL_CHECK(adopted != nullptr);
  runtime::OpenModels::State state{file.sha256, file.version.text(), written_objects(view)};
  const auto make = [&]() -> Result<Shared> {
    const SharedSchema schema = TRY(runtime.schemas.find(file.version));
    return read_model(view, *adopted, file, state.written, schema);
  };
  const Shared held = TRY(view.hides_some() ? make() : runtime.models.get(state, make));
  const SavedAs saved = saved_as(view, file);
  return Opened{.held = held,
                .model = std::shared_ptr<const engine::Model>(held, &held->model()),
                .digest = held->digest(),
                .path = saved.path,
                .format = file.format,
                .version = file.version,
                .unsaved = !view.hides_some() && held->digest() != saved.digest,
                .partial = view.hides_some()};
}

Result<std::string> current_bytes(const View& view, Runtime& runtime) {
  const Opened open = TRY(opened(view, runtime));
  if (open.partial) {
    return fail(Code::out_of_scope, "the model has objects that this caller may not read", {},
                "Ask for READ of all of it.");
  }
  if (const auto* idf = std::get_if<engine::Model::IdfFile>(&open.model->file())) return (*idf)->bytes();
  return std::get<engine::Model::EpjsonFile>(open.model->file())->bytes();
}

}  // namespace energy::tools
