// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/ids/engine/edit/document_rules.h"
#include "domains/ids/tools/parts/document.h"

namespace ids::tools::create_ids {

namespace {

struct Args {
  std::string title;
  std::optional<std::string> author, version, date, description, copyright, milestone, purpose;
  static constexpr auto fields = tool::fields(
      tool::field("title", &Args::title, "Its title.", {.min_length = 1, .max_length = engine::max_text}),
      tool::field("author", &Args::author, "E-mail address of the author.", {.max_length = engine::max_text}),
      tool::field("version", &Args::version, "Its version.", {.max_length = engine::max_text}),
      tool::field("date", &Args::date, "YYYY-MM-DD.", {.max_length = 30, .format = "date"}),
      tool::field("description", &Args::description, "What it is about.", {.max_length = engine::max_text}),
      tool::field("copyright", &Args::copyright, "Copyright notice.", {.max_length = engine::max_text}),
      tool::field("milestone", &Args::milestone, "Of the project.", {.max_length = engine::max_text}),
      tool::field("purpose", &Args::purpose, "What it is needed for.", {.max_length = engine::max_text}));
};

struct Out {
  std::string status = "created";
  std::string session_id, title;
  std::vector<std::string> warnings;
  static constexpr auto fields =
      tool::fields(tool::field("status", &Out::status, "created."),
                   tool::field("session_id", &Out::session_id, "The workspace that holds the document."),
                   tool::field("title", &Out::title, "Its title."),
                   tool::field("warnings", &Out::warnings, "What deserves a look."));
};

Result<Change> plan(const Args& args, const View& view) {
  doc::Document document;
  document.info.title = args.title;
  document.info.author = args.author;
  document.info.version = args.version;
  document.info.date = args.date;
  document.info.description = args.description;
  document.info.copyright = args.copyright;
  document.info.milestone = args.milestone;
  document.info.purpose = args.purpose;
  TRY(engine::check_info(document.info));
  Out out;
  out.session_id = view.workspace();
  out.title = args.title;
  engine::exportable(document, out.warnings);
  return replace(view, document, "Begin the IDS \"" + base::printable(args.title, 100) + "\"", tool::encode(out));
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "create_ids",
                                  .title = "Begin an IDS document",
                                  .doc = "Begins an IDS document; it replaces the one in work (undo brings that "
                                         "back).",
                                  .needs = Permission::create,
                                  .destroys = true},
                                 plan);
}

}  // namespace ids::tools::create_ids
