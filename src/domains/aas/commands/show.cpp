// SPDX-License-Identifier: Apache-2.0
// lintel aas show: a document as a tree of lines, or as a page.
#include <filesystem>

#include "base/text.h"
#include "command/terminal.h"
#include "domains/aas/commands/against_template.h"
#include "domains/aas/commands/commands.h"
#include "domains/aas/commands/files.h"
#include "domains/aas/engine/look/brief.h"
#include "domains/aas/engine/tree/memory.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/runtime/page_file.h"

namespace aas::commands {

namespace {

using command::exit_done;
using command::print;
using command::report;
using command::Style;
using command::styled;
using engine::Node;

std::string name_of(const Node& node, std::size_t index) {
  if (!node.id_short().empty()) return base::printable(node.id_short(), 200);
  const std::string_view id = node.members().text("id");
  return id.empty() ? "[" + std::to_string(index) + "]" : base::printable(id, 200);
}

// "YearOfConstruction = 2023  Property xs:gYear"
std::string line_of(const Node& node, std::size_t index) {
  const std::string value = engine::value_in_words(node.members());
  std::string type(node.model_type());
  for (const char* member : {"valueType", "contentType"}) {
    if (const std::string_view more = node.members().text(member); !more.empty()) type.append(" ").append(more);
  }
  if (node.members().text("kind") == "Template") type += ", template";
  std::string out = styled(Style::bold, name_of(node, index));
  if (!value.empty()) out += " = " + value;
  out += "  " + styled(Style::dim, base::printable(type, 200));
  const std::string_view id = node.members().text("id");
  if (!id.empty() && !node.id_short().empty()) out += "  " + styled(Style::dim, base::printable(id, 200));
  return out;
}

// As deep as the document, which its reader bounds.
class Lines {
 public:
  Lines(const engine::Nodes& nodes, std::size_t depth) : nodes_(nodes), depth_(depth) {}

  void below(const Node& node, std::size_t depth) {
    std::size_t index = 0;
    for (const Node& child : engine::children_of(nodes_, node)) {
      const std::size_t children = engine::number_of_children(child);
      const bool cut = depth_ > 0 && depth >= depth_ && children > 0;
      text += std::string(2 * depth, ' ') + line_of(child, index++);
      text += cut ? styled(Style::dim, "  " + std::to_string(children) + " inside") + "\n" : "\n";
      if (!cut) below(child, depth + 1);
    }
  }

  std::string text;

 private:
  const engine::Nodes& nodes_;
  std::size_t depth_;
};

// The page, in a file of its own.
int write_page(const Options& options, const Read& read) {
  const std::string name =
      options.file == "-" ? "standard input" : std::filesystem::path(options.file).filename().string();
  const auto html = runtime::page_html(name, read.document, read.bytes, known_templates());
  if (!html.ok()) return report(html.error());
  if (const auto written = write_document(options.output, *html, options.overwrite); !written.ok())
    return report(written.error());
  command::print_error("wrote " + base::printable(options.output));
  return exit_done;
}

}  // namespace

int show(const Options& options) {
  auto read = read_document(options.file, version_said(options.metamodel));
  if (!read.ok()) return report(read.error());
  if (!options.output.empty()) return write_page(options, *read);
  const engine::Opened& document = read->document;
  const engine::MemoryNodes nodes(document.environment);
  Lines lines(nodes, static_cast<std::size_t>(options.depth));
  lines.text = styled(Style::bold, base::printable(options.file)) + "  " +
               styled(Style::dim, std::string(engine::name(document.packing)) + ", metamodel " + document.metamodel +
                                      ", " + counted(nodes.size() - 1, "element")) +
               "\n";
  lines.below(nodes.root(), 1);
  print(lines.text);
  for (const auto* notes : {&document.warnings, &document.problems}) {
    for (const std::string& each : *notes) command::print_error("note: " + base::printable(each));
  }
  return exit_done;
}

}  // namespace aas::commands
