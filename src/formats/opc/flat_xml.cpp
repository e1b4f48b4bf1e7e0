// SPDX-License-Identifier: Apache-2.0
#include "formats/opc/flat_xml.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "base/xml_text.h"

namespace formats::opc {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr xml::Limits flat_limits{.bytes = 16U << 20, .depth = 20, .attributes = 50, .nodes = 500'000};

class FlatReader {
 public:
  FlatReader(const FlatKind& kind, std::string_view part)
      : kind_(kind), reader_(handlers(), {.limits = flat_limits, .part = std::string(part)}) {}

  Result<FlatXml> read(std::string_view bytes) {
    TRY(reader_.feed(bytes));
    TRY(reader_.finish());
    return std::move(flat_);
  }

 private:
  xml::Handlers handlers() {
    return {
        .start = [this](const xml::Name& name, const xml::Attributes& attributes) { return start(name, attributes); },
        .end =
            [this](const xml::Name&) {
              end();
              return Result<void>();
            }};
  }
  Result<void> start(const xml::Name& name, const xml::Attributes& attributes) {
    if (++depth_ == 1) return root(name);
    ours_ = depth_ == 2 ? name.uri == kind_.uri : ours_;
    if (depth_ != 2 || !ours_) return {};
    FlatChild child{.name = std::string(name.local), .span = reader_.span()};
    for (std::size_t i = 0, count = attributes.size(); i < count; ++i) {
      const auto [of, value] = attributes[i];
      if (of.uri.empty()) child.attributes.emplace_back(of.local, value);
    }
    flat_.children.push_back(std::move(child));
    return {};
  }
  Result<void> root(const xml::Name& name) {
    if (name.uri != kind_.uri || name.local != kind_.root) {
      return fail(Code::parse, "expected <" + std::string(kind_.root) + "> of the namespace " + std::string(kind_.uri) +
                                   ", found <" + base::printable(name.local, 100) + ">");
    }
    if (!name.prefix.empty()) flat_.prefix = std::string(name.prefix) + ":";
    flat_.root_start = reader_.span();
    return {};
  }
  void end() {
    --depth_;
    if (depth_ == 1 && ours_) flat_.children.back().span.end = reader_.span().end;
    if (depth_ == 0) flat_.root_end = reader_.span();
  }

  FlatKind kind_;
  FlatXml flat_;
  std::size_t depth_ = 0;
  bool ours_ = false;
  xml::Reader reader_;
};

// Only ASCII, so that it fits any encoding that begins with ASCII.
std::string ascii_text(std::string_view text) {
  const std::string escaped = base::xml_text(text, base::XmlPlace::attribute);
  std::string result;
  for (std::size_t at = 0; at < escaped.size();) {
    const char32_t character = base::next_character(escaped, at);
    if (character < 0x80) {
      result += static_cast<char>(character);
    } else {
      result += "&#" + std::to_string(static_cast<std::uint32_t>(character)) + ";";
    }
  }
  return result;
}

std::string element_text(std::string_view name, const Attributes& attributes) {
  std::string text = "<" + std::string(name);
  for (const auto& [of, value] : attributes) text.append(" ").append(of).append("=\"").append(ascii_text(value) + "\"");
  return text + "/>";
}

// XML 1.0, F.1: what begins with a zero byte or a UTF-16 mark has two bytes for a character.
bool is_wide(std::string_view bytes) {
  return bytes.starts_with("\xFE\xFF") || bytes.starts_with("\xFF\xFE") || bytes.substr(0, 2).contains('\0');
}

// The same children in UTF-8.
std::string written_anew(const FlatXml& flat, const FlatKind& kind) {
  std::string text = empty_flat(kind), children;
  for (const auto& child : flat.children) {
    Attributes attributes;
    for (const auto& [name, value] : child.attributes) attributes.emplace_back(name, value);
    children += element_text(child.name, attributes);
  }
  return text.insert(text.rfind("</"), children);
}

}  // namespace

std::string_view FlatChild::attribute(std::string_view of) const {
  const auto found = std::ranges::find(attributes, of, [](const auto& each) { return std::string_view(each.first); });
  return found == attributes.end() ? std::string_view() : found->second;
}

Result<FlatXml> read_flat(std::string_view bytes, const FlatKind& kind, std::string_view part) {
  return FlatReader(kind, part).read(bytes);
}

std::string empty_flat(const FlatKind& kind) {
  return "<?xml version=\"1.0\" encoding=\"utf-8\"?><" + std::string(kind.root) + " xmlns=\"" + std::string(kind.uri) +
         "\"></" + std::string(kind.root) + ">";
}

Result<std::string> with_child(std::string_view bytes, const FlatKind& kind, std::string_view name,
                               const Attributes& attributes) {
  const auto flat = TRY(read_flat(bytes, kind, {}));
  if (is_wide(bytes)) return with_child(written_anew(flat, kind), kind, name, attributes);
  const std::string child = element_text(flat.prefix + std::string(name), attributes);
  std::string result(bytes);
  if (flat.root_end.begin != flat.root_end.end) return result.insert(flat.root_end.begin, child);
  const auto slash = result.rfind('/', flat.root_start.end - 1);
  return result.replace(slash, flat.root_start.end - slash,
                        ">" + child + "</" + flat.prefix + std::string(kind.root) + ">");
}

Result<std::string> without_children(std::string_view bytes, const FlatKind& kind,
                                     const std::function<bool(const FlatChild&)>& drop) {
  const auto flat = TRY(read_flat(bytes, kind, {}));
  if (is_wide(bytes)) return without_children(written_anew(flat, kind), kind, drop);
  std::string result;
  std::size_t at = 0;
  for (const auto& child : flat.children) {
    if (!drop(child)) continue;
    result += bytes.substr(at, child.span.begin - at);
    while (!result.empty() && std::string_view(" \t\r\n").contains(result.back())) result.pop_back();
    at = child.span.end;
  }
  return result.append(bytes.substr(at));
}

}  // namespace formats::opc
