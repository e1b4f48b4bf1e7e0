// SPDX-License-Identifier: Apache-2.0
#include "tool/fit.h"

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <utility>

#include "base/swar.h"
#include "base/text.h"

namespace tool {

namespace {

// What `left_out` and the links take of an answer; the members of a tool's answer are few.
constexpr std::size_t room_for_links = 10'000;
constexpr std::size_t room = max_answer_bytes - room_for_links;
// Where the structure leaves so much, it stays whole and only the text, which would repeat it, is shortened.
constexpr std::size_t least_text = 10'000;
constexpr std::size_t max_links = 20;
// Shorter texts are names, words of an enum, dates: cut, they would say something else.
constexpr std::size_t never_cut = 100;
// What stands around the items of a list or the members of an object, and between them; twice, as cost() counts.
constexpr std::size_t brackets = 4, separators = 4;

// How long a value is as JSON text, counted without writing it: answers that are too large are asked often.
struct Length {
  std::size_t bytes = 0;
  std::size_t escaped = 0;  // quotes and backslashes in it, which a text that holds it escapes again
};

bool needs_escapes(std::uint64_t word) {
  using base::swar::first_control;
  using base::swar::first_equal_to;
  return (first_control(word) | first_equal_to(word, '"') | first_equal_to(word, '\\')) != 0;
}

void count_text(std::string_view text, Length& sum) {
  sum.bytes += text.size() + 2;
  sum.escaped += 2;
  while (text.size() >= 8 && !needs_escapes(base::swar::load(text.data()))) text.remove_prefix(8);
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      sum.bytes += 1;
      sum.escaped += 2;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      const bool has_letter = c == '\b' || c == '\f' || c == '\n' || c == '\r' || c == '\t';
      sum.bytes += has_letter ? 1 : 5;
      sum.escaped += 1;
    }
  }
}

std::size_t digits_of(std::int64_t number) {
  std::size_t digits = number < 0 ? 2 : 1;
  while ((number /= 10) != 0) ++digits;
  return digits;
}

void count_value(const Json& value, Length& sum) {
  if (value.is_string()) return count_text(value.as_string(), sum);
  if (value.is_array()) {
    sum.bytes += 1 + std::max<std::size_t>(value.size(), 1);  // brackets and commas
    for (const auto& item : value.as_array()) count_value(item, sum);
  } else if (value.is_object()) {
    sum.bytes += 1 + std::max<std::size_t>(value.size(), 1) + value.size();  // colons too
    for (const auto& [name, item] : value.as_object()) {
      count_text(name, sum);
      count_value(item, sum);
    }
  } else if (value.is_integer()) {
    sum.bytes += digits_of(value.as_integer());
  } else {
    sum.bytes += value.dump().size();
  }
}

Length length_of(const Json& value) {
  Length sum;
  count_value(value, sum);
  return sum;
}

// Bytes of a value where it stands in an answer: once as structure, and once as text, in which quotes are escaped
// again.
std::size_t cost(const Length& length) { return 2 * length.bytes + length.escaped; }
std::size_t cost(const Json& value) { return cost(length_of(value)); }

// No less than cost(), without writing anything: nearly every answer is small, and this is all it pays.
std::size_t at_most(const Json& value) {
  constexpr std::size_t scalar = 60, member = 6, control = 13;  // "\u0001", and again "\\u0001"
  if (value.is_string()) return control * value.as_string().size() + member;
  std::size_t sum = scalar;
  if (value.is_array()) {
    for (const auto& item : value.as_array()) sum += at_most(item) + member;
  } else if (value.is_object()) {
    for (const auto& [name, item] : value.as_object()) sum += control * name.size() + at_most(item) + 2 * member;
  }
  return sum;
}

bool is_image(const Json& block) { return block.text("type") == "image"; }

std::size_t image_bytes(const Json& block) { return is_image(block) ? block.text("data").size() : 0; }

std::size_t block_bytes(const Json& block) { return length_of(block).bytes - image_bytes(block) + 1; }

std::size_t bytes_of(const std::vector<Json>& blocks) {
  std::size_t sum = 0;
  for (const auto& block : blocks) sum += block_bytes(block);
  return sum;
}

const Json* schema_of_member(const Json* schema, std::string_view name) {
  const Json* properties = schema != nullptr ? schema->find("properties") : nullptr;
  return properties != nullptr ? properties->find(name) : nullptr;
}

bool requires_member(const Json* schema, std::string_view name) {
  const Json* required = schema != nullptr ? schema->find("required") : nullptr;
  if (required == nullptr) return false;
  return std::ranges::any_of(required->as_array(), [&](const Json& each) { return each.as_string() == name; });
}

// The beginning of a text, whole characters of it.
std::string begin_of(const std::string& text, std::size_t bytes) {
  while (bytes > 0 && bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

Json cut_text(const Json& value, const Json* schema, std::size_t budget) {
  const std::string& text = value.as_string();
  if (text.size() <= never_cut || (schema != nullptr && schema->find("enum") != nullptr)) return value;
  for (std::size_t bytes = std::max(never_cut, std::min(text.size(), budget / 2));; bytes /= 2) {
    Json out = begin_of(text, std::max(never_cut, bytes)) + "…";
    if (bytes <= never_cut || cost(out) <= budget) return out;
  }
}

Json cut(const Json& value, const Json* schema, std::size_t budget);
Json shortened(const Json& value, const Json* schema, std::size_t budget);

Json first_items(const Json& list, const Json* schema, std::size_t budget) {
  const Json* items = schema != nullptr ? schema->find("items") : nullptr;
  Json out = Json::array();
  budget -= std::min(brackets, budget);
  for (const auto& item : list.as_array()) {
    const std::size_t size = cost(item) + separators;
    if (size > budget) {
      // One that is too long by itself is shown in short, so that the first of a list is always seen.
      Json part = out.empty() ? shortened(item, items, budget) : Json();
      if (!part.is_null() && cost(part) <= budget) out.push_back(std::move(part));
      return out;
    }
    budget -= size;
    out.push_back(item);
  }
  return out;
}

// How a budget is shared among the values of an object, the smallest first: those that need less than an equal share
// get what they need, the others share the rest.
struct Share {
  std::size_t place = 0;
  std::size_t needs = 0;
  std::size_t gets = 0;
};
std::vector<Share> shares_of(const Json& object, std::size_t budget) {
  std::vector<Share> out;
  std::size_t names = brackets;
  for (const auto& [name, value] : object.as_object()) {
    out.push_back({out.size(), cost(value), 0});
    names += cost(name) + separators;
  }
  budget -= std::min(names, budget);
  std::ranges::sort(
      out, [](const Share& a, const Share& b) { return std::pair(a.needs, a.place) < std::pair(b.needs, b.place); });
  std::size_t left = out.size();
  for (auto& share : out) {
    share.gets = std::min(share.needs, budget / left--);
    budget -= share.gets;
  }
  return out;
}

Json short_members(const Json& object, const Json* schema, std::size_t budget) {
  std::vector<Json> parts(object.size());
  std::vector<bool> dropped(object.size());
  for (const auto& share : shares_of(object, budget)) {
    const auto& [name, value] = object.as_object()[share.place];
    parts[share.place] = share.gets < share.needs ? cut(value, schema_of_member(schema, name), share.gets) : value;
    dropped[share.place] = cost(parts[share.place]) > share.gets && !requires_member(schema, name);
  }
  Json out = Json::object();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!dropped[i]) out.set(object.as_object()[i].first, std::move(parts[i]));
  }
  return out;
}

// The value in about `budget` bytes, as far as its schema allows. It is known to be longer.
Json cut(const Json& value, const Json* schema, std::size_t budget) {
  if (value.is_string()) return cut_text(value, schema, budget);
  if (value.is_array()) return first_items(value, schema, budget);
  if (value.is_object()) return short_members(value, schema, budget);
  return value;
}

Json shortened(const Json& value, const Json* schema, std::size_t budget) {
  return cost(value) <= budget ? value : cut(value, schema, budget);
}

// All of a value as a text that is good to read in pages: an item, or a member, on each line.
Views::Part whole(const Json& value) {
  if (value.is_string()) return {"text/plain", value.as_string()};
  if (!value.is_array()) return {"application/json", value.pretty()};
  std::string text = "[";
  for (const auto& item : value.as_array()) {
    text += text.size() == 1 ? "\n" : ",\n";
    item.dump_to(text);
  }
  return {"application/json", text + "\n]"};
}

// One answer that was too large.
class Fitting {
 public:
  // `own` is the length of its structure.
  Fitting(Answer& answer, Shape shape, const Json& schema, const Length& own)
      : answer_(answer), shape_(shape), schema_(schema), own_(own) {}

  void run(Views& views, const kernel::Principal& maker) {
    move_pictures();
    move_blocks();
    const std::size_t left = room - std::min(bytes_of(answer_.content), room);
    const std::size_t structure = own_.bytes;
    if (answer_.text_too && structure + least_text <= left) {
      answer_.text = answer_.structured;
      shorten(*answer_.text, 2 * (left - structure));
    } else {
      shorten(answer_.structured, left);
    }
    tell(views, maker);
  }

 private:
  struct Entry {
    std::string field;
    std::string mime_type;
    std::size_t bytes = 0;
    std::size_t pages = 0;
    std::optional<std::size_t> kept = {}, of = {};
  };

  Entry& keep(const std::string& field, Views::Part part) {
    entries_.push_back({.field = field,
                        .mime_type = part.mime_type,
                        .bytes = part.bytes.size(),
                        .pages = page_starts(part.bytes).size()});
    parts_.insert_or_assign(field, std::move(part));
    return entries_.back();
  }

  void move_block(std::size_t place) {
    const Json& block = answer_.content[place];
    const Json* resource = block.find("resource");
    const Json& holder = resource != nullptr ? *resource : block;
    std::string bytes(holder.text("text"));
    for (const char* encoded : {"data", "blob"}) {
      if (holder.find(encoded) != nullptr) bytes = base::unbase64(holder.text(encoded)).value_or("");
    }
    std::string mime(holder.text("mimeType", "text/plain"));
    if (entries_.size() < max_links) {
      keep("content" + std::to_string(place), {std::move(mime), std::move(bytes)});
    }
    answer_.content[place] = Json();
  }

  void sweep() {
    std::erase_if(answer_.content, [](const Json& block) { return block.is_null(); });
  }

  void move_pictures() {
    std::size_t images = 0;
    for (std::size_t i = 0; i < answer_.content.size(); ++i) {
      images += image_bytes(answer_.content[i]);
      if (is_image(answer_.content[i]) && images > max_image_bytes) move_block(i);
    }
  }

  // Content may have what the structure leaves, or half. The words of an error are cut, not moved.
  void move_blocks() {
    const std::size_t structure = cost(own_);
    std::size_t left = structure < room / 2 ? room - structure : room / 2;
    for (std::size_t i = 0; i < answer_.content.size(); ++i) {
      if (answer_.content[i].is_null()) continue;
      if (answer_.is_error) answer_.content[i] = short_members(answer_.content[i], nullptr, left / 2);
      const std::size_t size = block_bytes(answer_.content[i]);
      if (size > left) {
        move_block(i);
      } else {
        left -= size;
      }
    }
    sweep();
  }

  // Texts that have no room are left out, the longest first; the other members share what there is.
  void fit_members(Json& object, const Json* schema, std::size_t budget) {
    auto shares = shares_of(object, budget);
    for (const auto& share : shares | std::views::reverse) {
      const auto& [name, value] = object.as_object()[share.place];
      if (share.gets >= share.needs || !value.is_string() || requires_member(schema, name)) continue;
      if (value.as_string().size() <= never_cut) continue;
      keep(name, whole(value));
      object.erase(std::string(name));
      if (cost(object) > budget) fit_members(object, schema, budget);
      return;
    }
    for (const auto& share : shares) {
      if (share.gets < share.needs) shorten_member(object, schema, share);
    }
  }

  void shorten_member(Json& object, const Json* schema, const Share& share) {
    auto& [name, value] = object.as_object()[share.place];
    const Json* inner = schema_of_member(schema, name);
    const bool has_members = shape_ == Shape::tool_response || shape_ == Shape::envelope;
    if (has_members && name == "data" && value.is_object()) return fit_members(value, inner, share.gets);
    Json part = cut(value, inner, share.gets);
    Entry& entry = keep(name, whole(value));
    if (value.is_array()) {
      entry.kept = part.size();
      entry.of = value.size();
    }
    value = std::move(part);
  }

  void shorten(Json& object, std::size_t budget) {
    if (!object.is_object()) return;
    if (cost(own_) > budget) fit_members(object, &schema_, budget);
    drop_the_rest(object, budget);
  }

  // What no rule above could make small enough goes as a whole.
  void drop_the_rest(Json& object, std::size_t budget) {
    while (cost(object) > budget) {
      const Json::Member* largest = nullptr;
      for (const auto& member : object.as_object()) {
        if (requires_member(&schema_, member.first)) continue;
        if (largest == nullptr || cost(member.second) > cost(largest->second)) largest = &member;
      }
      if (largest == nullptr) return;
      const std::string name = largest->first;
      const auto known = std::ranges::find(entries_, name, &Entry::field);
      if (known == entries_.end()) {
        keep(name, whole(largest->second));
      } else {
        known->kept = known->of = std::nullopt;
      }
      object.erase(name);
    }
  }

  void tell(Views& views, const kernel::Principal& maker) {
    if (entries_.empty()) return;
    const std::string handle = views.keep(maker, "", std::move(parts_));
    Json list = Json::array();
    for (const auto& entry : entries_) {
      const std::string uri = view_page_uri(handle, entry.field, 1);
      answer_.links.push_back(link_to(entry, uri));
      Json item = Json::object({{"field", entry.field}, {"uri", uri}, {"pages", entry.pages}, {"bytes", entry.bytes}});
      if (entry.kept) item.set("kept", *entry.kept).set("of", *entry.of);
      list.push_back(std::move(item));
    }
    Json& shown = answer_.text ? *answer_.text : answer_.structured;
    if (shown.is_object()) shown.set("left_out", std::move(list));
  }

  static Json link_to(const Entry& entry, const std::string& uri) {
    const std::string pages = std::to_string(entry.pages);
    return Json::object({{"type", "resource_link"},
                         {"uri", uri},
                         {"name", entry.field},
                         {"description", "All of it, too long for an answer. Page 1 of " + pages +
                                             "; the number at the end of the address is the page."},
                         {"mimeType", entry.mime_type}});
  }

  Answer& answer_;
  Shape shape_;
  const Json& schema_;
  Length own_;
  std::vector<Entry> entries_;
  std::map<std::string, Views::Part> parts_;
};

bool surely_small(const Answer& answer) {
  std::size_t sum = at_most(answer.structured);
  for (const auto& block : answer.content) sum += at_most(block);
  return sum <= max_answer_bytes;
}

// What stands around the parts of an answer.
constexpr std::size_t names = sizeof(R"("content":[{"type":"text","text":}],"structuredContent":)");

bool fits(const Answer& answer, const Length& own) {
  std::size_t images = 0;
  for (const auto& block : answer.content) images += image_bytes(block);
  const std::size_t all = names + bytes_of(answer.content) + bytes_of(answer.links) + cost(own);
  return images <= max_image_bytes && all <= max_answer_bytes;
}

}  // namespace

std::size_t answer_bytes(const Answer& answer) {
  const std::size_t own =
      answer.text ? answer.structured.dump().size() + Json(answer.text->dump()).dump().size() : cost(answer.structured);
  return names + bytes_of(answer.content) + bytes_of(answer.links) + own;
}

bool fits(const Answer& answer) { return surely_small(answer) || fits(answer, length_of(answer.structured)); }

void fit(Answer& answer, Shape shape, const Json& schema, Views& views, const kernel::Principal& maker) {
  if (surely_small(answer)) return;
  const Length own = length_of(answer.structured);
  if (!fits(answer, own)) Fitting(answer, shape, schema, own).run(views, maker);
}

}  // namespace tool
