// SPDX-License-Identifier: Apache-2.0
#include "kernel/json_diff.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

namespace kernel {
namespace {

// --- RFC 6901 pointers ---

// Section 4: "~1" stands for "/", "~0" for "~"; "~" is replaced last when reading, first when writing.
std::string escaped(std::string_view name) {
  std::string token;
  token.reserve(name.size());
  for (const char c : name) {
    if (c == '~') {
      token += "~0";
    } else if (c == '/') {
      token += "~1";
    } else {
      token += c;
    }
  }
  return token;
}

std::optional<std::string> unescaped(std::string_view token) {
  std::string name;
  name.reserve(token.size());
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~') {
      name += token[i];
      continue;
    }
    if (++i == token.size() || (token[i] != '0' && token[i] != '1')) return std::nullopt;
    name += token[i] == '0' ? '~' : '/';
  }
  return name;
}

// Section 4: array-index = %x30 / ( %x31-39 *(%x30-39) ): no leading zeros.
std::optional<std::size_t> array_index(std::string_view token) {
  if (token.empty() || (token.size() > 1 && token.front() == '0')) return std::nullopt;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return index;
}

// A pointer cut before its last token: "/a/b/c" is "/a/b" and "c".
std::pair<std::string_view, std::string_view> cut_last(std::string_view path) {
  const auto slash = path.rfind('/');
  if (slash == std::string_view::npos) return {{}, path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

Json* child(Json& parent, std::string_view token) {
  if (parent.is_object()) {
    const auto name = unescaped(token);
    return name ? parent.find(*name) : nullptr;
  }
  if (!parent.is_array()) return nullptr;
  const auto index = array_index(token);
  return index && *index < parent.size() ? &parent.as_array()[*index] : nullptr;
}

// The value a pointer names, to be changed in place; nullptr where it leads nowhere.
Json* resolve(Json& root, std::string_view path) {
  Json* here = &root;
  while (here && !path.empty()) {
    if (path.front() != '/') return nullptr;
    const auto end = std::min(path.find('/', 1), path.size());
    here = child(*here, path.substr(1, end - 1));
    path.remove_prefix(end);
  }
  return here;
}

// --- diff ---

class Differ {
 public:
  explicit Differ(const std::string& id) : id_(id) {}

  void value(const std::string& path, const Json& before, const Json& after) {
    if (before.is_object() && after.is_object()) {
      members(path, before.as_object(), after.as_object());
    } else if (before.is_array() && after.is_array()) {
      items(path, before.as_array(), after.as_array());
    } else if (before != after) {
      steps_.push_back({"replace", id_, path, before, after});
    }
  }
  void add(std::string path, const Json& after) { steps_.push_back({"add", id_, std::move(path), {}, after}); }
  void remove(std::string path, const Json& before) { steps_.push_back({"remove", id_, std::move(path), before, {}}); }
  std::vector<Step> take() { return std::move(steps_); }

 private:
  // Walks both objects in the order of their names, so that wide objects cost no more than sorting.
  void members(const std::string& path, const Json::Object& before, const Json::Object& after) {
    const auto old_members = by_name(before);
    const auto new_members = by_name(after);
    auto o = old_members.begin();
    auto n = new_members.begin();
    while (o != old_members.end() || n != new_members.end()) {
      if (n == new_members.end() || (o != old_members.end() && (*o)->first < (*n)->first)) {
        remove(beneath(path, (*o)->first), (*o)->second);
        ++o;
      } else if (o == old_members.end() || (*n)->first < (*o)->first) {
        add(beneath(path, (*n)->first), (*n)->second);
        ++n;
      } else {
        value(beneath(path, (*o)->first), (*o)->second, (*n)->second);
        ++o, ++n;
      }
    }
  }

  // Removing runs backwards and adding forwards, so that each index holds when its step is reached.
  void items(const std::string& path, const Json::Array& before, const Json::Array& after) {
    std::size_t head = 0;
    const std::size_t shorter = std::min(before.size(), after.size());
    while (head < shorter && before[head] == after[head]) ++head;
    std::size_t tail = 0;
    while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
    const std::size_t old_end = before.size() - tail;
    const std::size_t new_end = after.size() - tail;
    if (old_end == new_end) {
      for (std::size_t i = head; i < old_end; ++i) value(at(path, i), before[i], after[i]);
      return;
    }
    for (std::size_t i = old_end; i > head; --i) remove(at(path, i - 1), before[i - 1]);
    for (std::size_t i = head; i < new_end; ++i) add(at(path, i), after[i]);
  }

  static std::vector<const Json::Member*> by_name(const Json::Object& object) {
    std::vector<const Json::Member*> sorted;
    sorted.reserve(object.size());
    for (const auto& member : object) sorted.push_back(&member);
    std::ranges::sort(sorted, {}, [](const Json::Member* member) { return std::string_view(member->first); });
    return sorted;
  }
  static std::string beneath(const std::string& path, std::string_view name) { return path + "/" + escaped(name); }
  static std::string at(const std::string& path, std::size_t index) { return path + "/" + std::to_string(index); }

  const std::string& id_;
  std::vector<Step> steps_;
};

// --- apply ---

Error misfit(const Step& step, std::string why) {
  return fail(Code::stale, "step '" + step.op + "' does not fit element " + step.id + ": " + std::move(why), step.path,
              "Read the element again and plan the change anew.");
}

Result<void> apply_to_whole(std::optional<Json>& element, const Step& step) {
  if (step.op == "add") {
    if (element) return misfit(step, "it exists already");
    element = step.new_value;
    return {};
  }
  if (!element) return misfit(step, "it does not exist");
  if (*element != step.old_value) return misfit(step, "it is no longer what it was");
  if (step.op == "remove") {
    element.reset();
  } else {
    *element = step.new_value;
  }
  return {};
}

Result<void> add_below(Json& parent, std::string_view token, const Step& step) {
  if (parent.is_object()) {
    auto name = unescaped(token);
    if (!name) return misfit(step, "the path is not JSON Pointer");
    if (parent.find(*name)) return misfit(step, "there is a value already");
    parent.set(std::move(*name), step.new_value);
    return {};
  }
  const auto index = array_index(token);
  if (!parent.is_array() || !index || *index > parent.size()) return misfit(step, "there is no such place");
  auto& items = parent.as_array();
  items.insert(items.begin() + static_cast<std::ptrdiff_t>(*index), step.new_value);
  return {};
}

void erase_child(Json& parent, std::string_view token) {
  if (parent.is_object()) {
    parent.erase(*unescaped(token));
    return;
  }
  auto& items = parent.as_array();
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(*array_index(token)));
}

Result<void> splice(Json& target, const Step& step) {
  if (!target.is_string() || !step.old_value.is_string() || !step.new_value.is_string())
    return misfit(step, "it is not a text");
  const std::string& whole = target.as_string();
  const std::string& before = step.old_value.as_string();
  const auto at = static_cast<std::size_t>(step.at);
  if (step.at < 0 || at > whole.size() || std::string_view(whole).substr(at, before.size()) != before)
    return misfit(step, "the text is no longer what it was");
  std::string after = whole.substr(0, at);
  after.append(step.new_value.as_string()).append(whole, at + before.size());
  target = Json(std::move(after));
  return {};
}

Result<void> apply_below(Json& root, const Step& step) {
  if (step.path.front() != '/') return misfit(step, "the path is not JSON Pointer");
  const auto [parent_path, token] = cut_last(step.path);
  Json* parent = resolve(root, parent_path);
  if (!parent) return misfit(step, "there is no such place");
  if (step.op == "add") return add_below(*parent, token, step);
  Json* target = child(*parent, token);
  if (!target) return misfit(step, "there is no value");
  if (step.op == "splice") return splice(*target, step);
  if (*target != step.old_value) return misfit(step, "the value is no longer what it was");
  if (step.op == "remove") {
    erase_child(*parent, token);
  } else {
    *target = step.new_value;
  }
  return {};
}

bool known_op(std::string_view op) { return op == "add" || op == "remove" || op == "replace" || op == "splice"; }

bool lies_within(std::string_view path, std::string_view ancestor) {
  return path.starts_with(ancestor) && (path.size() == ancestor.size() || path[ancestor.size()] == '/');
}

Result<Step> step_from_json(const Json& json, std::size_t position) {
  const std::string where = std::to_string(position);
  Step step{std::string(json.text("op")), std::string(json.text("id")), std::string(json.text("path")), {}, {}};
  if (!known_op(step.op))
    return fail(Code::parse, "a step's op is 'add', 'remove', 'replace' or 'splice'", where + ".op");
  const Json* old_value = json.find("old");
  const Json* new_value = json.find("new");
  if (step.op != "add" && !old_value) return fail(Code::parse, "the old value is missing", where + ".old");
  if (step.op != "remove" && !new_value) return fail(Code::parse, "the new value is missing", where + ".new");
  if (old_value) step.old_value = *old_value;
  if (new_value) step.new_value = *new_value;
  const Json* at = json.find("at");
  if ((at != nullptr) != (step.op == "splice") || (at && !at->is_integer()))
    return fail(Code::parse, "a splice, and nothing else, says where it is", where + ".at");
  if (at) step.at = at->as_integer();
  return step;
}

}  // namespace

std::vector<Step> diff_element(const std::string& id, const Json* before, const Json* after) {
  Differ differ(id);
  if (before && after) {
    differ.value("", *before, *after);
  } else if (after) {
    differ.add("", *after);
  } else if (before) {
    differ.remove("", *before);
  }
  return differ.take();
}

Result<std::optional<Json>> apply_steps(std::optional<Json> element, const std::vector<Step>& steps) {
  for (const auto& step : steps) {
    if (!known_op(step.op)) return misfit(step, "there is no such operation");
    if (step.path.empty() && step.op == "splice") return misfit(step, "an element is not a text");
    if (step.path.empty()) {
      TRY(apply_to_whole(element, step));
    } else if (!element) {
      return misfit(step, "it does not exist");
    } else {
      TRY(apply_below(*element, step));
    }
  }
  return element;
}

namespace {

constexpr std::size_t long_text = 256;  // bytes; below, a splice saves nothing worth its trouble

// How many bytes both texts have in common at their beginning, in whole characters.
std::size_t common_head(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  auto same = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(shorter), b.begin()).first - a.begin());
  const auto inside = [&](std::string_view text) { return same < text.size() && (text[same] & 0xc0) == 0x80; };
  while (same > 0 && (inside(a) || inside(b))) --same;
  return same;
}

// The same at their end; the tails hold no byte of their heads.
std::size_t common_tail(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t same = 0;
  while (same < shorter && a[a.size() - 1 - same] == b[b.size() - 1 - same]) ++same;
  while (same > 0 && (a[a.size() - same] & 0xc0) == 0x80) --same;
  return same;
}

}  // namespace

std::optional<Step> spliced(const Step& step) {
  if (step.op != "replace" || step.path.empty() || !step.old_value.is_string() || !step.new_value.is_string())
    return {};
  std::string_view before = step.old_value.as_string();
  std::string_view after = step.new_value.as_string();
  const std::size_t whole = before.size() + after.size();
  if (whole < long_text) return {};
  const std::size_t head = common_head(before, after);
  before.remove_prefix(head);
  after.remove_prefix(head);
  const std::size_t tail = common_tail(before, after);
  before.remove_suffix(tail);
  after.remove_suffix(tail);
  if (before.size() + after.size() > whole / 2) return {};
  return Step{"splice",
              step.id,
              step.path,
              Json(std::string(before)),
              Json(std::string(after)),
              static_cast<std::int64_t>(head)};
}

std::vector<Step> invert(const std::vector<Step>& steps) {
  std::vector<Step> inverse;
  inverse.reserve(steps.size());
  for (auto it = steps.rbegin(); it != steps.rend(); ++it) {
    const std::string op = it->op == "add" ? "remove" : it->op == "remove" ? "add" : it->op;
    inverse.push_back({op, it->id, it->path, it->new_value, it->old_value, it->at});
  }
  return inverse;
}

// Indices at the end are left out: others may move, and neighbours such as the coordinates of a point
// belong together.
std::string_view written_place(std::string_view path) {
  while (!path.empty()) {
    const auto [parent, token] = cut_last(path);
    if (!array_index(token)) break;
    path = parent;
  }
  return path;
}

bool overlaps(const Step& a, const Step& b) {
  if (a.id != b.id) return false;
  const auto place_a = written_place(a.path);
  const auto place_b = written_place(b.path);
  return lies_within(place_a, place_b) || lies_within(place_b, place_a);
}

Json to_json(const std::vector<Step>& steps) {
  Json list = Json::array();
  for (const auto& step : steps) {
    Json json = Json::object({{"op", step.op}, {"id", step.id}, {"path", step.path}});
    if (step.op != "add") json.set("old", step.old_value);
    if (step.op != "remove") json.set("new", step.new_value);
    if (step.op == "splice") json.set("at", step.at);
    list.push_back(std::move(json));
  }
  return list;
}

Result<std::vector<Step>> steps_from_json(const Json& list) {
  if (!list.is_array()) return fail(Code::parse, "steps are a list");
  std::vector<Step> steps;
  steps.reserve(list.size());
  for (const auto& item : list.as_array()) {
    steps.push_back(TRY(step_from_json(item, steps.size())));
  }
  return steps;
}

}  // namespace kernel
