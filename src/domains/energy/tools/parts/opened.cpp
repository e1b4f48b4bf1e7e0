// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/opened.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "domains/energy/engine/edit/lay.h"

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

Laid laid(const AdoptedModel& adopted, const std::vector<View::Written>& written) {
  Laid out;
  for (const View::Written& each : written) {
    if (const auto number = adopted.number(each.id)) {
      out.overlay.changed.emplace_back(*number, each.element ? &each.element->body : nullptr);
    } else if (each.element) {
      out.added.push_back(each);
    }
  }
  std::ranges::sort(out.added, {}, [](const auto& each) { return std::pair(order_of(each), each.id); });
  for (const auto& each : out.added) out.overlay.added.push_back(&each.element->body);
  return out;
}

void hide(const View& view, const AdoptedModel& adopted, Laid& laid) {
  for (std::size_t i = 0; i < adopted.size(); ++i)
    if (view.hides(adopted.id(i))) laid.overlay.changed.emplace_back(i, nullptr);
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

Result<std::string> saved_bytes(const AdoptedModel& adopted, const Laid& laid, const SharedSchema& schema) {
  return engine::laid_over(adopted.source(), laid.overlay, *schema);
}

// Read as a whole.
Result<Shared> whole_idf(const std::shared_ptr<const AdoptedModel>& adopted, const Laid& laid, std::string bytes,
                         const SharedSchema& schema) {
  auto file = std::make_shared<const formats::idf::File>(TRY(formats::idf::File::parse(std::move(bytes))));
  std::vector<bool> gone(adopted->size());
  for (const auto& [number, body] : laid.overlay.changed)
    if (body == nullptr) gone[number] = true;
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < adopted->size(); ++i)
    if (!gone[i]) ids.push_back(adopted->id(i));
  for (const auto& each : laid.added) ids.push_back(each.id);
  LINTEL_CHECK(ids.size() == file->objects().size());
  return std::make_shared<const runtime::OpenModel>(
      engine::Model::read(file, schema), [ids = std::move(ids)](std::size_t number) { return ids[number]; },
      [file]() -> Result<std::string> { return file->bytes(); });
}

Result<Shared> whole_epjson(const std::shared_ptr<const AdoptedModel>& adopted, const Laid& laid, std::string bytes,
                            const SharedSchema& schema) {
  auto file = std::make_shared<const formats::epjson::File>(TRY(formats::epjson::File::parse(std::move(bytes))));
  auto ids = epjson_ids(*adopted, laid, file->root());
  return std::make_shared<const runtime::OpenModel>(
      engine::Model::read(file, schema), [ids = std::move(ids)](std::size_t number) { return ids[number]; },
      [file]() -> Result<std::string> { return file->bytes(); });
}

// The file as it was opened; what was parsed of it then serves for this too.
Shared file_model(const std::shared_ptr<const AdoptedModel>& adopted, const SharedSchema& schema,
                  const std::string& digest) {
  const auto id = [adopted](std::size_t number) { return adopted->id(number); };
  const auto bytes = [adopted]() -> Result<std::string> { return adopted->source().bytes(); };
  const auto& file = adopted->source().file();
  if (const auto* idf = std::get_if<engine::Source::IdfFile>(&file))
    return std::make_shared<const runtime::OpenModel>(engine::Model::read(*idf, schema), id, bytes, digest);
  return std::make_shared<const runtime::OpenModel>(
      engine::Model::read(std::get<engine::Source::EpjsonFile>(file), schema), id, bytes, digest);
}

using Pieces = std::vector<runtime::OpenModel::Piece>;

// What was written since, read object by object; what the last model of the same file has read already is taken over.
Result<Pieces> pieces_of(const AdoptedModel& adopted, const engine::Model& file,
                         const std::vector<View::Written>& written, const Shared& last) {
  Pieces out;
  std::size_t at = 0;
  for (const View::Written& each : written) {
    const auto number = adopted.number(each.id);
    if (!number && !each.element) continue;
    while (last && at < last->pieces().size() && last->pieces()[at].written.id < each.id) ++at;
    if (last && at < last->pieces().size() && last->pieces()[at].written.id == each.id &&
        last->pieces()[at].written.element == each.element) {
      out.push_back(last->pieces()[at]);
      continue;
    }
    const Json* body = each.element ? &each.element->body : nullptr;
    auto patch = TRY(number ? engine::patch_of(file, *number, body) : engine::patch_of_new(file, *body));
    out.push_back({each, number, std::make_shared<const engine::Patch>(std::move(patch))});
  }
  return out;
}

// nullptr: it takes reading the whole.
Result<Shared> laid_model(const View& view, const std::shared_ptr<const AdoptedModel>& adopted,
                          const runtime::OpenModels::State& state, const SharedSchema& schema, const Shared& last) {
  if (view.hides_some() || adopted->source().format() != Format::idf) return Shared();
  Shared file = runtime::OpenModel::file_of(last);
  if (file == nullptr) file = file_model(adopted, schema, state.blob);
  Pieces pieces = TRY(pieces_of(*adopted, file->model(), state.written, last));
  std::vector<std::size_t> added;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (!pieces[i].number) added.push_back(i);
  std::ranges::sort(added, {}, [&](std::size_t each) {
    return std::pair(order_of(pieces[each].written), std::string_view(pieces[each].written.id));
  });
  // NB: not the view, which goes with the call.
  const auto bytes = [adopted, written = state.written, schema] {
    return saved_bytes(*adopted, laid(*adopted, written), schema);
  };
  return runtime::OpenModel::over(std::move(file), std::move(pieces), std::move(added), bytes);
}

Result<Shared> read_model(const View& view, const std::shared_ptr<const AdoptedModel>& adopted,
                          const runtime::OpenModels::State& state, const SharedSchema& schema, const Shared& last) {
  if (state.written.empty() && !view.hides_some()) {
    Shared file = runtime::OpenModel::file_of(last);
    return file != nullptr ? file : file_model(adopted, schema, state.blob);
  }
  if (const Shared made = TRY(laid_model(view, adopted, state, schema, last))) return made;
  Laid over = laid(*adopted, state.written);
  if (view.hides_some()) hide(view, *adopted, over);
  std::string bytes = TRY(saved_bytes(*adopted, over, schema));
  return adopted->source().format() == Format::idf ? whole_idf(adopted, over, std::move(bytes), schema)
                                                   : whole_epjson(adopted, over, std::move(bytes), schema);
}

}  // namespace

Result<Opened> opened(const View& view, Runtime& runtime) {
  const OpenFile file = TRY(open_file(view));
  const auto adopted = adopted_model(view);
  LINTEL_CHECK(adopted != nullptr);
  runtime::OpenModels::State state{file.sha256, file.version.text(), written_objects(view)};
  const auto make = [&](const Shared& last) -> Result<Shared> {
    const SharedSchema schema = TRY(runtime.schemas.find(file.version));
    return read_model(view, adopted, state, schema, last);
  };
  const Shared held = TRY(view.hides_some() ? make(nullptr) : runtime.models.get(state, make));
  const SavedAs saved = saved_as(view, file);
  return Opened{.held = held,
                .model = std::shared_ptr<const engine::Model>(held, &held->model()),
                .digest = Digest(held),
                .path = saved.path,
                .format = file.format,
                .version = file.version,
                .saved_digest = saved.digest,
                .partial = view.hides_some()};
}

Result<std::string> current_bytes(const View& view, Runtime& runtime) {
  const Opened open = TRY(opened(view, runtime));
  if (open.partial) {
    return fail(Code::out_of_scope, "the model has objects that this caller may not read", {},
                "Ask for READ of all of it.");
  }
  return open.held->bytes();
}

}  // namespace energy::tools
