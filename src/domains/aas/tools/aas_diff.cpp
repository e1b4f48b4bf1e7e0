// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/compare/differences.h"
#include "domains/aas/tools/parts/earlier.h"
#include "domains/aas/tools/parts/files.h"
#include "domains/aas/tools/parts/query.h"

namespace aas::tools::aas_diff {

namespace {

struct Args {
  std::string source = std::string(as_opened);
  std::int64_t limit = 50, offset = 0;
  bool pending = false;
  static constexpr auto fields = tool::fields(
      tool::with_default(
          "source", &Args::source,
          "What to compare with: \"opened\" (the file as it was opened), a path or file: URI, or base64.",
          {.min_length = 1, .max_length = max_source_bytes}),
      tool::with_default("limit", &Args::limit, "How many.", {.minimum = 1, .maximum = 200}),
      tool::with_default("offset", &Args::offset, "From which on.", {.minimum = 0, .maximum = 100'000'000}),
      tool::with_default("pending", &Args::pending, pending_doc));
};

struct Out {
  bool equal = false;
  Json differences;
  std::vector<std::string> files;
  std::int64_t total = 0, waiting = 0;
  std::optional<std::int64_t> next_offset;
  static constexpr auto fields =
      tool::fields(tool::field("equal", &Out::equal, "Nothing differs."),
                   tool::field("differences", &Out::differences,
                               "[{text, op, path, from, value, before, where}], to be read in order."),
                   tool::field("files", &Out::files, "Other files of the package that were added, removed or changed."),
                   tool::field("total", &Out::total, "How many differences there are."),
                   tool::field("next_offset", &Out::next_offset, "Where the next page begins."),
                   tool::field("waiting", &Out::waiting, waiting_doc));
};

Result<Out> look(const Args& args, const View& view) {
  const OpenFile file = TRY(open_file(view));
  const Earlier earlier = TRY(earlier_document(view, file, args.source, "source"));
  const auto found = engine::differences(earlier.environment, TRY(whole_document(view)));
  Out out{.differences = Json::array(),
          .files = other_files_between(earlier.bytes, TRY(bytes_with_files(view, file))),
          .total = std::ssize(found)};
  out.equal = found.empty() && out.files.empty();
  const std::int64_t end = std::min(out.total, args.offset + args.limit);
  for (std::int64_t i = args.offset; i < end; ++i) {
    const engine::Difference& each = found[static_cast<std::size_t>(i)];
    Json told = Json::object({{"text", engine::in_words(each)}});
    Json operation = engine::to_json(each);
    for (auto& [name, value] : operation.as_object()) told.set(name, std::move(value));
    out.differences.push_back(std::move(told));
  }
  if (out.differences.dump().size() > answer_bytes)
    return too_large("so many differences are too much for one answer",
                     "Ask with a smaller limit, and page with offset.", Json::object({{"total", out.total}}));
  if (end < out.total) out.next_offset = end;
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>(
      {.name = "aas_diff",
       .title = "Compare documents",
       .doc = "Tells what turns another document, or the file as it was opened, into the current "
              "one: in words and as RFC 6902 operations, in pages.",
       .by_default = false},
      [](const Args& args, const View& view) {
        return looked<Out>(view, args.pending, [&](const View& on) { return look(args, on); });
      });
}

}  // namespace aas::tools::aas_diff
