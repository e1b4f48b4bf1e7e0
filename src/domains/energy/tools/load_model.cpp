// SPDX-License-Identifier: Apache-2.0
#include "base/crypto.h"
#include "base/text.h"
#include "domains/energy/tools/parts/summary.h"

namespace energy::tools::load_model {

namespace {

enum class Encoding : std::uint8_t { latin_1 };
constexpr auto enum_names(Encoding) { return std::to_array<std::string_view>({"latin-1"}); }

struct Args {
  std::string file_path;
  std::optional<std::string> version;
  std::optional<Encoding> encoding;
  static constexpr auto fields = tool::fields(
      tool::field("file_path", &Args::file_path, "An IDF or epJSON file under the allowed roots.",
                  {.min_length = 1, .max_length = max_path}),
      tool::field("version", &Args::version, "Read it as this version of EnergyPlus (\"25.2\") instead of its own.",
                  {.max_length = 40}),
      tool::field("encoding", &Args::encoding, "Of a file that is not UTF-8; saving writes UTF-8."));
};

// What nobody could save without loss, or EnergyPlus would not read.
Result<void> check_syntax(const engine::Source& source, const std::string& path) {
  const auto* idf = std::get_if<engine::Source::IdfFile>(&source.file());
  if (idf == nullptr || (*idf)->problems().empty()) return {};
  const auto& problems = (*idf)->problems();
  std::string message = base::printable(path, 200) + " cannot be read as IDF";
  for (std::size_t i = 0; i < problems.size() && i < 5; ++i) {
    message += "; line " + std::to_string(problems[i].line) + ": ";
    if (!problems[i].object.empty()) message += problems[i].object + ": ";
    message += problems[i].message;
  }
  if (problems.size() > 5) message += "; and " + std::to_string(problems.size() - 5) + " more";
  return fail(Code::parse, std::move(message), "file_path", problems.front().hint);
}

std::string last_part(std::string_view path) { return std::string(path.substr(path.find_last_of('/') + 1)); }

void warn_of_unsaved(const View& view, Change& change) {
  if (!file_of(view) || written_objects(view).empty()) return;
  const auto saved = view.element(saved_id);
  change.warnings.emplace_back(
      saved ? "The model before this one gave way; `undo` brings it back."
            : "The model before this one had edits that are in no file; `undo` brings them back.");
}

// The file as UTF-8 is not what is on the disk, and that is what was loaded.
void note_repair(Change& change, const std::string& path, const std::string& on_disk) {
  change.loads.back().sha256 = on_disk;
  change.put(saved_element({path, on_disk}));
}

Result<Change> plan(Runtime& runtime, const Args& args, const View& view) {
  std::string bytes = TRY(view.read_file(args.file_path, max_model_bytes));
  std::string on_disk;
  if (args.encoding) {
    on_disk = base::sha256_hex(bytes);
    bytes = TRY(engine::from_latin_1(bytes));
  }
  kernel::Adoption adoption = TRY(view.adopt(adopted_kind, std::move(bytes)));
  const auto adopted = std::dynamic_pointer_cast<const AdoptedModel>(adoption.content);
  LINTEL_CHECK(adopted != nullptr);
  const engine::Source& source = adopted->source();
  TRY(check_syntax(source, args.file_path));
  const auto chosen = TRY(runtime.schemas.choose(args.version.value_or(source.version_text())));
  runtime.schemas.prefetch(chosen.version);
  const OpenFile file{
      .name = last_part(args.file_path), .path = args.file_path, .format = source.format(), .version = chosen.version};
  Change change = opened_change(view, file, std::move(adoption));
  Summary summary = summary_of(source, file);
  if (!chosen.warning.empty()) summary.warnings.insert(summary.warnings.begin(), chosen.warning);
  if (args.encoding) summary.warnings.emplace_back("the file was read as latin-1; `save_model` writes it in UTF-8");
  if (const auto line = engine::first_line_not_utf8(source); line > 0) {
    summary.warnings.push_back("line " + std::to_string(line) +
                               ": not UTF-8, which EnergyPlus refuses in names and values. If it is latin-1, load it "
                               "again with encoding \"latin-1\"");
  }
  change.result = tool::encode(summary);
  change.summary =
      "Load " + base::printable(args.file_path, 200) + " (" + base::grouped(summary.total_objects) + " objects)";
  warn_of_unsaved(view, change);
  if (args.encoding) note_repair(change, args.file_path, on_disk);
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::change<Args, Summary>(
      {.name = "load_model",
       .title = "Load a model",
       .doc =
           "Opens an EnergyPlus model (IDF or epJSON, version 8.9 or later) as the workspace's model, in place of the "
           "one before. Results of earlier runs go with that.",
       .needs = Permission::create,
       .edits = false},
      [&runtime](const Args& args, const View& view) { return plan(runtime, args, view); });
}

}  // namespace energy::tools::load_model
