// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "base/fields.h"
#include "formats/floorplan/words.h"

// What can be asked of modify(): each action with a struct of the parameters it takes, and nothing else, so that a
// handler which reads a parameter that its action does not take does not compile. All of it is made from two
// tables, parameters.def and actions.def; whoever lists actions or parameters elsewhere reads them from here.
//
// Everything here is plain data that owns what it holds; infos and names live as long as the program.
namespace floorplan::engine {

namespace words = formats::floorplan;

// In the order of the table; enum_names() has the names that callers write.
enum class Action : std::uint8_t {
#define MODIFY_ACTION(Struct, name, target, brief, doc, ...) name,
#include "domains/floorplan/engine/modify/actions.def"
};
constexpr auto enum_names(Action /*any*/) {
  return std::to_array<std::string_view>({
#define MODIFY_ACTION(Struct, name, target, brief, doc, ...) #name,
#include "domains/floorplan/engine/modify/actions.def"
  });
}

enum class Axis : std::uint8_t { horizontal, vertical };
constexpr auto enum_names(Axis /*any*/) { return std::to_array<std::string_view>({"horizontal", "vertical"}); }

// The parameters one by one, the groups in which they come, and the actions that take them. Lengths are in `unit`,
// else in the plan's unit.
namespace action {

inline constexpr base::Bounds lengths{.minimum = 0, .maximum = 1e6};
inline constexpr base::Bounds places{.minimum = -1e6, .maximum = 1e6};
inline constexpr base::Bounds names{.max_length = 200};

// --- parameters that have parts ---

struct Corner {
  double x = 0, y = 0;
  static constexpr auto fields =
      base::fields(base::field("x", &Corner::x, "To the right."), base::field("y", &Corner::y, "Down."));
};
struct Extent {
  std::optional<double> width, height;
  static constexpr auto fields = base::fields(base::field("width", &Extent::width, "Along x.", lengths),
                                              base::field("height", &Extent::height, "Along y.", lengths));
};
struct Sides {
  std::optional<words::WallType> top, right, bottom, left;
  static constexpr auto fields = base::fields(
      base::field("top", &Sides::top, "The top side."), base::field("right", &Sides::right, "The right side."),
      base::field("bottom", &Sides::bottom, "The bottom side."), base::field("left", &Sides::left, "The left side."));
};
struct Beside {
  words::RelativeDirection direction{};
  std::string reference;
  std::optional<double> gap;
  std::optional<words::AlignmentDirection> alignment;
  static constexpr auto fields =
      base::fields(base::field("direction", &Beside::direction, "Where it stands."),
                   base::field("reference", &Beside::reference, "The room beside which it stands.",
                               {.min_length = 1, .max_length = 200}),
                   base::field("gap", &Beside::gap, "Distance between the two."),
                   base::field("alignment", &Beside::alignment, "Which edges line up; top or left without it."));
};

// --- one struct per parameter ---

// Name{.name = "Hall"}: a member of the parameter's name, empty where it is not given.
#define PARAMETER(Struct, parameter, Type, doc, ...)                                               \
  struct Struct {                                                                                  \
    std::optional<Type> parameter;                                                                 \
    static constexpr auto fields =                                                                 \
        base::fields(base::field(#parameter, &Struct::parameter, doc __VA_OPT__(, ) __VA_ARGS__)); \
  };
#include "domains/floorplan/engine/modify/parameters.def"

// Several together: their members, and their fields in this order.
template <class... Parts>
struct Takes : Parts... {
  static constexpr auto fields = std::tuple_cat(Parts::fields...);
};

// --- groups: what can be said in two ways is asked for in one ---

// Where something goes.
struct Placed : Takes<Position, X, Y, RelativePosition, Alignment> {
  std::optional<double> across() const { return position ? position->x : x; }
  std::optional<double> down() const { return position ? position->y : y; }
  // relativePosition; `alignment` counts where it has none of its own.
  std::optional<Beside> beside() const {
    std::optional<Beside> out = relativePosition;
    if (out && !out->alignment) out->alignment = alignment;
    return out;
  }
};

// How wide something is; `size` counts before `width`.
struct Wide : Takes<Width, Size> {
  std::optional<double> wide() const { return size && size->width ? size->width : width; }
};
struct Sized : Takes<Wide, Height> {
  std::optional<double> deep() const { return size && size->height ? size->height : height; }
};

// The sides of a room; `top` counts before `walls.top`.
struct Walled : Takes<Walls, Top, Right, Bottom, Left> {
  std::optional<words::WallType> wall(words::WallDirection side) const;
};

// The two ends of a connection, and the floor on which it is.
struct Ends : Takes<From, To, OnFloor> {};

// --- one struct per action ---

#define MODIFY_ACTION(Struct, name, target, brief, doc, ...) \
  struct Struct : Takes<__VA_ARGS__> {                       \
    static constexpr Action action = Action::name;           \
  };
#include "domains/floorplan/engine/modify/actions.def"

// A list made from a table has a comma before each row, and so something before the first.
template <class Before, class... Rows>
using TakesRows = Takes<Rows...>;
template <class Before, class... Rows>
using OneOfRows = std::variant<Rows...>;

}  // namespace action

// The parameters of one action.
using Parameters = action::OneOfRows<void
#define MODIFY_ACTION(Struct, name, target, brief, doc, ...) , action::Struct
#include "domains/floorplan/engine/modify/actions.def"
                                     >;

// Every parameter there is: how a request brings them before anyone has looked at its action.
struct AllParameters : action::TakesRows<void
#define PARAMETER(Struct, parameter, Type, doc, ...) , action::Struct
#include "domains/floorplan/engine/modify/parameters.def"
                                         > {
};

struct Operation {
  std::string target;
  Parameters parameters;
  Action action() const { return static_cast<Action>(parameters.index()); }
};

// The operation that a request means. Parameters that the action does not take are left out.
Operation operation_of(Action action, std::string target, const AllParameters& given);

struct ParameterInfo {
  std::string_view name, doc;
};
struct ActionInfo {
  std::string_view name;
  std::string_view target;  // what `target` names; empty: it takes none
  std::string_view brief;   // its main parameters
  std::string_view doc;     // parameters in words
  std::span<const ParameterInfo> parameters;
};
const ActionInfo& info(Action action);
std::span<const ActionInfo> all_actions();        // in the order of Action
std::span<const ParameterInfo> all_parameters();  // in the order of the table

}  // namespace floorplan::engine
