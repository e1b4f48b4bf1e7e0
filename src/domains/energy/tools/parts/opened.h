// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "domains/energy/tools/parts/file.h"
#include "domains/energy/tools/tool.h"

namespace energy::tools {

// SHA-256 of a model's file as it would be saved, in hex. It costs as much as writing the file, so it is made when
// somebody looks.
class Digest {
 public:
  explicit Digest(std::shared_ptr<const runtime::OpenModel> held) : held_(std::move(held)) {}
  const std::string& text() const { return held_->digest(); }
  operator const std::string&() const { return text(); }  // NOLINT(google-explicit-constructor): it is that text
  friend bool operator==(const Digest& a, const std::string& b) { return a.text() == b; }

 private:
  std::shared_ptr<const runtime::OpenModel> held_;
};

// The model of a workspace as it is now: its file with what was changed since, read by its version's schema. Where the
// caller may not READ all of it, what is hidden is not in it.
struct Opened {
  std::shared_ptr<const runtime::OpenModel> held;  // look-ups and references
  std::shared_ptr<const engine::Model> model;
  Digest digest;
  std::string path;  // where it was opened from or last saved; "": nowhere yet
  Format format = Format::idf;
  Version version;
  std::string saved_digest;  // of the model when it was opened or last saved
  bool partial = false;      // something may be hidden from the caller

  bool unsaved() const { return !partial && digest != saved_digest; }
};

// Read once for each file; after an edit, what it touched is read. Kept for as long as it is likely to be asked for.
// Fails with "No model loaded. Use load_model or new_model first." where there is none.
Result<Opened> opened(const View& view, Runtime& runtime);

// The file's bytes as they would be saved. Fails where the caller may not READ all of it.
Result<std::string> current_bytes(const View& view, Runtime& runtime);

}  // namespace energy::tools
