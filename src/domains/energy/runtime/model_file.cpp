// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/model_file.h"

#include <utility>

namespace energy::runtime {

base::Result<ModelFile> read_model(std::string bytes, const Schemas& schemas) {
  engine::Source source = TRY(engine::Source::read(std::move(bytes)));
  auto chosen = TRY(schemas.choose(source.version_text()));
  auto schema = TRY(schemas.find(chosen.version));
  engine::Model model = std::holds_alternative<engine::Source::IdfFile>(source.file())
                            ? engine::Model::read(std::get<engine::Source::IdfFile>(source.file()), schema)
                            : engine::Model::read(std::get<engine::Source::EpjsonFile>(source.file()), schema);
  return ModelFile{std::move(source), std::move(model), chosen.version, std::move(chosen.warning)};
}

}  // namespace energy::runtime
