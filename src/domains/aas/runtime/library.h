// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "domains/aas/engine/templates/templates.h"

// The templates that this machine knows: the published ones, and those in the user's own folder.
namespace aas::runtime {

// LINTEL_AAS_TEMPLATES, else aas/templates in the data directory.
std::filesystem::path template_folder();

// Thread-safe. The folder is read when first asked, and again when a file in it has changed.
class Library {
 public:
  explicit Library(std::filesystem::path folder) : folder_(std::move(folder)) {}

  engine::Templates templates();
  // Files of the folder that could not be read, with the reason; of the last reading.
  std::vector<std::string> problems();

 private:
  using Stamp = std::string;
  void read(const std::vector<std::filesystem::path>& files);

  std::filesystem::path folder_;
  std::mutex mutex_;
  std::optional<Stamp> stamp_;
  std::optional<engine::Templates> known_;
  std::vector<std::string> problems_;
};

}  // namespace aas::runtime
