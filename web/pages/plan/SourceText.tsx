// SPDX-License-Identifier: Apache-2.0
import { List } from "./List.tsx";
import type { PlanState } from "./state.ts";
import { Mark, type Severity } from "../../parts/Status.tsx";

const rowHeight = 20;

// The text the plan was drawn from. What is chosen in the plan is marked here, and the other way round.
export function SourceText({ state }: { state: PlanState }) {
  const plan = state.plan.value;
  if (!plan) return null;
  const marks = new Map<number, Severity>();
  for (const { line, severity } of plan.findings) {
    if (severity === "error" || !marks.has(line)) marks.set(line, severity);
  }
  const lit = state.highlighted.value;
  const isLit = (line: number) => lit !== undefined && line >= lit.line && line <= lit.endLine;
  const digits = String(plan.source.length).length;
  return (
    <List
      label="Source"
      className="source"
      count={plan.source.length}
      rowHeight={rowHeight}
      active={state.line.value - 1}
      rowClass={(index) => (isLit(index + 1) ? "lit" : "")}
      hover={(index) => (state.hovered.value = index === undefined ? undefined : state.atLine(index + 1))}
      pick={(index) => state.jump(index + 1)}
      row={(index) => {
        const mark = marks.get(index + 1);
        return (
          <>
            <span class="gutter">{mark && <Mark severity={mark} />}</span>
            <span class="number" style={{ width: `${digits}ch` }}>
              {index + 1}
            </span>
            <code>{plan.source[index]}</code>
          </>
        );
      }}
    />
  );
}
