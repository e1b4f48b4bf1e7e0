// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/result.h"
#include "base/threads.h"
#include "domains/ids/engine/report/report.h"
#include "formats/ids/document.h"
#include "formats/ifc/model.h"

namespace ids::runtime {

struct CheckCall {
  std::string workspace;
  std::string path;  // what the caller calls the file
  std::int64_t time_ms = 0;
  base::Cancel cancel = {};
  std::function<void(double share, const std::string& what)> progress = {};  // 0 … 1; from any thread
};

// Opens a model with `open`, which tells its progress, and checks it. `path` is what the caller calls it. Where the
// elements stand takes a while to find out, and only some formats of a report show it.
using OpenModel = std::function<base::Result<formats::ifc::Model>(const std::function<void(double share)>& progress)>;
base::Result<engine::Report> check_opened(const OpenModel& open, const std::string& path,
                                          const formats::ids::Document& document, std::int64_t time_ms,
                                          engine::CheckOptions options, bool with_places = true);

// Reads a model that was opened for reading, or says why it was not. Of the call the path, progress and cancellation.
base::Result<formats::ifc::Model> read_model(base::Result<base::Descriptor> opened, const CheckCall& call);

using SharedReport = std::shared_ptr<const engine::Report>;

// Checks of models that lie on disk, and the last ones, so that a report is turned page by page without checking
// again. One for each server. Thread-safe.
class Checks {
 public:
  Checks();
  ~Checks();

  // Checks a model that was opened for reading, or says why it was not. The same document on the same unchanged file is
  // answered from memory.
  base::Result<SharedReport> check(base::Result<base::Descriptor> opened, const formats::ids::Document& document,
                                   const CheckCall& call);
  // The last check of a workspace; null if there was none since the server started, or many others came after it.
  SharedReport last(std::string_view workspace) const;

 private:
  class Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace ids::runtime
