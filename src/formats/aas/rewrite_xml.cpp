// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "formats/aas/list_match.h"
#include "formats/aas/rewrite.h"
#include "formats/aas/xml_read.h"
#include "formats/aas/xml_write.h"

namespace formats::aas {
namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

constexpr std::string_view white_xml = " \t\r\n";

std::string_view without_white_end(std::string_view text) {
  const auto last = text.find_last_not_of(white_xml);
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

// XML 1.0, 4.3.3: what the declaration says; UTF-8 where it says nothing.
bool is_utf8(std::string_view bytes) {
  const auto declaration = bytes.substr(0, bytes.find("?>"));
  if (bytes.find("<?xml") > 3) return true;  // after a byte order mark at most
  const auto at = declaration.find("encoding");
  if (at == std::string_view::npos) return true;
  const auto quote = declaration.find_first_of("\"'", at);
  if (quote == std::string_view::npos) return true;
  const auto name = declaration.substr(quote + 1, 5);
  return base::equals_ignoring_case(name, "utf-8");
}

// One child of an element after the edit: what it was, what it is.
struct Child {
  const Json* now = nullptr;
  std::size_t old = nowhere;           // its place among the children before; nowhere: new
  bool in_place = false;               // in order with the others that are in place
  const Property* property = nullptr;  // null: an item
};

// Goes through a document and its form, and writes the document of another form.
class XmlSplice {
 public:
  XmlSplice(std::string_view bytes, const Located& root) : bytes_(bytes) {
    const auto line = bytes.find('\n');
    newline_ = line != std::string_view::npos && line > 0 && bytes[line - 1] == '\r' ? "\r\n" : "\n";
    unit_ = unit_of(root);
    letters_ = is_utf8(bytes) ? XmlStyle::Letters::all : XmlStyle::Letters::ascii;
  }

  Result<std::string> document(const Json& old, const Json& now, const XmlDocument& read) {
    out_ = bytes_.substr(0, read.places.begin);
    TRY(object(old, now, read.places, *read.type));
    out_ += bytes_.substr(read.places.end);
    return std::move(out_);
  }

 private:
  // ---- values that changed

  Result<void> property_value(const Json& old, const Json& now, const Located& at, const Property& property) {
    switch (property.kind) {
      case Kind::list:
        if (!old.is_array() || !now.is_array()) break;
        return list(old, now, at, *property.type);
      case Kind::object: {
        const auto before = class_of(old, *property.type, path_);
        const Class* after = TRY(class_of(now, *property.type, path_));
        if (!before.ok() || *before != after) break;
        return object(old, now, at, *after);
      }
      default:
        return scalar(now, at, property);
    }
    return append_property(out_, now, property, style_of(at.inner_begin), {lead_before(at.begin), path_});
  }
  Result<void> item_value(const Json& old, const Json& now, const Located& at, const Class& type) {
    const auto before = class_of(old, type, path_);
    const Class* after = TRY(class_of(now, type, path_));
    if (before.ok() && *before == after) return object(old, now, at, *after);
    return append_item(out_, now, type, style_of(at.inner_begin), {lead_before(at.begin), path_});
  }

  Result<void> scalar(const Json& now, const Located& at, const Property& property) {
    const auto style = style_of(at.inner_begin);
    const std::string text = TRY(scalar_text(now, property, style, path_));
    open(at);
    out_ += text;
    close(at, "");
    return {};
  }

  Result<void> object(const Json& old, const Json& now, const Located& at, const Class& type) {
    TRY(check_model_type(now, type));
    std::vector<Child> added;
    for (const auto& [name, value] : now.as_object()) {
      if (name == "modelType" || old.find(name) != nullptr) continue;
      const Property* property = type.find(name);
      if (property == nullptr) {
        return fail(Code::wrong_type,
                    std::string(type.name) + " has no property \"" + base::printable(name, 100) + "\"", path_);
      }
      added.push_back({.now = &value, .property = property});
    }
    std::ranges::sort(added, {}, &Child::property);  // they stand in one vector, in the order of the schema
    return children(old, at, ordered(old, now, type, std::move(added)), type);
  }
  Result<void> check_model_type(const Json& now, const Class& type) const {
    if (now.text("modelType") == type.model_type) return {};
    return fail(Code::wrong_type,
                "the modelType of " + std::string(type.name) + " is \"" + std::string(type.model_type) + "\"", path_);
  }
  // What stays, where it stands; each new property before the first that comes after it in the schema.
  static std::vector<Child> ordered(const Json& old, const Json& now, const Class& type, std::vector<Child> added) {
    std::vector<Child> result;
    auto next = added.begin();
    for (std::size_t i = 0; i < old.size(); ++i) {
      const auto& name = old.as_object()[i].first;
      const Property* property = type.find(name);
      if (property == nullptr) continue;  // modelType
      for (; next != added.end() && next->property < property; ++next) result.push_back(*next);
      const Json* value = now.find(name);
      if (value != nullptr) result.push_back({.now = value, .old = i, .in_place = true, .property = property});
    }
    result.insert(result.end(), next, added.end());
    return result;
  }

  Result<void> list(const Json& old, const Json& now, const Located& at, const Class& type) {
    const auto matches = match_items(old.as_array(), now.as_array());
    std::vector<Child> result;
    for (std::size_t i = 0; i < matches.size(); ++i) {
      result.push_back({&now.as_array()[i], matches[i].old.value_or(nowhere), matches[i].in_place, nullptr});
    }
    return children(old, at, result, type);
  }

  // ---- an element and its children

  Result<void> children(const Json& old, const Located& at, const std::vector<Child>& now, const Class& type) {
    if (now.empty() && is_closed(at)) {
      out_ += bytes_.substr(at.begin, at.end - at.begin);
      return {};
    }
    open(at);
    const std::string lead = lead_of_children(at);
    std::size_t done = at.inner_begin, next = 0;  // bytes and children of before that are behind us
    for (std::size_t i = 0; i < now.size(); ++i) {
      const Step step(path_, now[i].property != nullptr ? std::string(now[i].property->name) : std::to_string(i));
      if (now[i].in_place) {
        leave_out(at, next, now[i].old, done);
        out_ += bytes_.substr(done, at.children[now[i].old].begin - done);
        done = at.children[now[i].old].end;
        next = now[i].old + 1;
      } else {
        out_ += lead;
      }
      TRY(child(old, at, now[i], type, lead));
    }
    leave_out(at, next, at.children.size(), done);
    const auto rest = bytes_.substr(done, at.inner_end - done);
    const bool breaks = lead.find('\n') != std::string::npos && rest.find('\n') == std::string_view::npos;
    out_ += rest;
    close(at, !now.empty() && breaks && done == at.inner_begin ? own_lead(at) : "");
    return {};
  }
  Result<void> child(const Json& old, const Located& at, const Child& now, const Class& type, const std::string& lead) {
    if (now.old == nowhere) {
      const auto style = style_of(at.inner_begin);
      if (now.property != nullptr) return append_property(out_, *now.now, *now.property, style, {lead, path_});
      return append_item(out_, *now.now, type, style, {lead, path_});
    }
    const Json& before = old.is_array() ? old.as_array()[now.old] : old.as_object()[now.old].second;
    const Located& place = at.children[now.old];
    if (before == *now.now) {
      out_ += bytes_.substr(place.begin, place.end - place.begin);
      return {};
    }
    if (now.property != nullptr) return property_value(before, *now.now, place, *now.property);
    return item_value(before, *now.now, place, type);
  }
  // What is gone, with the white space before it. What else stood there stays.
  void leave_out(const Located& at, std::size_t first, std::size_t end, std::size_t& done) {
    for (std::size_t i = first; i < end; ++i) {
      if (!at.children[i].has_place()) continue;
      out_ += without_white_end(bytes_.substr(done, at.children[i].begin - done));
      done = at.children[i].end;
    }
  }

  // ---- tags

  bool is_closed(const Located& at) const {
    return at.inner_begin == at.inner_end && bytes_.substr(at.inner_begin - 2, 2) == "/>";
  }
  std::size_t tag_of(std::size_t inner_begin) const { return bytes_.rfind('<', inner_begin - 1); }
  // "aas:submodel", of the tag that ends there.
  std::string_view name_of(std::size_t inner_begin) const {
    const auto begin = tag_of(inner_begin) + 1;
    return bytes_.substr(begin, bytes_.find_first_of(" \t\r\n/>", begin) - begin);
  }
  void open(const Located& at) {
    const auto start = bytes_.substr(at.begin, at.inner_begin - at.begin);
    if (!is_closed(at)) {
      out_ += start;
    } else {
      out_ += without_white_end(start.substr(0, start.size() - 2));
      out_ += ">";
    }
  }
  void close(const Located& at, const std::string& lead) {
    out_ += lead;
    if (is_closed(at)) out_.append("</").append(name_of(at.inner_begin)).append(">");
    out_ += bytes_.substr(at.inner_end, at.end - at.inner_end);
  }

  // ---- style

  XmlStyle style_of(std::size_t inner_begin) const {
    const auto name = name_of(inner_begin);
    const auto colon = name.find(':');
    return {.prefix = colon == std::string_view::npos ? "" : std::string(name.substr(0, colon + 1)),
            .unit = unit_,
            .letters = letters_};
  }
  // The line end and the blanks before a tag; "" where it does not begin a line.
  std::string lead_before(std::size_t at) const {
    const auto before = bytes_.substr(0, at);
    const auto blanks = before.find_last_not_of(" \t");
    if (blanks == std::string_view::npos || before[blanks] != '\n') return "";
    return newline_ + std::string(before.substr(blanks + 1));
  }
  std::string lead_of_children(const Located& at) const {
    bool has_children = false;
    std::size_t looked = 0;
    for (const auto& child : at.children) {
      if (!child.has_place()) continue;
      has_children = true;
      if (auto lead = lead_before(child.begin); !lead.empty()) return lead;
      if (++looked == 8) break;
    }
    if (has_children) return "";
    const auto lead = own_lead(at);
    return lead.empty() ? "" : lead + unit_;
  }
  std::string own_lead(const Located& at) const {
    const auto lead = lead_before(tag_of(at.inner_begin));
    return lead.empty() && &at == root_ ? newline_ : lead;
  }

  std::string unit_of(const Located& root) {
    root_ = &root;
    const std::string own = lead_before(root.begin);
    for (const auto& child : root.children) {
      if (!child.has_place()) continue;
      const std::string lead = lead_before(child.begin);
      if (lead.size() > std::max(own.size(), newline_.size()))
        return lead.substr(std::max(own.size(), newline_.size()));
      break;
    }
    return "  ";
  }

  // One segment more on the path, as long as it lives.
  class Step {
   public:
    Step(std::string& path, const std::string& segment) : path_(path), size_(path.size()) { path_ += "/" + segment; }
    ~Step() { path_.resize(size_); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    std::string& path_;
    std::size_t size_;
  };

  std::string_view bytes_;
  const Located* root_ = nullptr;
  std::string newline_, unit_, path_, out_;
  XmlStyle::Letters letters_ = XmlStyle::Letters::all;
};

}  // namespace

Result<std::string> rewrite_xml(std::string_view bytes, const Json& form) {
  const auto read = TRY(read_xml(bytes, Places::kept));
  if (read.form == form) return std::string(bytes);
  if (!form.is_object()) return fail(Code::wrong_type, "the root of a document is an object", "/");
  if (bytes.substr(0, 2).find_first_of(std::string_view("\xFE\xFF\0", 3)) != std::string_view::npos) {
    return fail(Code::export_failed, "this XML is in UTF-16, which is read, but not changed in place", {},
                "Convert the document to UTF-8 first.");
  }
  return XmlSplice(bytes, read.places).document(read.form, form, read);
}

}  // namespace formats::aas
