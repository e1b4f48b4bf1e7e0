// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/energy/tools/tool.h"
#include "kernel/adopted.h"
#include "kernel/parts.h"

// A model as the kernel adopts it: every object of its file is an element, made when somebody asks for it.
namespace energy::tools {

class AdoptedModel : public kernel::Adopted {
 public:
  AdoptedModel(engine::Source source, std::string prefix);

  const engine::Source& source() const { return source_; }
  // Which object of the file an element is; nullopt: none.
  std::optional<std::size_t> number(std::string_view id) const;
  std::string id(std::size_t number) const { return prefix_ + std::to_string(number); }

  std::size_t size() const override { return source_.size(); }
  bool has(std::string_view id) const override { return number(id).has_value(); }
  std::shared_ptr<const kernel::Element> find(std::string_view id) const override;
  void each_id(const std::function<void(const std::string&)>& visit) const override;
  std::vector<std::string> referrers(std::string_view) const override { return {}; }
  std::vector<kernel::Touched::Item> counted() const override;

 private:
  kernel::Element make(std::size_t number) const;

  const engine::Source source_;
  const std::string prefix_;
  mutable std::mutex mutex_;
  mutable std::vector<std::shared_ptr<const kernel::Element>> made_;
};

// Fails on what engine::Source refuses, and on kinds that are not this domain's.
Result<kernel::SharedAdopted> expand(std::string_view kind, std::string_view bytes, const std::string& sha256);
inline constexpr std::string_view adopted_kind = "energy/1";

// One object as an element: its type is the category, the zones that it names are the levels.
kernel::Element element_of(std::string id, Json body, std::vector<std::string> zones);
// An object counts as one, by what people call it.
kernel::Parts divide(const kernel::Element& element);

}  // namespace energy::tools
