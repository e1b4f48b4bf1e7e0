// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/tools/parts/schema.h"

namespace energy::tools::search_docs {

namespace {

struct Args {
  std::string query;
  std::optional<std::string> version, tags;
  std::int64_t limit = 5;
  static constexpr auto fields =
      tool::fields(tool::field("query", &Args::query, "Words.", {.min_length = 1, .max_length = max_name}),
                   tool::field("version", &Args::version, version_doc, {.max_length = 40}),
                   tool::field("tags", &Args::tags, "Only that source: \"schema\" or a book of the documentation.",
                               {.max_length = 200}),
                   tool::with_default("limit", &Args::limit, "How many.", {.minimum = 1, .maximum = 10}));
};

struct Hit {
  std::string location, title, tag, excerpt;
  static constexpr auto fields = tool::fields(tool::field("location", &Hit::location, "For get_doc_section."),
                                              tool::field("title", &Hit::title, "Its heading."),
                                              tool::field("tag", &Hit::tag, "Where it is from."),
                                              tool::field("excerpt", &Hit::excerpt, "Around the words."));
};
struct Out {
  std::string version, source;
  std::int64_t total = 0;
  std::vector<Hit> results;
  std::vector<std::string> warnings;
  static constexpr auto fields = tool::fields(tool::field("version", &Out::version, "Of EnergyPlus."),
                                              tool::field("source", &Out::source, "What was searched."),
                                              tool::field("total", &Out::total, "Sections found."),
                                              tool::field("results", &Out::results, "The best first."),
                                              tool::field("warnings", &Out::warnings, "What to keep in mind."));
};

Result<Out> run(Runtime& runtime, const Args& args, const View& view) {
  const Version version = TRY(chosen_schema(view, runtime, args.version)).version;
  const auto found =
      TRY(runtime.docs.search(version, args.query, args.tags.value_or(""), static_cast<std::size_t>(args.limit)));
  Out out{.version = version.text(),
          .source = runtime::Docs::folder().empty() ? "schema" : "schema and documentation",
          .total = found.total};
  for (const auto& each : found.hits) {
    out.results.push_back({base::printable(each.location, max_path), base::printable(each.title, 300), each.tag,
                           base::printable(each.excerpt, 600)});
  }
  if (found.any_word) out.warnings.emplace_back("No section has all of these words; these have some of them.");
  if (runtime::Docs::folder().empty()) {
    out.warnings.emplace_back(
        "Only the notes of the schema are searched. Set IDFKIT_DOCS_DIR to the folder `doc` of the EnergyPlus sources "
        "to search the manuals too.");
  }
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "search_docs",
       .title = "Search the documentation",
       .doc =
           "Full-text search in what is known of EnergyPlus without a network: object types, fields and their notes, "
           "and the manuals where their sources are on this machine."},
      [&runtime](const Args& args, const View& view) { return run(runtime, args, view); });
}

}  // namespace energy::tools::search_docs
