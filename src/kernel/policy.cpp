// SPDX-License-Identifier: Apache-2.0
#include "kernel/policy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <span>
#include <utility>

#include "base/crypto.h"
#include "base/files.h"
#include "base/ids.h"
#include "base/text.h"
#include "base/utf8.h"
#include "kernel/policy_data.h"

// TOML 1.0 by toml++, header only: the shared library throws, and we want values back.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
// toml++ asserts of malformed files what it checks again right after (its issue 294). So its assertions
// do nothing in any build; NDEBUG would turn some of them into promises to the compiler.
#undef NDEBUG
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>

// Reading: TOML text → PolicyData. Every error begins with `file:line:column`.
namespace kernel {

namespace {

constexpr std::size_t max_file_bytes = std::size_t{1} << 20;
constexpr std::size_t max_text_bytes = 256;
constexpr std::size_t max_list_items = 1000;
constexpr std::size_t max_regions = 64;
constexpr std::size_t max_rules_per_principal = 256;
constexpr int max_depth = 16;
constexpr std::int64_t max_mm = 1'000'000'000;  // a thousand kilometres
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view nobody = "00000000-0000-0000-0000-000000000000";

// The facts that the kernel itself tells. One that nobody tells would gate nothing.
const std::vector<std::string>& kernel_facts() {
  static const std::vector<std::string> names{"element.created", "element.modified", "element.deleted",
                                              "element.hosted",  "branch.created",   "branch.merged",
                                              "file.created",    "file.replaced",    "file.overwritten"};
  return names;
}

std::vector<std::string> names_of(const Toolsets& toolsets) {
  std::vector<std::string> names;
  for (const auto& toolset : toolsets) {
    names.push_back(toolset.name);
    // A name for several may be that of one of them too.
    std::ranges::copy_if(toolset.stands_for, std::back_inserter(names),
                         [&](const std::string& each) { return each != toolset.name; });
  }
  return names;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const auto meant = base::nearest(word, candidates);
  return meant ? " (did you mean '" + *meant + "'?)" : "";
}

std::string in_quotes(std::string_view text) { return "'" + base::printable(text, 80) + "'"; }

std::string_view type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a fraction";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

// --- before parsing ---

// toml++ builds, and frees, nested tables by recursion and bounds only nested values, not the parts of
// a dotted key. So the depth of both is bounded here, by a walk that knows what a string and a comment
// are (TOML 1.0.0, "Comment", "Keys", "String").
class DepthCheck {
 public:
  explicit DepthCheck(std::string_view text) : text_(text) {}

  // The line where something is nested too deeply, or 0.
  int run() {
    for (at_ = 0; at_ < text_.size(); ++at_) {
      step(text_[at_]);
      if (dots_ > max_depth || depth_ > max_depth) return line_;
    }
    return 0;
  }

 private:
  void step(char c) {
    switch (c) {
      case '#':
        while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
        break;
      case '"':
      case '\'':
        skip_string(c);
        break;
      case '.':
        ++dots_;
        break;
      case '[':
      case '{':
        ++depth_;
        dots_ = 0;
        break;
      case ']':
      case '}':
        depth_ = std::max(0, depth_ - 1);
        dots_ = 0;
        break;
      case '\n':
        ++line_;
        dots_ = 0;
        break;
      case ',':
      case '=':
        dots_ = 0;
        break;
      default:
        break;
    }
  }

  // Leaves at_ on the last character of the string.
  void skip_string(char quote) {
    const std::string fence(3, quote);
    const bool multiline = text_.substr(at_, 3) == fence;
    at_ += multiline ? 3 : 1;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
        if (!multiline) return;
      } else if (quote == '"' && text_[at_] == '\\') {
        if (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
      } else if (!multiline && text_[at_] == quote) {
        return;
      } else if (multiline && text_.substr(at_, 3) == fence) {
        return end_multiline(quote);
      }
    }
  }
  // A multi-line string may end in up to two quotes of its own before the fence.
  void end_multiline(char quote) {
    at_ += 2;
    for (int extra = 0; extra < 2 && at_ + 1 < text_.size() && text_[at_ + 1] == quote; ++extra) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  int dots_ = 0;
  int depth_ = 0;
};

// Asked whether a character beyond ASCII is a blank, toml++ 3.3 reaches what it declares unreachable for
// many of them (U+00A1 … U+0499, U+2C5E … U+3057, U+FC26 … U+FEFE). So it never sees one of the basic
// plane: each is moved to the private plane 15 before parsing, and back in every text that comes out.
constexpr char32_t private_plane = 0xF0000;

bool in_private_plane(char32_t c) { return c >= private_plane && c <= private_plane + 0xFFFF; }

// Nothing if the text itself uses plane 15.
std::optional<std::string> moved_out(std::string_view utf8) {
  std::string moved;
  for (std::size_t at = 0; at < utf8.size();) {
    const char32_t c = base::next_character(utf8, at);
    if (in_private_plane(c)) return std::nullopt;
    base::append_utf8(moved, c >= 0x80 && c <= 0xFFFF ? c + private_plane : c);
  }
  return moved;
}

// An escape can name a place of plane 15 that stands for no character: it becomes a control character, which every text
// refuses.
char32_t back_from(char32_t moved) {
  const char32_t c = moved - private_plane;
  return c >= 0xD800 && c <= 0xDFFF ? U'\x01' : c;
}

std::string moved_back(std::string_view utf8) {
  std::string moved;
  for (std::size_t at = 0; at < utf8.size();) {
    const char32_t c = base::next_character(utf8, at);
    base::append_utf8(moved, in_private_plane(c) ? back_from(c) : c);
  }
  return moved;
}

// --- values ---

using Read = std::function<Result<void>(const toml::node&)>;
struct Key {
  std::string name;
  Read read;
};

// Reads one file into `data`. Each method reads one kind of value and says where it stood.
class FileReader {
 public:
  FileReader(PolicyData& data, std::string source) : data_(data), source_(std::move(source)) {}

  Result<void> read(const toml::table& file) {
    TRY(table(file,
              {{"principal", [&](const auto& v) { return tables(v, [&](const auto& t) { return principal(t); }); }},
               {"toolset", [&](const auto& v) { return toolsets(v); }},
               {"approval", [&](const auto& v) { return approval(v); }},
               {"token", [&](const auto& v) { return tables(v, [&](const auto& t) { return token(t); }); }},
               {"rate_limit", [&](const auto& v) { return rate_limits(v); }},
               {"admin", [&](const auto& v) { return admin(v); }}}));
    return every_rule_bites(data_);
  }

  Error error_at(const toml::source_position& position, const std::string& message) const {
    std::string place = source_ + ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
    return fail(Code::parse, place + ": " + message, place);
  }

 private:
  // --- plumbing ---
  Error error_at(const toml::node& node, const std::string& message) const {
    return error_at(node.source().begin, message);
  }
  Error wrong_type(const toml::node& node, std::string_view wanted) const {
    return error_at(node, "expected " + std::string(wanted) + ", found " + std::string(type_name(node)));
  }
  static int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }
  std::string where(const toml::node& node) const { return source_ + ":" + std::to_string(line_of(node)); }

  Result<void> table(const toml::node& node, const std::vector<Key>& keys) const {
    const toml::table* members = node.as_table();
    if (members == nullptr) return wrong_type(node, "a table");
    for (const auto& [key, value] : *members) {
      const auto found = std::ranges::find(keys, key.str(), &Key::name);
      if (found == keys.end()) return unknown_key(key, keys);
      TRY(found->read(value));
    }
    return {};
  }
  Error unknown_key(const toml::key& key, const std::vector<Key>& keys) const {
    std::vector<std::string> names;
    for (const auto& known : keys) names.push_back(known.name);
    const std::string found = moved_back(key.str());
    return error_at(key.source().begin, "unknown key " + in_quotes(found) + did_you_mean(found, names));
  }
  Result<void> tables(const toml::node& node, const Read& read_one) const {
    const toml::array* list = node.as_array();
    if (list == nullptr) return wrong_type(node, "a list of tables, written [[…]]");
    for (const toml::node& item : *list) {
      if (!item.is_table()) return wrong_type(item, "a table");
      TRY(read_one(item));
    }
    return {};
  }

  // --- simple values ---
  Result<std::string> text(const toml::node& node) const {
    const auto* value = node.as_string();
    if (value == nullptr) return wrong_type(node, "a text");
    std::string found = moved_back(value->get());
    if (found.empty()) return error_at(node, "the text is empty");
    if (found.size() > max_text_bytes) return error_at(node, "the text is longer than 256 bytes");
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
    if (base::printable(found) != found || std::ranges::any_of(found, is_control)) {
      return error_at(node, "the text holds control characters or line ends");
    }
    return found;
  }
  Result<bool> boolean(const toml::node& node) const {
    const auto* value = node.as_boolean();
    if (value == nullptr) return wrong_type(node, "true or false");
    return value->get();
  }
  Result<std::int64_t> integer(const toml::node& node, std::int64_t low, std::int64_t high) const {
    const auto* value = node.as_integer();
    if (value == nullptr) return wrong_type(node, "a whole number");
    if (value->get() < low || value->get() > high) {
      return error_at(node, "must lie between " + std::to_string(low) + " and " + std::to_string(high));
    }
    return value->get();
  }
  Result<std::vector<std::string>> texts(const toml::node& node) const {
    const toml::array* list = node.as_array();
    if (list == nullptr) return wrong_type(node, "a list of texts");
    if (list->size() > max_list_items) return error_at(node, "the list has more than 1000 items");
    std::vector<std::string> found;
    for (const toml::node& item : *list) found.push_back(TRY(text(item)));
    return found;
  }
  // A scope that lists nothing would match nothing.
  Result<std::vector<std::string>> scope(const toml::node& node) const {
    auto found = TRY(texts(node));
    if (found.empty()) return error_at(node, "an empty list matches nothing; leave the key out to mean any");
    return found;
  }
  // Setters, so that tables of keys stay one line per key.
  Read into(std::string& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      out = TRY(text(node));
      return {};
    };
  }
  template <class Flag>
  Read flag_into(Flag& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      out = TRY(boolean(node));
      return {};
    };
  }
  template <class Number>
  Read number_into(Number& out, std::int64_t low, std::int64_t high) const {
    return [this, &out, low, high](const toml::node& node) -> Result<void> {
      out = static_cast<Number>(TRY(integer(node, low, high)));
      return {};
    };
  }
  Read scope_into(std::vector<std::string>& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      out = TRY(scope(node));
      return {};
    };
  }
  template <class List>
  Read facts_into(List& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      auto found = TRY(texts(node));
      for (std::size_t i = 0; i < found.size(); ++i) TRY(known_fact(*node.as_array()->get(i), found[i]));
      out = std::move(found);
      return {};
    };
  }
  Read admissions_into(std::vector<std::string>& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      auto found = TRY(texts(node));
      std::vector<std::string> known;
      for (const auto& toolset : data_.known)
        known.insert(known.end(), toolset.admissions.begin(), toolset.admissions.end());
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (std::ranges::find(known, found[i]) == known.end())
          return error_at(*node.as_array()->get(i),
                          "nothing called " + in_quotes(found[i]) + " can be admitted" + did_you_mean(found[i], known));
      }
      out = std::move(found);
      return {};
    };
  }
  Result<void> known_fact(const toml::node& node, const std::string& fact) const {
    const auto dot = fact.find('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == fact.size()) {
      return error_at(node, in_quotes(fact) + " is not a fact type; they look like 'element.deleted'");
    }
    auto known = kernel_facts();
    for (const auto& toolset : data_.known) known.insert(known.end(), toolset.facts.begin(), toolset.facts.end());
    if (std::ranges::find(known, fact) != known.end()) return {};
    return error_at(node, "unknown fact type " + in_quotes(fact) + ", which no tool tells" + did_you_mean(fact, known));
  }

  // --- [[principal]] ---
  Result<void> principal(const toml::node& node) {
    Block block;
    block.line = line_of(node);
    block.where = where(node);
    TRY(table(node, {{"id", into(block.id)},
                     {"name", into(block.name)},
                     {"max_elements_per_operation", limit_into(block.max_elements_per_operation)},
                     {"max_operations_per_session", limit_into(block.max_operations_per_session)},
                     {"requires_approval", facts_into(block.requires_approval)},
                     {"dry_run_default", flag_into(block.dry_run_default)},
                     {"undo_own_untouched", flag_into(block.undo_own_untouched)},
                     {"allow", rules_into(block.allow, true)},
                     {"forbid", rules_into(block.forbid, false)}}));
    TRY(check_id(node, block));
    TRY(check_human_limits(node, block));
    TRY(check_approve(node, block));
    data_.block_by_id.emplace(block.id, data_.blocks.size());
    data_.blocks.push_back(std::move(block));
    return {};
  }

  Read limit_into(std::optional<Block::Number>& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      out = Block::Number{TRY(integer(node, 1, 1'000'000'000)), where(node)};
      return {};
    };
  }

  Result<void> check_id(const toml::node& node, Block& block) const {
    if (block.id.empty()) return error_at(node, "[[principal]] has no id");
    const toml::node& id = *node.as_table()->get("id");
    block.id = base::lower_ascii(block.id);
    const auto colon = block.id.find(':');
    const std::string kind = block.id.substr(0, colon);
    const std::string who = colon == std::string::npos ? "" : block.id.substr(colon + 1);
    const bool good = block.id == "*" || ((kind == "agent" || kind == "human") && (who == "*" || base::is_uuid(who)));
    if (!good) {
      return error_at(
          id, in_quotes(block.id) + " is not a principal; write agent:<uuid>, human:<uuid>, agent:*, human:* or *");
    }
    if (const auto first = data_.block_by_id.find(block.id); first != data_.block_by_id.end()) {
      return error_at(id, "a second [[principal]] with id " + in_quotes(block.id) + "; the first is at " +
                              data_.blocks[first->second].where);
    }
    return {};
  }

  // Seed 004, "Rate limit exceeded": it is the agent that is blocked; people are gated instead.
  Result<void> check_human_limits(const toml::node& node, const Block& block) const {
    if (!block.id.starts_with("human:")) return {};
    for (const char* key : {"max_elements_per_operation", "max_operations_per_session"}) {
      if (const toml::node* limit = node.as_table()->get(key)) {
        return error_at(*limit, std::string(key) + " never bites: it does not hold for humans");
      }
    }
    return {};
  }

  // Says it at the word itself, for that is what must go.
  Result<void> check_approve(const toml::node& node, const Block& block) const {
    if (block.id.starts_with("human:")) return {};
    for (std::size_t i = 0; i < block.allow.size(); ++i) {
      const auto& verbs = block.allow[i].rule.permissions;
      const auto found = std::ranges::find(verbs, Permission::approve);
      if (found == verbs.end()) continue;
      const toml::array& rules = *node.as_table()->get("allow")->as_array();
      const toml::array& words = *rules.get(i)->as_table()->get("do")->as_array();
      const auto& word = *words.get(static_cast<std::size_t>(found - verbs.begin()));
      return error_at(word, block.id == "*" ? "an agent can never hold APPROVE, and * includes agents; write it under "
                                              "human:*"
                                            : "an agent can never hold APPROVE");
    }
    return {};
  }

  // --- rules ---
  Read rules_into(std::vector<StoredRule>& out, bool allow) const {
    return [this, &out, allow](const toml::node& list) -> Result<void> {
      return tables(list, [&](const toml::node& node) -> Result<void> {
        if (out.size() == max_rules_per_principal) return error_at(node, "more than 256 rules for one principal");
        out.push_back(TRY(rule(node, allow)));
        return {};
      });
    };
  }

  Result<StoredRule> rule(const toml::node& node, bool allow) const {
    Rule rule;
    rule.allow = allow;
    rule.line = line_of(node);
    TRY(table(node, {{"do", verbs_into(rule.permissions)},
                     {"toolsets", toolsets_into(rule.toolsets)},
                     {"categories", scope_into(rule.categories)},
                     {"levels", scope_into(rule.levels)},
                     {"regions", regions_into(rule.regions)},
                     {"branches", scope_into(rule.branches)},
                     {"paths", scope_into(rule.paths)}}));
    if (rule.permissions.empty()) return error_at(node, "the rule has no do: write for example do = [\"READ\"]");
    std::string words = rule_in_words(rule);
    return StoredRule{std::move(rule), where(node), std::move(words)};
  }

  Read verbs_into(std::vector<Permission>& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      const auto words = TRY(texts(node));
      if (words.empty()) return error_at(node, "do is empty: the rule would never match");
      for (std::size_t i = 0; i < words.size(); ++i) {
        const auto permission = permission_named(words[i]);
        if (!permission) {
          return error_at(*node.as_array()->get(i), "unknown permission " + in_quotes(words[i]) +
                                                        "; known are READ, CREATE, MODIFY, DELETE, APPROVE");
        }
        out.push_back(*permission);
      }
      return {};
    };
  }

  Read toolsets_into(std::vector<std::string>& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      const auto names = TRY(scope(node));
      const auto known = names_of(data_.known);
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (std::ranges::find(known, names[i]) == known.end()) {
          return error_at(*node.as_array()->get(i),
                          "unknown toolset " + in_quotes(names[i]) + did_you_mean(names[i], known));
        }
        for (auto& part : parts_of(data_.known, names[i])) out.push_back(std::move(part));
      }
      return {};
    };
  }

  Read regions_into(std::vector<Box>& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      const toml::array* list = node.as_array();
      if (list == nullptr) return wrong_type(node, "a list of regions");
      if (list->empty()) return error_at(node, "an empty list matches nothing; leave the key out to mean any");
      if (list->size() > max_regions) return error_at(node, "more than 64 regions in one rule");
      for (const toml::node& item : *list) out.push_back(TRY(region(item)));
      return {};
    };
  }

  Result<Box> region(const toml::node& node) const {
    Box box;
    TRY(table(node, {{"min", corner_into(box.min_um)}, {"max", corner_into(box.max_um)}}));
    if (node.as_table()->size() != 2) return error_at(node, "a region needs min and max");
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (box.min_um[axis] > box.max_um[axis]) {
        return error_at(node, std::string("min is greater than max in ") + "xyz"[axis] + ": nothing fits into it");
      }
    }
    return box;
  }

  Read corner_into(std::array<std::int64_t, 3>& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      const toml::array* list = node.as_array();
      if (list == nullptr || list->size() != 3) return error_at(node, "expected [x, y, z] in millimetres");
      for (std::size_t axis = 0; axis < 3; ++axis) out[axis] = TRY(micrometres(*list->get(axis)));
      return {};
    };
  }

  // A fraction is taken only if it is some whole number of micrometres: then the quotient is the very
  // double that the file's decimal was read as.
  Result<std::int64_t> micrometres(const toml::node& node) const {
    if (const auto* whole = node.as_integer()) {
      if (whole->get() < -max_mm || whole->get() > max_mm) return error_at(node, "beyond a thousand kilometres");
      return whole->get() * 1000;
    }
    const auto* fraction = node.as_floating_point();
    if (fraction == nullptr) return wrong_type(node, "millimetres");
    const double mm = fraction->get();
    if (!(std::abs(mm) <= static_cast<double>(max_mm))) return error_at(node, "beyond a thousand kilometres");
    const std::int64_t um = std::llround(mm * 1000.0);
    if (static_cast<double>(um) / 1000.0 != mm) return error_at(node, "finer than a micrometre (three decimals)");
    return um;
  }

  // --- [toolset.<name>] ---
  // A name that stands for several is read first, so that [toolset.geometry] refines [toolset.bim] wherever it stands.
  Result<void> toolsets(const toml::node& node) {
    for (const bool of_several : {true, false}) {
      const auto read_one = [&](const std::string& name, const toml::node& value) -> Result<void> {
        const auto parts = parts_of(data_.known, name);
        if ((parts.size() > 1) != of_several) return {};
        for (const auto& part : parts) TRY(toolset(value, data_.toolsets[part]));
        return {};
      };
      TRY(by_toolset(node, read_one));
    }
    return {};
  }
  // A table whose keys are names of toolsets.
  Result<void> by_toolset(const toml::node& node,
                          const std::function<Result<void>(const std::string&, const toml::node&)>& read_one) const {
    std::vector<Key> keys;
    for (const auto& name : names_of(data_.known)) {
      keys.push_back({name, [&read_one, name](const toml::node& value) { return read_one(name, value); }});
    }
    return table(node, keys);
  }

  Result<void> toolset(const toml::node& node, Governance& rules) const {
    rules.line = line_of(node);
    rules.where = where(node);
    return table(node, {{"mode", mode_into(rules.mode)},
                        {"gate", facts_into(rules.gate)},
                        {"bulk_above", number_into(rules.bulk_above, 0, 1'000'000'000)},
                        {"max_elements_per_operation", number_into(rules.max_elements, 1, 1'000'000'000)},
                        {"reasoning_required", flag_into(rules.reasoning_required)},
                        {"free_low_tier", flag_into(rules.free_low_tier)},
                        {"admit", admissions_into(rules.admit)}});
  }

  Read mode_into(Mode& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      const std::string word = TRY(text(node));
      if (word == "direct") {
        out = Mode::direct;
      } else if (word == "propose") {
        out = Mode::propose;
      } else if (word == "preview") {
        out = Mode::preview;
      } else {
        return error_at(node, "unknown mode " + in_quotes(word) + "; known are direct, propose, preview");
      }
      return {};
    };
  }

  // --- [approval] ---
  Result<void> approval(const toml::node& node) {
    auto& [low, medium, high, critical] = data_.need_by_tier;
    return table(node, {{"ttl_hours", number_into(data_.ttl_hours, 1, 8760)},
                        {"second_confirmation_seconds", number_into(data_.second_confirmation_seconds, 0, 86'400)},
                        {"gate", facts_into(data_.gate_everywhere)},
                        {"low", need_into(low)},
                        {"medium", need_into(medium)},
                        {"high", need_into(high)},
                        {"critical", need_into(critical)},
                        {"destructive", need_into(data_.need_destructive)}});
  }

  Read need_into(ApprovalNeed& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      return table(node, {{"confirmations", number_into(out.confirmations, 1, 2)},
                          {"distinct_humans", flag_into(out.distinct_humans)},
                          {"min_assurance", assurance_into(out.min_assurance)}});
    };
  }

  Read assurance_into(Assurance& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      const std::string word = TRY(text(node));
      if (word != "A1" && word != "A2" && word != "A3") {
        return error_at(node, "unknown assurance " + in_quotes(word) + "; known are A1, A2, A3");
      }
      out = static_cast<Assurance>(word[1] - '0');
      return {};
    };
  }

  // --- [[token]] ---
  Result<void> token(const toml::node& node) {
    std::string digest;
    TokenOwner owner;
    TRY(table(node,
              {{"sha256", into(digest)}, {"principal", owner_into(owner.principal)}, {"name", into(owner.name)}}));
    const auto* digest_node = node.as_table()->get("sha256");
    if (digest_node == nullptr) return error_at(node, "[[token]] has no sha256");
    if (owner.principal.user_id.empty()) return error_at(node, "[[token]] has no principal");
    digest = base::lower_ascii(digest);
    if (digest.size() != 64 || !base::unhex(digest)) {
      return error_at(*digest_node, "sha256 must be the token's SHA-256 as 64 hexadecimal digits");
    }
    owner.principal.label = owner.name.empty() ? owner.principal.key() : owner.name;
    data_.token_by_principal.try_emplace(base::lower_ascii(owner.principal.key()), where(node));
    if (!data_.token_by_digest.emplace(digest, std::move(owner)).second) {
      return error_at(*digest_node, "this token is named twice");
    }
    return {};
  }

  Read owner_into(Principal& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      out = node.is_table() ? TRY(owner_by_parts(node)) : TRY(owner_by_id(node));
      return {};
    };
  }
  // A bearer token lies in a client's configuration, where an agent can read it: it proves no human.
  Result<Principal> owner_by_id(const toml::node& node) const {
    const std::string id = base::lower_ascii(TRY(text(node)));
    if (id.starts_with("human:")) return error_at(node, "a token can name an agent only: it proves no human");
    if (!id.starts_with("agent:") || !base::is_uuid(id.substr(6))) {
      return error_at(node, in_quotes(id) + " is not an agent; write agent:<uuid> or { user = …, agent = … }");
    }
    Principal agent;
    agent.user_id = nobody;
    agent.agent_id = id.substr(6);
    return agent;
  }
  // UUIDs as they are; names become the ids that the same names get on this machine.
  Result<Principal> owner_by_parts(const toml::node& node) const {
    std::string user;
    std::string agent;
    TRY(table(node, {{"user", into(user)}, {"agent", into(agent)}}));
    if (user.empty() || agent.empty()) {
      return error_at(node, "a token needs both user and agent: alone it proves no human");
    }
    Principal owner = agent_principal(user, agent);
    if (base::is_uuid(user)) owner.user_id = base::lower_ascii(user);
    if (base::is_uuid(agent)) owner.agent_id = base::lower_ascii(agent);
    return owner;
  }

  // --- [rate_limit], [admin] ---
  Result<void> rate_limits(const toml::node& node) {
    return table(node, {{"http", rate_into(data_.http_rate)},
                        {"stdio", rate_into(data_.stdio_rate)},
                        {"toolset", [this](const toml::node& value) { return rates_by_toolset(value); }}});
  }
  Result<void> rates_by_toolset(const toml::node& node) {
    return by_toolset(node, [this](const std::string& name, const toml::node& value) -> Result<void> {
      for (const auto& part : parts_of(data_.known, name)) TRY(rate_into(data_.http_rate_by_toolset[part])(value));
      return {};
    });
  }

  Read rate_into(RateLimit& out) const {
    return [this, &out](const toml::node& node) -> Result<void> {
      const auto limit = rate(TRY(text(node)));
      if (!limit) return error_at(node, "expected \"off\" or for example \"100/hour\" (second, minute, hour, day)");
      out = *limit;
      return {};
    };
  }
  static std::optional<RateLimit> rate(std::string_view text) {
    if (text == "off") return RateLimit{};
    const auto slash = text.find('/');
    if (slash == std::string_view::npos || slash == 0 || slash > 9) return std::nullopt;
    RateLimit limit;
    for (const char digit : text.substr(0, slash)) {
      if (digit < '0' || digit > '9') return std::nullopt;
      limit.count = limit.count * 10 + (digit - '0');
    }
    const std::string_view unit = text.substr(slash + 1);
    for (const auto& [name, seconds] :
         {std::pair{"second", 1}, std::pair{"minute", 60}, std::pair{"hour", 3600}, std::pair{"day", 86'400}}) {
      if (unit != name) continue;
      limit.per_seconds = seconds;
      return limit.count > 0 ? std::optional(limit) : std::nullopt;
    }
    return std::nullopt;
  }

  Result<void> admin(const toml::node& node) { return table(node, {{"contact", into(data_.contact)}}); }

  PolicyData& data_;
  std::string source_;
};

// What a file starts from: the built-in values, with their lines forgotten, for they are not the file's.
PolicyData start_from(PolicyData data) {
  for (auto& [name, rules] : data.toolsets) {
    rules.line = 0;
    rules.where = Governance{}.where;
  }
  data.blocks.clear();
  data.block_by_id.clear();
  return data;
}

// Reads a file into `data`, which holds what it starts from.
Result<PolicyData> read_policy(std::string_view toml_text, std::string source, PolicyData data) {
  source = base::printable(source, 200);
  FileReader reader(data, source);
  const auto refuse = [&](int line, const std::string& why) {
    return reader.error_at({static_cast<toml::source_index>(line), 1}, why);
  };
  if (toml_text.size() > max_file_bytes) return refuse(1, "the file is larger than 1 MiB");
  if (!base::valid_utf8(toml_text)) return refuse(1, "the file is not UTF-8");
  if (const int line = DepthCheck(toml_text).run()) return refuse(line, "nested more than 16 deep");
  const auto moved = moved_out(toml_text.starts_with(byte_order_mark) ? toml_text.substr(3) : toml_text);
  if (!moved) return refuse(1, "the file uses characters of the private plane 15");
  const toml::parse_result parsed = toml::parse(*moved);
  if (!parsed) {
    return reader.error_at(parsed.error().source().begin,
                           base::printable(moved_back(parsed.error().description()), 300));
  }
  TRY(reader.read(parsed.table()));
  data.source = std::move(source);
  data.text = toml_text;
  data.digest = base::sha256_hex(toml_text);
  return data;
}

}  // namespace

std::vector<std::string> parts_of(const Toolsets& toolsets, std::string_view name) {
  const auto found = std::ranges::find(toolsets, name, &ToolsetDefaults::name);
  if (found == toolsets.end() || found->stands_for.empty()) return {std::string(name)};
  return found->stands_for;
}

Policy::Policy(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Result<Policy> Policy::parse(std::string_view toml, std::string source, const Policy& built_in) {
  auto data = TRY(read_policy(toml, std::move(source), start_from(*built_in.data_)));
  data.is_built_in = false;
  data.blocks_from_built_in = data.blocks.empty();
  if (data.blocks_from_built_in) {
    data.blocks = built_in.data_->blocks;
    data.block_by_id = built_in.data_->block_by_id;
  }
  return Policy(std::make_shared<const Data>(std::move(data)));
}

Result<Policy> Policy::load(const std::filesystem::path& file, const Policy& built_in) {
  const std::string text = TRY(base::read_file(file, max_file_bytes + 1));
  return parse(text, file.filename().string(), built_in);
}

Policy Policy::built_in(const Toolsets& toolsets) {
  const auto made_for = [](const Toolsets& given) {
    PolicyData data;
    data.known = given;
    data.known.push_back({.name = "kernel", .remark = "history, undo, workspaces: undo is judged by what it does"});
    data.is_built_in = true;
    const std::string text = built_in_text(data.known);
    auto read = read_policy(text, "built-in policy", std::move(data));
    LINTEL_CHECK(read.ok());
    return Policy(std::make_shared<const Data>(*std::move(read)));
  };
  // What stands until the real one is known is made once, since every start passes here.
  static const Policy of_the_kernel_alone = made_for({});
  return toolsets.empty() ? of_the_kernel_alone : made_for(toolsets);
}

Result<std::vector<std::string>> Policy::expand(std::string_view toolset) const {
  const auto known = names_of(data_->known);
  if (std::ranges::find(known, toolset) != known.end()) return parts_of(data_->known, toolset);
  return fail(Code::unknown_name, "unknown toolset " + in_quotes(toolset) + did_you_mean(toolset, known));
}

const std::string& Policy::source() const { return data_->source; }
const std::string& Policy::text() const { return data_->text; }
const std::string& Policy::digest() const { return data_->digest; }

std::optional<Principal> Policy::principal_for_token(std::string_view token) const {
  const std::string digest = base::sha256_hex(token);
  std::optional<Principal> found;
  for (const auto& [known, owner] : data_->token_by_digest) {
    if (base::equal_constant_time(known, digest)) found = owner.principal;
  }
  if (found) found->by_token = true;
  return found;
}

Policy Policy::accepted_as(std::string mark) const {
  PolicyData data = *data_;
  data.mark = std::move(mark);
  return Policy(std::make_shared<const Data>(std::move(data)));
}
const std::string& Policy::mark() const { return data_->mark; }
bool Policy::is_built_in() const { return data_->is_built_in; }

Policy Policy::reserving(const std::vector<std::string>& principals, const std::string& where) const {
  PolicyData data = *data_;
  for (const auto& key : principals) data.token_by_principal.try_emplace(base::lower_ascii(key), where);
  return Policy(std::make_shared<const Data>(std::move(data)));
}
bool Policy::has_tokens() const { return !data_->token_by_digest.empty(); }

}  // namespace kernel
