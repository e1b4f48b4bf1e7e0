// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "domains/energy/tools/parts/file.h"
#include "domains/energy/tools/tool.h"

namespace energy::tools {

// The model of a workspace as it is now: its file with what was changed since, read by its version's schema. Where the
// caller may not READ all of it, what is hidden is not in it.
struct Opened {
  std::shared_ptr<const runtime::OpenModel> held;  // look-ups and references
  std::shared_ptr<const engine::Model> model;
  std::string digest;  // SHA-256 of its file as it would be saved, in hex
  std::string path;    // where it was opened from or last saved; "": nowhere yet
  Format format = Format::idf;
  Version version;
  bool unsaved = false;  // it is not as it was opened or last saved
  bool partial = false;  // something may be hidden from the caller
};

// Read once for each state of the model, however often it is asked for. Fails with "No model loaded. Use load_model or
// new_model first." where there is none.
Result<Opened> opened(const View& view, Runtime& runtime);

// The file's bytes as they would be saved. Fails where the caller may not READ all of it.
Result<std::string> current_bytes(const View& view, Runtime& runtime);

}  // namespace energy::tools
