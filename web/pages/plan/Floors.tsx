// SPDX-License-Identifier: Apache-2.0
import type { PlanState } from "./state.ts";

const mostTabs = 6;

// Floors as tabs; as a menu where there are many.
export function Floors({ state }: { state: PlanState }) {
  const sheets = state.sheets.value;
  if (sheets.length < 2) return null;
  const shown = state.shown.value;
  const choices: [number | "all", string][] = [
    ...sheets.map((sheet): [number, string] => [sheet.index, sheet.floor.id]),
    ["all", "All"],
  ];
  if (choices.length > mostTabs) {
    return (
      <select
        aria-label="Floor"
        value={String(shown)}
        onChange={(event) => {
          const value = event.currentTarget.value;
          state.show(value === "all" ? "all" : Number(value));
        }}
      >
        {choices.map(([value, name]) => (
          <option key={value} value={String(value)}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = choices.findIndex(([value]) => value === shown);
    const next = (at + by + choices.length) % choices.length;
    state.show(choices[next]?.[0] ?? 0);
    const tabs = (event.currentTarget as HTMLElement).children;
    (tabs[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Floors" onKeyDown={step}>
      {choices.map(([value, name]) => (
        <button
          key={value}
          type="button"
          role="tab"
          aria-selected={value === shown}
          tabIndex={value === shown ? 0 : -1}
          onClick={() => state.show(value)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
