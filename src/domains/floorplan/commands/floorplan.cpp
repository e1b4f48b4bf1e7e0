// SPDX-License-Identifier: Apache-2.0
// lintel floorplan render | check | format | watch. Paths that a person types are not confined.
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>

#include "base/clock.h"
#include "base/files.h"
#include "base/text.h"
#include "command/terminal.h"
#include "domains/floorplan/commands/commands.h"
#include "domains/floorplan/engine/draw/render.h"
#include "formats/floorplan/print.h"
#include "web/pages.h"

namespace floorplan::commands {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
using command::exit_could_not_run;
using command::exit_done;
using command::exit_findings;
using command::print;
using command::print_error;
using command::report;
using command::Style;
using command::styled;

namespace words = formats::floorplan;
namespace fs = std::filesystem;

constexpr std::size_t max_plan_bytes = std::size_t{4} << 20;

Result<std::string> read_plan(const std::string& path) {
  return base::read_file(path == "-" ? "/dev/stdin" : path, max_plan_bytes);
}

// Whole or not at all: a reader (or a browser that reloads) never sees half a file.
Result<void> write_whole(const std::string& path, const std::string& bytes) {
  if (path == "-") {
    print(bytes);
    return {};
  }
  return base::write_file_atomic(path, bytes);
}

// --- findings, as compilers show them ---

std::string source_line(const std::string& source, const words::LineIndex& lines, int line) {
  const auto begin = lines.line_begin(line);
  const auto end = source.find('\n', begin);
  return base::printable(std::string_view(source).substr(begin, end == std::string::npos ? end : end - begin), 160);
}

void show_finding(const std::string& path, const std::string& source, const words::LineIndex& lines,
                  const words::Diagnostic& finding) {
  const auto from = lines.place(finding.span.begin);
  const auto to = lines.place(finding.span.end);
  const Style style = finding.severity == words::Severity::error ? Style::bad : Style::warn;
  print(
      styled(Style::bold, base::printable(path) + ":" + std::to_string(from.line) + ":" + std::to_string(from.column)) +
      ": " + styled(style, text(finding.severity)) + ": " + base::printable(finding.message) + " " +
      styled(Style::dim, "[" + finding.code + "]") + "\n");
  const std::string line = source_line(source, lines, from.line);
  if (!base::trim(line).empty() && line.size() <= 160) {
    const int width = to.line == from.line ? std::max(1, to.column - from.column) : 1;
    std::string marks(static_cast<std::size_t>(from.column - 1), ' ');
    for (std::size_t i = 0; i < marks.size() && i < line.size(); ++i) {
      if (line[i] == '\t') marks[i] = '\t';
    }
    print("  " + line + "\n  " + marks +
          styled(style, std::string(static_cast<std::size_t>(std::min(width, 160)), '^')) + "\n");
  }
  if (!finding.hint.empty()) print("  " + styled(Style::dim, "hint: ") + base::printable(finding.hint) + "\n");
}

bool show_findings(const std::string& path, const engine::Compiled& compiled) {
  const words::LineIndex lines(compiled.document->source);
  for (const auto& finding : compiled.diagnostics) show_finding(path, compiled.document->source, lines, finding);
  return compiled.valid();
}

Json finding_json(const std::string& path, const words::LineIndex& lines, const words::Diagnostic& finding) {
  Json out = words::to_json(finding, lines);
  out.set("hint", finding.hint);  // always there, so that every line has the same members
  out.set("file", path);
  return out;
}

// --- drawing ---

bool ends_with(const std::string& path, std::string_view ending) { return base::lower_ascii(path).ends_with(ending); }

Result<engine::Format> format_of(const Options& options) {
  if (options.view_3d) return engine::Format::view_3d_png;
  for (const auto& [ending, format] :
       std::initializer_list<std::pair<const char*, engine::Format>>{{".png", engine::Format::png},
                                                                     {".svg", engine::Format::svg},
                                                                     {".pdf", engine::Format::pdf},
                                                                     {".dxf", engine::Format::dxf},
                                                                     {".glb", engine::Format::glb}}) {
    if (ends_with(options.output, ending)) return format;
  }
  return fail(Code::out_of_range, "the output's name must end in .png, .svg, .pdf, .dxf, .glb or .html", "-o");
}

template <class Enum>
Result<std::optional<Enum>> word(const std::string& given, const char* option) {
  if (given.empty()) return std::optional<Enum>{};
  if (auto value = words::parse_word<Enum>(given)) return value;
  std::vector<std::string> names;
  for (const auto name : enum_names(Enum{})) names.emplace_back(name);
  return fail(Code::unknown_name, std::string(option) + " is one of " + base::join(names, ", "), option);
}

Result<std::optional<int>> floor_of(const Options& options, const engine::Plan& plan) {
  if (options.floor.empty()) return std::optional<int>{};
  const int index = plan.floor_named(options.floor);
  if (index >= 0) return std::optional<int>(index);
  const bool number = std::ranges::all_of(options.floor, [](char c) { return c >= '0' && c <= '9'; });
  if (number && options.floor.size() < 6) return std::optional<int>(std::stoi(options.floor));
  std::vector<std::string> names;
  for (const auto& floor : plan.floors) names.push_back(floor.id);
  return fail(Code::not_found, "the plan has no floor " + base::printable(options.floor), "--floor",
              "Floors here: " + base::join(names, ", ") + ".");
}

Result<engine::DrawOptions> look_of(const Options& options, const engine::Plan& plan) {
  engine::DrawOptions look;
  look.floor = TRY(floor_of(options, plan));
  look.theme = TRY(word<words::ThemeName>(options.theme, "--theme"));
  look.length_unit = TRY(word<words::LengthUnit>(options.unit, "--unit"));
  look.area_unit = TRY(word<words::AreaUnit>(options.area_unit, "--area-unit"));
  look.width_px = options.width;
  look.height_px = options.height;
  return look;
}

Result<std::string> drawn(const Options& options, const engine::Compiled& compiled) {
  const engine::DrawOptions look = TRY(look_of(options, compiled.plan));
  if (ends_with(options.output, ".html")) {
    return web::page_file("plan", engine::page_data(compiled, look));
  }
  engine::RenderOptions render;
  render.format = TRY(format_of(options));
  render.look = look;
  if (options.scale > 0) render.scale = options.scale;
  render.date = base::iso8601(base::system_clock().unix_ms()).substr(0, 10);
  return TRY(engine::render(compiled.plan, render)).bytes;
}

int render_once(const Options& options) {
  const auto text = read_plan(options.plans.front());
  if (!text.ok()) return report(text.error());
  const auto compiled = engine::compile(*text);
  if (!compiled.valid()) {
    show_findings(options.plans.front(), compiled);
    return exit_findings;
  }
  const auto bytes = drawn(options, compiled);
  if (!bytes.ok()) return report(bytes.error());
  const auto written = write_whole(options.output, *bytes);
  if (!written.ok()) return report(written.error());
  if (options.output != "-")
    print_error(options.output + ": " + std::to_string((bytes->size() + 1023) / 1024) + " KiB");
  return exit_done;
}

// Watches the folder rather than the file: editors save by putting a new file in its place.
class FileWatch {
 public:
  explicit FileWatch(const fs::path& file) : name_(file.filename().string()), descriptor_(::inotify_init1(IN_CLOEXEC)) {
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (descriptor_ >= 0) ok_ = ::inotify_add_watch(descriptor_, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO) >= 0;
  }
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;
  ~FileWatch() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  bool ok() const { return ok_; }

  // Returns when the file was saved; false if watching broke.
  bool wait() {
    for (;;) {
      alignas(inotify_event) std::array<char, 4096> buffer;
      const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      if (names_it(buffer.data(), static_cast<std::size_t>(count))) return true;
    }
  }

 private:
  bool names_it(const char* bytes, std::size_t count) const {
    for (std::size_t at = 0; at + sizeof(inotify_event) <= count;) {
      inotify_event event{};
      std::copy_n(bytes + at, sizeof event, reinterpret_cast<char*>(&event));
      const std::string_view padded(bytes + at + sizeof event, event.len);
      if (padded.substr(0, padded.find('\0')) == name_) return true;
      at += sizeof event + event.len;
    }
    return false;
  }

  std::string name_;
  int descriptor_;
  bool ok_ = false;
};

int check_one(const Options& options, const std::string& path) {
  const auto text = read_plan(path);
  if (!text.ok()) return report(text.error());
  const auto compiled = engine::compile(*text, options.strict ? words::Dialect::strict : words::Dialect::lenient);
  if (options.json) {
    const words::LineIndex lines(compiled.document->source);
    for (const auto& finding : compiled.diagnostics) print(finding_json(path, lines, finding).dump() + "\n");
    return compiled.valid() ? exit_done : exit_findings;
  }
  const bool valid = show_findings(path, compiled);
  print(base::printable(path) + ": " + (valid ? styled(Style::good, "valid") : styled(Style::bad, "not valid")) + ", " +
        std::to_string(compiled.plan.floors.size()) + " floors, " + std::to_string(compiled.plan.rooms.size()) +
        " rooms\n");
  return valid ? exit_done : exit_findings;
}

int format_one(const Options& options, const std::string& path) {
  const auto text = read_plan(path);
  if (!text.ok()) return report(text.error());
  const auto parsed = words::parse(*text);
  if (!parsed.ok()) {
    const words::LineIndex lines(parsed.document.source);
    for (const auto& finding : parsed.diagnostics) show_finding(path, parsed.document.source, lines, finding);
    return exit_findings;
  }
  const std::string laid_out = words::format(*text);
  if (options.check) {
    if (laid_out == *text) return exit_done;
    print(base::printable(path) + " would change\n");
    return exit_findings;
  }
  if (!options.write) {
    print(laid_out);
    return exit_done;
  }
  if (laid_out == *text) return exit_done;
  const auto written = write_whole(path, laid_out);
  return written.ok() ? exit_done : report(written.error());
}

template <class One>
int for_each_plan(const Options& options, One one) {
  int worst = exit_done;
  for (const auto& path : options.plans) worst = std::max(worst, one(options, path));
  return worst;
}

}  // namespace

int render(const Options& options) { return render_once(options); }

int check(const Options& options) { return for_each_plan(options, check_one); }

int format(const Options& options) { return for_each_plan(options, format_one); }

int watch(const Options& options) {
  FileWatch watch(options.plans.front());
  if (!watch.ok()) return report(fail(Code::io, "cannot watch " + base::printable(options.plans.front()), "PLAN"));
  int last = render_once(options);
  if (last == exit_could_not_run) return last;
  print_error("watching " + options.plans.front() + "; end with Ctrl-C");
  while (watch.wait()) render_once(options);
  return exit_could_not_run;
}

}  // namespace floorplan::commands
