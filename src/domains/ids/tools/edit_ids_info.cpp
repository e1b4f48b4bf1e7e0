// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/ids/engine/edit/document_rules.h"
#include "domains/ids/tools/parts/document.h"

namespace ids::tools::edit_ids_info {

namespace {

struct Args {
  std::optional<std::string> title, author, version, date, description, copyright, milestone, purpose;
  static constexpr auto fields = tool::fields(
      tool::field("title", &Args::title, "Title of the document.", {.max_length = engine::max_text}),
      tool::field("author", &Args::author, "E-mail address of the author; an empty text removes it.",
                  {.max_length = engine::max_text}),
      tool::field("version", &Args::version, "Version; an empty text removes it.", {.max_length = engine::max_text}),
      tool::field("date", &Args::date, "Date, YYYY-MM-DD; an empty text removes it.", {.max_length = 30}),
      tool::field("description", &Args::description, "What it is about; an empty text removes it.",
                  {.max_length = engine::max_text}),
      tool::field("copyright", &Args::copyright, "Copyright; an empty text removes it.",
                  {.max_length = engine::max_text}),
      tool::field("milestone", &Args::milestone, "Milestone; an empty text removes it.",
                  {.max_length = engine::max_text}),
      tool::field("purpose", &Args::purpose, "Purpose; an empty text removes it.", {.max_length = engine::max_text}));
};

struct Out {
  std::string status = "changed";
  std::string title;
  std::vector<std::string> warnings;
  static constexpr auto fields =
      tool::fields(tool::field("status", &Out::status, "changed."), tool::field("title", &Out::title, "The title now."),
                   tool::field("warnings", &Out::warnings, "What deserves a look."));
};

void replace(std::optional<std::string>& kept, const std::optional<std::string>& given) {
  if (!given) return;
  kept = given->empty() ? std::nullopt : given;
}

Result<Change> plan(const Args& args, const View& view) {
  Head head = TRY(head_of(view));
  auto& info = head.document.info;
  if (args.title) info.title = *args.title;
  replace(info.author, args.author);
  replace(info.version, args.version);
  replace(info.date, args.date);
  replace(info.description, args.description);
  replace(info.copyright, args.copyright);
  replace(info.milestone, args.milestone);
  replace(info.purpose, args.purpose);
  TRY(engine::check_info(info));
  Out out;
  out.title = info.title;
  engine::exportable(head.document, out.warnings);
  return save(head, "Change the head of the IDS", tool::encode(out));
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "edit_ids_info",
                                  .title = "Change the head of the document",
                                  .doc = "Changes title, author, version, date and the other head data of the IDS in "
                                         "work; what is not named stays.",
                                  .needs = Permission::modify,
                                  .by_default = false,
                                  .destroys = true},
                                 plan);
}

}  // namespace ids::tools::edit_ids_info
