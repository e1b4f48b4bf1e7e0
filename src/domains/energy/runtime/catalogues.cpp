// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/catalogues.h"

namespace energy::runtime {

base::Result<std::shared_ptr<const engine::Catalogue>> Catalogues::find(const Version& version) const {
  const auto schema = TRY(schemas_.find(version));
  const std::lock_guard lock(mutex_);
  auto& made = made_[version];
  if (!made) made = std::make_shared<const engine::Catalogue>(*schema);
  return made;
}

}  // namespace energy::runtime
