// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "domains/energy/runtime/runs.h"

namespace energy::runtime {

// How a model is to be run.
struct RunRequest {
  std::optional<std::string> weather_file;
  bool design_day = false, annual = false;
  std::optional<std::string> energyplus_dir, energyplus_version;
  std::chrono::seconds limit{3600};
  engine::ForeignCode foreign_code = engine::ForeignCode::refused;
};

// Reads a file as the caller may: under the roots, or as a person typed it.
using ReadFile = std::function<base::Result<std::string>(const std::string& path, std::size_t max_bytes)>;

// Everything that a run needs: the copy of the model, the files it names (looked for beside subject.path), the weather
// (also by the name of one that came with an engine), and the engine of the model's version. Only engines that the
// server found itself are run.
base::Result<RunOrder> make_order(const engine::Model& model, const engine::Version& version, RunSubject subject,
                                  const RunRequest& request, std::span<const Installation> engines,
                                  const ReadFile& read);
// Variants of one model have the same weather and files: they are kept once.
void share_files(const RunOrder& with, RunOrder& order);

}  // namespace energy::runtime
