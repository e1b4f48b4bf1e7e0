// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/document/document.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/utf8.h"
#include "formats/idf/edit.h"

namespace energy::engine {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

constexpr std::size_t max_objects = 1'000'000;
constexpr Version newest{.major = 9999};

// IDF never begins with a brace.
bool begins_json(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const auto first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && bytes[first] == '{';
}

}  // namespace

base::Result<std::string> from_latin_1(std::string_view bytes) {
  if (base::valid_utf8(bytes)) {
    return base::fail(base::Code::constraint, "the file is UTF-8 already; read as latin-1 its letters would be spoilt",
                      "encoding", "Leave `encoding` away.");
  }
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {  // U+0080 to U+00FF are two bytes
      out += static_cast<char>(0xC0 | (byte >> 6));
      out += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return out;
}

std::size_t first_line_not_utf8(const Source& source) {
  const auto* idf = std::get_if<Source::IdfFile>(&source.file());
  if (idf == nullptr || base::valid_utf8((*idf)->bytes())) return 0;
  for (const auto& object : (*idf)->objects()) {
    for (const auto& slot : (*idf)->slots(object)) {
      if (!base::valid_utf8(slot_text(**idf, slot))) return object.line;
    }
  }
  return 0;
}

std::string utf8_of(std::string_view text) {
  if (base::valid_utf8(text)) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const auto character = base::first_character(text);
    out += character.valid ? text.substr(0, character.bytes) : std::string_view("\xEF\xBF\xBD");
    text.remove_prefix(character.bytes);
  }
  return out;
}

std::string_view name(Format format) { return format == Format::idf ? "idf" : "epjson"; }

std::optional<Format> format_of_name(std::string_view path) {
  const std::string lower = base::lower_ascii(path);
  if (lower.ends_with(".epjson") || lower.ends_with(".json")) return Format::epjson;
  if (lower.ends_with(".idf")) return Format::idf;
  return std::nullopt;
}

std::string_view slot_text(const formats::idf::File& file, formats::idf::File::Slot slot) {
  using formats::idf::next_piece;
  using formats::idf::Reads;
  const auto text = file.text(slot);
  std::string_view last;
  for (auto piece = next_piece(text, 0, Reads::text); piece; piece = next_piece(text, piece->next, Reads::text))
    last = text.substr(piece->begin, piece->end - piece->begin);
  return last;
}

Result<Source> Source::read(std::string bytes) {
  Source out;
  if (begins_json(bytes)) {
    auto file = std::make_shared<const formats::epjson::File>(TRY(formats::epjson::File::parse(std::move(bytes))));
    out.version_text_ = formats::epjson::version_of(*file);
    out.file_ = std::move(file);
  } else {
    auto file = std::make_shared<const formats::idf::File>(TRY(formats::idf::File::parse(std::move(bytes))));
    out.version_text_ = formats::idf::version_of(*file);
    out.file_ = std::move(file);
  }
  out.version_ = Version::parse(out.version_text_).value_or(newest);
  out.index();
  if (out.size() > max_objects)
    return fail(Code::out_of_range, "the file has more than " + base::grouped(max_objects) + " objects");
  return out;
}

void Source::index() {
  if (format() == Format::epjson) {
    const auto& types = root().as_object();
    for (std::uint32_t type = 0; type < types.size(); ++type)
      for (std::uint32_t object = 0; object < types[type].second.size(); ++object) {
        if (types[type].second.is_object()) places_.emplace_back(type, object);
      }
  }
  for (std::size_t i = 0; i < size(); ++i)
    if (base::equals_ignoring_case(type(i), "Zone")) zones_.emplace_back(name_of(i));
  std::ranges::sort(zones_, {}, [](const std::string& each) { return base::upper_ascii(each); });
}

const std::string& Source::bytes() const {
  return format() == Format::idf ? idf().bytes() : std::get<EpjsonFile>(file_)->bytes();
}

std::string_view Source::type(std::size_t object) const {
  if (format() == Format::idf) return idf().type(idf().objects()[object]);
  return root().as_object()[places_[object].first].first;
}

const TypeFacts* Source::facts(std::size_t object) const { return type_facts(type(object), version_); }

std::string_view Source::name_of(std::size_t object) const {
  if (format() == Format::idf) return text_of(object, {0, {}});
  return root().as_object()[places_[object].first].second.as_object()[places_[object].second].first;
}

std::string_view Source::text_of(std::size_t object, const TypeFacts::ZoneField& field) const {
  if (format() == Format::idf) {
    const auto slots = idf().slots(idf().objects()[object]);
    return field.slot < slots.size() ? slot_text(idf(), slots[field.slot]) : std::string_view();
  }
  const auto [type, place] = places_[object];
  return root().as_object()[type].second.as_object()[place].second.text(field.name);
}

Json Source::body(std::size_t object) const {
  const auto* known = facts(object);
  const std::string type_name = known != nullptr ? std::string(known->name) : utf8_of(type(object));
  if (format() == Format::idf) {
    Json fields = Json::array();
    for (const auto& slot : idf().slots(idf().objects()[object])) fields.push_back(utf8_of(slot_text(idf(), slot)));
    return Json::object({{"type", type_name}, {"fields", std::move(fields)}});
  }
  const auto& [key, value] = root().as_object()[places_[object].first].second.as_object()[places_[object].second];
  return Json::object({{"type", type_name}, {"key", key}, {"value", value}});
}

std::vector<std::string> Source::zones(std::size_t object) const {
  std::vector<std::string> out;
  const auto* known = facts(object);
  if (known == nullptr) return out;
  const auto add = [&](std::string_view name) {
    if (name.empty()) return;
    const std::string upper = base::upper_ascii(name);
    const auto zone =
        std::ranges::lower_bound(zones_, upper, {}, [](const auto& each) { return base::upper_ascii(each); });
    const bool there = zone != zones_.end() && base::equals_ignoring_case(*zone, name);
    std::string spelt = utf8_of(there ? std::string_view(*zone) : name);
    if (std::ranges::find(out, spelt) == out.end()) out.push_back(std::move(spelt));
  };
  if (known->name == "Zone") add(name_of(object));
  for (const auto& field : known->zones) add(text_of(object, field));
  return out;
}

namespace {

std::vector<std::string> texts_of(const Json& body) {
  std::vector<std::string> out;
  for (const Json& each : body.at("fields").as_array()) out.push_back(each.as_string());
  return out;
}

Result<const formats::idf::ObjectType*> type_of(const Json& body, const formats::idf::Schema& schema) {
  const auto* found = schema.find(body.text("type"));
  if (found == nullptr)
    return fail(Code::unknown_name, "\"" + std::string(body.text("type")) + "\" is not an object type of this version");
  return found;
}

Result<std::string> over_idf(const formats::idf::File& file, const Overlay& overlay,
                             const formats::idf::Schema& schema) {
  formats::idf::Edits edits(file);
  for (const auto& [number, body] : overlay.changed) {
    if (body == nullptr) {
      edits.remove(number);
    } else {
      const auto* type = TRY(type_of(*body, schema));
      edits.set(number, texts_of(*body), *type);
    }
  }
  for (const Json* body : overlay.added) {
    const auto* type = TRY(type_of(*body, schema));
    edits.add(texts_of(*body), *type);
  }
  return edits.apply();
}

Json::Object objects_over(const Json::Object& objects, std::size_t first,
                          const std::map<std::size_t, const Json*>& changed) {
  Json::Object out;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const auto found = changed.find(first + i);
    if (found == changed.end()) {
      out.push_back(objects[i]);
    } else if (found->second != nullptr) {
      out.emplace_back(found->second->text("key"), found->second->at("value"));
    }
  }
  return out;
}

Result<std::string> over_epjson(const formats::epjson::File& file, const Overlay& overlay) {
  const std::map<std::size_t, const Json*> changed(overlay.changed.begin(), overlay.changed.end());
  Json::Object types;
  std::size_t number = 0;
  for (const auto& [type, objects] : file.root().as_object()) {
    if (!objects.is_object()) {
      types.emplace_back(type, objects);
      continue;
    }
    Json::Object kept = objects_over(objects.as_object(), number, changed);
    number += objects.size();
    if (!kept.empty() || objects.empty()) types.emplace_back(type, Json::object(std::move(kept)));
  }
  Json root = Json::object(std::move(types));
  for (const Json* body : overlay.added)
    root[body->text("type")].set(std::string(body->text("key")), body->at("value"));
  return file.with(root);
}

}  // namespace

Result<std::string> laid_over(const Source& source, const Overlay& overlay, const formats::idf::Schema& schema) {
  if (overlay.changed.empty() && overlay.added.empty()) return source.bytes();
  if (const auto* idf = std::get_if<Source::IdfFile>(&source.file())) return over_idf(**idf, overlay, schema);
  return over_epjson(*std::get<Source::EpjsonFile>(source.file()), overlay);
}

std::string label_of(const Json& body) {
  const std::string_view type = body.text("type");
  if (const Json* key = body.find("key"); key != nullptr && key->is_string()) return key->as_string();
  const auto* known = type_facts(type, newest);
  const Json* fields = body.find("fields");
  if (known != nullptr && known->named && fields != nullptr && fields->is_array() && !fields->empty() &&
      fields->as_array().front().is_string() && !fields->as_array().front().as_string().empty()) {
    return fields->as_array().front().as_string();
  }
  return std::string(type);
}

}  // namespace energy::engine
