// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "tool/builtin/answers.h"
#include "tool/builtin/list.h"

namespace tool::builtin {

namespace {

// In base64, and both as structure and as text, it must fit into an answer.
constexpr std::size_t chunk_bytes = 32 * 1024;

struct Args {
  std::string view;
  std::string part;
  std::int64_t offset = 0;

  static constexpr auto fields =
      tool::fields(tool::field("view", &Args::view, "The view's handle.", {.min_length = 1}),
                   tool::field("part", &Args::part, "Which part of it.", {.min_length = 1}),
                   tool::with_default("offset", &Args::offset, "Byte to start from.", {.minimum = 0}));
};

struct Out {
  std::string mime_type;
  std::string base64;
  std::int64_t total = 0;
  std::optional<std::int64_t> next_offset;

  static constexpr auto fields = tool::fields(
      tool::field("mime_type", &Out::mime_type, "What the bytes are."),
      tool::field("base64", &Out::base64, "The bytes."), tool::field("total", &Out::total, "Size of the whole part."),
      tool::field("next_offset", &Out::next_offset, "Where to go on; absent at the end."));
};

Result<Out> read_chunk(const Args& args, Views& views, const kernel::Call& call) {
  const auto offset = static_cast<std::size_t>(args.offset);
  const auto chunk = TRY(views.read(args.view, call.principal, args.part, offset, chunk_bytes));
  Out out{.mime_type = chunk.mime_type,
          .base64 = base::base64(chunk.bytes),
          .total = static_cast<std::int64_t>(chunk.total)};
  if (offset + chunk.bytes.size() < chunk.total) {
    out.next_offset = static_cast<std::int64_t>(offset + chunk.bytes.size());
  }
  return out;
}

}  // namespace

Tool view_read_tool(Views& views) {
  return tool::system<Args, Out>(
      {.name = "view_read",
       .title = "Read a part of a view",
       .doc =
           "Reads the data behind a view for the page that shows it, in pieces. For pages; a model has no use for it.",
       .app_only = true},
      [&views](const Args& args, kernel::Kernel& kernel, Invocation invocation, Replier reply) {
        reply(answer(invocation.call, kernel, read_chunk(args, views, invocation.call)));
      });
}

}  // namespace tool::builtin
