// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/tools/parts/find.h"
#include "domains/energy/tools/parts/referring.h"

namespace energy::tools::search_objects {

namespace {

struct Args {
  std::string query;
  std::optional<std::string> object_type;
  std::int64_t limit = 20;
  static constexpr auto fields =
      tool::fields(tool::field("query", &Args::query, "Part of a name or of a text value; upper and lower case alike.",
                               {.max_length = max_name}),
                   tool::field("object_type", &Args::object_type, "Only of this type.", {.max_length = max_name}),
                   tool::with_default("limit", &Args::limit, "At most 100.", {.minimum = 1, .maximum = 100}));
};

struct Out {
  std::string query;
  std::int64_t count = 0;
  Json matches = Json::array();
  bool more = false;
  static constexpr auto fields = tool::fields(tool::field("query", &Out::query, "As asked."),
                                              tool::field("count", &Out::count, "How many are listed."),
                                              tool::field("matches", &Out::matches, "Each {object_type, name}."),
                                              tool::field("more", &Out::more, "Whether there are others."));
};

Result<Out> search(Runtime& runtime, const Args& args, const View& view) {
  const Opened open = TRY(opened(view, runtime));
  Out out{.query = args.query};
  const engine::ObjectType* type = nullptr;
  if (args.object_type) type = TRY(type_named(open, *args.object_type));
  if (base::trim(args.query).empty()) return out;
  const auto limit = static_cast<std::size_t>(args.limit);
  for (const auto each : open.held->search(args.query, type, limit + 1)) {
    if (out.matches.size() == limit) {
      out.more = true;
    } else {
      out.matches.push_back(brief(open.model->objects()[each]));
    }
  }
  out.count = static_cast<std::int64_t>(out.matches.size());
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>({.name = "search_objects",
                                .title = "Search objects",
                                .doc = "Finds objects by a part of their name or of any text in them, lists included."},
                               [&runtime](const Args& args, const View& view) { return search(runtime, args, view); });
}

}  // namespace energy::tools::search_objects
