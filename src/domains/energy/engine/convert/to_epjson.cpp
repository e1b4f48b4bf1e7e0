// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/json.h"
#include "base/text.h"
#include "base/utf8.h"
#include "domains/energy/engine/convert/convert.h"
#include "domains/energy/engine/document/document.h"

namespace energy::engine {
namespace {

using base::Code;
using base::fail;
using base::Result;

// Writes with four blanks a level, as EnergyPlus does.
class EpjsonWriter {
 public:
  void open(std::string_view name, char bracket) {
    member(name);
    begin(bracket);
  }
  void begin(char bracket) {
    out_ += bracket;
    ++depth_;
    empty_ = true;
  }
  void close(char bracket) {
    --depth_;
    if (!empty_) line();
    out_ += bracket;
    empty_ = false;
  }
  void item() {
    if (!empty_) out_ += ',';
    line();
    empty_ = false;
  }
  void member(std::string_view name) {
    item();
    string(name);
    out_ += ": ";
  }
  void value(const Value& value) {
    if (value.kind == Value::Kind::text) return string(value.text);
    if (value.kind == Value::Kind::other) {
      out_ += "null";
    } else {
      out_ += formats::idf::text_of(value);
    }
  }
  std::string finish() && { return std::move(out_) + "\n"; }

 private:
  void line() {
    out_ += '\n';
    out_.append(static_cast<std::size_t>(depth_) * 4, ' ');
  }
  void string(std::string_view text) {
    base::append_json_string(out_, base::valid_utf8(text) ? text : std::string_view(utf8_of(text)));
  }

  std::string out_;
  int depth_ = 0;
  bool empty_ = true;
};

void write_fields(EpjsonWriter& out, const Model& model, const Object& object) {
  out.begin('{');
  const auto readings = model.readings(object);
  auto at = readings.begin();
  for (; at != readings.end() && !at->in_group(); ++at) {
    if (object.type->named && at->field == 0) continue;
    out.member(object.type->fields[at->field].name);
    out.value(at->value);
  }
  if (object.groups > 0) {
    out.open(object.type->group_name, '[');
    for (std::uint32_t group = 0; group < object.groups; ++group) {
      out.item();
      out.begin('{');
      for (; at != readings.end() && at->group == group; ++at) {
        out.member(object.type->group_fields[at->field].name);
        out.value(at->value);
      }
      out.close('}');
    }
    out.close(']');
  }
  // NB: what the engine writes for blank values beyond the last field, and ignores when it reads it.
  if (object.surplus > 0) {
    out.open("", '[');
    for (std::uint32_t i = 0; i < object.surplus; ++i) {
      out.item();
      out.begin('{');
      out.close('}');
    }
    out.close(']');
  }
  out.close('}');
}

// The objects by type, the types in the order in which they first come.
std::vector<std::vector<const Object*>> by_type(const Model& model) {
  std::vector<std::vector<const Object*>> groups;
  std::unordered_map<const ObjectType*, std::size_t> places;
  for (const auto& each : model.objects()) {
    const auto [place, fresh] = places.emplace(each.type, groups.size());
    if (fresh) groups.emplace_back();
    groups[place->second].push_back(&each);
  }
  return groups;
}

}  // namespace

Result<std::string> to_epjson(const Model& model) {
  EpjsonWriter out;
  out.begin('{');
  for (const auto& objects : by_type(model)) {
    std::unordered_set<std::string_view> keys;
    out.open(objects.front()->type->name, '{');
    for (const Object* each : objects) {
      if (!keys.insert(each->key).second) {
        return fail(Code::constraint,
                    "two objects of type " + each->type->name + " have the name \"" + each->key + "\"",
                    "line " + std::to_string(each->line), "Give one of them another name.");
      }
      out.member(each->key);
      write_fields(out, model, *each);
    }
    out.close('}');
  }
  out.close('}');
  return std::move(out).finish();
}

}  // namespace energy::engine
