// SPDX-License-Identifier: Apache-2.0
// Prints a STEP file for comparison with other readers (tests/peers/step_values.py): a line with its schema and the
// problems, then one line [id, TYPE, [values…]] for each record. null stands for $ and *, {"s"} for strings, {"e"} for
// enumerations, {"b"} for binaries, {"r"} for references, {"t", "v"} for typed values.
#include <charconv>
#include <iostream>
#include <string>

#include "base/json.h"
#include "formats/step/step.h"

namespace {

using base::Json;
using formats::step::File;
using formats::step::Value;

Json json(const Value& value);

Json list(const Value::Items& items) {
  Json::Array array;
  for (const Value& each : items) array.push_back(json(each));
  return array;
}

Json json(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::null:
    case Value::Kind::derived:
      return nullptr;
    case Value::Kind::integer:
      return value.integer();
    case Value::Kind::real:
      return value.number();
    case Value::Kind::string:
      return Json::object({{"s", value.string()}});
    case Value::Kind::enumeration:
      return Json::object({{"e", value.word()}});
    case Value::Kind::binary:
      return Json::object({{"b", value.raw()}});
    case Value::Kind::reference:
      return Json::object({{"r", value.reference()}});
    case Value::Kind::list:
      return list(value.items());
    case Value::Kind::typed:
      return Json::object({{"t", value.word()}, {"v", list(value.items())}});
  }
  return nullptr;
}

Json first_line(const File& file) {
  Json::Array problems;
  for (const auto& each : file.problems())
    problems.push_back(Json::object({{"line", each.line}, {"id", each.id}, {"message", each.message}}));
  return Json::object({{"schema", file.schema_name()},
                       {"records", file.records().size()},
                       {"index_bytes", file.index_bytes()},
                       {"problems", std::move(problems)}});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::cerr << "step_dump FILE [--summary]\n";
    return 2;
  }
  const auto file = File::open(argv[1]);
  if (!file.ok()) {
    std::cerr << file.error().message << "\n";
    return 1;
  }
  std::cout << first_line(*file).dump() << "\n";
  if (argc == 3) return 0;
  for (File::Index i = 0; i < file->records().size(); ++i) {
    const auto record = file->records()[i];
    std::cout << Json::array({record.id, file->types()[record.type], list(file->arguments(i))}).dump() << "\n";
  }
  return 0;
}
