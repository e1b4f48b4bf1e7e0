// SPDX-License-Identifier: Apache-2.0
// What the quick way through XML tells of any bytes is what the reader tells; it may only decline.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "formats/xml/plain.h"

namespace {

using base::Result;
using formats::xml::Name;
using formats::xml::Span;

// Everything that is told, as text; pieces of a text are joined.
struct Told : formats::xml::PlainSink {
  std::string log;

  void tag(char kind, const Name& name, Span span) {
    log += '\x1F';
    log += kind;
    log.append(name.uri).append("|").append(name.prefix).append("|").append(name.local);
    log += std::to_string(span.begin) + "-" + std::to_string(span.end) + '\x1F';
  }
  bool start(const Name& name, Span span) override {
    tag('<', name, span);
    return true;
  }
  bool text(std::string_view text) override {
    log += text;
    return true;
  }
  bool end(Span span) override {
    tag('>', {}, span);
    return true;
  }
};

Result<std::string> by_reader(std::string_view bytes) {
  Told told;
  const formats::xml::Reader* self = nullptr;
  formats::xml::Reader reader({.start =
                                   [&](const Name& name, const formats::xml::Attributes& attributes) {
                                     LINTEL_CHECK(attributes.size() == 0);
                                     told.start(name, self->span());
                                     return Result<void>();
                                   },
                               .end =
                                   [&](const Name&) {
                                     told.end(self->span());
                                     return Result<void>();
                                   },
                               .text =
                                   [&](std::string_view text) {
                                     told.text(text);
                                     return Result<void>();
                                   }});
  self = &reader;
  TRY(reader.feed(bytes));
  TRY(reader.finish());
  return std::move(told.log);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Told quick;
  if (!read_plain(bytes, quick)) return 0;
  const auto told = by_reader(bytes);
  LINTEL_CHECK(told.ok() && *told == quick.log);
  return 0;
}
