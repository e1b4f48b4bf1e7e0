// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/types/types.h"
#include "formats/idf/schema.h"

namespace energy::runtime {

using engine::Version;
using formats::idf::Schema;

// The schemas of EnergyPlus that are on this machine. Each is read once, when it is first asked for. Thread-safe.
class Schemas {
 public:
  explicit Schemas(std::vector<std::filesystem::path> places);
  ~Schemas();

  // Those there are, the oldest first.
  std::vector<Version> versions() const;
  // The version whose schema holds for a model that names `text`: of the same major and minor version the newest patch;
  // for one newer than all the newest, with a warning. Where a model names none, the engine's, else the newest, with a
  // warning. Fails on every other: fields move from one version to the next.
  struct Chosen {
    Version version;
    std::string warning;
  };
  base::Result<Chosen> choose(std::string_view text) const;
  // Begins to read a schema, and does not wait for it.
  void prefetch(const Version& version) const;
  // One of versions(). Waits until it is read.
  base::Result<std::shared_ptr<const Schema>> find(const Version& version) const;

 private:
  using Read = base::Result<std::shared_ptr<const Schema>>;
  std::shared_future<std::shared_ptr<const Read>> reading(const Version& version) const;
  void look() const;  // once

  const std::vector<std::filesystem::path> places_;
  mutable std::mutex mutex_;
  mutable bool looked_ = false;
  mutable std::map<Version, std::filesystem::path> files_;
  mutable std::optional<Version> engine_;
  mutable std::map<Version, std::shared_future<std::shared_ptr<const Read>>> read_;
};

}  // namespace energy::runtime
