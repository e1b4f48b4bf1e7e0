// SPDX-License-Identifier: Apache-2.0
import { useLayoutEffect, useRef } from "preact/hooks";
import { area, size } from "../../kit/format.ts";
import { sorted } from "./Findings.tsx";
import type { PlanState, Sheet } from "./state.ts";
import { Mark, words } from "../../parts/Status.tsx";

// On paper: one sheet per floor, then the lists. No controls, no source.
export function Print({ state }: { state: PlanState }) {
  const plan = state.plan.value;
  if (!plan) return null;
  const findings = sorted(plan.findings);
  return (
    <>
      {state.sheets.value.map((sheet) => (
        <section key={sheet.index} class="paper-sheet">
          <h1>
            {plan.title} <small>{sheet.floor.id}</small>
          </h1>
          <Copy sheet={sheet} />
        </section>
      ))}
      <section>
        <h1>{plan.title}</h1>
        <table>
          <thead>
            <tr>
              <th>Floor</th>
              <th>Room</th>
              <th class="figure">Size</th>
              <th class="figure">Area</th>
            </tr>
          </thead>
          <tbody>
            {state.sheets.value.flatMap((sheet) =>
              sheet.floor.rooms.map((room) => (
                <tr key={`${sheet.index}/${room.id}`}>
                  <td>{sheet.floor.id}</td>
                  <td>{room.label}</td>
                  <td class="figure">{size(room.widthM, room.depthM, plan.unit)}</td>
                  <td class="figure">{area(room.areaM2, plan.areaUnit)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
        {findings.length > 0 && (
          <ul class="print-findings">
            {findings.map((finding, index) => (
              <li key={index}>
                <Mark severity={finding.severity} /> {words[finding.severity]}, line {finding.line}: {finding.message}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function Copy({ sheet }: { sheet: Sheet }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const copy = sheet.drawing?.root.cloneNode(true);
    if (copy instanceof SVGElement) {
      copy.removeAttribute("width");
      copy.removeAttribute("height");
      box.current?.replaceChildren(copy);
    }
  }, [sheet]);
  return <div ref={box} class="paper-drawing" />;
}
