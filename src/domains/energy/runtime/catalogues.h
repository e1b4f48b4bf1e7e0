// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "base/result.h"
#include "domains/energy/engine/look/catalogue.h"
#include "domains/energy/runtime/schemas.h"

namespace energy::runtime {

// What the schemas say their types are for; each made when first asked for. Thread-safe.
class Catalogues {
 public:
  explicit Catalogues(const Schemas& schemas) : schemas_(schemas) {}
  base::Result<std::shared_ptr<const engine::Catalogue>> find(const Version& version) const;

 private:
  const Schemas& schemas_;
  mutable std::mutex mutex_;
  mutable std::map<Version, std::shared_ptr<const engine::Catalogue>> made_;
};

}  // namespace energy::runtime
