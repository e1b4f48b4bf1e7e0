// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/api/query.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "domains/aas/engine/api/api.h"

namespace aas::engine::api {

namespace {

using base::Code;
using base::fail;

constexpr std::size_t most_segments = 16, most_parameters = 100;

base::Error bad(std::string message) { return fail(Code::out_of_range, std::move(message)); }

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// nullopt for what is no number; a number that is too long is a large one.
std::optional<std::size_t> number_in(std::string_view text) {
  if (!is_number(text)) return std::nullopt;
  constexpr std::size_t most_digits = 12;
  std::size_t value = 0;
  const std::string_view digits = text.substr(0, most_digits);
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

base::Result<std::string> decoded(std::string_view text) {
  std::optional<std::string> plain = base::percent_decode(text);
  if (!plain || !base::valid_utf8(*plain)) return bad("the encoding of the address is wrong");
  return *std::move(plain);
}

}  // namespace

base::Result<std::vector<std::string>> segments_of(std::string_view path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  if (path.ends_with('/')) path.remove_suffix(1);
  std::vector<std::string> out;
  if (path.empty()) return out;
  for (const std::string_view each : base::split(path, '/')) {
    if (out.size() == most_segments) return fail(Code::not_found, "no address of the API is that long");
    out.push_back(TRY(decoded(each)));
  }
  return out;
}

base::Result<std::string> decoded_id(std::string_view text, std::string_view what) {
  constexpr std::size_t most_padding = 2, group = 4;
  std::string_view plain = text;
  while (plain.ends_with('=') && text.size() - plain.size() < most_padding) plain.remove_suffix(1);
  const bool padded = plain.size() != text.size();
  std::optional<std::string> id;
  if (!padded || text.size() % group == 0) id = base::unbase64url(plain);
  if (!id || id->empty() || !base::valid_utf8(*id))
    return bad(std::string(what) + " is not base64url of an identifier");
  return *std::move(id);
}

base::Result<Query> Query::parse(std::string_view text) {
  Query query;
  if (!text.empty()) {
    for (const std::string_view pair : base::split(text, '&')) TRY(query.add(pair));
  }
  TRY(query.read_modifiers());
  TRY(query.read_paging());
  return query;
}

base::Result<void> Query::add(std::string_view pair) {
  if (pair.empty()) return {};
  if (values_.size() == most_parameters) return bad("there are too many parameters");
  std::string spaced(pair);
  std::ranges::replace(spaced, '+', ' ');  // as forms are encoded
  const std::string_view name_part = std::string_view(spaced).substr(0, spaced.find('='));
  const std::string_view value_part = std::string_view(spaced).substr(std::min(spaced.size(), name_part.size() + 1));
  std::string name = TRY(decoded(name_part));
  std::string value = TRY(decoded(value_part));
  values_.emplace_back(std::move(name), std::move(value));
  return {};
}

base::Result<void> Query::read_modifiers() {
  if (const auto level = first("level")) {
    modifiers_.deep = *level == "deep";
    if (!modifiers_.deep && *level != "core") return bad("level is deep or core");
  }
  if (const auto extent = first("extent")) {
    modifiers_.blobs = *extent == "withBlobValue";
    if (!modifiers_.blobs && *extent != "withoutBlobValue") return bad("extent is withBlobValue or withoutBlobValue");
  }
  return {};
}

base::Result<void> Query::read_paging() {
  paging_.limit = usual_limit;
  if (const auto limit = first("limit")) {
    const std::optional<std::size_t> number = number_in(*limit);
    if (!number || *number == 0) return bad("limit is a number from 1 on");
    paging_.limit = std::min(*number, most_limit);
  }
  if (const auto cursor = first("cursor"); cursor && !cursor->empty()) {
    const std::optional<std::size_t> number = number_in(*cursor);
    if (!number) return bad("the cursor is none of this server's");
    paging_.from = *number;
  }
  return {};
}

std::optional<std::string_view> Query::first(std::string_view name) const {
  for (const auto& [each, value] : values_) {
    if (each == name) return value;
  }
  return std::nullopt;
}

std::vector<std::string_view> Query::all(std::string_view name) const {
  std::vector<std::string_view> out;
  for (const auto& [each, value] : values_) {
    if (each == name) out.emplace_back(value);
  }
  return out;
}

base::Result<std::vector<std::string>> Query::ids(std::string_view name) const {
  std::vector<std::string> out;
  for (const std::string_view value : all(name)) {
    for (const std::string_view each : base::split(value, ',')) out.push_back(TRY(decoded_id(each, name)));
  }
  return out;
}

base::Result<bool> Query::flag(std::string_view name, bool usual) const {
  const auto value = first(name);
  if (!value) return usual;
  const bool yes = base::equals_ignoring_case(*value, "true");
  if (!yes && !base::equals_ignoring_case(*value, "false")) return bad(std::string(name) + " is true or false");
  return yes;
}

}  // namespace aas::engine::api
