// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "base/text.h"
#include "domains/ids/engine/audit/audit.h"
#include "domains/ids/engine/edit/document_rules.h"
#include "domains/ids/runtime/runtime.h"
#include "domains/ids/tools/parts/document.h"

namespace ids::tools::export_ids {

namespace {

struct Args {
  std::optional<std::string> output_path;
  bool validate = true;
  bool overwrite = false;
  static constexpr auto fields =
      tool::fields(tool::field("output_path", &Args::output_path,
                               "The file to write, under the allowed roots; without it the answer holds the XML.",
                               {.max_length = 4096}),
                   tool::with_default("validate", &Args::validate, "Validate what is written against the XSD."),
                   tool::with_default("overwrite", &Args::overwrite, tool::overwrite_doc));
};

struct Verdict {
  bool valid = true;
  std::vector<std::string> errors;
  static constexpr auto fields = tool::fields(tool::field("valid", &Verdict::valid, "No errors."),
                                              tool::field("errors", &Verdict::errors, "Sentences."));
};

struct Out {
  std::string status = "exported";
  std::optional<std::string> xml, file_path;
  std::optional<Verdict> validation_result, validation;
  std::vector<std::string> warnings;
  static constexpr auto fields =
      tool::fields(tool::field("status", &Out::status, "exported."),
                   tool::field("xml", &Out::xml, "The document, where no file was asked for."),
                   tool::field("file_path", &Out::file_path, "The file that was written."),
                   tool::field("validation_result", &Out::validation_result, "Whether the XSD accepts it."),
                   tool::field("validation", &Out::validation, "The same, by its other name."),
                   tool::field("warnings", &Out::warnings, "What deserves a look."));
};

Result<void> can_export(const doc::Document& document) {
  if (document.specifications.empty()) {
    return fail(Code::constraint, "Cannot export: IDS has no specifications", {}, "Add one with add_specification.");
  }
  for (const auto& specification : document.specifications) {
    if (!specification.applicability.empty()) continue;
    return fail(Code::constraint, "Specification '" + specification.name + "' has no applicability facets", {},
                "Say which elements it is about: add_entity_facet with location \"applicability\".");
  }
  return {};
}

Verdict verdict_of(runtime::XsdValidator& xsd, const std::string& xml, std::vector<std::string>& warnings) {
  Verdict verdict;
  const auto found = engine::audit_structure(xml, std::ref(xsd));
  if (!found.note.empty()) warnings.push_back("This document was " + found.note);
  for (const auto& each : found.findings) {
    (each.warning ? warnings : verdict.errors).push_back("Line " + std::to_string(each.line) + ": " + each.message);
  }
  verdict.valid = verdict.errors.empty();
  return verdict;
}

Result<Change> plan(runtime::XsdValidator& xsd, const Args& args, const View& view) {
  const auto document = TRY(document_of(view));
  TRY(can_export(document));
  Out out;
  std::string xml = doc::write(engine::exportable(document, out.warnings));
  if (args.validate) out.validation = out.validation_result = verdict_of(xsd, xml, out.warnings);
  Change change;
  if (args.output_path && !args.output_path->empty()) {
    out.file_path = args.output_path;
    change.summary = "Write the IDS to " + base::printable(*args.output_path, 200);
    change.files.push_back({*args.output_path, std::move(xml), {".ids", ".xml"}, args.overwrite, document_element()});
  } else {
    out.xml = std::move(xml);
    change.summary = "Show the IDS as XML";
  }
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return tool::change<Args, Out>(
      {.name = "export_ids",
       .title = "Export the IDS document",
       .doc = "Writes the IDS in work as XML, valid against the IDS 1.0 schema: to a file, "
              "or into the answer. The same document gives the same bytes.",
       .needs = Permission::read,
       .destroys = true},
      [&xsd = runtime.xsd](const Args& args, const View& view) { return plan(xsd, args, view); });
}

}  // namespace ids::tools::export_ids
