// SPDX-License-Identifier: Apache-2.0
import { area, size } from "../../kit/format.ts";
import { List } from "./List.tsx";
import type { PlanState, Sheet } from "./state.ts";

const rowHeight = 28;

export function Rooms({ state }: { state: PlanState }) {
  const plan = state.plan.value;
  if (!plan) return null;
  const rooms = roomsOn(state.visible.value);
  const things = rooms.map(({ floor, room }) => state.thing(floor, room.id));
  const chosen = state.chosen.value;
  const hovered = state.hovered.value;
  return (
    <List
      label="Rooms"
      className="rooms"
      count={rooms.length}
      rowHeight={rowHeight}
      active={chosen ? things.findIndex((thing) => thing?.key === chosen.key) : -1}
      rowClass={(index) => (hovered && things[index]?.key === hovered.key ? "hot" : "")}
      hover={(index) => (state.hovered.value = index === undefined ? undefined : things[index])}
      pick={(index) => state.choose(things[index])}
      row={(index) => {
        const room = rooms[index]?.room;
        return (
          room && (
            <>
              <span class="name" title={room.label}>
                {room.label}
              </span>
              <span class="figure">{size(room.widthM, room.depthM, plan.unit)}</span>
              <span class="figure area">{area(room.areaM2, plan.areaUnit)}</span>
            </>
          )
        );
      }}
    />
  );
}

export const roomsOn = (sheets: Sheet[]) =>
  sheets.flatMap((sheet) => sheet.floor.rooms.map((room) => ({ floor: sheet.index, room })));
