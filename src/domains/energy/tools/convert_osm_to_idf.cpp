// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/runtime/openstudio.h"
#include "domains/energy/tools/parts/summary.h"

namespace energy::tools::convert_osm_to_idf {

namespace {

struct Args {
  std::string osm_path, output_path;
  bool allow_newer_versions = true, overwrite = false;
  static constexpr auto fields = tool::fields(
      tool::field("osm_path", &Args::osm_path, "An .osm file under the allowed roots.",
                  {.min_length = 1, .max_length = max_path}),
      tool::field("output_path", &Args::output_path, "The .idf file to write.",
                  {.min_length = 1, .max_length = max_path}),
      tool::with_default("allow_newer_versions", &Args::allow_newer_versions, "Also models newer than OpenStudio."),
      tool::with_default("overwrite", &Args::overwrite, tool::overwrite_doc));
};

struct Out {
  std::string status, osm_path, output_path, openstudio_version;
  std::int64_t translator_warnings_count = 0, translator_errors_count = 0;
  Summary model;
  static constexpr auto fields = tool::fields(
      tool::field("status", &Out::status, "converted"), tool::field("osm_path", &Out::osm_path, "What was read."),
      tool::field("output_path", &Out::output_path, "What was written."),
      tool::field("openstudio_version", &Out::openstudio_version, "Of OpenStudio."),
      tool::field("translator_warnings_count", &Out::translator_warnings_count, "How many."),
      tool::field("translator_errors_count", &Out::translator_errors_count, "How many."),
      tool::field("model", &Out::model, "As load_model says it."));
};

Result<Change> plan(Runtime& runtime, const Args& args, const View& view, tool::Job& job) {
  if (!base::lower_ascii(args.osm_path).ends_with(".osm"))
    return fail(Code::wrong_type, "the model to convert must be an .osm file", "osm_path");
  const std::string osm = TRY(view.read_file(args.osm_path, max_model_bytes));
  job.report(0, std::nullopt, "OpenStudio translates the model");
  runtime::Translated made = TRY(runtime::translate_osm(osm, args.allow_newer_versions, job.cancel()));
  kernel::Adoption adoption = TRY(view.adopt(adopted_kind, made.idf));
  const auto adopted = std::dynamic_pointer_cast<const AdoptedModel>(adoption.content);
  LINTEL_CHECK(adopted != nullptr);
  const auto chosen = TRY(runtime.schemas.choose(adopted->source().version_text()));
  const OpenFile file{.name = args.output_path, .path = args.output_path, .version = chosen.version};
  Change change = opened_change(view, file, std::move(adoption));
  change.files.push_back({args.output_path, std::move(made.idf), {".idf"}, args.overwrite});
  Out out{"converted",
          args.osm_path,
          args.output_path,
          made.openstudio_version,
          made.warnings,
          made.errors,
          summary_of(adopted->source(), file)};
  change.result = tool::encode(out);
  change.summary = "Convert " + base::printable(args.osm_path, 200) + " to " + base::printable(args.output_path, 200);
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::job<Args, Out>(
      {.name = "convert_osm_to_idf",
       .title = "Convert an OpenStudio model",
       .doc = "Translates an OpenStudio model (.osm) to IDF with the OpenStudio SDK, where that is installed, writes "
              "the file "
              "and loads it as the workspace's model.",
       .needs = Permission::create,
       .edits = false},
      [&runtime](const Args& args, const View& view, tool::Job& job) { return plan(runtime, args, view, job); });
}

}  // namespace energy::tools::convert_osm_to_idf
