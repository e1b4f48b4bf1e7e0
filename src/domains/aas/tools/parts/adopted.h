// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/document/document.h"
#include "domains/aas/engine/tree/index.h"
#include "domains/aas/tools/tool.h"
#include "kernel/adopted.h"

// A file as the kernel adopts it: every shell, submodel, submodel element and concept description in it is an element,
// made when somebody asks for it.
namespace aas::tools {

// What is known of a file that was read, beside what it holds.
struct Read {
  engine::Packing packing = engine::Packing::json;
  std::string root, metamodel;
  std::vector<std::string> warnings, problems;
};

class AdoptedDocument : public kernel::Adopted {
 public:
  AdoptedDocument(Read read, engine::DocumentIndex index);

  const Read& read() const { return read_; }
  const engine::DocumentIndex& index() const { return index_; }

  std::size_t size() const override { return index_.size(); }
  bool has(std::string_view id) const override { return index_.number(id).has_value(); }
  std::shared_ptr<const kernel::Element> find(std::string_view id) const override;
  void each_id(const std::function<void(const std::string&)>& visit) const override;
  std::vector<std::string> referrers(std::string_view id) const override;
  std::vector<kernel::Touched::Item> counted() const override;

 private:
  const Read read_;
  const engine::DocumentIndex index_;
  mutable std::mutex mutex_;
  mutable std::vector<std::shared_ptr<const kernel::Element>> made_;
};

// "aas/1", with the metamodel that somebody named for JSON.
std::string kind_of(std::optional<Version> metamodel);
// Fails on what engine::opened() refuses, on kinds that are not this domain's, and on more than a hundred thousand
// elements: a small package may unpack to millions.
Result<kernel::SharedAdopted> expand(std::string_view kind, std::string_view bytes, const std::string& sha256);

}  // namespace aas::tools
