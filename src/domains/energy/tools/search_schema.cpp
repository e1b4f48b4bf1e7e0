// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/tools/parts/schema.h"

namespace energy::tools::search_schema {

namespace {

constexpr std::size_t memo_shown = 300;

struct Args {
  std::string query;
  std::optional<std::string> version;
  std::int64_t limit = 10;
  static constexpr auto fields = tool::fields(
      tool::field("query", &Args::query, "Words of the name or of what it is for.", {.max_length = max_name}),
      tool::field("version", &Args::version, version_doc, {.max_length = 40}),
      tool::with_default("limit", &Args::limit, "At most 30.", {.minimum = 1, .maximum = 30}));
};

struct Out {
  std::string query;
  std::int64_t count = 0, limit = 0;
  Json matches = Json::array();
  static constexpr auto fields = tool::fields(
      tool::field("query", &Out::query, "As asked."), tool::field("count", &Out::count, "How many are listed."),
      tool::field("limit", &Out::limit, "As asked."),
      tool::field("matches", &Out::matches, "Each {object_type, group, memo}, the best first."));
};

Result<Out> search(Runtime& runtime, const Args& args, const View& view) {
  const auto chosen = TRY(chosen_schema(view, runtime, args.version));
  Out out{.query = args.query, .limit = args.limit};
  for (const auto* each : chosen.catalogue->search(args.query, static_cast<std::size_t>(args.limit))) {
    out.matches.push_back(Json::object(
        {{"object_type", each->name}, {"group", each->group}, {"memo", base::printable(each->memo, memo_shown)}}));
  }
  out.count = static_cast<std::int64_t>(out.matches.size());
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>({.name = "search_schema",
                                .title = "Search object types",
                                .doc = "Finds EnergyPlus object types by words in their names and descriptions."},
                               [&runtime](const Args& args, const View& view) { return search(runtime, args, view); });
}

}  // namespace energy::tools::search_schema
