// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/commands/files.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "domains/aas/engine/document/convert.h"

namespace aas::commands {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Result;

constexpr std::size_t most_files = 100'000;

void add_folder(const fs::path& folder, std::vector<std::string>& out) {
  std::error_code wrong;
  std::vector<std::string> found;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, wrong), end;
       !wrong && at != end && found.size() < most_files; at.increment(wrong)) {
    std::error_code ignored;
    const std::string path = at->path().string();
    if (engine::packing_of_name(path) && at->is_regular_file(ignored)) found.push_back(path);
  }
  std::ranges::sort(found);
  if (found.empty()) found.push_back(folder.string());  // told as what cannot be read
  for (std::string& each : found) out.push_back(std::move(each));
}

}  // namespace

Result<std::string> read_bytes(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    return fail(Code::io, "this is a folder without AASX, JSON or XML files", base::printable(path));
  return base::read_file(path == "-" ? "/dev/stdin" : path, max_file_bytes);
}

Result<Read> read_document(const std::string& path, std::optional<formats::aas::Version> metamodel) {
  Read out{TRY(read_bytes(path)), {}};
  auto opened = engine::opened(out.bytes, metamodel);
  if (!opened.ok()) {
    base::Error error = std::move(opened).error();
    error.message = base::printable(path) + ": " + error.message;
    return error;
  }
  out.document = *std::move(opened);
  return out;
}

Result<void> write_document(const std::string& path, const std::string& bytes, bool overwrite) {
  std::error_code ignored;
  if (!overwrite && fs::exists(fs::symlink_status(path, ignored)))
    return fail(Code::io, base::printable(path) + " is there already", base::printable(path),
                "Choose another name, or say --overwrite.");
  return base::write_file_atomic(path, bytes);
}

std::vector<std::string> with_folders_opened(const std::vector<std::string>& given) {
  std::vector<std::string> out;
  for (const std::string& each : given) {
    std::error_code ignored;
    if (fs::is_directory(each, ignored)) {
      add_folder(each, out);
    } else {
      out.push_back(each);
    }
  }
  return out;
}

std::optional<formats::aas::Version> version_said(const std::string& word) {
  using formats::aas::Version;
  for (const Version each : {Version::v3_0, Version::v3_1}) {
    if (formats::aas::name(each) == word) return each;
  }
  return std::nullopt;
}

std::string counted(std::size_t number, std::string_view one) {
  return base::grouped(static_cast<std::int64_t>(number)) + " " + std::string(one) + (number == 1 ? "" : "s");
}

}  // namespace aas::commands
