// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/runtime/xsd_validator.h"

#include <dlfcn.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlschemas.h>

#include <algorithm>
#include <array>
#include <climits>
#include <mutex>
#include <optional>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "domains/ids/runtime/xs_schema.h"

namespace ids::runtime {
namespace {

using engine::XsdFinding;

constexpr std::size_t max_xsd_bytes = 1U << 20;
constexpr std::size_t max_findings = 1000;

constexpr const char* library_name = "libxml2.so.2";

// libxml2, loaded when the first document is validated and never linked: the shared library brings ICU with it, which
// would cost every start of the program several milliseconds and every process some megabytes. Once loaded it stays.
struct Library {
  decltype(&::xmlInitParser) init_parser = nullptr;
  decltype(&::xmlSetExternalEntityLoader) set_external_entity_loader = nullptr;
  decltype(&::xmlNewParserCtxt) new_parser = nullptr;
  decltype(&::xmlFreeParserCtxt) free_parser = nullptr;
  decltype(&::xmlCtxtReadMemory) read_memory = nullptr;
  decltype(&::xmlCtxtGetLastError) last_error = nullptr;
  decltype(&::xmlFreeDoc) free_document = nullptr;
  decltype(&::xmlSchemaNewDocParserCtxt) new_schema_parser = nullptr;
  decltype(&::xmlSchemaFreeParserCtxt) free_schema_parser = nullptr;
  decltype(&::xmlSchemaSetParserStructuredErrors) set_schema_errors = nullptr;
  decltype(&::xmlSchemaParse) parse_schema = nullptr;
  decltype(&::xmlSchemaFree) free_schema = nullptr;
  decltype(&::xmlSchemaNewValidCtxt) new_validation = nullptr;
  decltype(&::xmlSchemaFreeValidCtxt) free_validation = nullptr;
  decltype(&::xmlSchemaSetValidStructuredErrors) set_validation_errors = nullptr;
  decltype(&::xmlSchemaValidateDoc) validate = nullptr;
  std::string absent;  // why it could not be loaded
};

template <class Function>
void find(void* handle, const char* name, Function& function, std::string& absent) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  if (function == nullptr) absent = std::string("libxml2 has no ") + name;
}

struct KnownSchema {
  std::string_view url;
  const char* text;
};
constexpr std::array<KnownSchema, 3> known_schemas{{{"http://www.w3.org/2001/XMLSchema.xsd", xs_schema},
                                                    {"http://www.w3.org/2001/xml.xsd", xml_schema},
                                                    {"http://www.w3.org/2001/XMLSchema-instance", xsi_schema}}};

// Stands in for the network: the three schemas that ids.xsd imports, and nothing else. libxml2 keeps one loader for the
// process and calls it with nothing of ours, so the library is looked up again.
xmlParserInputPtr give_input(const char* url, const char*, xmlParserCtxtPtr parser) {
  const auto* found = std::ranges::find(known_schemas, std::string_view(url == nullptr ? "" : url), &KnownSchema::url);
  if (found == known_schemas.end()) return nullptr;
  void* handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  decltype(&::xmlNewStringInputStream) new_input = nullptr;
  std::string absent;
  find(handle, "xmlNewStringInputStream", new_input, absent);
  dlclose(handle);  // loaded it stays
  return new_input == nullptr ? nullptr : new_input(parser, reinterpret_cast<const xmlChar*>(found->text));
}

Library open_library() {
  Library out;
  void* handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    out.absent = "libxml2 is not installed";
    return out;
  }
  find(handle, "xmlInitParser", out.init_parser, out.absent);
  find(handle, "xmlSetExternalEntityLoader", out.set_external_entity_loader, out.absent);
  find(handle, "xmlNewParserCtxt", out.new_parser, out.absent);
  find(handle, "xmlFreeParserCtxt", out.free_parser, out.absent);
  find(handle, "xmlCtxtReadMemory", out.read_memory, out.absent);
  find(handle, "xmlCtxtGetLastError", out.last_error, out.absent);
  find(handle, "xmlFreeDoc", out.free_document, out.absent);
  find(handle, "xmlSchemaNewDocParserCtxt", out.new_schema_parser, out.absent);
  find(handle, "xmlSchemaFreeParserCtxt", out.free_schema_parser, out.absent);
  find(handle, "xmlSchemaSetParserStructuredErrors", out.set_schema_errors, out.absent);
  find(handle, "xmlSchemaParse", out.parse_schema, out.absent);
  find(handle, "xmlSchemaFree", out.free_schema, out.absent);
  find(handle, "xmlSchemaNewValidCtxt", out.new_validation, out.absent);
  find(handle, "xmlSchemaFreeValidCtxt", out.free_validation, out.absent);
  find(handle, "xmlSchemaSetValidStructuredErrors", out.set_validation_errors, out.absent);
  find(handle, "xmlSchemaValidateDoc", out.validate, out.absent);
  if (out.absent.empty()) {
    out.init_parser();
    out.set_external_entity_loader(&give_input);
  }
  return out;
}

// ---- findings

struct Gathered {
  std::vector<XsdFinding> findings;
  const void* last_node = nullptr;
};

bool is_about_a_facet(int code) {
  return code >= XML_SCHEMAV_CVC_LENGTH_VALID && code <= XML_SCHEMAV_CVC_ENUMERATION_VALID;
}

bool is_about_a_value(int code) {
  return code >= XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1 && code <= XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_3;
}

std::string readable(std::string_view message) {
  std::string out(base::trim(message));
  for (const std::string_view uri :
       {"{http://standards.buildingsmart.org/IDS}", "{http://www.w3.org/2001/XMLSchema}"}) {
    for (auto at = out.find(uri); at != std::string::npos; at = out.find(uri, at)) out.erase(at, uri.size());
  }
  return base::printable(out);
}

std::string_view name_of(const xmlNode& node) {
  return node.name == nullptr ? "" : reinterpret_cast<const char*>(node.name);
}

std::size_t number_of(const xmlNode& node) {
  std::size_t number = 1;
  for (const auto* each = node.prev; each != nullptr; each = each->prev)
    number += each->type == XML_ELEMENT_NODE && name_of(*each) == name_of(node) ? 1U : 0U;
  return number;
}

// "/ids/specifications/specification[2]/applicability/entity[1]"
std::string position_of(const xmlNode* node) {
  std::string position;
  for (; node != nullptr && node->type != XML_DOCUMENT_NODE; node = node->parent) {
    if (node->type != XML_ELEMENT_NODE) continue;
    const std::string_view parent = node->parent == nullptr ? "" : name_of(*node->parent);
    const bool counted = parent == "specifications" || parent == "applicability" || parent == "requirements";
    position =
        "/" + std::string(name_of(*node)) + (counted ? "[" + std::to_string(number_of(*node)) + "]" : "") + position;
  }
  return position;
}

void gather(void* data, xmlErrorPtr error) {
  auto& to = *static_cast<Gathered*>(data);
  if (error == nullptr || to.findings.size() >= max_findings) return;
  // A broken facet is told twice: once with the facet, once with the type. The first says more.
  if (is_about_a_value(error->code) && to.last_node == error->node && error->node != nullptr) {
    to.last_node = nullptr;
    return;
  }
  to.last_node = is_about_a_facet(error->code) ? error->node : nullptr;
  to.findings.push_back({.line = error->line,
                         .column = error->int2,
                         .message = readable(error->message == nullptr ? "" : error->message),
                         .warning = error->level == XML_ERR_WARNING,
                         .position = position_of(static_cast<const xmlNode*>(error->node))});
}

// ---- documents

using Tree = std::unique_ptr<xmlDoc, void (*)(xmlDocPtr)>;

// The document as libxml2's tree; without one, why. Entities are not expanded and nothing is fetched.
Tree parse(const Library& lib, std::string_view xml, std::vector<XsdFinding>& findings) {
  const std::unique_ptr<xmlParserCtxt, void (*)(xmlParserCtxtPtr)> parser(lib.new_parser(), lib.free_parser);
  constexpr int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES;
  Tree tree(lib.read_memory(parser.get(), xml.data(), static_cast<int>(xml.size()), "document.ids", nullptr, options),
            lib.free_document);
  if (tree != nullptr) return tree;
  const auto* error = lib.last_error(parser.get());
  findings.push_back(
      {.line = error == nullptr ? 0 : error->line,
       .column = error == nullptr ? 0 : error->int2,
       .message = "this is not XML: " +
                  readable(error == nullptr || error->message == nullptr ? "it is empty" : error->message)});
  return tree;
}

// ---- schemas

using Schema = std::unique_ptr<xmlSchema, void (*)(xmlSchemaPtr)>;

// A compiled schema, with the text and the tree it came from and still uses.
struct Compiled {
  std::string text;
  Tree tree;
  Schema schema;
};

base::Result<Compiled> compile(const Library& lib, std::string text, const std::string& path) {
  Gathered problems;
  Tree tree = parse(lib, text, problems.findings);
  if (tree == nullptr)
    return base::fail(base::Code::unavailable, "the XSD is not XML", path, problems.findings.front().message);
  const std::unique_ptr<xmlSchemaParserCtxt, void (*)(xmlSchemaParserCtxtPtr)> parser(lib.new_schema_parser(tree.get()),
                                                                                      lib.free_schema_parser);
  lib.set_schema_errors(parser.get(), &gather, &problems);
  Schema schema(lib.parse_schema(parser.get()), lib.free_schema);
  if (schema != nullptr) return Compiled{std::move(text), std::move(tree), std::move(schema)};
  const auto worst =
      std::find_if(problems.findings.begin(), problems.findings.end(), [](const auto& each) { return !each.warning; });
  return base::fail(
      base::Code::unavailable,
      "the XSD is not a schema we can use" + (worst == problems.findings.end() ? "" : ": " + worst->message), path);
}

}  // namespace

struct XsdValidator::Inner {
  explicit Inner(std::string at) : path(std::move(at)) {}

  base::Result<void> open() {
    if (!library) library = open_library();
    if (library->absent.empty()) return {};
    return base::fail(base::Code::unavailable, "documents cannot be validated against the XSD: " + library->absent);
  }
  base::Result<xmlSchemaPtr> schema() {
    auto read = base::read_file(path, max_xsd_bytes);
    if (!read.ok()) {
      return base::fail(base::Code::unavailable, "the XSD of IDS cannot be read", path,
                        "Put ids.xsd of IDS 1.0 there to have documents validated against it.");
    }
    if (!compiled || compiled->text != *read) compiled.emplace(TRY(compile(*library, std::move(read).value(), path)));
    return compiled->schema.get();
  }
  base::Result<std::vector<XsdFinding>> validate(std::string_view xml) {
    auto* against = TRY(schema());
    Gathered gathered;
    const auto tree = parse(*library, xml, gathered.findings);
    if (tree == nullptr) return std::move(gathered.findings);
    const std::unique_ptr<xmlSchemaValidCtxt, void (*)(xmlSchemaValidCtxtPtr)> validation(
        library->new_validation(against), library->free_validation);
    library->set_validation_errors(validation.get(), &gather, &gathered);
    library->validate(validation.get(), tree.get());
    for (auto& each : gathered.findings) each.column = 0;
    return std::move(gathered.findings);
  }

  const std::string path;
  std::mutex lock;  // also held while validating: libxml2 may add to a schema then
  std::optional<Library> library;
  std::optional<Compiled> compiled;
};

XsdValidator::XsdValidator(std::string xsd_path) : inner_(std::make_unique<Inner>(std::move(xsd_path))) {}
XsdValidator::~XsdValidator() = default;

base::Result<std::vector<XsdFinding>> XsdValidator::operator()(std::string_view xml) {
  const std::lock_guard held(inner_->lock);
  TRY(inner_->open());
  if (xml.size() > INT_MAX) return base::fail(base::Code::out_of_range, "the document is too large to be validated");
  return inner_->validate(xml);
}

}  // namespace ids::runtime
