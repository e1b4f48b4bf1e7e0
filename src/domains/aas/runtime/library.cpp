// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/runtime/library.h"

#include <algorithm>
#include <cstdlib>

#include "base/files.h"
#include "base/text.h"
#include "domains/aas/engine/document/document.h"

namespace aas::runtime {

namespace {

constexpr std::size_t max_files = 500;
constexpr std::size_t max_bytes = std::size_t{64} << 20;
constexpr int max_folders_deep = 8;

bool is_document(const std::filesystem::path& path) {
  const std::string ending = base::lower_ascii(path.extension().string());
  return ending == ".aasx" || ending == ".json" || ending == ".xml";
}

// In one order, so that two servers know the same.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  std::error_code error;
  std::filesystem::recursive_directory_iterator at(folder, std::filesystem::directory_options::skip_permission_denied,
                                                   error);
  for (; !error && at != std::filesystem::recursive_directory_iterator() && out.size() < max_files;
       at.increment(error)) {
    if (at.depth() >= max_folders_deep) at.disable_recursion_pending();
    std::error_code ignored;
    if (at->is_regular_file(ignored) && is_document(at->path())) out.push_back(at->path());
  }
  std::ranges::sort(out);
  return out;
}

std::string stamp_of(const std::vector<std::filesystem::path>& files) {
  std::string out;
  for (const auto& file : files) {
    std::error_code ignored;
    out += file.string() + "\n" + std::to_string(std::filesystem::file_size(file, ignored)) + " " +
           std::to_string(std::filesystem::last_write_time(file, ignored).time_since_epoch().count()) + "\n";
  }
  return out;
}

}  // namespace

std::filesystem::path template_folder() {
  const char* folder = std::getenv("LINTEL_AAS_TEMPLATES");
  if (folder != nullptr && *folder != '\0') return folder;
  return base::data_home() / "aas" / "templates";
}

void Library::read(const std::vector<std::filesystem::path>& files) {
  problems_.clear();
  std::vector<engine::Template> own;
  std::vector<engine::Concept> concepts;
  for (const auto& file : files) {
    const std::string below = file.lexically_relative(folder_).string();
    const auto bytes = base::read_file(file, max_bytes);
    auto opened = bytes.ok() ? engine::opened(*bytes) : base::Result<engine::Opened>(bytes.error());
    if (!opened.ok()) {
      problems_.push_back(below + ": " + opened.error().message);
      continue;
    }
    auto compiled = engine::compiled(opened->environment, below, opened->metamodel);
    if (!compiled.ok()) {
      problems_.push_back(below + ": " + compiled.error().message);
      continue;
    }
    for (engine::Template& each : *compiled) own.push_back(std::move(each));
    for (engine::Concept& each : engine::concepts_of(opened->environment)) concepts.push_back(std::move(each));
  }
  known_ = own.empty() && concepts.empty() ? engine::Templates::published()
                                           : engine::Templates::published().with(std::move(own), std::move(concepts));
}

engine::Templates Library::templates() {
  const std::vector<std::filesystem::path> files = files_in(folder_);
  Stamp stamp = stamp_of(files);
  const std::scoped_lock lock(mutex_);
  if (!known_ || stamp_ != stamp) {
    read(files);
    stamp_ = std::move(stamp);
  }
  return *known_;
}

std::vector<std::string> Library::problems() {
  const std::scoped_lock lock(mutex_);
  return problems_;
}

}  // namespace aas::runtime
