// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "domains/floorplan/engine/compile.h"
#include "domains/floorplan/engine/modify/modify.h"

// What the operations of modify() share: a compiled text, things found in it by name, and edits gathered
// for it. One draft serves one operation.
namespace floorplan::engine {

using base::Code;
using base::fail;
using base::Result;
using formats::floorplan::Edit;

// A room of the tree, with what surrounds it.
struct FoundRoom {
  const words::Floor* floor = nullptr;
  const words::Room* parent = nullptr;  // for sub-rooms
  const words::Room* room = nullptr;
};

class Draft {
 public:
  // `compiled` must outlive the draft.
  explicit Draft(const Compiled& compiled);

  const words::Document& document() const { return *compiled_.document; }
  const Plan& plan() const { return compiled_.plan; }
  const Compiled& compiled() const { return compiled_; }
  std::string_view source() const { return document().source; }

  // A room or sub-room by name, "Parent.Child" for a sub-room, either after "Floor."; on one floor only if
  // that is given, else the first. The error is about `path`, with the seed's sentence: Room "Garage" not found.
  Result<FoundRoom> room(std::string_view name, const std::optional<std::string>& on_floor = {},
                         std::string_view path = "target") const;
  // The same, where rooms of `floor` come first.
  Result<FoundRoom> room_near(std::string_view name, const words::Floor& floor, std::string_view path) const;
  // The floor asked for, or the first.
  Result<const words::Floor*> floor(const std::optional<std::string>& name,
                                    std::string_view path = "params.floor") const;
  // The resolved room of a tree room; nullptr never: every tree room has one.
  const Room& resolved(const words::Room& room) const { return plan().rooms[index_of(room)]; }
  std::size_t index_of(const words::Room& room) const;  // in plan().rooms
  void each_room(const std::function<void(const FoundRoom&)>& visit) const;
  bool room_exists(std::string_view name) const;
  bool element_exists(const words::Floor& floor, std::string_view name) const;

  // Edits. Spans are of the source; edits must not overlap. Line feeds become the source's own line ends.
  void replace(words::Span span, std::string text);
  void insert(std::uint32_t offset, std::string text);
  // Takes a statement out: with its whole line where nothing else stands on it.
  void remove_statement(words::Span span);
  // Takes a clause out together with the keyword before it ("label" of `label "x"`) and the space before.
  void remove_clause(words::Span value, std::string_view keyword);
  // A new statement after another one (on a line of its own if that one has), or first in a body `{ … }`.
  void insert_statement_after(words::Span previous, const std::string& statement);
  void insert_into_body(words::Span body, const std::string& statement);
  // A new statement at the end of the text, at the indentation of `like` if it is not empty.
  void append_statement(const std::string& statement, words::Span like);
  // A new statement below the plan's header, which stands at the margin.
  void insert_below_header(const std::string& statement);

  bool edited() const { return !edits_.empty(); }
  // The text with the edits.
  std::string text() const;

  // Numbers of the caller as lengths: with the unit given, else bare.
  words::Length length(double number, const Parameters& parameters) const;
  // Metres as a bare number in the plan's unit.
  words::Length bare(double metres) const;
  double to_metres(const words::Length& length) const;
  double to_metres(double number, const Parameters& parameters) const;

 private:
  std::string indentation_of(std::uint32_t offset) const;
  std::string in_own_lines(std::string text) const;
  bool alone_on_its_lines(words::Span span) const;

  const Compiled& compiled_;
  std::unordered_map<std::uint32_t, std::size_t> by_begin_;  // resolved rooms by where their statement begins
  std::vector<Edit> edits_;
};

using Handler = Result<std::string> (*)(Draft&, const Operation&);  // the message of what was done

// One per action; grouped by file.
Result<std::string> add_room(Draft& draft, const Operation& operation);
Result<std::string> remove_room(Draft& draft, const Operation& operation);
Result<std::string> resize_room(Draft& draft, const Operation& operation);
Result<std::string> move_room(Draft& draft, const Operation& operation);
Result<std::string> rename_room(Draft& draft, const Operation& operation);
Result<std::string> update_walls(Draft& draft, const Operation& operation);
Result<std::string> add_label(Draft& draft, const Operation& operation);
Result<std::string> convert_to_relative(Draft& draft, const Operation& operation);
Result<std::string> copy_room(Draft& draft, const Operation& operation);
Result<std::string> set_style(Draft& draft, const Operation& operation);
Result<std::string> add_opening(Draft& draft, const Operation& operation);
Result<std::string> remove_opening(Draft& draft, const Operation& operation);
Result<std::string> add_connection(Draft& draft, const Operation& operation);
Result<std::string> remove_connection(Draft& draft, const Operation& operation);
Result<std::string> add_stair(Draft& draft, const Operation& operation);
Result<std::string> add_lift(Draft& draft, const Operation& operation);
Result<std::string> remove_element(Draft& draft, const Operation& operation);
Result<std::string> move_element(Draft& draft, const Operation& operation);
Result<std::string> add_vertical(Draft& draft, const Operation& operation);
Result<std::string> add_floor(Draft& draft, const Operation& operation);
Result<std::string> rename_floor(Draft& draft, const Operation& operation);
Result<std::string> remove_floor(Draft& draft, const Operation& operation);
Result<std::string> define_style(Draft& draft, const Operation& operation);
Result<std::string> remove_style(Draft& draft, const Operation& operation);
Result<std::string> set_config(Draft& draft, const Operation& operation);
Result<std::string> align_rooms(Draft& draft, const Operation& operation);
Result<std::string> mirror(Draft& draft, const Operation& operation);

// Shared by several of them.
std::string in_quotes(std::string_view name);
std::string counted(std::size_t count, std::string_view noun);  // 1 room, 2 rooms
template <class T>
Result<T> need(const std::optional<T>& value, std::string_view name, Action action) {
  if (value) return *value;
  return fail(Code::missing, std::string(info(action).name) + " needs params." + std::string(name),
              "params." + std::string(name), std::string(info(action).doc));
}
Result<double> need_positive(const std::optional<double>& value, std::string_view name, Action action);
Result<void> check_name(std::string_view name, std::string_view path);
// A position from x and y, or beside another room; nothing if neither is given.
struct Position {
  std::optional<words::Point> at;
  std::optional<words::RelativePosition> relative;
};
Result<Position> position_of(const Draft& draft, const Parameters& parameters, const words::Floor& floor,
                             const words::Room* parent);
// Puts a room, stair or lift at a place instead of where it is.
void place(Draft& draft, const words::Name& name, const std::optional<words::Point>& at,
           const std::optional<words::RelativePosition>& relative, const words::Point& to);
// Those that stand beside `name` in the same scope keep their place when it goes or moves under them.
Result<void> detach_dependents(Draft& draft, const words::Floor& floor, const words::Room* parent,
                               std::string_view name);
// The room that the operation is about: its target, on params.floor if that is given.
Result<FoundRoom> target_room(const Draft& draft, const Operation& operation);
// A room and all inside it.
void collect(const words::Room& room, std::vector<const words::Room*>& into);
// Those that mean one of these rooms, not a namesake on another floor. Says how many went.
std::size_t remove_connections_of(Draft& draft, const std::vector<const words::Room*>& rooms);
void remove_links(Draft& draft, const std::function<bool(const words::Link&)>& gone);

}  // namespace floorplan::engine
