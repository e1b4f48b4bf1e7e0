// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/value/pattern_parse.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"

namespace ids::engine {
namespace {

using base::Code;
using base::Result;
using Kind = PatternNode::Kind;

constexpr int max_groups_in_groups = 200;
constexpr std::size_t largest_count = 1'000'000;  // more is as good as too much: the size of the automaton is bounded

std::u32string decoded(std::string_view text) {
  std::u32string codes;
  for (std::size_t at = 0; at < text.size();) codes.push_back(base::next_character(text, at));
  return codes;
}

class Parser {
 public:
  explicit Parser(std::string_view pattern) : pattern_(pattern), codes_(decoded(pattern)) {}

  Result<PatternTree> parse() {
    if (pattern_.size() > max_pattern_bytes) {
      return base::fail(Code::out_of_range,
                        "the pattern is longer than " + std::to_string(max_pattern_bytes) + " bytes");
    }
    if (!base::valid_utf8(pattern_)) return base::fail(Code::parse, "the pattern is not UTF-8");
    tree_.root = TRY(expression(0));
    if (!at_end()) return wrong("unexpected )", "Write \\) for the character itself.");
    note_anchors();
    return std::move(tree_);
  }

 private:
  bool at_end() const { return at_ >= codes_.size(); }
  char32_t peek(std::size_t ahead = 0) const { return at_ + ahead < codes_.size() ? codes_[at_ + ahead] : U'\0'; }
  bool looking_at(std::u32string_view text) const { return std::u32string_view(codes_).substr(at_).starts_with(text); }
  bool take(char32_t code) {
    if (at_end() || codes_[at_] != code) return false;
    ++at_;
    return true;
  }
  base::Error wrong(const std::string& what, std::string hint = {}) const {
    return wrong_at(at_, what, std::move(hint));
  }
  base::Error wrong_at(std::size_t place, const std::string& what, std::string hint = {}) const {
    return failure(Code::parse, place, what, std::move(hint));
  }
  // What other languages of patterns have, .NET's for one, and XSD has not.
  base::Error only_elsewhere(std::size_t place, const std::string& what, std::string hint) const {
    return failure(Code::unavailable, place, what, std::move(hint));
  }
  base::Error failure(Code code, std::size_t place, const std::string& what, std::string hint) const {
    return base::fail(code,
                      "not an XSD pattern: " + what + " at character " + std::to_string(place + 1) + " of \"" +
                          base::printable(pattern_, 200) + "\"",
                      {}, std::move(hint));
  }

  std::size_t add(PatternNode node) {
    tree_.nodes.push_back(std::move(node));
    return tree_.nodes.size() - 1;
  }
  std::size_t add_set(CodeSet set) {
    const auto [found, fresh] = known_sets_.try_emplace(std::move(set), tree_.sets.size());
    if (fresh) tree_.sets.push_back(found->first);
    return add({.kind = Kind::set, .set = found->second});
  }

  // regExp ::= branch ( '|' branch )*
  Result<std::size_t> expression(int depth) {
    if (depth > max_groups_in_groups) return wrong("more than 200 groups within each other");
    std::vector<std::size_t> branches{TRY(branch(depth))};
    while (take(U'|')) branches.push_back(TRY(branch(depth)));
    if (branches.size() == 1) return branches.front();
    return add({.kind = Kind::choice, .children = std::move(branches)});
  }

  // branch ::= piece*
  Result<std::size_t> branch(int depth) {
    PatternNode node{.kind = Kind::sequence};
    while (!at_end() && peek() != U'|' && peek() != U')') node.children.push_back(TRY(piece(depth)));
    if (node.children.size() == 1) return node.children.front();
    return add(std::move(node));
  }

  // piece ::= atom quantifier?
  Result<std::size_t> piece(int depth) {
    const auto atom_node = TRY(atom(depth));
    if (!at_quantifier()) return atom_node;
    const auto bounds = TRY(quantifier());
    if (take(U'?')) note("a ? after a quantifier is not of XSD and left out: the whole text must match anyway");
    if (at_quantifier()) return wrong("a second quantifier", "Put what is repeated into a group: (…)*.");
    return add({.kind = Kind::repeat, .children = {atom_node}, .least = bounds.first, .most = bounds.second});
  }

  bool at_quantifier() const {
    return !at_end() && (peek() == U'?' || peek() == U'*' || peek() == U'+' || peek() == U'{');
  }

  using Bounds = std::pair<std::size_t, std::size_t>;
  // quantifier ::= [?*+] | ( '{' quantity '}' )
  Result<Bounds> quantifier() {
    if (take(U'?')) return Bounds{0, 1};
    if (take(U'*')) return Bounds{0, without_end};
    if (take(U'+')) return Bounds{1, without_end};
    const auto start = at_++;
    const auto least = number();
    auto most = least;
    if (least && take(U',')) most = peek() == U'}' ? std::optional(without_end) : number();
    if (!least || !most || !take(U'}'))
      return only_elsewhere(start, "a { that begins no {n}, {n,} or {n,m}", "Write \\{ for the character itself.");
    if (*most < *least) return wrong_at(start, "a quantifier whose maximum is below its minimum");
    return Bounds{*least, *most};
  }

  std::optional<std::size_t> number() {
    if (peek() < U'0' || peek() > U'9') return std::nullopt;
    std::size_t value = 0;
    for (; peek() >= U'0' && peek() <= U'9'; ++at_) {
      value = std::min(value * 10 + (peek() - U'0'), largest_count);
    }
    return value;
  }

  // atom ::= Char | charClass | ( '(' regExp ')' )
  Result<std::size_t> atom(int depth) {
    const auto code = peek();
    if (code == U'(') return group(depth);
    if (code == U'[') return add_set(TRY(class_expression(0)));
    if (code == U'\\') return add_set(TRY(escape()));
    if (code == U'.') {
      ++at_;
      return add_set(CodeSet({{U'\n', U'\n'}, {U'\r', U'\r'}}).inverted());
    }
    if (at_quantifier())
      return wrong("a quantifier with nothing before it", "Write a backslash before it for the character itself.");
    if (code == U']') return only_elsewhere(at_, "unexpected ]", "Write \\] for the character itself.");
    ++at_;
    return add_set(CodeSet({{code, code}}));
  }

  Result<std::size_t> group(int depth) {
    const auto start = at_;
    if (looking_at(U"(?:")) {
      note("(?: is not of XSD and read as (: groups never capture there");
      at_ += 2;
    } else if (peek(1) == U'?') {
      return only_elsewhere(at_, group_extension(), group_hint());
    }
    ++at_;
    const auto inner = TRY(expression(depth + 1));
    if (!take(U')')) return wrong_at(start, "a ( that is never closed");
    return inner;
  }
  std::string group_extension() const {
    if (looking_at(U"(?=") || looking_at(U"(?!")) return "a lookahead";
    if (looking_at(U"(?<=") || looking_at(U"(?<!")) return "a lookbehind";
    return "a group that begins with (?";
  }
  std::string group_hint() const {
    if (looking_at(U"(?i")) return "XSD patterns know no flags: write [Aa] for a letter in either case.";
    return "XSD patterns cannot look around: ask for what must hold as well in a second requirement, for lengths by "
           "minLength and maxLength, and leave out characters by subtraction: [A-Z-[IO]].";
  }

  // charClassEsc; SingleCharEsc gives a set of one.
  Result<CodeSet> escape() {
    const auto start = at_++;
    if (at_end()) return wrong_at(start, "a backslash at the end", "Write \\\\ for the character itself.");
    const auto code = codes_[at_++];
    if (const auto single = escaped_character(code)) return CodeSet({{*single, *single}});
    if (code == U'p' || code == U'P') return property(start, code == U'P');
    if (code < 0x80) {
      const auto letter = static_cast<char>(code);
      if (auto set = escape_set(letter)) return std::move(*set);
      const bool upper = letter >= 'A' && letter <= 'Z';
      if (auto set = upper ? escape_set(static_cast<char>(letter - 'A' + 'a')) : std::nullopt) return set->inverted();
    }
    const bool known_elsewhere =
        std::u32string_view(U"bBAZzGxuaefv0123456789k").find(code) != std::u32string_view::npos;
    return failure(known_elsewhere ? Code::unavailable : Code::parse, start, "an escape that XSD does not know",
                   escape_hint(code));
  }

  // SingleCharEsc ::= '\' [nrt\|.?*+(){}#x2D#x5B#x5D#x5E]
  static std::optional<char32_t> single_escape(char32_t code) {
    if (code == U'n') return U'\n';
    if (code == U'r') return U'\r';
    if (code == U't') return U'\t';
    if (std::u32string_view(U"\\|.?*+(){}-[]^").find(code) != std::u32string_view::npos) return code;
    return std::nullopt;
  }
  // Other languages escape more, \/ and \_ for example. Where the character can mean only itself it is read so, and
  // noted.
  std::optional<char32_t> escaped_character(char32_t code) {
    if (const auto single = single_escape(code)) return single;
    if (!is_punctuation(code)) return std::nullopt;
    std::string character;
    base::append_utf8(character, code);
    note("\\" + character + " is not an escape of XSD and read as " + character);
    return code;
  }
  static bool is_punctuation(char32_t code) {
    static const auto marks = category_set("P"), symbols = category_set("S");
    return code == U' ' || marks->contains(code) || symbols->contains(code);
  }
  void note(std::string text) {
    if (std::ranges::find(tree_.notes, text) == tree_.notes.end()) tree_.notes.push_back(std::move(text));
  }
  static std::string escape_hint(char32_t code) {
    if (code >= U'0' && code <= U'9') return "XSD patterns have no references to groups.";
    if (std::u32string_view(U"bBAZzG").find(code) != std::u32string_view::npos) {
      return "XSD patterns have no anchors: the whole text must match anyway.";
    }
    if (std::u32string_view(U"xu").find(code) != std::u32string_view::npos) {
      return "Write the character itself, or &#x…; in the XML.";
    }
    return "Leave out the backslash: the character stands for itself.";
  }

  // catEsc ::= '\p{' charProp '}'; charProp ::= IsCategory | IsBlock
  Result<CodeSet> property(std::size_t start, bool outside) {
    std::string name;
    if (!take(U'{')) return wrong_at(start, "\\p without {", "Write \\p{L} or \\p{IsBasicLatin}.");
    while (!at_end() && peek() != U'}' && peek() < 0x80 && name.size() < 100)
      name.push_back(static_cast<char>(codes_[at_++]));
    if (!take(U'}')) return wrong_at(start, "\\p{ that is never closed");
    const auto set = name.starts_with("Is") ? block_set(std::string_view(name).substr(2)) : category_set(name);
    if (!set) {
      return wrong_at(start, "\\p{" + base::printable(name) + "}, which is neither a category nor a block",
                      "Categories are L, Lu, Nd and the like; blocks begin with Is: \\p{IsBasicLatin}.");
    }
    return outside ? set->inverted() : *set;
  }

  // charClassExpr ::= '[' charGroup ']'; charClassSub ::= ( posCharGroup | negCharGroup ) '-' charClassExpr
  Result<CodeSet> class_expression(int depth) {
    const auto start = at_++;
    if (depth > max_groups_in_groups) return wrong("more than 200 classes within each other");
    const bool negative = take(U'^');
    std::vector<CodeRange> ranges;
    const auto first = at_;
    while (!at_end() && peek() != U']' && !looking_at(U"-[")) {
      const auto item = TRY(class_item(first));
      ranges.insert(ranges.end(), item.ranges().begin(), item.ranges().end());
    }
    if (at_end()) return wrong_at(start, "a [ that is never closed");
    if (at_ == first) return wrong_at(start, "an empty class", "Write \\[ or \\] for the characters themselves.");
    CodeSet set(std::move(ranges));
    if (negative) set = set.inverted();
    if (take(U'-')) set = set.without(TRY(class_expression(depth + 1)));
    if (!take(U']'))
      return wrong_at(start, "a class that goes on after what it subtracts",
                      "The subtraction comes last: [a-z-[aeiou]].");
    return set;
  }

  // posCharGroup ::= ( charRange | charClassEsc )+. A - stands for itself first and last; after a class escape too,
  // where nothing else can be meant.
  Result<CodeSet> class_item(std::size_t first) {
    const auto start = at_;
    if (peek() == U'[') return only_elsewhere(at_, "a [ within a class", "Write \\[ for the character itself.");
    if (peek() == U'-') {
      const bool last = peek(1) == U']' || (peek(1) == U'-' && peek(2) == U'[');
      if (at_ != first && !last && !after_class_escape_) {
        return only_elsewhere(at_, "a - within a class",
                              "Write \\- for the character itself, or put it first or last.");
      }
    }
    auto low = TRY(class_character());
    if (!low.one || peek() != U'-' || peek(1) == U']' || looking_at(U"-[") || looking_at(U"--["))
      return std::move(low.set);
    ++at_;
    if (peek() == U'-' || peek() == U'[' || at_end())
      return wrong("a range without an end", "Write \\- for the character itself.");
    const auto high = TRY(class_character());
    if (!high.one) return wrong_at(start, "a range that ends with a class");
    if (*high.one < *low.one) return wrong_at(start, "a range whose end comes before its begin");
    return CodeSet({{*low.one, *high.one}});
  }

  struct ClassCharacter {
    CodeSet set;
    std::optional<char32_t> one;  // where it may begin or end a range
  };
  Result<ClassCharacter> class_character() {
    after_class_escape_ = false;
    if (peek() != U'\\') {
      const auto code = codes_[at_++];
      return ClassCharacter{CodeSet({{code, code}}), code};
    }
    const auto single = at_ + 1 < codes_.size() ? escaped_character(peek(1)) : std::nullopt;
    after_class_escape_ = !single;
    return ClassCharacter{TRY(escape()), single};
  }

  void note_anchors() {
    if (codes_.starts_with(U'^') || codes_.ends_with(U'$')) {
      tree_.notes.emplace_back(
          "^ and $ are ordinary characters in XSD patterns; the whole text must match without them");
    }
  }

  std::string_view pattern_;
  std::u32string codes_;
  std::size_t at_ = 0;
  bool after_class_escape_ = false;
  PatternTree tree_;
  std::map<CodeSet, std::size_t> known_sets_;
};

}  // namespace

Result<PatternTree> parse_pattern(std::string_view pattern) { return Parser(pattern).parse(); }

}  // namespace ids::engine
