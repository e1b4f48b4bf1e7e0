// SPDX-License-Identifier: Apache-2.0
// The resource floorplan://schema: the language for a model that has never seen it. Lists of words and of actions
// come from the tables that the parser and modify_floorplan use, so the text cannot drift from them.
#include "domains/floorplan/engine/modify/actions.h"
#include "domains/floorplan/tools/parts/plan.h"

namespace floorplan::tools {

namespace {

namespace words = formats::floorplan;

constexpr std::string_view structure = R"(# Floorplan DSL

A plan is text: one header, then definitions, then floors with rooms, then what joins the rooms. x goes right, y goes
down, `at (x,y)` is the top left corner. A number without a unit is in `default_unit` (metres if the plan does not say).
`#` begins a comment, `/* */` encloses one.

## Structure

```
%%{version: 1.0}%%                      # optional; or front matter between --- lines
floorplan
  define NAME (WIDTH x DEPTH)           # a size by name
  style NAME { KEY: VALUE, ... }
  config { KEY: VALUE, ... }
  floor NAME height LENGTH {            # height is optional; several floors may follow, lowest first
    room ...
    stair ...
    lift ...
  }
  connect ROOM.SIDE to ROOM.SIDE door at 50%
  vertical FLOOR.STAIR to FLOOR.STAIR
```

## Rooms

```
room NAME at (X,Y) size (WIDTH x DEPTH) height LENGTH elevation LENGTH
  walls [top: TYPE, right: TYPE, bottom: TYPE, left: TYPE]
  DIRECTION OTHER_ROOM gap LENGTH align EDGE
  label "TEXT" composed of [ sub-room ... ] style NAME
```

- `at (X,Y)` or a position beside another room is needed; everything but the name and the size is optional.
- `size` takes numbers or the name of a `define`. Lengths may carry a unit: `3.5m`, `12ft`.
- A wall may say more: `top: window at 30% size (1.2 x 1.4)`. A side may come several times for several openings.
- A name that is not a plain word is written in quotes: `room "My Study"`.

## Sub-rooms

```
room Suite at (0,0) size (8 x 6) walls [top: window, right: solid, bottom: door, left: solid] composed of [
  sub-room Bath at (5,0) size (3 x 2.5) walls [top: solid, right: solid, bottom: solid, left: door]
]
```

Positions of sub-rooms count from the corner of their parent, to any depth.

## Connections

```
connect Hall.right to Kitchen.left double-door at 40% size (1.6 x 2.1) opens into Kitchen swing: left
connect Hall.bottom to outside door
```

`at` is a percentage of the wall the two rooms share. Without sides, the shared wall is found.

## Stairs and lifts

```
stair Main at (2,1) shape straight toward top rise 3m width 1m riser 18cm tread 28cm label "Up"
stair Turn at (5,1) shape U-shaped from bottom turn left runs 8, 8 rise 3m
stair Round at (8,1) shape spiral rotation clockwise outer-radius 1.2m rise 3m
lift Lift at (0,5) size (1.6 x 1.8) doors (right)
```

L-shaped, U-shaped, double-L and winder need `from` and `turn`; winder also `winders N`; curved needs `from` and
`radius`; custom takes `[flight 8, turn left landing (1 x 1), flight 8]`.
)";

constexpr std::string_view example = R"(
## A complete example

```
floorplan
  define bedroom (3.6 x 4)
  style Wet { floor_color: "#DCE6EC" }
  config { default_unit: m, wall_thickness: 0.12, theme: default }

  floor Ground height 2.7 {
    room Living at (0,0) size (5 x 6) walls [top: window, right: solid, bottom: solid, left: window] label "Living room"
    room Hall size (2 x 6) walls [top: solid, right: solid, bottom: solid, left: solid] right-of Living
    room Bedroom size bedroom walls [top: window, right: window, bottom: solid, left: solid] right-of Hall
    room Bath size (3.6 x 2) walls [top: solid, right: window, bottom: solid, left: solid] below Bedroom style Wet
  }
  connect Hall.bottom to outside door
  connect Hall.left to Living.right double-door at 40%
  connect Hall.right to Bedroom.left door at 70% opens into Bedroom
  connect Hall.right to Bath.left door
```
)";

// The arguments of layout_floorplan, whose names say most of it.
constexpr std::string_view briefs = R"(
## Briefs

The tool `layout_floorplan` makes a first plan from a brief: rooms with areas, which belong together, where the entrance
is. Doors and windows are set so that every room can be reached and lit. It is a start to change, not a design; `score`
says how well the brief is met. The same brief and `seed` give the same plan.

- `rooms`: each with `name` (words like bedroom or bath tell what it is for) and `area`, met within a tenth, or `minArea`
  and `maxArea`; `minWidth`: its shorter side at least; `window`: whether it needs one, else told from the name;
  `outsideDoor`: whether a door leads outside; `label`.
- `adjacencies`: rooms `a` and `b` share a wall and a door, or with `wanted` false no wall.
- `width`, `depth`: of the building, in `unit`; found if absent. `aspect`: width over depth, where they are free.
- `unit`: of lengths here and in the plan. `areaUnit`: square feet where `unit` is ft or in, else square metres.
- `entrance`: the side with the front door.
)";

std::string word_lists() {
  std::string out = "\n## Words\n\nEverything the grammar accepts, from the table the parser reads.\n";
  for (const auto& list : words::all_words()) {
    out += "\n### " + std::string(list.name) + "\n\n" + std::string(list.doc) + ".\n\n";
    for (std::size_t i = 0; i < list.texts.size(); ++i) {
      out += "- `" + std::string(list.texts[i]) + "`: " + std::string(list.docs[i]) + "\n";
    }
  }
  return out;
}

// What the flat schema of modify_floorplan cannot say: which parameters each action takes.
std::string list_of(std::span<const engine::ParameterInfo> parameters) {
  std::string out;
  for (const auto& parameter : parameters) out += (out.empty() ? "`" : ", `") + std::string(parameter.name) + "`";
  return out.empty() ? "none" : out;
}

std::string action_lists() {
  std::string out =
      "\n## Changes\n\nThe tool `modify_floorplan` takes operations: `{\"action\": …, \"target\": …, "
      "\"params\": {…}}`. Each action takes the parameters listed with it.\n\n### Actions\n\n";
  for (const auto& action : engine::all_actions()) {
    out += "- `" + std::string(action.name) + "`";
    if (!action.target.empty()) out += " (target: " + std::string(action.target) + ")";
    out += ": " + std::string(action.doc) + " Parameters: " + list_of(action.parameters) + ".\n";
  }
  out += "\n### Parameters\n\n";
  for (const auto& parameter : engine::all_parameters()) {
    out += "- `" + std::string(parameter.name) + "`: " + std::string(parameter.doc) + "\n";
  }
  return out;
}

}  // namespace

tool::Resource schema_resource() {
  tool::Resource resource;
  resource.uri = "floorplan://schema";
  resource.name = "floorplan-schema";
  resource.title = "The floorplan language";
  resource.doc = "Syntax of the floorplan DSL with examples and every word it knows; changes and briefs.";
  resource.mime_type = "text/markdown";
  resource.read = [](const std::map<std::string, std::string>&, const View&) -> Result<tool::ResourceContents> {
    tool::ResourceContents contents;
    contents.mime_type = "text/markdown";
    contents.text = std::string(structure) + word_lists() + action_lists() + std::string(briefs) + std::string(example);
    return contents;
  };
  return resource;
}

tool::Resource plan_resource() {
  tool::Resource resource;
  resource.uri = "floorplan://plan";
  resource.name = "floorplan-plan";
  resource.title = "The workspace's floor plan";
  resource.doc = "The text of the plan that is open in this workspace.";
  resource.mime_type = "text/plain";
  resource.subscribable = true;
  resource.read = [](const std::map<std::string, std::string>&, const View& view) -> Result<tool::ResourceContents> {
    tool::ResourceContents contents;
    contents.mime_type = "text/plain";
    contents.text = TRY(plan_text(std::nullopt, view));
    return contents;
  };
  return resource;
}

}  // namespace floorplan::tools
