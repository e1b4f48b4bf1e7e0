// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "formats/floorplan/lexer.h"
#include "formats/floorplan/print.h"

namespace formats::floorplan {

namespace {

// What the tree knows about the text: where statements and entries begin, and which brackets are blocks.
struct Outline {
  struct Block {
    std::uint32_t close = 0;  // offset of the closing bracket
    int level = 0;            // indentation of what is inside
    bool entries = false;     // inside are entries rather than statements
  };
  std::unordered_map<std::uint32_t, int> statements;  // begin → indentation
  std::unordered_map<std::uint32_t, Block> blocks;    // opening bracket
  std::unordered_map<std::uint32_t, int> closers;     // closing bracket → indentation
  std::unordered_set<std::uint32_t> entries;          // begins of entries of lists, but the first
  std::unordered_set<std::uint32_t> first_entries;    // of blocks
};

class OutlineMaker {
 public:
  OutlineMaker(const Document& document, const std::vector<Span>& comments)
      : document_(document), comments_(comments) {}

  Outline make() {
    for (const auto& define : document_.defines) statement(define.span, 1);
    for (const auto& style : document_.styles) add(style);
    for (const auto& block : document_.config_blocks) add_config(block);
    for (const auto& floor : document_.floors) add(floor);
    for (const auto& connection : document_.connections) statement(connection.span, in_floor(connection.span) ? 2 : 1);
    for (const auto& vertical : document_.verticals) statement(vertical.span, in_floor(vertical.span) ? 2 : 1);
    return std::move(outline_);
  }

 private:
  void statement(Span span, int level) { outline_.statements.emplace(span.begin, level); }
  bool in_floor(Span span) const {
    return std::ranges::any_of(document_.floors, [&](const Floor& floor) {
      return floor.body.begin < span.begin && span.end < floor.body.end;
    });
  }
  bool has_comment(Span span) const {
    const auto found = std::ranges::lower_bound(comments_, span.begin, {}, &Span::begin);
    return found != comments_.end() && found->begin < span.end;
  }
  void block(Span body, int level, bool entries) {
    outline_.blocks.emplace(body.begin, Outline::Block{body.end - 1, level + 1, entries});
    outline_.closers.emplace(body.end - 1, level);
  }
  template <class T>
  void entries(const std::vector<T>& items) {
    for (std::size_t i = 1; i < items.size(); ++i) outline_.entries.insert(items[i].span.begin);
  }
  // Entries stand below each other if they did before.
  bool several_lines(Span body) const {
    return std::string_view(document_.source).substr(body.begin, body.end - body.begin).find('\n') !=
           std::string_view::npos;
  }

  void add(const Style& style) {
    statement(style.span, 1);
    entries(style.properties);
    if (style.body.empty() || !several_lines(style.body)) return;
    if (style.properties.empty() && !has_comment(style.body)) return;
    block(style.body, 1, true);
    if (!style.properties.empty()) outline_.first_entries.insert(style.properties.front().span.begin);
  }
  void add_config(Span span) {
    statement(span, 1);
    std::vector<ConfigEntry> inside;
    for (const auto& entry : document_.config) {
      if (entry.span.begin > span.begin && entry.span.end <= span.end) inside.push_back(entry);
    }
    entries(inside);
    const auto brace = document_.source.find('{', span.begin);
    const bool braced = document_.source[span.end - 1] == '}' && brace < span.end;
    if (!braced || !several_lines(span) || (inside.empty() && !has_comment(span))) return;
    const auto open = opening(span);
    block({open, span.end}, 1, true);
    if (!inside.empty()) outline_.first_entries.insert(inside.front().span.begin);
  }
  // The brace after the word `config`, which a comment may keep apart from it.
  std::uint32_t opening(Span span) const {
    auto at = document_.source.find('{', span.begin);
    for (const auto& comment : comments_) {
      if (comment.begin <= at && at < comment.end) at = document_.source.find('{', comment.end);
    }
    return static_cast<std::uint32_t>(at);
  }
  void add(const Floor& floor) {
    statement(floor.span, 1);
    for (const auto& room : floor.rooms) add(room, 2);
    for (const auto& stair : floor.stairs) add(stair);
    for (const auto& lift : floor.lifts) statement(lift.span, 2);
    const bool filled = !floor.rooms.empty() || !floor.stairs.empty() || !floor.lifts.empty() ||
                        has_comment(floor.body) || has_statement(floor.body);
    if (!floor.body.empty() && filled) block(floor.body, 1, false);
  }
  bool has_statement(Span body) const {
    const auto inside = [&](const auto& item) { return body.begin < item.span.begin && item.span.end < body.end; };
    return std::ranges::any_of(document_.connections, inside) || std::ranges::any_of(document_.verticals, inside);
  }
  void add(const Room& room, int level) {
    statement(room.span, level);
    entries(room.walls);
    for (const auto& inner : room.rooms) add(inner, level + 1);
    const bool filled = !room.rooms.empty() || has_comment(room.rooms_span);
    if (!room.rooms_span.empty() && filled) block(room.rooms_span, level, false);
  }
  void add(const Stair& stair) {
    statement(stair.span, 2);
    entries(stair.segments);
    for (std::size_t i = 1; i < stair.material.size(); ++i) materials_.push_back(stair.material[i].second.span);
  }

 public:
  // A material is known by its text; its entry begins two tokens before.
  const std::vector<Span>& materials() const { return materials_; }

 private:
  const Document& document_;
  const std::vector<Span>& comments_;
  Outline outline_;
  std::vector<Span> materials_;
};

bool closing(const Token& token) {
  return token.kind == TokenKind::symbol && (token.symbol == ')' || token.symbol == ']' || token.symbol == '}');
}
bool symbol(const Token& token, char sign) { return token.kind == TokenKind::symbol && token.symbol == sign; }

class Layout {
 public:
  Layout(const Document& document, const Lexed& lexed, Outline outline)
      : document_(document), tokens_(lexed.tokens), comments_(lexed.comments), outline_(std::move(outline)) {}

  std::string run() {
    front_matter();
    std::size_t comment = 0;
    for (std::size_t i = 0; i + 1 < tokens_.size(); i = next_index(i)) {
      while (comment < comments_.size() && comments_[comment].begin < tokens_[i].span.begin) {
        put_comment(comments_[comment++], i);
      }
      put(i);
      while (comment < comments_.size() && comments_[comment].begin < end_) ++comment;
    }
    while (comment < comments_.size()) put_comment(comments_[comment++], tokens_.size() - 1);
    if (!out_.empty() && out_.back() != '\n') out_ += '\n';
    return std::move(out_);
  }

 private:
  std::string_view source() const { return document_.source; }

  void front_matter() {
    const auto span = document_.front_matter_span;
    if (span.empty()) return;
    // Comments before it are in the same stretch of text.
    out_ = std::string(base::trim(source().substr(0, span.end))) + "\n";
    end_ = span.end;
    fresh_line_ = true;
  }

  // A version directive goes through as it is.
  std::size_t next_index(std::size_t i) const {
    if (!symbol(tokens_[i], sign::version_open)) return i + 1;
    while (i + 1 < tokens_.size() && !symbol(tokens_[i], sign::version_close)) ++i;
    return i + 1;
  }

  int newlines(std::uint32_t to) const {
    return static_cast<int>(std::ranges::count(source().substr(end_, to - end_), '\n'));
  }
  void break_line(int level, bool blank) {
    if (!fresh_line_ && !out_.empty()) out_ += '\n';
    if (blank && !out_.empty() && !after_open_) out_ += '\n';
    out_.append(static_cast<std::size_t>(level) * 2, ' ');
    fresh_line_ = false;
    started_ = true;
    line_begins_ = true;
  }

  // Where what comes at this token would be indented.
  int level_at(std::size_t i) const {
    const auto& token = tokens_[i];
    if (token.kind == TokenKind::end) return header_seen_ ? 1 : 0;
    if (!header_seen_) return 0;
    if (const auto found = outline_.statements.find(token.span.begin); found != outline_.statements.end()) {
      return found->second;
    }
    if (const auto found = outline_.closers.find(token.span.begin); found != outline_.closers.end()) {
      return found->second + 1;
    }
    if (!blocks_.empty() && begins_entry(token)) return blocks_.back().level;
    return statement_level_ + 2;
  }
  bool begins_entry(const Token& token) const {
    return !blocks_.empty() && blocks_.back().entries &&
           (outline_.entries.contains(token.span.begin) || outline_.first_entries.contains(token.span.begin));
  }

  void put_comment(Span span, std::size_t next) {
    if (span.begin < end_) return;
    const auto text = base::trim(source().substr(span.begin, span.end - span.begin));
    const bool own_line = newlines(span.begin) > 0 || !started_ || fresh_line_;
    if (own_line) {
      break_line(level_at(next), newlines(span.begin) > 1);
    } else {
      out_ += ' ';
    }
    out_ += text;
    pending_break_ = own_line || text.starts_with('#');
    line_begins_ = false;
    after_open_ = false;
    after_comment_ = true;
    end_ = span.end;
  }

  void put(std::size_t i) {
    const auto& token = tokens_[i];
    if (symbol(token, ',') && closing(tokens_[i + 1])) return;  // a trailing comma; comments keep their place
    place(i);
    if (symbol(token, sign::version_open)) {
      const auto last = next_index(i) - 1;
      out_ += source().substr(token.span.begin, tokens_[last].span.end - token.span.begin);
      end_ = tokens_[last].span.end;
      previous_ = nullptr;
      return;
    }
    out_ += token.text;
    end_ = token.span.end;
    previous_ = &token;
    line_begins_ = after_comment_ = false;
    if (token.span == document_.header) header_seen_ = true;
    if (outline_.entries.contains(tokens_[i + 1].span.begin) && !symbol(token, ',')) out_ += ',';
    if (const auto block = outline_.blocks.find(token.span.begin); block != outline_.blocks.end()) {
      blocks_.push_back(block->second);
      after_open_ = true;
    } else {
      after_open_ = false;
    }
  }

  // The line break or the space before a token.
  void place(std::size_t i) {
    const auto& token = tokens_[i];
    const auto begin = token.span.begin;
    const bool closes_block = outline_.closers.contains(begin);
    const bool statement = outline_.statements.contains(begin) || token.span == document_.header ||
                           symbol(token, sign::version_open) || i == 0;
    if (closes_block) {
      const int level = outline_.closers.at(begin);
      if (!blocks_.empty()) blocks_.pop_back();
      break_line(level, false);
      statement_level_ = level;
    } else if (statement) {
      const int level = level_at(i);
      break_line(level, newlines(begin) > 1);
      statement_level_ = level;
    } else if (begins_entry(token)) {
      break_line(blocks_.back().level, newlines(begin) > 1);
    } else if (pending_break_) {
      break_line(statement_level_ + 2, false);
    } else if (after_comment_ || (previous_ != nullptr && space(*previous_, token))) {
      out_ += ' ';
    }
    pending_break_ = false;
  }

  static bool space(const Token& a, const Token& b) {
    static constexpr std::string_view tight_before = "),]:%.";
    if (b.kind == TokenKind::symbol &&
        (tight_before.find(b.symbol) != std::string_view::npos || b.symbol == sign::degree)) {
      return false;
    }
    if (symbol(a, '(') || symbol(a, '[') || symbol(a, '.') || symbol(a, '-') || symbol(a, '+')) return false;
    if (symbol(a, '{') && symbol(b, '}')) return false;
    return a.kind != TokenKind::number || b.kind != TokenKind::word || !parse_word<LengthUnit>(b.text);
  }

  const Document& document_;
  const std::vector<Token>& tokens_;
  const std::vector<Span>& comments_;
  Outline outline_;
  std::vector<Outline::Block> blocks_;
  std::string out_;
  std::uint32_t end_ = 0;  // of what has been written, in the source
  const Token* previous_ = nullptr;
  int statement_level_ = 0;
  bool header_seen_ = false;
  bool started_ = false;
  bool fresh_line_ = true;
  bool line_begins_ = false;
  bool pending_break_ = false;
  bool after_open_ = false;
  bool after_comment_ = false;
};

}  // namespace

std::string format(std::string_view source) {
  const auto parsed = parse(std::string(source), Dialect::lenient);
  if (!parsed.ok()) return std::string(source);
  const auto& document = parsed.document;
  const auto lexed = lex(document.source, document.front_matter_span.end, Dialect::lenient);
  OutlineMaker maker(document, lexed.comments);
  auto outline = maker.make();
  // The entry of a material begins with its part, two tokens before its text.
  for (std::size_t i = 2; i < lexed.tokens.size(); ++i) {
    if (std::ranges::find(maker.materials(), lexed.tokens[i].span) != maker.materials().end()) {
      outline.entries.insert(lexed.tokens[i - 2].span.begin);
    }
  }
  return Layout(document, lexed, std::move(outline)).run();
}

}  // namespace formats::floorplan
