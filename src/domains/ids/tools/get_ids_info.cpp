// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/specification.h"

namespace ids::tools::get_ids_info {

namespace {

struct Args {
  std::int64_t offset = 0, limit = 200;
  static constexpr auto fields =
      tool::fields(tool::with_default("offset", &Args::offset, "First specification to list, from 0.", {.minimum = 0}),
                   tool::with_default("limit", &Args::limit, "How many to list.", {.minimum = 1, .maximum = 1000}));
};

struct Out {
  std::string title;
  std::optional<std::string> author, version, date, description, copyright, milestone, purpose;
  std::int64_t specification_count = 0;
  std::vector<SpecificationOut> specifications;
  static constexpr auto fields =
      tool::fields(tool::field("title", &Out::title, "Its title."), tool::field("author", &Out::author, "Its author."),
                   tool::field("version", &Out::version, "Its version."), tool::field("date", &Out::date, "Its date."),
                   tool::field("description", &Out::description, "What it is about."),
                   tool::field("copyright", &Out::copyright, "Copyright notice."),
                   tool::field("milestone", &Out::milestone, "Milestone of the project."),
                   tool::field("purpose", &Out::purpose, "What the information is needed for."),
                   tool::field("specification_count", &Out::specification_count, "How many specifications it has."),
                   tool::field("specifications", &Out::specifications, "The specifications, from `offset`."));
};

Result<Out> run(const Args& args, const View& view) {
  const auto document = TRY(document_of(view));
  Out out;
  out.title = document.info.title;
  out.author = document.info.author;
  out.version = document.info.version;
  out.date = document.info.date;
  out.description = document.info.description;
  out.copyright = document.info.copyright;
  out.milestone = document.info.milestone;
  out.purpose = document.info.purpose;
  out.specification_count = static_cast<std::int64_t>(document.specifications.size());
  auto all = specifications_out(document);
  for (auto i = args.offset; i < out.specification_count && i < args.offset + args.limit; ++i) {
    out.specifications.push_back(std::move(all[static_cast<std::size_t>(i)]));
  }
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>({.name = "get_ids_info",
                                .title = "Look at the IDS document",
                                .doc = "Tells the head data of the IDS in work and lists its specifications."},
                               run);
}

}  // namespace ids::tools::get_ids_info
