// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/edit/document_rules.h"

#include <algorithm>
#include <string_view>

#include "base/clock.h"
#include "base/swar.h"
#include "base/text.h"

namespace ids::engine {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
namespace doc = formats::ids;

constexpr std::size_t max_specifications = 10'000;
constexpr std::size_t max_facets = 1'000;  // of one specification

// XML 1.0, 2.2: what a document can hold. Texts come from JSON, which holds more.
bool fits_xml(std::string_view text) {
  namespace swar = base::swar;
  const auto unusual = [](std::uint64_t word) { return swar::controls(word) | swar::beyond_ascii(word); };
  if (swar::find(text, unusual) == text.size()) return true;
  if (text.find("\xEF\xBF\xBE") != text.npos || text.find("\xEF\xBF\xBF") != text.npos) return false;
  return std::ranges::none_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
  });
}

}  // namespace

Result<void> check_specification_count(std::size_t specifications) {
  if (specifications <= max_specifications) return {};
  return fail(Code::out_of_range, "The document would have more than 10,000 specifications.", {},
              "Split it into several documents.");
}

Result<void> check_facet_count(const doc::Specification& specification) {
  if (specification.applicability.size() + specification.requirements.size() <= max_facets) return {};
  return fail(Code::out_of_range,
              "Specification '" + base::printable(specification.name, 120) + "' would have more than 1,000 facets.", {},
              "Split it into several specifications.");
}

Result<void> check_info(const doc::Info& info) {
  if (base::trim(info.title).empty()) return fail(Code::missing, "The title is empty.", "title");
  if (!info.date) return {};
  const bool shape = info.date->size() == 10 && (*info.date)[4] == '-' && (*info.date)[7] == '-';
  if (shape && base::parse_iso8601(*info.date + "T00:00:00Z")) return {};
  return fail(Code::out_of_range, "Invalid date: " + base::printable(*info.date, 40), "date",
              "A day as YYYY-MM-DD: 2026-03-31.");
}

Result<void> check_texts(const Json& json) {
  if (json.is_string() && !fits_xml(json.as_string())) {
    return fail(Code::out_of_range,
                "This text has characters that XML cannot hold: " + base::printable(json.as_string(), 100), {},
                "Leave out control characters.");
  }
  if (json.is_array()) {
    for (const auto& item : json.as_array()) TRY(check_texts(item));
  }
  if (json.is_object()) {
    for (const auto& [name, value] : json.as_object()) TRY(check_texts(value));
  }
  return {};
}

doc::Document exportable(const doc::Document& document, std::vector<std::string>& notes) {
  doc::Document out = document;
  if (out.info.author && !doc::is_author(*out.info.author)) {
    notes.push_back("The author '" + base::printable(*out.info.author, 100) +
                    "' is not an e-mail address, which IDS 1.0 demands; exports leave it out.");
    out.info.author.reset();
  }
  return out;
}

}  // namespace ids::engine
