// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/xml_read.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "formats/xml/plain.h"
#include "formats/xml/reader.h"
#include "formats/xml/tree.h"

namespace formats::aas {
namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

constexpr std::size_t most_problems = 1000;

// What an open element is.
enum class Role : std::uint8_t {
  object,   // of a class: its children are properties
  wrapper,  // around the element that tells the class
  list,     // its children are elements of classes
  scalar,   // holds text
  unknown,  // and everything in it
};

struct Frame {
  Role role = Role::unknown;
  const Class* type = nullptr;         // of objects; of lists and wrappers: what may stand in them
  const Property* property = nullptr;  // that the element is; null for the root and for items
  Json::Object members;                // of objects
  Json::Array items;                   // of lists; of a wrapper its one value
  std::string text;                    // of scalars
  Located place;
  Role last = Role::unknown;                 // of the child before
  const Property* last_property = nullptr;   // and its property
  bool has_child = false, has_text = false;  // text that was reported
};

// Python's base64.b64decode, by which aas-core reads: other characters are skipped, only the padding counts.
bool decodes(std::string_view text) {
  std::size_t quad = 0, pads = 0;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
    if (c == '=') {
      if (quad >= 2 && quad + ++pads >= 4) return true;
      continue;
    }
    const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!letter && c != '+' && c != '/') continue;
    pads = 0;
    quad = (quad + 1) % 4;
  }
  return quad == 0;
}

std::string escaped_key(std::string_view key) {
  std::string result;
  for (const char c : key) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return result;
}

// From the events of a document to its form. With expat everything is told with its place; the quick way is for
// documents that have no problems.
class FormReader : public xml::PlainSink {
 public:
  explicit FormReader(Places places) : places_(places) {}

  Result<XmlDocument> read(std::string_view bytes) {
    xml::Reader reader(handlers(), {.limits = limits});
    reader_ = &reader;
    TRY(reader.feed(bytes));
    TRY(reader.finish());
    return std::move(document_);
  }
  // Nothing where it takes more.
  std::optional<XmlDocument> read_quickly(std::string_view bytes) {
    if (!xml::read_plain(bytes, *this, limits) || !document_.problems.empty()) return std::nullopt;
    return std::move(document_);
  }

 private:
  static constexpr xml::Limits limits{.depth = 128};

  bool start(const xml::Name& name, xml::Span tag) override {
    span_ = tag;
    return begin(name).ok() && document_.problems.empty();
  }
  bool text(std::string_view text) override {
    characters(text);
    return document_.problems.empty();
  }
  bool end(xml::Span tag) override {
    span_ = tag;
    end();
    return document_.problems.empty();
  }

  xml::Handlers handlers() {
    return {.start = [this](const xml::Name& name, const xml::Attributes& attributes) -> Result<void> {
              span_ = reader_->span();
              TRY(begin(name));
              look_at_attributes(attributes);
              return {};
            },
            .end =
                [this](const xml::Name&) {
                  span_ = reader_->span();
                  end();
                  return Result<void>();
                },
            .text =
                [this](std::string_view text) {
                  characters(text);
                  return Result<void>();
                }};
  }

  // ---- the root

  Result<void> root(const xml::Name& name) {
    TRY(take_namespace(name.uri));
    const Class* type = metamodel_->find_element(name.local);
    if (type == nullptr) {
      return fail(Code::parse, "<" + base::printable(name.local, 100) + "> is no element of the metamodel", {},
                  "A document is an <environment>, or one shell, submodel or other element of it.");
    }
    document_.type = type;
    push(Role::object, type, nullptr);
    return {};
  }
  Result<void> take_namespace(std::string_view uri) {
    uri_ = uri;
    document_.checked = version_of_namespace(uri);
    if (document_.checked) {
      metamodel_ = &metamodel(*document_.checked);
      document_.version = name(*document_.checked);
      return {};
    }
    if (uri == namespace_3_2) {
      metamodel_ = &metamodel(Version::v3_1);
      document_.version = "3.2";
      return {};
    }
    constexpr std::string_view older = "http://www.admin-shell.io/aas/";
    const std::string hint = "Read are https://admin-shell.io/aas/3/0 and /3/1. ";
    if (uri.starts_with(older)) {
      return fail(Code::parse,
                  "this is an Asset Administration Shell of metamodel " + dotted(uri.substr(older.size())) +
                      ", which is too old",
                  {}, hint + "The AASX Package Explorer converts older files when it saves them.");
    }
    return fail(Code::parse,
                uri.empty()
                    ? "this XML has no namespace, so it is no Asset Administration Shell"
                    : "the namespace \"" + base::printable(uri, 200) + "\" is none of Asset Administration Shells",
                {}, hint);
  }
  static std::string dotted(std::string_view version) {
    std::string text = base::printable(version, 20);
    std::ranges::replace(text, '/', '.');
    return text;
  }

  // ---- events

  Result<void> begin(const xml::Name& name) {
    if (frames_.empty()) {
      TRY(root(name));
    } else {
      child(name);
    }
    if (places_ == Places::kept && frames_.back().role != Role::unknown) take_start();
    return {};
  }
  void child(const xml::Name& name) {
    Frame& parent = frames_.back();
    const bool first = !std::exchange(parent.has_child, true);
    if (parent.role == Role::unknown) return push(Role::unknown, nullptr, nullptr);
    if (name.uri != uri_) {
      return skip(name, "an element of the namespace \"" + base::printable(name.uri, 200) + "\" has no place here");
    }
    switch (parent.role) {
      case Role::object:
        return property(name);
      case Role::wrapper:
        if (!first) return skip(name, "only one element may stand here");
        return instance(name);
      case Role::list:
        return instance(name);
      default:
        return skip(name, "text is wanted here, no elements");
    }
  }
  void property(const xml::Name& name) {
    const Frame& parent = frames_.back();
    const Property* found = parent.type->find(name.local);
    if (found == nullptr) {
      return skip(name, std::string(parent.type->name) + " has no property of this name");
    }
    switch (found->kind) {
      case Kind::list:
        return push(Role::list, found->type, found);
      case Kind::object:
        return push(found->type->is_open() ? Role::wrapper : Role::object, found->type, found);
      default:
        return push(Role::scalar, nullptr, found);
    }
  }
  // The element of a class.
  void instance(const xml::Name& name) {
    const Frame& parent = frames_.back();
    const Class* type = parent.type->by_element(name.local);
    if (type == nullptr) return skip(name, "expected an element of the class " + std::string(parent.type->name));
    push(Role::object, type, nullptr);
  }
  void skip(const xml::Name& name, const std::string& why) {
    push(Role::unknown, nullptr, nullptr);
    report(Weight::refused, "<" + base::printable(name.local, 100) + ">: " + why,
           pointer(frames_.size() - 1) + "/" + escaped_key(base::printable(name.local, 100)));
  }
  void push(Role role, const Class* type, const Property* property) {
    frames_.push_back({.role = role, .type = type, .property = property});
  }

  // Where aas-core looks: at objects, and at text that is no string.
  static bool is_strict(Role role, const Property* property) {
    return role == Role::object || (role == Role::scalar && property->kind != Kind::string);
  }
  void look_at_attributes(const xml::Attributes& attributes) {
    const Frame& frame = frames_.back();
    if (frame.role == Role::unknown || attributes.size() == 0) return;
    report(is_strict(frame.role, frame.property) ? Weight::refused : Weight::ignored,
           "the attribute \"" + base::printable(attributes[0].name.local, 100) + "\" has no meaning here");
  }

  void characters(std::string_view text) {
    Frame& frame = frames_.back();
    if (frame.role == Role::scalar && !frame.has_child) frame.text += text;
    if (frame.role == Role::scalar || frame.role == Role::unknown || frame.has_text || xml::blank(text)) return;
    frame.has_text = true;
    const bool strict = frame.has_child ? is_strict(frame.last, frame.last_property) : frame.role != Role::wrapper;
    report(strict ? Weight::refused : Weight::ignored, "elements are wanted here, no text");
  }

  void end() {
    if (places_ == Places::kept) take_end();
    Frame& done = frames_.back();
    if (done.role != Role::unknown) finish(done);
    frames_.pop_back();
  }
  // Its value goes to the element around it.
  void finish(Frame& done) {
    if (frames_.size() == 1) {
      document_.form = object_of(done);
      document_.places = std::move(done.place);
      return;
    }
    Frame& parent = frames_[frames_.size() - 2];
    parent.last = done.role;
    parent.last_property = done.property;
    parent.has_text = false;
    if (parent.role == Role::object) return set(parent, done);
    parent.items.push_back(object_of(done));
    keep_place(parent, std::move(done.place));
  }

  // ---- values

  static Json object_of(Frame& frame) {
    if (frame.type->model_type.empty()) return Json::object(std::move(frame.members));
    Json::Object members;
    members.reserve(frame.members.size() + 1);
    members.emplace_back("modelType", frame.type->model_type);
    std::ranges::move(frame.members, std::back_inserter(members));
    if (!frame.place.children.empty() || frame.place.has_place()) {
      frame.place.children.insert(frame.place.children.begin(), Located{});
    }
    return Json::object(std::move(members));
  }
  // The last of several counts, as with aas-core.
  void set(Frame& parent, Frame& done) {
    const auto known = std::ranges::find(parent.members, done.property->name, &Json::Member::first);
    if (known != parent.members.end()) {
      report(Weight::ignored, "<" + std::string(done.property->name) + "> stands here twice; the last counts");
      const auto at = known - parent.members.begin();
      parent.members.erase(known);
      if (places_ == Places::kept) parent.place.children.erase(parent.place.children.begin() + at);
    }
    auto value = value_of(done);
    parent.members.emplace_back(done.property->name, std::move(value));
    keep_place(parent, std::move(done.place));
  }
  Json value_of(Frame& done) {
    switch (done.role) {
      case Role::list:
        return std::move(done.items);
      case Role::wrapper:
        return unwrapped(done);
      case Role::object:
        return object_of(done);
      default:
        return scalar_of(done);
    }
  }
  // The place of a wrapped value is the wrapper's, with what its element holds.
  Json unwrapped(Frame& done) {
    if (done.items.empty()) {
      report(Weight::refused, "an element of the class " + std::string(done.type->name) + " is missing");
      return Json::object();
    }
    if (places_ == Places::kept) {
      Located inner = std::move(done.place.children.front());
      done.place.inner_begin = inner.inner_begin;
      done.place.inner_end = inner.inner_end;
      done.place.children = std::move(inner.children);
    }
    return std::move(done.items.front());
  }
  Json scalar_of(Frame& done) {
    const std::string& text = done.text;
    const auto wrong = [&](const std::string& wanted) {
      report(Weight::refused,
             "expected " + wanted + ", found " + (text.empty() ? "nothing" : "\"" + base::printable(text, 100) + "\""));
    };
    switch (done.property->kind) {
      case Kind::boolean:
        if (text == "true" || text == "1") return true;
        if (text == "false" || text == "0") return false;
        wrong("true or false");
        break;
      case Kind::enumeration:
        if (!done.property->enumeration->has(text))
          wrong("a literal of " + std::string(done.property->enumeration->name));
        break;
      case Kind::bytes:
        if (text.empty() || !decodes(text)) wrong("text in base64");
        break;
      default:
        break;
    }
    return std::move(done.text);
  }

  // ---- places

  void take_start() {
    Located& place = frames_.back().place;
    place.begin = span_.begin;
    place.inner_begin = span_.end;
  }
  void take_end() {
    Located& place = frames_.back().place;
    place.inner_end = span_.begin;
    place.end = span_.end;
  }
  void keep_place(Frame& parent, Located place) {
    if (places_ == Places::kept) parent.place.children.push_back(std::move(place));
  }

  // ---- problems

  // Of the value in frames_[depth - 1].
  std::string pointer(std::size_t depth) const {
    std::string path;
    for (std::size_t i = 1; i < depth; ++i) {
      if (frames_[i].property != nullptr) {
        path.append("/").append(frames_[i].property->name);
      } else if (frames_[i - 1].role == Role::list) {
        path += "/" + std::to_string(frames_[i - 1].items.size());
      }
    }
    return path;
  }
  void report(Weight weight, std::string message) { report(weight, std::move(message), pointer(frames_.size())); }
  void report(Weight weight, std::string message, std::string path) {
    if (document_.problems.size() >= most_problems) return;
    const auto [line, column] = reader_ != nullptr ? reader_->place() : xml::Place{};
    document_.problems.push_back({weight, std::move(path), std::move(message), line, column});
  }

  Places places_;
  XmlDocument document_;
  const Metamodel* metamodel_ = nullptr;
  std::string uri_;
  std::vector<Frame> frames_;
  xml::Span span_;
  const xml::Reader* reader_ = nullptr;
};

}  // namespace

Result<XmlDocument> read_xml(std::string_view bytes, Places places) {
  if (auto document = FormReader(places).read_quickly(bytes)) return *std::move(document);
  return FormReader(places).read(bytes);
}

}  // namespace formats::aas
