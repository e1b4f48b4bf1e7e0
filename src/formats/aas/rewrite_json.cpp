// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>
#include <utility>

#include "formats/aas/json_locate.h"
#include "formats/aas/list_match.h"
#include "formats/aas/rewrite.h"

namespace formats::aas {
namespace {

using base::Json;
using base::Result;

constexpr std::string_view white_json = " \t\r\n";
constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

// One member or item after the edit.
struct JsonChild {
  const std::string* name = nullptr;  // null: an item
  const Json* now = nullptr;
  std::size_t old = nowhere;
  bool in_place = false;
};

// Goes through a text and its value, and writes the text of another value.
class JsonSplice {
 public:
  JsonSplice(std::string_view text, const Located& root) : text_(text) {
    const auto line = text.find('\n');
    newline_ = line != std::string_view::npos && line > 0 && text[line - 1] == '\r' ? "\r\n" : "\n";
    find_style(root);
  }

  std::string document(const Json& old, const Json& now, const Located& root) {
    out_ = text_.substr(0, root.begin);
    value(old, now, root);
    out_ += text_.substr(root.end);
    return std::move(out_);
  }

 private:
  void value(const Json& old, const Json& now, const Located& at) {
    if (old == now) {
      out_ += text_.substr(at.begin, at.end - at.begin);
    } else if (old.is_object() && now.is_object()) {
      children(old, at, members(old, now));
    } else if (old.is_array() && now.is_array()) {
      children(old, at, items(old, now));
    } else {
      const bool container = old.is_object() || old.is_array();
      const std::size_t begin = container ? at.inner_begin - 1 : at.inner_begin;
      out_ += text_.substr(at.begin, begin - at.begin);
      print(now, lead_before(at.begin));
    }
  }

  // What stays, where it stands; what is new behind what it follows in the new value.
  static std::vector<JsonChild> members(const Json& old, const Json& now) {
    std::unordered_map<std::string_view, std::size_t> before;
    for (std::size_t i = 0; i < old.size(); ++i) before.emplace(old.as_object()[i].first, i);
    std::vector<const Json*> kept(old.size());
    std::vector<std::vector<JsonChild>> behind(old.size() + 1);  // first those before all
    std::size_t anchor = 0;
    for (const auto& [name, value] : now.as_object()) {
      const auto found = before.find(name);
      if (found == before.end()) {
        behind[anchor].push_back({.name = &name, .now = &value});
      } else {
        kept[found->second] = &value;
        anchor = found->second + 1;
      }
    }
    std::vector<JsonChild> result = behind.front();
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (kept[i] != nullptr) result.push_back({&old.as_object()[i].first, kept[i], i, true});
      result.insert(result.end(), behind[i + 1].begin(), behind[i + 1].end());
    }
    return result;
  }
  static std::vector<JsonChild> items(const Json& old, const Json& now) {
    const auto matches = match_items(old.as_array(), now.as_array());
    std::vector<JsonChild> result;
    for (std::size_t i = 0; i < matches.size(); ++i) {
      result.push_back({nullptr, &now.as_array()[i], matches[i].old.value_or(nowhere), matches[i].in_place});
    }
    return result;
  }

  void children(const Json& old, const Located& at, const std::vector<JsonChild>& now) {
    out_ += text_.substr(at.begin, at.inner_begin - at.begin);
    const std::string lead = lead_of_children(at);
    std::size_t before = nowhere;  // the place of the child before, where it stayed
    for (const auto& each : now) {
      const bool first = &each == &now.front();
      const bool follows = each.in_place && (first ? each.old == 0 : before != nowhere && each.old == before + 1);
      if (follows) {
        const auto gap = first ? at.inner_begin : at.children[before].end;
        out_ += text_.substr(gap, at.children[each.old].begin - gap);
      } else {
        out_ += first && !at.children.empty() ? lead_before(at.children.front().begin) : (first ? "" : ",") + lead;
      }
      child(old, at, each, lead);
      before = each.in_place ? each.old : nowhere;
    }
    if (!at.children.empty() && !now.empty()) {
      const auto last = at.children.back().end;
      out_ += text_.substr(last, at.inner_end - last);
    } else if (!now.empty() && lead.find('\n') != std::string::npos) {
      out_ += line_lead(at.begin);
    }
    out_ += text_.substr(at.inner_end, at.end - at.inner_end);
  }
  void child(const Json& old, const Located& at, const JsonChild& now, const std::string& lead) {
    if (now.old != nowhere) {
      return value(old.is_array() ? old.as_array()[now.old] : old.as_object()[now.old].second, *now.now,
                   at.children[now.old]);
    }
    if (now.name != nullptr) {
      base::append_json_string(out_, *now.name);
      out_ += colon_;
    }
    print(*now.now, lead);
  }

  // ---- new text

  // As deep as the value, which its reader has bounded.
  void print(const Json& value, const std::string& lead) {
    const bool plain = value.empty() || lead.find('\n') == std::string::npos;
    if (plain || !(value.is_array() || value.is_object())) return value.dump_to(out_);
    const std::string inner = lead + unit_;
    out_ += value.is_array() ? "[" : "{";
    bool first = true;
    const auto next = [&] { out_ += (std::exchange(first, false) ? "" : ",") + inner; };
    if (value.is_array()) {
      for (const auto& item : value.as_array()) next(), print(item, inner);
    } else {
      for (const auto& [name, member] : value.as_object()) {
        next();
        base::append_json_string(out_, name);
        out_ += colon_;
        print(member, inner);
      }
    }
    out_ += lead + (value.is_array() ? "]" : "}");
  }

  // ---- style

  // The white space before a member or item.
  std::string lead_before(std::size_t at) const {
    const auto last = text_.substr(0, at).find_last_not_of(white_json);
    const std::size_t begin = last == std::string_view::npos ? 0 : last + 1;
    return std::string(text_.substr(begin, at - begin));
  }
  // The line end and the blanks at the beginning of the line that has this place.
  std::string line_lead(std::size_t at) const {
    const auto line = text_.substr(0, at).rfind('\n');
    const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
    const auto end = text_.find_first_not_of(" \t", begin);
    return newline_ + std::string(text_.substr(begin, std::min(end, at) - begin));
  }
  std::string lead_of_children(const Located& at) const {
    if (at.children.size() > 1) return lead_before(at.children[1].begin);
    if (at.children.size() == 1) return lead_before(at.children[0].begin);
    return text_.find('\n') == std::string_view::npos ? "" : line_lead(at.begin) + unit_;
  }
  // From the first member that begins a line within another.
  void find_style(const Located& root) {
    if (root.children.empty()) return;
    const Located& member = root.children.front();
    const std::string lead = lead_before(member.begin);
    const auto line = lead.rfind('\n');
    const std::string own = line_lead(root.begin);
    if (line != std::string::npos && lead.size() - line > own.size() - newline_.size() + 1) {
      unit_ = lead.substr(line + 1 + own.size() - newline_.size());
    }
    const auto colon = text_.find(':', member.begin);
    const bool is_compact = colon != std::string_view::npos && !white_json.contains(text_[colon + 1]);
    if (is_compact && line == std::string::npos) colon_ = ":";
  }

  std::string_view text_;
  std::string newline_, unit_ = "  ", colon_ = ": ", out_;
};

}  // namespace

Result<std::string> rewrite_json(std::string_view bytes, const Json& form) {
  const std::size_t mark = bytes.starts_with(utf8_mark) ? utf8_mark.size() : 0;
  const auto text = bytes.substr(mark);
  const auto old = TRY(base::parse_json(text));
  if (old == form) return std::string(bytes);
  const auto places = TRY(locate_json(text));
  return std::string(bytes.substr(0, mark)) + JsonSplice(text, places).document(old, form, places);
}

}  // namespace formats::aas
