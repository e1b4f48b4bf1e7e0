// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/engine/convert/convert.h"
#include "domains/energy/tools/parts/opened.h"

namespace energy::tools::save_model {

namespace {

enum class Written : std::uint8_t { idf, epjson };
constexpr auto enum_names(Written) { return std::to_array<std::string_view>({"idf", "epjson"}); }

struct Args {
  std::optional<std::string> file_path;
  std::optional<Written> output_format;
  bool overwrite = false;
  static constexpr auto fields = tool::fields(
      tool::field("file_path", &Args::file_path, "Default: where it was loaded from or last saved.",
                  {.max_length = max_path}),
      tool::field("output_format", &Args::output_format, "Default: by the path's ending, else as it was loaded."),
      tool::with_default("overwrite", &Args::overwrite, tool::overwrite_doc));
};

struct Out {
  std::string status, file_path, format;
  std::int64_t bytes = 0;
  static constexpr auto fields = tool::fields(
      tool::field("status", &Out::status, "saved"), tool::field("file_path", &Out::file_path, "The file."),
      tool::field("format", &Out::format, "idf or epjson."), tool::field("bytes", &Out::bytes, "Its size."));
};

// What another format has no place for.
Result<void> check_convertible(const Opened& open) {
  for (const auto& finding : open.model->findings()) {
    if (finding.severity != engine::Severity::error) continue;
    return fail(Code::export_failed, "the model cannot be written in another format: " + finding.message,
                finding.line > 0 ? "line " + std::to_string(finding.line) : finding.type,
                "Mend it first, or save it in the format that it was loaded in.");
  }
  return {};
}

Result<std::string> bytes_for(const View& view, Runtime& runtime, const Opened& open, Format format) {
  std::string own = TRY(current_bytes(view, runtime));
  if (format == open.format) return own;
  TRY(check_convertible(open));
  return format == Format::epjson ? engine::to_epjson(*open.model) : engine::to_idf(*open.model);
}

std::vector<std::string> endings_of(Format format) {
  if (format == Format::idf) return {".idf"};
  return {".epjson", ".json"};
}

Result<Change> plan(Runtime& runtime, const Args& args, const View& view) {
  const Opened open = TRY(opened(view, runtime));
  const std::string path = args.file_path.value_or(open.path);
  if (path.empty()) return fail(Code::missing, "No file path specified and no original path available.", "file_path");
  Format format = engine::format_of_name(path).value_or(open.format);
  if (args.output_format) format = static_cast<Format>(*args.output_format);
  std::string bytes = TRY(bytes_for(view, runtime, open, format));
  const Out out{"saved", path, std::string(engine::name(format)), static_cast<std::int64_t>(bytes.size())};
  Change change;
  change.summary = "Save " + base::printable(path, 200);
  change.files.push_back({path, std::move(bytes), endings_of(format), args.overwrite, std::string(file_id)});
  change.put(saved_element({path, open.digest}));
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::change<Args, Out>({.name = "save_model",
                                  .title = "Save the model",
                                  .doc = "Writes the model to a file, as IDF or epJSON. In the format it was loaded "
                                         "in, everything that nobody edited "
                                         "keeps its bytes, comments and order.",
                                  .needs = Permission::read,
                                  .edits = false},
                                 [&runtime](const Args& args, const View& view) { return plan(runtime, args, view); });
}

}  // namespace energy::tools::save_model
