// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domains/ids/engine/audit/audit.h"

namespace ids::runtime {

// Validates documents against the XSD of IDS with libxml2, which is opened with the first of them. Owns the compiled
// XSD and reads it again when the file has changed. Nothing is fetched from the network. Thread-safe: documents are
// validated one after the other. Give it to engine::audit_bytes and engine::audit_structure with std::ref.
class XsdValidator {
 public:
  explicit XsdValidator(std::string xsd_path);  // need not exist
  ~XsdValidator();
  XsdValidator(const XsdValidator&) = delete;
  XsdValidator& operator=(const XsdValidator&) = delete;

  // The first 1000 findings; columns are known only for what is not XML. Code::unavailable where libxml2 or the XSD
  // cannot be used, Code::out_of_range for documents of 2 GiB and more.
  base::Result<std::vector<engine::XsdFinding>> operator()(std::string_view xml);

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace ids::runtime
