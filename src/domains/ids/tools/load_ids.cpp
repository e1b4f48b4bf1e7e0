// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "base/crypto.h"
#include "base/text.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/engine/edit/document_rules.h"
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/specification.h"

namespace ids::tools::load_ids {

namespace {

enum class SourceType : std::uint8_t { file, string };
constexpr auto enum_names(SourceType) { return std::to_array<std::string_view>({"file", "string"}); }

struct Args {
  std::string source;
  SourceType source_type = SourceType::file;
  static constexpr auto fields =
      tool::fields(tool::field("source", &Args::source, "A path under the allowed roots, or the XML text itself.",
                               {.min_length = 1, .max_length = engine::max_document_bytes}),
                   tool::with_default("source_type", &Args::source_type, "What `source` is."));
};

struct Out {
  std::string status = "loaded";
  std::string session_id, title;
  std::optional<std::string> author;
  std::int64_t specification_count = 0;
  std::vector<SpecificationOut> specifications;
  std::string ids_version;
  std::vector<std::string> warnings;
  static constexpr auto fields =
      tool::fields(tool::field("status", &Out::status, "loaded."),
                   tool::field("session_id", &Out::session_id, "The workspace that holds the document."),
                   tool::field("title", &Out::title, "Its title."), tool::field("author", &Out::author, "Its author."),
                   tool::field("specification_count", &Out::specification_count, "How many specifications it has."),
                   tool::field("specifications", &Out::specifications, "The specifications; the first 200."),
                   tool::field("ids_version", &Out::ids_version, "The version of IDS it is written in."),
                   tool::field("warnings", &Out::warnings, "What is not IDS 1.0, with lines."));
};

constexpr std::size_t max_listed = 200;
constexpr std::size_t max_warnings = 20;

Result<std::string> text_of(const Args& args, const View& view) {
  if (args.source_type == SourceType::string) return args.source;
  auto text = view.read_file(args.source, engine::max_document_bytes);
  if (text.ok() || text.error().code != Code::not_found) return text;
  return fail(Code::not_found, "IDS file not found: " + base::printable(args.source, 300), "source",
              "Paths are taken from the first allowed root. For XML text, set source_type to \"string\".");
}

// The sentence alone reaches some clients, so it tells the place too.
Result<doc::Read> read_document(const std::string& text) {
  auto read = doc::read(text);
  if (read.ok() || read.error().path.empty()) return read;
  auto error = std::move(read).error();
  error.message += " (" + error.path + ")";
  return error;
}

std::vector<std::string> warnings_of(const doc::Read& read) {
  std::vector<std::string> out;
  if (!read.ids_version.starts_with("1.0")) {
    out.push_back("This is IDS " + base::printable(read.ids_version, 30) +
                  ", not 1.0; what 1.0 does not know is kept as it was. Mend what validate_ids finds.");
  }
  const std::size_t room = max_warnings - out.size();
  for (const auto& problem : read.problems) {
    if (out.size() == max_warnings) {
      out.push_back("… and " + std::to_string(read.problems.size() - room) + " more.");
      break;
    }
    out.push_back("Line " + std::to_string(problem.line) + ": " + problem.message);
  }
  return out;
}

// Calls name a specification by identifier or name; where that is not enough, by its place.
void add_ambiguous(const doc::Document& document, std::vector<std::string>& warnings) {
  std::map<std::string, std::vector<std::string>> places;
  for (std::size_t i = 0; i < document.specifications.size(); ++i) {
    places[engine::spec_id(document.specifications[i])].push_back("#" + std::to_string(i + 1));
  }
  for (const auto& [id, where] : places) {
    if (where.size() < 2 || warnings.size() >= max_warnings) continue;
    warnings.push_back("Several specifications go by `" + base::printable(id, 100) + "`; use " +
                       base::join(where, ", ") + " as spec_id to tell them apart.");
  }
}

Result<Change> plan(const Args& args, const View& view) {
  const std::string text = TRY(text_of(args, view));
  const doc::Read read = TRY(read_document(text));
  Out out;
  out.session_id = view.workspace();
  out.title = read.document.info.title;
  out.author = read.document.info.author;
  out.specification_count = static_cast<std::int64_t>(read.document.specifications.size());
  out.specifications = specifications_out(read.document);
  if (out.specifications.size() > max_listed) out.specifications.resize(max_listed);
  out.ids_version = read.ids_version;
  out.warnings = warnings_of(read);
  add_ambiguous(read.document, out.warnings);
  std::string summary = "Load the IDS \"" + base::printable(out.title, 100) + "\" with " +
                        std::to_string(out.specification_count) + " specifications";
  Change change = TRY(replace(view, read.document, std::move(summary), tool::encode(out)));
  if (args.source_type == SourceType::file) change.loads = {{document_element(), args.source, base::sha256_hex(text)}};
  return change;
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "load_ids",
                                  .title = "Load an IDS document",
                                  .doc = "Loads an existing IDS file, or XML text, into this session. It replaces the "
                                         "document in work (undo brings that back); nothing of the file is lost.",
                                  .needs = Permission::create,
                                  .destroys = true},
                                 plan);
}

}  // namespace ids::tools::load_ids
