// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/floorplan/engine/draw/render.h"
#include "domains/floorplan/tools/parts/plan.h"
#include "web/pages.h"

namespace floorplan::tools::export_floorplan {

namespace {

namespace words = formats::floorplan;
using engine::Format;

enum class FileFormat : std::uint8_t { floorplan, png, svg, pdf, dxf, glb, html };
constexpr auto enum_names(FileFormat /*any*/) {
  return std::to_array<std::string_view>({"floorplan", "png", "svg", "pdf", "dxf", "glb", "html"});
}

struct Args {
  std::optional<std::string> dsl;
  std::string path;
  std::optional<FileFormat> format;
  std::optional<std::int64_t> floorIndex;
  std::int64_t width = 1600, height = 1200;
  std::optional<words::ThemeName> theme;
  std::optional<words::LengthUnit> lengthUnit;
  std::optional<words::AreaUnit> areaUnit;
  std::optional<double> scale;
  bool overwrite = false;
  static constexpr auto fields =
      tool::fields(tool::field("dsl", &Args::dsl, "Default: the workspace's plan.", {.max_length = max_dsl_bytes}),
                   tool::field("path", &Args::path, "Under the allowed roots.", {.min_length = 1, .max_length = 4096}),
                   tool::field("format", &Args::format, ""),
                   tool::field("floorIndex", &Args::floorIndex, "From 0.", {.minimum = 0, .maximum = 10000}),
                   tool::with_default("width", &Args::width, "png.", {.minimum = 16, .maximum = 8192}),
                   tool::with_default("height", &Args::height, "png.", {.minimum = 16, .maximum = 8192}),
                   tool::field("theme", &Args::theme, ""), tool::field("lengthUnit", &Args::lengthUnit, ""),
                   tool::field("areaUnit", &Args::areaUnit, ""),
                   tool::field("scale", &Args::scale, "pdf: 50 for 1:50.", {.minimum = 1, .maximum = 10000}),
                   tool::with_default("overwrite", &Args::overwrite, tool::overwrite_doc));
};

struct Out {
  bool success = true;
  std::string path;
  FileFormat format{};
  std::int64_t bytes = 0;
  static constexpr auto fields = tool::fields(
      tool::field("success", &Out::success, "True."), tool::field("path", &Out::path, "The file."),
      tool::field("format", &Out::format, "What was written."), tool::field("bytes", &Out::bytes, "Its size."));
};

Result<FileFormat> format_of(const Args& args) {
  if (args.format) return *args.format;
  const std::string path = base::lower_ascii(args.path);
  constexpr auto names = enum_names(FileFormat{});
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (path.ends_with("." + std::string(names[i]))) return static_cast<FileFormat>(i);
  }
  return fail(Code::out_of_range, "The path's ending names no format.", "path",
              "Use .floorplan, .png, .svg, .pdf, .dxf, .glb or .html, or give `format`.");
}

Result<std::string> bytes_of(const Args& args, FileFormat format, const engine::Compiled& compiled, const View& view) {
  if (format == FileFormat::floorplan) return compiled.document->source;
  engine::RenderOptions options;
  if (args.floorIndex) options.look.floor = static_cast<int>(*args.floorIndex);
  options.look.theme = args.theme;
  options.look.length_unit = args.lengthUnit;
  options.look.area_unit = args.areaUnit;
  options.scale = args.scale;
  options.date = base::iso8601(view.time_ms()).substr(0, 10);
  switch (format) {
    case FileFormat::html:
      return web::page_file("plan", engine::page_data(compiled, options.look));
    case FileFormat::svg:
      options.format = Format::svg;
      break;
    case FileFormat::pdf:
      options.format = Format::pdf;
      break;
    case FileFormat::dxf:
      options.format = Format::dxf;
      break;
    case FileFormat::glb:
      options.format = Format::glb;
      break;
    case FileFormat::png:
    case FileFormat::floorplan:
      options.look.width_px = static_cast<int>(args.width);
      options.look.height_px = static_cast<int>(args.height);
      break;
  }
  return TRY(engine::render(compiled.plan, options)).bytes;
}

Result<Change> plan(const Args& args, const View& view) {
  const FileFormat format = TRY(format_of(args));
  std::string text = TRY(plan_text(args.dsl, view));
  const auto compiled = engine::compile(std::move(text));
  if (!compiled.valid()) return invalid_plan(compiled, "The plan has errors and cannot be written");
  std::string bytes = TRY(bytes_of(args, format, compiled, view));
  Out out;
  out.path = args.path;
  out.format = format;
  out.bytes = static_cast<std::int64_t>(bytes.size());
  Change change;
  const std::string ending = "." + std::string(enum_names(format)[static_cast<std::size_t>(format)]);
  change.files.push_back(
      {args.path, std::move(bytes), {ending}, args.overwrite, args.dsl ? "" : std::string(plan_element)});
  change.summary = "Write the floor plan to " + base::printable(args.path, 200);
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "export_floorplan",
                                  .title = "Write a floor plan to a file",
                                  .doc = "Writes a floor plan to a file; the path's ending says what.",
                                  .needs = Permission::create,
                                  .by_default = false,
                                  .destroys = true},
                                 plan);
}

}  // namespace floorplan::tools::export_floorplan
