// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/open_models.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/crypto.h"
#include "base/text.h"
#include "domains/energy/engine/geometry/findings.h"
#include "domains/energy/engine/validate/integrity.h"
#include "domains/energy/engine/validate/validate.h"
#include "formats/idf/file.h"

namespace energy::runtime {

OpenModel::OpenModel(engine::Model model, Ids ids, Bytes bytes, std::string opened)
    : model_(std::move(model)), ids_(std::move(ids)), bytes_(std::move(bytes)), opened_(std::move(opened)) {}

std::shared_ptr<const OpenModel> OpenModel::file_of(const std::shared_ptr<const OpenModel>& model) {
  if (model == nullptr || !model->opened_.empty()) return model;
  return model->file_;
}

std::shared_ptr<const OpenModel> OpenModel::over(std::shared_ptr<const OpenModel> file, std::vector<Piece> pieces,
                                                 std::vector<std::size_t> added, Bytes bytes) {
  engine::Patches patches;
  for (const auto& each : pieces)
    if (each.number) patches.changed.emplace_back(*each.number, each.patch.get());
  std::ranges::sort(patches.changed);
  for (const auto at : added) patches.added.push_back(pieces[at].patch.get());
  const std::shared_ptr<const engine::Model> beneath(file, &file->model());
  const auto read = [bytes, beneath] {
    auto parsed = formats::idf::File::parse(bytes().value());
    return engine::Model::read(std::make_shared<const formats::idf::File>(std::move(parsed).value()),
                               std::shared_ptr<const engine::Schema>(beneath, &beneath->schema()));
  };
  auto model = engine::laid(beneath, patches, read);
  if (!model) return nullptr;
  const auto out = std::make_shared<OpenModel>(*std::move(model), file->ids_, std::move(bytes));
  out->on_file_ = true;
  for (const auto& [number, patch] : patches.changed) {
    (patch->alone == nullptr ? out->gone_ : out->over_).push_back(static_cast<std::uint32_t>(number));
    if (patch->alone == nullptr && !file->model().objects()[number].type->named) out->on_file_ = false;
  }
  out->file_ = std::move(file);
  out->pieces_ = std::move(pieces);
  out->added_ = std::move(added);
  return out;
}

const std::string& OpenModel::digest() const {
  if (!opened_.empty()) return opened_;
  std::call_once(digested_, [this] { digest_ = base::sha256_hex(bytes_().value()); });
  return digest_;
}

std::string OpenModel::id_of(const engine::Object& object) const {
  if (file_ == nullptr) return ids_(object.source);
  const std::size_t stayed = file_->model_.objects().size() - gone_.size();
  if (object.source >= stayed) return pieces_[added_[object.source - stayed]].written.id;
  auto number = object.source;
  for (const auto each : gone_)
    if (each <= number) ++number;
  return ids_(number);
}

void OpenModel::Index::add(const engine::Model& model, std::uint32_t number) {
  const auto& object = model.objects()[number];
  types[object.type].push_back(number);
  names[base::upper_ascii(object.key)].push_back(number);
  for (const auto& reading : model.readings(object)) {
    if (!engine::Model::field_of(object, reading).references.empty() && reading.slot != 0)
      given[base::upper_ascii(reading.value.text)].push_back(number);
  }
}

const OpenModel::Index& OpenModel::index() const {
  std::call_once(indexed_, [this] {
    for (std::uint32_t i = 0; i < model_.objects().size(); ++i)
      if (!on_file_ || model_.objects()[i].piece != 0) index_.add(model_, i);
  });
  return index_;
}

std::optional<std::uint32_t> OpenModel::kept(std::uint32_t number) const {
  if (std::ranges::binary_search(over_, number)) return std::nullopt;
  const auto gone = std::ranges::lower_bound(gone_, number);
  if (gone != gone_.end() && *gone == number) return std::nullopt;
  return number - static_cast<std::uint32_t>(gone - gone_.begin());
}

OpenModel::Numbers OpenModel::all_of(const engine::ObjectType* type) const {
  Numbers out;
  const auto& below = file_->index().types;
  if (const auto found = below.find(type); found != below.end())
    for (const auto each : found->second)
      if (const auto now = kept(each)) out.push_back(*now);
  if (const auto found = index().types.find(type); found != index().types.end())
    out.insert(out.end(), found->second.begin(), found->second.end());
  std::ranges::sort(out);
  return out;
}

const std::vector<std::uint32_t>& OpenModel::of_type(std::string_view type) const {
  static const Numbers none;
  const engine::ObjectType* wanted = model_.schema().find(type);
  if (on_file_) {
    const std::lock_guard lock(types_mutex_);
    auto& made = types_[wanted];
    if (made == nullptr) made = std::make_unique<const Numbers>(all_of(wanted));
    return *made;
  }
  const auto found = index().types.find(wanted);
  return found == index().types.end() ? none : found->second;
}

std::size_t OpenModel::find(std::string_view type, std::string_view name) const {
  const engine::ObjectType* wanted = model_.schema().find(type);
  const std::string upper = base::upper_ascii(name);
  std::size_t first = SIZE_MAX;
  const auto look = [&](std::optional<std::uint32_t> each) {
    if (each && *each < first && model_.objects()[*each].type == wanted) first = *each;
  };
  if (const auto found = index().names.find(upper); found != index().names.end())
    for (const auto each : found->second) look(each);
  if (!on_file_) return first;
  if (const auto found = file_->index().names.find(upper); found != file_->index().names.end())
    for (const auto each : found->second) look(kept(each));
  return first;
}

bool OpenModel::gives(std::string_view name) const {
  const std::string upper = base::upper_ascii(name);
  if (index().names.count(upper) > 0 || index().given.count(upper) > 0) return true;
  if (!on_file_) return false;
  const auto stays = [&](const auto& names) {
    const auto found = names.find(upper);
    return found != names.end() &&
           std::ranges::any_of(found->second, [&](auto each) { return kept(each).has_value(); });
  };
  return stays(file_->index().names) || stays(file_->index().given);
}

const engine::References& OpenModel::references() const {
  std::call_once(connected_, [this] { references_ = std::make_unique<const engine::References>(model_); });
  return *references_;
}

bool OpenModel::gives_the_same_names() const {
  if (!gone_.empty() || !added_.empty()) return false;
  return std::ranges::all_of(over_, [this](std::uint32_t number) {
    return names_given(model_, model_.objects()[number]) == names_given(file_->model_, file_->model_.objects()[number]);
  });
}

bool OpenModel::touches_geometry() const {
  const auto is_geometry = [](const engine::Object& object) { return engine::is_geometry(*object.type); };
  return std::ranges::any_of(gone_, [&](auto number) { return is_geometry(file_->model_.objects()[number]); }) ||
         std::ranges::any_of(model_.objects(), [&](const auto& each) { return each.piece != 0 && is_geometry(each); });
}

engine::Findings OpenModel::renewed(const engine::Findings& findings, const Of& of) const {
  engine::Findings out;
  std::size_t next = 0;
  const auto own_before = [&](std::size_t end) {
    for (; next < end; ++next)
      if (model_.objects()[next].piece != 0) std::ranges::move(of(next), std::back_inserter(out));
  };
  for (const auto& each : findings) {
    const auto now = kept(static_cast<std::uint32_t>(each.object));
    if (!now) continue;
    own_before(*now);
    out.push_back(each);
    out.back().object = *now;
    out.back().line = model_.objects()[*now].line;
  }
  own_before(model_.objects().size());
  return out;
}

OpenModel::Checked OpenModel::checked_anew() const {
  Checked out;
  for (std::size_t i = 0; i < model_.objects().size(); ++i)
    std::ranges::move(engine::findings_of_object(model_, i), std::back_inserter(out.objects));
  out.references = engine::unresolved(model_, references());
  out.geometry = engine::geometry_findings(model_);
  return out;
}

const OpenModel::Checked& OpenModel::checked() const {
  std::call_once(checked_once_, [this] {
    if (!on_file_) {
      checked_ = checked_anew();
      return;
    }
    const Checked& below = file_->checked();
    checked_.objects = renewed(below.objects, [this](auto i) { return engine::findings_of_object(model_, i); });
    checked_.references =
        gives_the_same_names()
            ? renewed(below.references, [this](auto i) { return unresolved_of(model_, i, file_->references()); })
            : engine::unresolved(model_, references());
    checked_.geometry = touches_geometry() ? engine::geometry_findings(model_)
                                           : renewed(below.geometry, [](auto) { return engine::Findings(); });
  });
  return checked_;
}

const engine::Findings& OpenModel::validation() const {
  std::call_once(validated_, [this] {
    const Checked& parts = checked();
    validation_ = model_.findings();
    const auto add = [this](const engine::Findings& more) { std::ranges::copy(more, std::back_inserter(validation_)); };
    add(parts.objects);
    add(engine::findings_of_all(model_));
    add(parts.references);
    add(parts.geometry);
  });
  return validation_;
}

const engine::Findings& OpenModel::integrity() const {
  std::call_once(examined_, [this] { integrity_ = engine::integrity(model_, references()); });
  return integrity_;
}

void OpenModel::Haystack::add(const engine::Model& model, const engine::Object& object) {
  begins.push_back(static_cast<std::uint32_t>(text.size()));
  text.append(object.key).append(1, '\n');
  for (const auto& reading : model.readings(object))
    if (reading.value.kind == engine::Value::Kind::text && reading.slot != 0)
      text.append(reading.value.text).append(1, '\n');
}

void OpenModel::Haystack::finish() { text = base::upper_ascii(text); }

void OpenModel::Haystack::search(std::string_view upper, const std::function<bool(std::uint32_t)>& hit) const {
  std::size_t at = 0;
  while (at < text.size()) {
    const void* found = memmem(text.data() + at, text.size() - at, upper.data(), upper.size());
    if (found == nullptr) return;
    const auto place = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    const auto next = std::ranges::upper_bound(begins, place);
    if (!hit(static_cast<std::uint32_t>(next - begins.begin() - 1)) || next == begins.end()) return;
    at = *next;
  }
}

const OpenModel::Haystack& OpenModel::haystack() const {
  std::call_once(stacked_, [this] {
    for (const auto& object : model_.objects())
      if (!on_file_ || object.piece != 0) haystack_.add(model_, object);
    haystack_.finish();
  });
  return haystack_;
}

std::vector<std::uint32_t> OpenModel::search(std::string_view word, const engine::ObjectType* type,
                                             std::size_t limit) const {
  Numbers out;
  if (limit == 0) return out;
  const std::string upper = base::upper_ascii(word);
  const auto fits = [&](std::uint32_t each) { return type == nullptr || model_.objects()[each].type == type; };
  if (!on_file_) {
    haystack().search(upper, [&](std::uint32_t each) {
      if (fits(each)) out.push_back(each);
      return out.size() < limit;
    });
    return out;
  }
  Numbers own;
  for (std::uint32_t i = 0; i < model_.objects().size(); ++i)
    if (model_.objects()[i].piece != 0) own.push_back(i);
  haystack().search(upper, [&](std::uint32_t each) {
    if (fits(own[each])) out.push_back(own[each]);
    return true;
  });
  std::size_t taken = 0;
  file_->haystack().search(upper, [&](std::uint32_t each) {
    const auto now = kept(each);
    if (!now || !fits(*now)) return true;
    out.push_back(*now);
    return ++taken < limit;
  });
  std::ranges::sort(out);
  if (out.size() > limit) out.resize(limit);
  return out;
}

bool operator==(const OpenModels::State& a, const OpenModels::State& b) {
  const auto same = [](const kernel::View::Written& x, const kernel::View::Written& y) {
    return x.element == y.element && x.id == y.id;
  };
  return a.blob == b.blob && a.version == b.version && std::ranges::equal(a.written, b.written, same);
}

OpenModels::Shared OpenModels::known(const State& state) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(list_, state, &std::pair<State, Shared>::first);
  if (found == list_.end()) return nullptr;
  list_.splice(list_.begin(), list_, found);
  return found->second;
}

OpenModels::Shared OpenModels::last_of(const State& state) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(
      list_, [&](const auto& each) { return each.first.blob == state.blob && each.first.version == state.version; });
  return found == list_.end() ? nullptr : found->second;
}

base::Result<OpenModels::Shared> OpenModels::get(const State& state,
                                                 const std::function<base::Result<Shared>(const Shared& last)>& make) {
  if (Shared found = known(state)) return found;
  Shared made = TRY(make(last_of(state)));
  const std::lock_guard lock(mutex_);
  list_.emplace_front(state, made);
  std::size_t of_file = 0;
  std::erase_if(list_, [&](const auto& each) { return each.first.blob == state.blob && ++of_file > kept_of_file; });
  if (list_.size() > kept) list_.pop_back();
  return made;
}

}  // namespace energy::runtime
