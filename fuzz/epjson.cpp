// SPDX-License-Identifier: Apache-2.0
// Any bytes are read as an epJSON file: nothing edited gives the bytes back, checks never stumble, and what can be
// written as IDF is read back with as many objects.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/result.h"
#include "domains/energy/engine/convert/convert.h"
#include "domains/energy/engine/model/edit.h"
#include "domains/energy/engine/references/references.h"
#include "domains/energy/engine/references/rename.h"
#include "domains/energy/engine/validate/validate.h"
#include "support/energy_schema.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto schema = tests::energy_schema();
  auto parsed =
      formats::epjson::File::parse({reinterpret_cast<const char*>(data), size}, {.max_bytes = std::size_t{1} << 20});
  if (!parsed.ok()) return 0;
  const auto file = std::make_shared<const formats::epjson::File>(std::move(*parsed));
  static_cast<void>(version_of(*file));
  const auto model = energy::engine::Model::read(file, schema);
  for (const auto& each : validate(model)) LINTEL_CHECK(!each.message.empty());
  const auto same = edited(model, {});
  LINTEL_CHECK(same.ok() && *same == file->bytes());
  LINTEL_CHECK(to_epjson(model).ok());
  if (!model.objects().empty()) {
    const auto renamed = rename(model, energy::engine::References(model), 0, "Another Name");
    if (renamed.ok()) LINTEL_CHECK(edited(model, renamed->edits).ok());
  }
  const auto idf = to_idf(model);
  if (!idf.ok()) return 0;
  auto again = formats::idf::File::parse(*idf);
  LINTEL_CHECK(again.ok() && again->problems().empty());
  const auto read = energy::engine::Model::read(std::make_shared<const formats::idf::File>(std::move(*again)), schema);
  LINTEL_CHECK(read.objects().size() == model.objects().size());
  return 0;
}
