// SPDX-License-Identifier: Apache-2.0
#include "formats/opc/names.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"

namespace formats::opc {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr std::string_view digits = "0123456789ABCDEF";
constexpr std::string_view rels_folder = "_rels/", rels_ending = ".rels";

base::Error bad_name(std::string_view member, std::string why) {
  return fail(Code::parse, "the package has a part with a name that " + std::move(why), base::printable(member, 200),
              "Pack the package again with names relative to its root.");
}

// Names of other encodings come from packers that do not say which.
std::string as_utf8(std::string_view name) {
  if (base::valid_utf8(name)) return std::string(name);
  std::string result;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      result += c;
    } else {
      result.append({'%', digits[byte >> 4U], digits[byte & 15U]});
    }
  }
  return result;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; }

Result<void> check_segments(std::string_view member, std::string_view plain) {
  for (const auto segment : base::split(plain, '/')) {
    if (segment == ".." || segment == ".") return bad_name(member, "leads out of its folder");
    if (segment.empty()) return bad_name(member, "has an empty segment");
  }
  return {};
}

// RFC 3986, 5.2.4, on the segments of a path.
std::string without_dots(std::string_view path) {
  std::vector<std::string_view> kept;
  for (const auto segment : base::split(path, '/')) {
    if (segment == "..") {
      if (!kept.empty()) kept.pop_back();
    } else if (!segment.empty() && segment != ".") {
      kept.push_back(segment);
    }
  }
  std::string result;
  for (const auto segment : kept) result.append("/").append(segment);
  return result;
}

// RFC 3986, 3.1: what stands before a colon in the first segment.
bool has_scheme(std::string_view target) {
  const auto colon = target.find(':');
  return colon != std::string_view::npos && colon < target.find('/');
}

}  // namespace

Result<std::string> part_name(std::string_view member) {
  const std::string plain = base::percent_decode(member).value_or(std::string(member));
  if (member.empty()) return bad_name(member, "is empty");
  if (member.front() == '/' || (plain.size() > 1 && plain[1] == ':')) return bad_name(member, "is absolute");
  if (plain.find('\\') != std::string::npos) return bad_name(member, "has a backslash");
  if (std::ranges::any_of(plain, is_control)) return bad_name(member, "has a control character");
  TRY(check_segments(member, plain));
  return "/" + as_utf8(member);
}

std::string equivalent(std::string_view part) {
  const auto decoded = base::percent_decode(part);
  return base::lower_ascii(decoded ? *decoded : part);
}

std::optional<std::string> resolved(std::string_view source, std::string_view target) {
  target = target.substr(0, target.find_first_of("?#"));
  if (target.empty() || target.starts_with("//") || has_scheme(target)) return std::nullopt;
  if (target.front() == '/') return without_dots(target);
  const auto folder = source.substr(0, source.rfind('/') + 1);
  return without_dots(std::string(folder).append(target));
}

std::string relationships_of(std::string_view source) {
  const auto slash = source.rfind('/');
  return std::string(source.substr(0, slash + 1))
      .append(rels_folder)
      .append(source.substr(slash + 1))
      .append(rels_ending);
}

std::optional<std::string> source_of(std::string_view relationships) {
  const auto slash = relationships.rfind('/');
  if (slash == std::string_view::npos) return std::nullopt;
  auto folder = relationships.substr(0, slash + 1);
  auto name = relationships.substr(slash + 1);
  const auto tail = folder.size() <= rels_folder.size() ? "" : folder.substr(folder.size() - rels_folder.size() - 1);
  if (tail.empty() || tail.front() != '/' || !base::equals_ignoring_case(tail.substr(1), rels_folder)) {
    return std::nullopt;
  }
  if (name.size() < rels_ending.size() ||
      !base::equals_ignoring_case(name.substr(name.size() - rels_ending.size()), rels_ending)) {
    return std::nullopt;
  }
  folder.remove_suffix(rels_folder.size());
  name.remove_suffix(rels_ending.size());
  if (name.empty() && folder != "/") return std::nullopt;  // only the package has no name
  return std::string(folder).append(name);
}

std::string_view extension_of(std::string_view part) {
  const auto name = part.substr(part.rfind('/') + 1);
  const auto dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
}

}  // namespace formats::opc
