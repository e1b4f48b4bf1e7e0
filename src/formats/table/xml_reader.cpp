// SPDX-License-Identifier: Apache-2.0
#include "formats/table/xml_reader.h"

#include <expat.h>

#include <algorithm>
#include <memory>

namespace formats::table {
namespace {

using base::Code;
using base::Error;
using base::fail;
using base::Result;

std::string_view local(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

struct ParserDeleter {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

struct Reading {
  XML_Parser parser = nullptr;
  const XmlHandlers& handlers;
  std::optional<Error> error;

  void take(const Result<void>& result) {
    if (result.ok() || error) return;
    error = result.error();
    XML_StopParser(parser, XML_FALSE);
  }
};

void on_start(void* data, const char* name, const char** pairs) {
  auto& reading = *static_cast<Reading*>(data);
  if (reading.handlers.start && !reading.error) reading.take(reading.handlers.start(local(name), Attributes(pairs)));
}
void on_end(void* data, const char* name) {
  auto& reading = *static_cast<Reading*>(data);
  if (reading.handlers.end && !reading.error) reading.take(reading.handlers.end(local(name)));
}
void on_text(void* data, const char* text, int length) {
  auto& reading = *static_cast<Reading*>(data);
  if (reading.handlers.text && !reading.error) {
    reading.take(reading.handlers.text({text, static_cast<std::size_t>(length)}));
  }
}
void on_document_type(void* data, const char* /*name*/, const char* /*system*/, const char* /*public_id*/,
                      int /*inner*/) {
  auto& reading = *static_cast<Reading*>(data);
  reading.take(fail(Code::parse, "it declares a document type, which no spreadsheet does"));
}

Error located(Error error, const std::string& part, XML_Parser parser) {
  if (!error.path.empty()) return error;
  error.path = part + ", line " + std::to_string(XML_GetCurrentLineNumber(parser));
  return error;
}

}  // namespace

std::optional<std::string_view> Attributes::find(std::string_view name) const {
  std::optional<std::string_view> prefixed;
  for (const char** pair = pairs_; *pair != nullptr; pair += 2) {
    if (name == pair[0]) return pair[1];
    if (local(pair[0]) == name) prefixed = pair[1];
  }
  return prefixed;
}

std::string_view Attributes::text(std::string_view name) const { return find(name).value_or(std::string_view()); }

Result<void> read_xml(std::string_view xml, const std::string& part, const XmlHandlers& handlers) {
  const std::unique_ptr<XML_ParserStruct, ParserDeleter> parser(XML_ParserCreate(nullptr));
  LINTEL_CHECK(parser != nullptr);
  Reading reading{.parser = parser.get(), .handlers = handlers};
  XML_SetUserData(parser.get(), &reading);
  XML_SetElementHandler(parser.get(), on_start, on_end);
  XML_SetCharacterDataHandler(parser.get(), on_text);
  XML_SetStartDoctypeDeclHandler(parser.get(), on_document_type);
  constexpr std::size_t piece = std::size_t{1} << 20;
  while (true) {
    const std::string_view now = xml.substr(0, piece);
    xml.remove_prefix(now.size());
    const auto status = XML_Parse(parser.get(), now.data(), static_cast<int>(now.size()), xml.empty() ? 1 : 0);
    if (reading.error) return located(std::move(*reading.error), part, parser.get());
    if (status != XML_STATUS_OK) {
      const std::string reason = XML_ErrorString(XML_GetErrorCode(parser.get()));
      return located(fail(Code::parse, "the XML is broken: " + reason), part, parser.get());
    }
    if (xml.empty()) return {};
  }
}

}  // namespace formats::table
