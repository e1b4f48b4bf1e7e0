// SPDX-License-Identifier: Apache-2.0
// Any bytes are read as a STEP file and as a ZIP archive. What is found lies inside the bytes; every value can be asked
// for everything; records are found by their id; what is copied into a new file is read back without a problem.
#include "formats/step/step.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/text.h"
#include "formats/step/writer.h"
#include "formats/zip/zip.h"

namespace {

using formats::step::File;
using formats::step::Value;
using formats::step::Writer;

void walk(const Value& value, int depth) {
  LINTEL_CHECK(depth <= formats::step::Limits().max_depth);
  const std::string text = value.string();
  LINTEL_CHECK(base::valid_utf8(text) && text.size() <= 3 * value.raw().size());
  LINTEL_CHECK(std::isfinite(value.number()));
  LINTEL_CHECK(value.word().size() <= value.raw().size());
  static_cast<void>(value.integer() + static_cast<std::int64_t>(value.reference() % 2));
  std::size_t count = 0;
  for (const Value& each : value.items()) {
    walk(each, depth + 1);
    ++count;
  }
  LINTEL_CHECK(count == value.items().size() && value.items()[count].is_null());
}

void walk(const File& file) {
  for (File::Index i = 0; i < file.records().size(); ++i) {
    const auto record = file.records()[i];
    LINTEL_CHECK(file.find(record.id) == i);
    LINTEL_CHECK(record.type < file.types().size() && file.type_named(file.types()[record.type]) == record.type);
    LINTEL_CHECK(file.line_of(i) >= 1);
    for (const Value& each : file.arguments(i)) walk(each, 1);
  }
  std::size_t grouped = 0;
  for (std::uint16_t type = 0; type < file.types().size(); ++type) grouped += file.of_type(type).size();
  LINTEL_CHECK(grouped == file.records().size());
  for (const auto& each : file.problems()) LINTEL_CHECK(each.line >= 1 && base::valid_utf8(each.message));
  for (const auto name : {"FILE_NAME", "FILE_DESCRIPTION", "FILE_SCHEMA"}) {
    for (const auto& each : file.header(name)) LINTEL_CHECK(each.size() <= 3 * file.bytes());
  }
}

void survives_writing(const File& file) {
  Writer writer({.schemas = {"IFC4"}});
  for (File::Index i = 0; i < file.records().size(); ++i) {
    const std::string& type = file.types()[file.records()[i].type];
    if (type.size() < 2 || (type[0] >= '0' && type[0] <= '9') || type[0] == '!') continue;
    writer.begin(file.records()[i].id, type);
    for (const Value& each : file.arguments(i)) {
      if (each.kind() == Value::Kind::string) {
        writer.string(each.string());
      } else {
        writer.copy(each);
      }
    }
    writer.end();
  }
  const auto again = File::parse(std::move(writer).finish());
  LINTEL_CHECK(again.ok());
  LINTEL_CHECK(again->problems().empty());
}

void unpack(std::string_view bytes) {
  const auto archive = formats::zip::Archive::open(bytes, {.max_member_bytes = std::size_t{1} << 20});
  if (!archive.ok()) return;
  for (const auto& member : archive->members()) {
    const auto content = archive->read(member.name);
    LINTEL_CHECK(!content.ok() || content->size() == member.unpacked);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  unpack(text);
  const auto file = File::parse(text, {.max_bytes = std::size_t{1} << 20});
  if (!file.ok()) {
    LINTEL_CHECK(!file.error().message.empty() && base::valid_utf8(file.error().message));
    return 0;
  }
  walk(*file);
  survives_writing(*file);
  return 0;
}
