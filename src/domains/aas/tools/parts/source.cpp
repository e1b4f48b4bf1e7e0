// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/source.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"

namespace aas::tools {

namespace {

bool has_scheme(std::string_view source, std::string_view scheme) {
  return base::equals_ignoring_case(source.substr(0, scheme.size()), scheme);
}

constexpr std::array<bool, 256> make_base64_table() {
  std::array<bool, 256> table{};
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n";
  for (const char c : alphabet) table[static_cast<unsigned char>(c)] = true;
  return table;
}

bool is_base64_text(std::string_view text) {
  static constexpr auto is_in_alphabet = make_base64_table();
  return text.size() >= 4 &&
         std::ranges::all_of(text, [](char c) { return is_in_alphabet[static_cast<unsigned char>(c)]; });
}

// An archive, XML or JSON: what a document begins with. Names of files do not decode to that.
bool is_content(std::string_view bytes) {
  if (bytes.starts_with("PK\x03\x04")) return true;
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (bytes[first] == '{' || bytes[first] == '<' || bytes[first] == '[');
}

// Lines of text with separators: a table.
bool is_table(std::string_view bytes) {
  return bytes.find('\n') != std::string_view::npos && bytes.find_first_of(",;\t") != std::string_view::npos &&
         base::valid_utf8(bytes);
}

std::optional<std::string> decoded(std::string_view source) {
  if (!is_base64_text(source)) return std::nullopt;
  std::string packed(source);
  std::erase_if(packed, [](char c) { return c == '\r' || c == '\n'; });
  while (packed.size() % 4 != 0) packed += '=';
  auto bytes = base::unbase64(packed);
  if (!bytes || !(is_content(*bytes) || is_table(*bytes))) return std::nullopt;
  return bytes;
}

// RFC 2397: "data:…;base64,…".
Result<std::string> from_data(std::string_view source, std::string_view argument) {
  const std::size_t comma = source.find(',');
  if (comma == std::string_view::npos || !source.substr(0, comma).ends_with(";base64"))
    return fail(Code::parse, "a data: URI must be in base64", std::string(argument), "data:application/…;base64,UEsD…");
  auto bytes = base::unbase64(source.substr(comma + 1));
  if (!bytes) return fail(Code::parse, "the data: URI is not in base64", std::string(argument));
  return *std::move(bytes);
}

// RFC 8089: file:///path and file:path; of hosts none but localhost.
Result<std::string> path_of_uri(std::string_view uri, std::string_view argument) {
  uri.remove_prefix(std::string_view("file:").size());
  if (uri.starts_with("//localhost/")) uri.remove_prefix(std::string_view("//localhost").size());
  if (uri.starts_with("///")) uri.remove_prefix(2);
  if (uri.starts_with("//"))
    return fail(Code::out_of_scope, "only files of this machine are read", std::string(argument));
  auto path = base::percent_decode(uri);
  if (!path) return fail(Code::parse, "the file: URI has a % that is followed by no number", std::string(argument));
  return *std::move(path);
}

std::string last_part(std::string_view path) { return std::string(path.substr(path.find_last_of('/') + 1)); }

// What was wrong with a file, as it is told of the argument.
base::Error of_file(base::Error error, std::string_view argument) {
  error.path = argument;
  if (error.code == Code::not_found)
    error.hint = "Paths are taken from the first allowed root; bytes are given in base64.";
  return error;
}

// The bytes that are in a source, or where they are.
struct Told {
  std::optional<std::string> bytes;
  std::string path = {};
};

Result<Told> told_apart(std::string_view source, std::string_view argument) {
  if (has_scheme(source, "http:") || has_scheme(source, "https:")) {
    return fail(Code::unavailable, "this server reads nothing from the network", std::string(argument),
                "Fetch the file and give its path under the allowed roots, or its bytes in base64.");
  }
  if (has_scheme(source, "data:")) return Told{TRY(from_data(source, argument))};
  if (has_scheme(source, "file:")) return Told{{}, TRY(path_of_uri(source, argument))};
  if (auto bytes = decoded(source)) return Told{std::move(bytes)};
  if (source.size() > 4096) return fail(Code::parse, "this is neither a path nor base64", std::string(argument));
  return Told{{}, std::string(source)};
}

}  // namespace

Result<Source> read_source(const View& view, std::string_view source, std::string_view argument) {
  Told told = TRY(told_apart(source, argument));
  if (told.bytes) return Source{*std::move(told.bytes)};
  auto bytes = view.read_file(told.path, max_source_bytes);
  if (!bytes.ok()) return of_file(std::move(bytes).error(), argument);
  return Source{*std::move(bytes), told.path, last_part(told.path)};
}

Result<AdoptedSource> adopt_source(const View& view, std::string_view kind, std::string_view source) {
  Told told = TRY(told_apart(source, "source"));
  if (told.bytes) return AdoptedSource{TRY(view.adopt(kind, *std::move(told.bytes)))};
  auto bytes = view.load_file(told.path, max_source_bytes);
  if (!bytes.ok()) return of_file(std::move(bytes).error(), "source");
  return AdoptedSource{TRY(view.adopt(kind, *std::move(bytes))), told.path, last_part(told.path)};
}

}  // namespace aas::tools
