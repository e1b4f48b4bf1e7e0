// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/templates/templates.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/templates/table.h"

namespace aas::engine {

namespace {

constexpr std::size_t longest_question = 2100;  // an identifier has up to 2,048 characters

bool is_number_character(char c) { return (c >= '0' && c <= '9') || c == '-'; }

// Letters and digits in lower case: "Digital_Nameplate" and "digital nameplate" are the same name.
std::string folded(std::string_view text) {
  std::string out;
  for (const char c : base::lower_ascii(text)) {
    const bool counts = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (counts) out += c;
  }
  return out;
}

// All that a template may be called, in the spelling for people.
std::vector<std::string> names_of(const Template& each) {
  std::vector<std::string> out{each.name, each.id_short, published_as(each.source).label};
  for (const std::string_view part : base::split(each.name, ',')) {
    std::string_view word = base::trim(part);
    out.emplace_back(word);
    while (!word.empty() && (is_number_character(word.front()) || word.front() == ' ')) word.remove_prefix(1);
    out.emplace_back(word);  // "7 Circularity" is known as "Circularity"
  }
  std::erase(out, std::string());
  return out;
}

bool is_called(const Template& each, const std::string& name) {
  return std::ranges::any_of(names_of(each), [&](const std::string& known) { return folded(known) == name; });
}

bool begins_version(std::string_view version, std::string_view with) {
  return version.starts_with(with) && (version.size() == with.size() || version[with.size()] == '.');
}

// "IDTA 02006-3-0" → "02006-3-0"; "" where it is no number.
std::string number_from(std::string_view what) {
  std::string text = base::upper_ascii(base::trim(what));
  if (text.starts_with("IDTA")) text.erase(0, 4);
  std::ranges::replace(text, '_', '-');
  std::ranges::replace(text, '.', '-');
  while (!text.empty() && (text.front() == ' ' || text.front() == '-')) text.erase(0, 1);
  const bool is_number = text.size() >= 5 && std::ranges::all_of(text, is_number_character);
  return is_number ? text : std::string();
}

bool has_number(const Template& each, const std::string& number) {
  return std::ranges::any_of(each.numbers, [&](const std::string& known) {
    return known.starts_with(number) && (known.size() == number.size() || known[number.size()] == '-');
  });
}

// A version at the end: "Nameplate V3.0", "Nameplate 3".
struct NameAndVersion {
  std::string name, version;
};
NameAndVersion taken_apart_name(std::string_view what) {
  std::size_t begin = what.size();
  while (begin > 0 && ((what[begin - 1] >= '0' && what[begin - 1] <= '9') || what[begin - 1] == '.')) --begin;
  NameAndVersion out{{}, std::string(what.substr(begin))};
  std::string_view rest = what.substr(0, begin);
  if (rest.ends_with(" v") || rest.ends_with(" V") || rest.ends_with("_v") || rest.ends_with("_V"))
    rest.remove_suffix(1);
  out.name = folded(rest);
  return out;
}

template <class Fits>
const Template* newest(const std::vector<Template>& list, Fits fits) {
  const Template* out = nullptr;
  for (const Template& each : list) {
    if (fits(each) && (out == nullptr || is_newer(each.version, out->version))) out = &each;
  }
  return out;
}

const Template* by_identifier(const std::vector<Template>& list, std::string_view what) {
  if (what.empty()) return nullptr;
  return newest(list, [&](const Template& each) { return each.semantic_id == what || each.id == what; });
}

const Template* by_number(const std::vector<Template>& list, std::string_view what) {
  const std::string number = number_from(what);
  if (number.empty()) return nullptr;
  return newest(list, [&](const Template& each) { return has_number(each, number); });
}

const Template* by_name(const std::vector<Template>& list, std::string_view what) {
  const std::string whole = folded(what);
  if (whole.empty()) return nullptr;
  if (const Template* found = newest(list, [&](const Template& each) { return is_called(each, whole); })) return found;
  const NameAndVersion parts = taken_apart_name(what);
  if (parts.version.empty() || parts.name.empty()) return nullptr;
  return newest(list, [&](const Template& each) {
    return begins_version(each.version, parts.version) && is_called(each, parts.name);
  });
}

// --- what was probably meant ---

std::string shown(const Template& each) {
  const std::string number = each.numbers.empty() ? "" : ", " + each.numbers.back();
  return each.name + " (" + each.id_short + " " + each.version + number + ")";
}

bool shares_a_word(const Template& each, std::string_view what) {
  const std::string all = base::lower_ascii(each.name + " " + each.id_short);
  for (const std::string_view word : base::split(what, ' ')) {
    if (word.size() >= 4 && all.find(base::lower_ascii(word)) != std::string::npos) return true;
  }
  return false;
}

std::string nearest_ones(const std::vector<Template>& list, std::string_view what) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  const auto take = [&](const Template* each) {
    if (each != nullptr && out.size() < 5 && seen.insert(each->name).second) out.push_back(shown(*each));
  };
  std::vector<std::string> known;
  for (const Template& each : list) {
    for (auto* some : {&each.numbers}) known.insert(known.end(), some->begin(), some->end());
    for (std::string& name : names_of(each)) known.push_back(std::move(name));
    known.push_back(each.semantic_id);
  }
  if (const auto near = base::nearest(what, known)) {
    for (const auto& look : {by_identifier, by_number, by_name}) take(look(list, *near));
  }
  for (const Template& each : list) {
    if (shares_a_word(each, what)) take(newest(list, [&](const Template& other) { return other.name == each.name; }));
  }
  return out.empty() ? "Give a name, a number or a semanticId of a published template."
                     : "Near to it: " + base::join(out, "; ") + ".";
}

// "Digital Battery Passport" of "Digital Battery Passport, 7 Circularity"; "" of what stands alone.
std::string_view family_of(const Template& each) {
  const std::size_t comma = each.name.find(',');
  return comma == std::string::npos ? std::string_view() : std::string_view(each.name).substr(0, comma);
}

// The parts of what is published in several templates, of which none is all of it: "Digital Battery Passport", "02035".
std::vector<std::string> parts_meant(const std::vector<Template>& list, std::string_view what) {
  const std::string number = number_from(what), name = folded(what), unversioned = taken_apart_name(what).name;
  std::set<std::string> out;
  for (const Template& each : list) {
    const std::string family = folded(family_of(each));
    const bool meant =
        number.empty() ? !family.empty() && (family == name || family == unversioned) : has_number(each, number);
    if (meant && family.empty()) return {};
    if (meant) out.insert(shown(each));
    if (folded(each.name) == name || folded(each.name) == unversioned) return {};
  }
  return {out.begin(), out.end()};
}

base::Error one_of_several(std::string_view what, const std::vector<std::string>& parts) {
  base::Error error =
      base::fail(base::Code::not_found,
                 "'" + base::printable(what, 120) + "' is published in " + std::to_string(parts.size()) + " templates",
                 {}, "Name one of them: " + base::join(parts, "; ") + ".");
  error.label = "TEMPLATE_NOT_FOUND";
  return error;
}

base::Error template_not_found(const std::vector<Template>& list, std::string_view what) {
  base::Error error = base::fail(base::Code::not_found, "no template '" + base::printable(what, 120) + "'", {},
                                 nearest_ones(list, what.substr(0, 128)));
  error.label = "TEMPLATE_NOT_FOUND";
  return error;
}

// Depth is bounded by that of templates.
const Element* with_elements(const Element& in, std::string_view meaning, std::string_view model_type) {
  for (const Element& each : in.children) {
    if (each.model_type == model_type && each.meaning() == meaning && !each.children.empty()) return &each;
    if (const Element* found = with_elements(each, meaning, model_type)) return found;
  }
  return nullptr;
}

std::int64_t version_part(std::string_view& rest) {
  const std::string_view part = rest.substr(0, std::min(rest.find('.'), rest.size()));
  std::int64_t value = -1;
  std::from_chars(part.data(), part.data() + part.size(), value);
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return value;
}

bool has_text(const Concept& each, const std::string& lower) {
  return base::lower_ascii(each.id).find(lower) != std::string::npos ||
         base::lower_ascii(each.id_short).find(lower) != std::string::npos ||
         base::lower_ascii(each.preferred_name).find(lower) != std::string::npos;
}

}  // namespace

bool is_newer(std::string_view version, std::string_view than) {
  while (!version.empty() || !than.empty()) {
    const std::int64_t a = version_part(version), b = version_part(than);
    if (a != b) return a > b;
  }
  return false;
}

const Templates& Templates::published() {
  static const Templates all = [] {
    Templates out;
    out.list_ = std::make_shared<const std::vector<Template>>(published_templates());
    out.own_concepts_ = std::make_shared<const std::map<std::string, Concept, std::less<>>>();
    return out;
  }();
  return all;
}

Templates Templates::with(std::vector<Template> own, std::vector<Concept> concepts) const {
  Templates out;
  own.insert(own.end(), list_->begin(), list_->end());
  out.list_ = std::make_shared<const std::vector<Template>>(std::move(own));
  auto known = *own_concepts_;
  for (Concept& each : concepts) {
    std::string id = each.id;
    if (!id.empty()) known.insert_or_assign(std::move(id), std::move(each));
  }
  out.own_concepts_ = std::make_shared<const std::map<std::string, Concept, std::less<>>>(std::move(known));
  return out;
}

Result<const Template*> Templates::find(std::string_view what) const {
  what = base::trim(what);
  if (what.size() <= longest_question) {
    if (const auto parts = parts_meant(*list_, what); parts.size() > 1) return one_of_several(what, parts);
    for (const auto& look : {by_identifier, by_number, by_name}) {
      if (const Template* found = look(*list_, what)) return found;
    }
  }
  return template_not_found(*list_, what);
}

const Template* Templates::of_submodel(const Json& submodel) const {
  const Json* reference = submodel.find("semanticId");
  const Json* keys = reference == nullptr ? nullptr : reference->find("keys");
  if (keys == nullptr || !keys->is_array()) return nullptr;
  for (std::size_t i = keys->size(); i-- > 0;) {
    if (const Template* found = by_identifier(*list_, keys->as_array()[i].text("value"))) return found;
  }
  return nullptr;
}

const Element* Templates::drop_in(const Element& open) const {
  if (open.meaning().empty()) return nullptr;
  for (const Template& each : *list_) {
    if (const Element* found = with_elements(each.root(), open.meaning(), open.model_type)) return found;
  }
  const Template* above = newest(*list_, [&](const Template& each) {
    return !each.semantic_id.empty() && open.meaning().starts_with(each.semantic_id + "/");
  });
  if (above == nullptr) return nullptr;
  const auto& elements = above->root().children;
  const auto found = std::ranges::find_if(
      elements, [&](const Element& each) { return each.model_type == open.model_type && !each.children.empty(); });
  return found == elements.end() ? nullptr : &*found;
}

std::optional<Concept> Templates::meaning_of(std::string_view id) const {
  if (const auto own = own_concepts_->find(id); own != own_concepts_->end()) return own->second;
  const auto& table = published_concepts();
  const auto found = table.find(id);
  return found == table.end() ? std::nullopt : std::optional(concept_from_line(found->second));
}

std::vector<Concept> Templates::search_meanings(std::string_view text, std::size_t most) const {
  std::map<std::string, Concept, std::less<>> found;
  const std::string lower = base::lower_ascii(text);
  for (const auto& [id, line] : published_concepts()) {
    if (base::lower_ascii(line).find(lower) == std::string::npos) continue;
    if (Concept each = concept_from_line(line); has_text(each, lower)) found.emplace(id, std::move(each));
  }
  for (const auto& [id, each] : *own_concepts_) {
    if (has_text(each, lower)) found.insert_or_assign(id, each);
  }
  std::vector<Concept> out;
  for (auto& [id, each] : found) {
    if (out.size() < most) out.push_back(std::move(each));
  }
  return out;
}

}  // namespace aas::engine
