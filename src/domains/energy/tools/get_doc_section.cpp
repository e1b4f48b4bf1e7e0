// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "domains/energy/tools/parts/schema.h"

namespace energy::tools::get_doc_section {

namespace {

struct Args {
  std::string location;
  std::optional<std::string> version;
  std::int64_t max_length = 8000, offset = 0;
  static constexpr auto fields =
      tool::fields(tool::field("location", &Args::location, "From search_docs, or \"schema/Zone\".",
                               {.min_length = 1, .max_length = max_path}),
                   tool::field("version", &Args::version, version_doc, {.max_length = 40}),
                   tool::with_default("max_length", &Args::max_length, "Bytes.", {.minimum = 100, .maximum = 40'000}),
                   tool::with_default("offset", &Args::offset, "Where to go on.", {.minimum = 0}));
};

struct Out {
  std::string location, title, tag, version, text;
  std::optional<std::int64_t> next_offset;
  static constexpr auto fields = tool::fields(
      tool::field("location", &Out::location, "Of the section."), tool::field("title", &Out::title, "Its heading."),
      tool::field("tag", &Out::tag, "Where it is from."), tool::field("version", &Out::version, "Of EnergyPlus."),
      tool::field("text", &Out::text, "As plain text."),
      tool::field("next_offset", &Out::next_offset, "Absent: that was the end."));
};

// A place in UTF-8 text that is not within a character.
std::size_t whole(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return std::min(at, text.size());
}

Result<Out> run(Runtime& runtime, const Args& args, const View& view) {
  const Version version = TRY(chosen_schema(view, runtime, args.version)).version;
  const auto section = TRY(runtime.docs.section(version, args.location));
  const auto first = whole(section.text, static_cast<std::size_t>(args.offset));
  const auto last = whole(section.text, first + static_cast<std::size_t>(args.max_length));
  Out out{.location = section.location,
          .title = section.title,
          .tag = section.tag,
          .version = version.text(),
          .text = base::printable(std::string_view(section.text).substr(first, last - first), 50'000)};
  if (last < section.text.size()) out.next_offset = static_cast<std::int64_t>(last);
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>({.name = "get_doc_section",
                                .title = "Read a section of the documentation",
                                .doc = "The text of one section that search_docs found, in parts if it is long."},
                               [&runtime](const Args& args, const View& view) { return run(runtime, args, view); });
}

}  // namespace energy::tools::get_doc_section
