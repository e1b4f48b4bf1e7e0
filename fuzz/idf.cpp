// SPDX-License-Identifier: Apache-2.0
// Any bytes are read as an IDF file. Every place lies inside the bytes, nothing edited gives the bytes back, checks and
// references never stumble, and what can be converted to epJSON is read back with as many objects.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/utf8.h"
#include "domains/energy/engine/convert/convert.h"
#include "domains/energy/engine/document/document.h"
#include "domains/energy/engine/edit/draft.h"
#include "domains/energy/engine/edit/lay.h"
#include "domains/energy/engine/model/edit.h"
#include "domains/energy/engine/references/references.h"
#include "domains/energy/engine/references/rename.h"
#include "domains/energy/engine/validate/validate.h"
#include "formats/idf/edit.h"
#include "support/energy_schema.h"

namespace {

using energy::engine::Model;

void places(const formats::idf::File& file) {
  std::size_t last = 0;
  for (const auto& object : file.objects()) {
    LINTEL_CHECK(last <= object.begin && object.begin < object.type_end && object.type_end <= object.end);
    LINTEL_CHECK(object.end <= file.bytes().size() && object.line >= 1);
    last = object.end;
    for (const auto& slot : file.slots(object)) LINTEL_CHECK(slot.begin <= slot.end && slot.end <= object.end);
  }
  for (const auto& each : file.problems()) LINTEL_CHECK(each.line >= 1 && base::valid_utf8(each.object));
}

void converts(const Model& model, const std::shared_ptr<const formats::idf::Schema>& schema) {
  const auto made = to_epjson(model);
  if (!made.ok()) return;
  auto again = formats::epjson::File::parse(*made);
  if (!again.ok()) return;  // names that differ only in bytes that are not UTF-8
  const auto read = Model::read(std::make_shared<const formats::epjson::File>(std::move(*again)), schema);
  LINTEL_CHECK(read.objects().size() == model.objects().size());
  static_cast<void>(to_idf(read));
}

void edits(const Model& model, const formats::idf::File& file) {
  LINTEL_CHECK(*edited(model, {}) == file.bytes());
  const energy::engine::References references(model);
  for (std::size_t i = 0; i < std::min<std::size_t>(model.objects().size(), 3); ++i) {
    const auto& object = model.objects()[i];
    const auto renamed = rename(model, references, i, "Another Name");
    if (renamed.ok()) LINTEL_CHECK(edited(model, renamed->edits).ok());
    formats::idf::Edits splices(file);
    splices.set(object.source, std::vector<std::string>{"a", "", "c", "d"}, *object.type);
    const auto after = formats::idf::File::parse(splices.apply());
    LINTEL_CHECK(after.ok());
    if (file.problems().empty()) LINTEL_CHECK(after->objects().size() == file.objects().size());
    formats::idf::Edits removed(file);
    removed.remove(object.source);
    if (file.problems().empty())
      LINTEL_CHECK(formats::idf::File::parse(removed.apply())->objects().size() + 1 == file.objects().size());
  }
}

// Laid over the model, an edited object gives the same model as the edited file does.
void lays(const std::shared_ptr<const Model>& model, const formats::idf::File& file,
          const std::shared_ptr<const formats::idf::Schema>& schema) {
  const auto source = energy::engine::Source::read(file.bytes());
  LINTEL_CHECK(source.ok());
  for (std::size_t i = 0; i < std::min<std::size_t>(model->objects().size(), 3); ++i) {
    const auto& object = model->objects()[i];
    auto draft = energy::engine::Draft::of(*model, object);
    if (!draft.ok()) continue;
    static_cast<void>(draft->set_name("Another").ok());  // some have none
    const auto body = draft->body();
    energy::engine::Overlay overlay{.changed = {{object.source, &body}}, .added = {&body}};
    const auto patch = energy::engine::patch_of(*model, object.source, &body);
    const auto added = energy::engine::patch_of_new(*model, body);
    if (!patch.ok() || !added.ok()) continue;
    const auto made = energy::engine::laid(model, {.changed = {{object.source, &*patch}}, .added = {&*added}}, nullptr);
    if (!made) continue;
    auto parsed = formats::idf::File::parse(*laid_over(*source, overlay, *schema));
    const auto anew = Model::read(std::make_shared<const formats::idf::File>(std::move(*parsed)), schema);
    LINTEL_CHECK(made->objects().size() == anew.objects().size());
    for (std::size_t k = 0; k < anew.objects().size(); ++k) {
      const auto &a = made->objects()[k], &b = anew.objects()[k];
      LINTEL_CHECK(a.type == b.type && a.key == b.key && a.line == b.line && a.source == b.source &&
                   a.count == b.count);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto schema = tests::energy_schema();
  auto parsed =
      formats::idf::File::parse({reinterpret_cast<const char*>(data), size}, {.max_bytes = std::size_t{1} << 20});
  if (!parsed.ok()) return 0;
  const auto file = std::make_shared<const formats::idf::File>(std::move(*parsed));
  places(*file);
  const auto model = std::make_shared<const Model>(Model::read(file, schema));
  for (const auto& each : validate(*model)) LINTEL_CHECK(!each.message.empty());
  converts(*model, schema);
  edits(*model, *file);
  lays(model, *file, schema);
  return 0;
}
