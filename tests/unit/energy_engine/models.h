// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "domains/energy/engine/model/model.h"
#include "support/energy_schema.h"

namespace tests {

inline energy::engine::Model idf_model(std::string text) {
  auto file = std::make_shared<const formats::idf::File>(formats::idf::File::parse(std::move(text)).value());
  return energy::engine::Model::read(std::move(file), energy_schema());
}

inline energy::engine::Model epjson_model(std::string text) {
  auto file = std::make_shared<const formats::epjson::File>(formats::epjson::File::parse(std::move(text)).value());
  return energy::engine::Model::read(std::move(file), energy_schema());
}

}  // namespace tests
