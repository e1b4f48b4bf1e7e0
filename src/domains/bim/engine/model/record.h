// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

// Elements of a building as they are kept: one for each wall, door, room. What is in the body, parameters.h says.
namespace bim::engine {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

struct Record {
  std::string id;        // "bim:wall-…"
  std::string category;  // "wall"
  std::shared_ptr<const Json> body;
};

// Where other elements are found: a branch, a change in the making, a model read as a whole.
class Source {
 public:
  Source() = default;
  Source(const Source&) = default;
  Source& operator=(const Source&) = default;
  virtual ~Source() = default;
  virtual std::optional<Record> find(std::string_view id) const = 0;
  // Those that refer to it, in the order of their ids.
  virtual std::vector<Record> referring(std::string_view id) const = 0;
};

// All elements of one moment, in the order of their ids. Never changes once made; any number of threads may read it.
class Model final : public Source {
 public:
  explicit Model(std::vector<Record> records);
  std::optional<Record> find(std::string_view id) const override;
  std::vector<Record> referring(std::string_view id) const override;
  const std::vector<Record>& all() const { return records_; }
  std::vector<const Record*> of(std::string_view category) const;

 private:
  std::vector<Record> records_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> referring_;
};

}  // namespace bim::engine
