// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "domains/floorplan/engine/compile.h"

namespace floorplan::engine {

using base::Code;
using base::fail;
using base::Result;
using formats::floorplan::Edit;

// What counts from the same corner: the rooms, stairs and lifts of a floor, or the sub-rooms of a room.
struct Scope {
  const words::Floor* floor = nullptr;
  const words::Room* parent = nullptr;  // for sub-rooms
  const std::vector<words::Room>& rooms() const { return parent != nullptr ? parent->rooms : floor->rooms; }
};
// A room of the tree, and where it is. Points into the compiled text.
struct FoundRoom : Scope {
  const words::Room* room = nullptr;
};

// A compiled text, things found in it by name, and the edits that one operation makes to it. The text itself does
// not change: what is found stays valid while the draft lives, and text() gives the outcome. Not thread-safe.
class Draft {
 public:
  // `compiled` must have a document without syntax errors, and outlive the draft.
  explicit Draft(const Compiled& compiled);

  const words::Document& document() const { return *compiled_.document; }
  const Plan& plan() const { return compiled_.plan; }
  std::string_view source() const { return document().source; }

  // --- find ---

  // A room or sub-room by name, "Parent.Child" for a sub-room, either after "Floor."; on one floor only if
  // that is given, else the first. The error is about `path` and says: Room "Garage" not found.
  Result<FoundRoom> room(std::string_view name, const std::optional<std::string>& on_floor = {},
                         std::string_view path = "target") const;
  // The same, where rooms of `floor` come first.
  Result<FoundRoom> room_near(std::string_view name, const words::Floor& floor, std::string_view path) const;
  // The floor asked for, or the first; never nullptr.
  Result<const words::Floor*> floor(const std::optional<std::string>& name,
                                    std::string_view path = "params.floor") const;
  // Every room of the tree has its resolved one; asking for a room of another tree is a bug.
  const Room& resolved(const words::Room& room) const { return plan().rooms[index_of(room)]; }
  std::size_t index_of(const words::Room& room) const;  // in plan().rooms
  // Every room and sub-room, parents first.
  void each_room(const std::function<void(const FoundRoom&)>& visit) const;
  bool room_exists(std::string_view name) const;                                // on any floor
  bool element_exists(const words::Floor& floor, std::string_view name) const;  // a stair or a lift

  // --- edit ---

  // Spans are of the source; edits must not overlap. Line feeds become the source's own line ends.
  void replace(words::Span span, std::string text);
  void insert(std::uint32_t offset, std::string text);
  // Takes a statement out: with its whole line where nothing else stands on it.
  void remove_statement(words::Span span);
  // Takes a clause out together with the keyword before it ("label" of `label "x"`) and the space before.
  void remove_clause(words::Span value, std::string_view keyword);
  // A new statement after another one (on a line of its own if that one has), or first in a body `{ … }`.
  void insert_statement_after(words::Span previous, const std::string& statement);
  void insert_into_body(words::Span body, const std::string& statement);
  // A new statement below the plan's header, which stands at the margin.
  void insert_below_header(const std::string& statement);

  // The text with the edits; the source itself where there are none.
  std::string text() const;

  // --- lengths ---

  // A number of the caller as it is written: with the unit given if that is not the plan's, else bare.
  words::Length length(double number, std::optional<words::LengthUnit> unit) const;
  // Metres as a bare number in the plan's unit.
  words::Length bare(double metres) const;

 private:
  std::string indentation_of(std::uint32_t offset) const;
  std::string in_own_lines(std::string text) const;
  bool alone_on_its_lines(words::Span span) const;

  const Compiled& compiled_;
  std::unordered_map<std::uint32_t, std::size_t> by_begin_;  // resolved rooms by where their statement begins
  std::vector<Edit> edits_;
};

}  // namespace floorplan::engine
