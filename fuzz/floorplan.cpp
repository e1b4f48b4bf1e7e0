// SPDX-License-Identifier: Apache-2.0
// Any bytes compile in both dialects, with places inside the text; what parses is printed and laid out so
// that it parses to the same model again.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/text.h"
#include "domains/floorplan/engine/compile.h"
#include "formats/floorplan/codes.h"
#include "formats/floorplan/print.h"

namespace {

using formats::floorplan::Dialect;
using formats::floorplan::parse;
using formats::floorplan::same_model;

void has_good_findings(const floorplan::engine::Compiled& compiled) {
  const auto size = compiled.document->source.size();
  const formats::floorplan::LineIndex lines(compiled.document->source);
  for (const auto& each : compiled.diagnostics) {
    LINTEL_CHECK(each.span.begin <= each.span.end && each.span.end <= size);
    LINTEL_CHECK(lines.place(each.span.begin).line >= 1);
    LINTEL_CHECK(formats::floorplan::find_info(each.code) != nullptr);
    LINTEL_CHECK(!each.message.empty() && base::valid_utf8(each.message) && base::valid_utf8(each.hint));
    if (!each.fix) continue;
    for (const auto& edit : each.fix->edits) LINTEL_CHECK(edit.span.begin <= edit.span.end && edit.span.end <= size);
  }
}

void has_finite_geometry(const floorplan::engine::Plan& plan) {
  for (const auto& room : plan.rooms) {
    LINTEL_CHECK(std::isfinite(room.rect.x) && std::isfinite(room.rect.bottom()) && std::isfinite(room.height));
    for (const auto& side : room.sides) {
      for (const auto& opening : side.openings) LINTEL_CHECK(std::isfinite(opening.from) && opening.from <= opening.to);
    }
  }
  for (const auto& stair : plan.stairs) {
    for (const auto& part : stair.parts) {
      for (const auto& point : part.outline) LINTEL_CHECK(std::isfinite(point[0]) && std::isfinite(point[1]));
    }
  }
}

void survives_writing(const std::string& text) {
  const auto parsed = parse(text);
  const auto formatted = formats::floorplan::format(text);
  if (!parsed.ok()) {
    LINTEL_CHECK(formatted == text);
    return;
  }
  const auto printed = parse(formats::floorplan::print(parsed.document));
  LINTEL_CHECK(printed.ok() && same_model(printed.document, parsed.document));
  const auto again = parse(formatted);
  LINTEL_CHECK(again.ok() && same_model(again.document, parsed.document));
  LINTEL_CHECK(formats::floorplan::format(formatted) == formatted);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const auto dialect : {Dialect::lenient, Dialect::strict}) {
    const auto compiled = floorplan::engine::compile(text, dialect);
    has_good_findings(compiled);
    has_finite_geometry(compiled.plan);
  }
  survives_writing(text);
  return 0;
}
