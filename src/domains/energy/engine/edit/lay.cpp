// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/edit/lay.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "domains/energy/engine/edit/draft.h"
#include "formats/idf/file.h"

namespace energy::engine {

namespace {

using base::Json;
using base::Result;

std::vector<std::string> texts_of(const Json& body) {
  std::vector<std::string> out;
  for (const Json& each : body.at("fields").as_array()) out.push_back(each.as_string());
  return out;
}

Result<std::shared_ptr<const Model>> alone(const Model& model, const Json& body) {
  const std::shared_ptr<const Schema> schema(std::shared_ptr<void>(), &model.schema());
  return std::make_shared<const Model>(TRY(model_of(body, schema)));
}

const formats::idf::File& file_of(const Model& model) { return *std::get<Model::IdfFile>(model.file()); }

}  // namespace

Result<Patch> patch_of(const Model& model, std::size_t number, const Json* body) {
  Patch out;
  formats::idf::Edits edits(file_of(model));
  if (body == nullptr) {
    edits.remove(number);
  } else {
    out.alone = TRY(alone(model, *body));
    LINTEL_CHECK(out.alone->objects().size() == 1);
    edits.set(number, texts_of(*body), *out.alone->objects().front().type);
  }
  out.growth = edits.growth();
  return out;
}

Result<Patch> patch_of_new(const Model& model, const Json& body) {
  Patch out{.alone = TRY(alone(model, body)), .growth = {}};
  LINTEL_CHECK(out.alone->objects().size() == 1);
  const auto newline = file_of(model).newline();
  const std::string text = print_object(texts_of(body), *out.alone->objects().front().type, newline);
  out.growth.bytes = static_cast<std::int64_t>(text.size() + newline.size());
  out.growth.lines = std::ranges::count(text, '\n') + 1;
  return out;
}

class Layer {
 public:
  Layer(std::shared_ptr<const Model> beneath, const Patches& patches)
      : beneath_(std::move(beneath)), patches_(patches) {}

  bool can() const {
    if (!beneath_->is_idf() || beneath_->whole_ != nullptr) return false;
    const auto& file = file_of(*beneath_);
    // Those of unknown types are not among the objects; problems of the file have lines that nothing here follows.
    if (beneath_->objects().size() != file.objects().size() || !file.problems().empty()) return false;
    std::size_t bytes = file.bytes().size();
    bool removes = false;
    const auto fits = [&](const Patch& patch) {
      bytes += static_cast<std::size_t>(std::max<std::int64_t>(patch.growth.bytes, 0));
      removes |= patch.alone == nullptr;
      return patch.alone == nullptr || patch.alone->findings().empty();
    };
    for (const auto& [number, patch] : patches_.changed)
      if (number >= beneath_->objects().size() || !fits(*patch)) return false;
    for (const auto* patch : patches_.added)
      if (!fits(*patch)) return false;
    const bool last_line_ends = file.bytes().ends_with('\n');
    return bytes < formats::idf::Limits().max_bytes && (last_line_ends || !removes || patches_.added.empty());
  }

  Model run(std::function<Model()> read) {
    model_.schema_ = beneath_->schema_;
    model_.file_ = beneath_->file_;
    model_.objects_.reserve(beneath_->objects().size() + patches_.added.size());
    auto next = patches_.changed.begin();
    auto finding = beneath_->findings().begin();
    for (std::size_t i = 0; i < beneath_->objects().size(); ++i) {
      const bool patched = next != patches_.changed.end() && next->first == i;
      const std::size_t at = model_.objects_.size();
      if (!patched) {
        keep(beneath_->objects()[i]);
      } else if (next->second->alone != nullptr) {
        put(*next->second, beneath_->objects()[i].line + lines_);
        if (!beneath_->objects()[i].type->named) model_.objects_.back().key = beneath_->objects()[i].key;
      } else if (!beneath_->objects()[i].type->named) {
        renumber_ = true;
      }
      for (; finding != beneath_->findings().end() && finding->object == i; ++finding)
        if (!patched) note(*finding, at);
      if (patched) lines_ += (next++)->second->growth.lines;
    }
    add();
    if (renumber_) renumber();
    model_.beneath_ = std::move(beneath_);
    model_.whole_ = std::make_shared<Model::Whole>();
    model_.whole_->read = std::move(read);
    return std::move(model_);
  }

 private:
  void keep(const Object& object) {
    model_.objects_.push_back(object);
    Object& made = model_.objects_.back();
    made.source = model_.objects_.size() - 1;
    made.line += lines_;
  }

  void note(Finding finding, std::size_t object) {
    finding.object = object;
    finding.line += lines_;
    model_.findings_.push_back(std::move(finding));
  }

  void put(const Patch& patch, std::int64_t line) {
    Object made = patch.alone->objects().front();
    const auto readings = patch.alone->readings(made);
    made.source = model_.objects_.size();
    made.line = line;
    made.first = static_cast<std::uint32_t>(beneath_->readings_.size() + model_.readings_.size());
    model_.readings_.insert(model_.readings_.end(), readings.begin(), readings.end());
    model_.over_.push_back(patch.alone);
    made.piece = static_cast<std::uint32_t>(model_.over_.size());
    model_.objects_.push_back(std::move(made));
  }

  // New objects, each after an empty line.
  void add() {
    if (patches_.added.empty()) return;
    const std::string& bytes = file_of(*beneath_).bytes();
    std::int64_t line = 1 + std::ranges::count(bytes, '\n') + lines_;
    if (!bytes.empty() && bytes.back() != '\n') ++line;
    for (const auto* patch : patches_.added) {
      put(*patch, line + 1);
      renumber_ |= !patch->alone->objects().front().type->named;
      line += patch->growth.lines;
    }
  }

  // Objects without names are called after their type and place.
  void renumber() {
    std::unordered_map<const ObjectType*, int> numbers;
    for (auto& object : model_.objects_)
      if (!object.type->named) object.key = object.type->name + " " + std::to_string(++numbers[object.type]);
    for (auto& finding : model_.findings_) finding.name = model_.objects_[finding.object].key;
  }

  std::shared_ptr<const Model> beneath_;
  const Patches& patches_;
  Model model_;
  std::int64_t lines_ = 0;
  bool renumber_ = false;
};

std::optional<Model> laid(std::shared_ptr<const Model> model, const Patches& patches, std::function<Model()> read) {
  Layer layer(std::move(model), patches);
  if (!layer.can()) return std::nullopt;
  return layer.run(std::move(read));
}

}  // namespace energy::engine
