// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "formats/floorplan/parser.h"

namespace formats::floorplan {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// One line of the text, without its end.
struct Line {
  std::uint32_t begin = 0;
  std::string_view text;
  std::size_t indent() const { return text.find_first_not_of(" \t"); }
  bool blank() const {
    const auto trimmed = base::trim(text);
    return trimmed.empty() || trimmed.starts_with('#');
  }
  bool rule() const { return base::trim(text) == "---"; }
};

class Lines {
 public:
  explicit Lines(std::string_view source) : source_(source) {}
  bool done() const { return at_ >= source_.size(); }
  std::uint32_t at() const { return static_cast<std::uint32_t>(std::min(at_, source_.size())); }
  void jump(std::size_t to) { at_ = to; }
  Line next() {
    const auto end = std::min(source_.find('\n', at_), source_.size());
    const Line line{static_cast<std::uint32_t>(at_), source_.substr(at_, end - at_)};
    at_ = end + 1;
    return line;
  }

 private:
  std::string_view source_;
  std::size_t at_ = 0;
};

// Skips blank lines and comments; true if the next line is a rule, which is then taken.
bool opening_rule(Lines& lines, std::string_view source, std::uint32_t& begin) {
  while (!lines.done()) {
    const auto line = lines.next();
    if (line.rule()) {
      begin = line.begin + static_cast<std::uint32_t>(line.indent());
      return true;
    }
    if (base::trim(line.text).starts_with("/*")) {
      const auto close = source.find("*/", line.begin);
      if (close == std::string_view::npos) return false;
      lines.jump(close + 2);
      continue;
    }
    if (!line.blank()) return false;
  }
  return false;
}

// A plain scalar ends at " #"; a quoted one at its quote.
std::string scalar(std::string_view text, bool& quoted) {
  text = base::trim(text);
  quoted = !text.empty() && (text.front() == '"' || text.front() == '\'');
  if (quoted) {
    std::size_t end = 1;
    while (end < text.size() && text[end] != text.front()) end += text[end] == '\\' && end + 1 < text.size() ? 2 : 1;
    return unquote(text.substr(0, std::min(end + 1, text.size())), Dialect::lenient);
  }
  if (text.starts_with('#')) return {};
  return std::string(base::trim(text.substr(0, text.find(" #"))));
}

class FrontMatter {
 public:
  FrontMatter(Document& document, std::vector<Diagnostic>& diagnostics)
      : document_(document), diagnostics_(diagnostics) {}

  void line(const Line& line) {
    if (line.blank()) return;
    const auto indent = line.indent();
    if (config_indent_ != none && indent <= config_indent_) config_indent_ = none;
    const auto colon = line.text.find(':');
    if (colon == std::string_view::npos) return malformed(line);
    FrontMatterEntry entry;
    bool quoted_key = false;
    entry.key.text = scalar(line.text.substr(0, colon), quoted_key);
    if (entry.key.text.empty()) return malformed(line);
    entry.key.span = {line.begin + static_cast<std::uint32_t>(indent), line.begin + static_cast<std::uint32_t>(colon)};
    entry.value = scalar(line.text.substr(colon + 1), entry.quoted);
    entry.span = {entry.key.span.begin, line.begin + static_cast<std::uint32_t>(line.text.size())};
    store(std::move(entry), indent);
  }

 private:
  void store(FrontMatterEntry entry, std::size_t indent) {
    if (config_indent_ != none) {
      entry.key.text = "config." + entry.key.text;
    } else if (entry.key.text == "config" && entry.value.empty() && !entry.quoted) {
      config_indent_ = indent;
      return;
    }
    if (entry.key.text == "version") document_.version = Located<std::string>{entry.value, entry.span};
    document_.front_matter.push_back(std::move(entry));
  }
  void malformed(const Line& line) {
    const auto begin = line.begin + static_cast<std::uint32_t>(line.indent());
    diagnostics_.push_back(diagnostic(Finding::front_matter_line,
                                      {begin, line.begin + static_cast<std::uint32_t>(line.text.size())},
                                      "This line of the front matter is no `key: value`.",
                                      "Write `key: value`, or close the front matter with ---."));
  }

  Document& document_;
  std::vector<Diagnostic>& diagnostics_;
  static constexpr std::size_t none = std::string_view::npos;
  std::size_t config_indent_ = none;  // of the line `config:` whose entries are being read
};

}  // namespace

std::uint32_t read_front_matter(Document& document, std::vector<Diagnostic>& diagnostics) {
  const std::string_view source = document.source;
  Lines lines(source);
  if (source.starts_with(byte_order_mark)) lines.jump(byte_order_mark.size());
  const auto from = lines.at();
  std::uint32_t begin = 0;
  if (!opening_rule(lines, source, begin)) return from;
  Lines look = lines;
  bool closed = false;
  auto end = lines.at();  // of an unclosed one: where the plan begins
  while (!look.done() && !closed) {
    const auto line = look.next();
    closed = line.rule();
    if (end == lines.at() && base::trim(line.text).starts_with("floorplan")) end = line.begin;
  }
  if (!closed) {
    diagnostics.push_back(diagnostic(Finding::front_matter_unclosed, {begin, begin + 3},
                                     "The front matter that begins here is never closed.",
                                     "Add a line --- before `floorplan`."));
    return end;
  }
  FrontMatter reader(document, diagnostics);
  for (auto line = lines.next(); !line.rule(); line = lines.next()) {
    if (diagnostics.size() < 50) reader.line(line);
  }
  document.front_matter_span = {begin, std::min(lines.at(), static_cast<std::uint32_t>(source.size()))};
  return lines.at();
}

}  // namespace formats::floorplan
