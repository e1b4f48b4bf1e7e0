// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/look/look.h"
#include "domains/aas/tools/parts/query.h"

namespace aas::tools::aas_query_search {

namespace {

struct Args {
  std::optional<std::string> text, semanticId, idShort, value;
  std::optional<std::vector<std::string>> modelType;
  std::int64_t limit = 50, offset = 0;
  bool pending = false;
  static constexpr auto fields = tool::fields(
      tool::field("text", &Args::text, "Part of a name, id, value or description.", {.max_length = max_path}),
      tool::field("semanticId", &Args::semanticId, "A key of its semanticId.", {.max_length = 2048}),
      tool::field("idShort", &Args::idShort, "Its idShort.", {.max_length = 400}),
      tool::field("value", &Args::value, "Its whole value.", {.max_length = max_path}),
      tool::field("modelType", &Args::modelType, "Classes: Property, File.", {.max_length = 40}),
      tool::with_default("limit", &Args::limit, "How many.", {.minimum = 1, .maximum = 200}),
      tool::with_default("offset", &Args::offset, "From which on.", {.minimum = 0, .maximum = 100'000'000}),
      tool::with_default("pending", &Args::pending, pending_doc));
};

struct Out {
  Json matches;
  std::int64_t total = 0, waiting = 0;
  std::optional<std::int64_t> next_offset;
  static constexpr auto fields =
      tool::fields(tool::field("matches", &Out::matches, "[{path, idShort, modelType, semanticId, value, where}]."),
                   tool::field("total", &Out::total, "How many match."),
                   tool::field("next_offset", &Out::next_offset, "Where the next page begins."),
                   tool::field("waiting", &Out::waiting, waiting_doc));
};

Result<Out> look(const Args& args, const View& view) {
  const engine::Wanted wanted{.model_types = args.modelType.value_or(std::vector<std::string>()),
                              .semantic_id = args.semanticId.value_or(""),
                              .id_short = args.idShort.value_or(""),
                              .text = args.text.value_or(""),
                              .value = args.value.value_or("")};
  if (!wanted.anything())
    return fail(Code::missing, "nothing is searched for", "text",
                "Give text, semanticId, idShort, value or modelType.");
  const auto from = static_cast<std::size_t>(args.offset), limit = static_cast<std::size_t>(args.limit);
  auto found = engine::search(ViewNodes(view), wanted, from, limit);
  if (found.items.dump().size() > answer_bytes)
    return too_large("so many matches are too much for one answer", "Ask with a smaller limit, and page with offset.",
                     Json::object({{"total", found.total}}));
  Out out{.matches = std::move(found.items), .total = static_cast<std::int64_t>(found.total)};
  if (from + limit < found.total) out.next_offset = args.offset + args.limit;
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>({.name = "aas_query_search",
                                .title = "Search the document",
                                .doc = "Finds all elements that match every criterion given, in pages."},
                               [](const Args& args, const View& view) {
                                 return looked<Out>(view, args.pending, [&](const View& on) { return look(args, on); });
                               });
}

}  // namespace aas::tools::aas_query_search
