// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/model/edit.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "formats/idf/edit.h"

namespace energy::engine {
namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

// NB: within this file TextEdit::reading counts from the object's first.
Result<std::string> edited_idf(const Model& model, const formats::idf::File& file, std::span<const TextEdit> edits) {
  formats::idf::Edits splices(file);
  for (const auto& edit : edits) {
    const Object& object = model.objects()[edit.object];
    const Reading& reading = model.readings(object)[edit.reading];
    if (const auto has = formats::idf::unwritable(edit.text)) {
      return fail(Code::constraint, "the value has " + *has + ", which cannot stand in an IDF file",
                  object.type->name + " " + object.key + "." + Model::field_path(object, reading));
    }
    splices.replace(object.source, reading.begin, reading.end, edit.text);
  }
  return splices.apply();
}

// Goes down to a member; false: there is none of that name.
bool step(const Json*& at, std::string_view name, std::vector<std::size_t>& path) {
  if (!at->is_object()) return false;
  const auto& members = at->as_object();
  const auto found = std::ranges::find(members, name, &Json::Member::first);
  if (found == members.end()) return false;
  path.push_back(static_cast<std::size_t>(found - members.begin()));
  at = &found->second;
  return true;
}

// Where a reading stands in the file; a name is the key of its object.
std::optional<formats::epjson::File::Text> place(const Json& root, const Object& object, const Reading& reading) {
  formats::epjson::File::Text made;
  const Json* at = &root;
  if (!step(at, object.type->name, made.path) || !step(at, object.key, made.path)) return std::nullopt;
  made.name = object.type->named && reading.slot == 0;
  if (made.name) return made;
  if (reading.in_group()) {
    if (!step(at, object.type->group_name, made.path) || !at->is_array() || reading.group >= at->size())
      return std::nullopt;
    made.path.push_back(reading.group);
    at = &at->as_array()[reading.group];
  }
  if (!step(at, Model::field_of(object, reading).name, made.path)) return std::nullopt;
  return made;
}

Result<std::string> edited_epjson(const Model& model, const formats::epjson::File& file,
                                  std::span<const TextEdit> edits) {
  std::vector<formats::epjson::File::Text> texts;
  for (const auto& edit : edits) {
    const Object& object = model.objects()[edit.object];
    auto text = place(file.root(), object, model.readings(object)[edit.reading]);
    if (!text) return fail(Code::not_found, "the value is not in the file", object.type->name + " " + object.key);
    text->text = edit.text;
    texts.push_back(std::move(*text));
  }
  return file.with(texts);
}

}  // namespace

Result<std::string> edited(const Model& model, std::span<const TextEdit> edits) {
  std::vector<TextEdit> within(edits.begin(), edits.end());
  for (auto& each : within) each.reading -= model.objects()[each.object].first;
  const Model& whole = model.whole();
  if (const auto* idf = std::get_if<Model::IdfFile>(&whole.file())) return edited_idf(whole, **idf, within);
  return edited_epjson(whole, *std::get<Model::EpjsonFile>(whole.file()), within);
}

}  // namespace energy::engine
