// SPDX-License-Identifier: Apache-2.0
// Any bytes are read or refused. What is read is rewritten to the same bytes for its own form; written anew, and after
// edits, it reads as the form that was meant.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "base/text.h"
#include "formats/aas/rewrite.h"
#include "formats/aas/xml_read.h"
#include "formats/aas/xml_write.h"

namespace {

using base::Json;
using formats::aas::XmlDocument;

void has_good_problems(const XmlDocument& document) {
  for (const auto& each : document.problems) {
    LINTEL_CHECK(!each.message.empty() && each.line > 0 && base::valid_utf8(each.message + each.path));
  }
}

void survives_writing(const XmlDocument& document) {
  if (!document.checked) return;
  const auto xml = write_xml(document.form, *document.type, formats::aas::metamodel(*document.checked));
  if (!xml.ok()) {  // a discriminator was missing, or a boolean was none
    LINTEL_CHECK(!document.problems.empty() && !xml.error().path.empty());
    return;
  }
  const auto again = formats::aas::read_xml(*xml);
  LINTEL_CHECK(again.ok() && again->form == document.form);
}

// One edit, chosen by the bytes: the first, the last or a middle member or item on the way down.
void edit(Json& value, std::string_view choices) {
  for (Json* at = &value;;) {
    const char choice = choices.empty() ? '\0' : choices.front();
    if (!choices.empty()) choices.remove_prefix(1);
    if (at->empty()) {
      if (at->is_string()) *at = "edited <&> ä\r\n";
      return;
    }
    const auto index = static_cast<unsigned char>(choice) % at->size();
    if (at->is_array() && choice % 5 == 0) {
      at->as_array().erase(at->as_array().begin() + static_cast<std::ptrdiff_t>(index));
      return;
    }
    if (at->is_array() && choice % 5 == 1) return at->as_array().push_back(at->as_array()[index]);
    if (at->is_object() && choice % 7 == 0 && at->as_object()[index].first != "modelType") {
      at->as_object().erase(at->as_object().begin() + static_cast<std::ptrdiff_t>(index));
      return;
    }
    if (at->is_object() && at->as_object()[index].first == "modelType") return;
    at = at->is_array() ? &at->as_array()[index] : &at->as_object()[index].second;
  }
}

void survives_an_edit(std::string_view bytes, const XmlDocument& document) {
  const auto same = formats::aas::rewrite_xml(bytes, document.form);
  LINTEL_CHECK(same.ok() && *same == bytes);
  Json form = document.form;
  edit(form, bytes.substr(bytes.size() - std::min<std::size_t>(bytes.size(), 12)));
  const auto rewritten = formats::aas::rewrite_xml(bytes, form);
  if (!rewritten.ok()) return;
  const auto again = formats::aas::read_xml(*rewritten);
  LINTEL_CHECK(again.ok() && again->form == form);
}

void json_survives_an_edit(const Json& old, std::string_view choices) {
  for (const auto& text : {old.pretty(), old.dump()}) {
    Json now = old;
    edit(now, choices);
    const auto rewritten = formats::aas::rewrite_json(text, now);
    LINTEL_CHECK(rewritten.ok() && *base::parse_json(*rewritten) == now);
    LINTEL_CHECK(*formats::aas::rewrite_json(text, old) == text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto document = formats::aas::read_xml(bytes);
  if (!document.ok()) return 0;
  has_good_problems(*document);
  survives_writing(*document);
  survives_an_edit(bytes, *document);
  json_survives_an_edit(document->form, bytes.substr(bytes.size() / 2));
  return 0;
}
