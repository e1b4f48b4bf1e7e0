// SPDX-License-Identifier: Apache-2.0
// Filter, view, search, and what else can be done with the page.
import { useEffect, useRef } from "preact/hooks";
import { turnTheme } from "../../kit/look.ts";
import { Button } from "../../parts/Button.tsx";
import { type Facet, facets, type ReportState, type Show, type View } from "./state.ts";

const pauseMs = 120; // while somebody types

function Segments<T extends string>(props: {
  label: string;
  chosen: T;
  choices: [T, string][];
  choose(value: T): void;
}) {
  return (
    <span class="segments" role="group" aria-label={props.label}>
      {props.choices.map(([value, name]) => (
        <Button key={value} pressed={value === props.chosen} press={() => props.choose(value)}>
          {name}
        </Button>
      ))}
    </span>
  );
}

function Search({ state }: { state: ReportState }) {
  const field = useRef<HTMLInputElement>(null);
  const waiting = useRef(0);
  const soon = () => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => state.search(field.current?.value ?? ""), pauseMs);
  };
  const clear = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !field.current) return;
    field.current.value = "";
    soon();
  };
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);
  return (
    <input
      ref={field}
      type="search"
      placeholder="Search name, GlobalId, entity, storey…"
      aria-label="Search name, GlobalId, entity, storey"
      title='Press / to search; "a phrase" stands in quotes'
      autocomplete="off"
      spellcheck={false}
      onInput={soon}
      onKeyDown={clear}
    />
  );
}

const facetWords: Record<Facet, [name: string, all: string]> = {
  storey: ["Storey", "All storeys"],
  type: ["Type", "All types"],
  class: ["Class", "All classes"],
};

// One list for each thing that failing elements differ in.
function Filters({ state }: { state: ReportState }) {
  return (
    <>
      {facets.map((facet) => {
        const choices = state.choices.value[facet];
        const [name, all] = facetWords[facet];
        if (choices.length === 0) return null;
        return (
          <select
            key={facet}
            aria-label={name}
            value={state.filters.value[facet]}
            onChange={(event) => state.filter(facet, event.currentTarget.value)}
          >
            <option value="">{all}</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        );
      })}
    </>
  );
}

// A host has a theme of its own and lets pages print nothing.
export function Tools({ state, hosted }: { state: ReportState; hosted: boolean }) {
  const shows: [Show, string][] = [
    ["all", "All"],
    ["fail", "Failed"],
    ["pass", "Passed"],
  ];
  if (state.someNeither.value) shows.push(["neither", "Not checked"]);
  const views: [View, string][] = [
    ["specifications", "By specification"],
    ["elements", "By element"],
  ];
  const view = state.view.value;
  return (
    <div class="tools" role="toolbar" aria-label="What is shown">
      {view === "specifications" && (
        <Segments
          label="Which"
          chosen={state.show.value}
          choices={shows}
          choose={(value) => (state.show.value = value)}
        />
      )}
      <Segments label="View" chosen={view} choices={views} choose={(value) => (state.view.value = value)} />
      <Search state={state} />
      <Filters state={state} />
      <Button press={() => state.turnAll()}>Open all</Button>
      {!hosted && <Button press={turnTheme}>Dark or light</Button>}
      {!hosted && <Button press={() => print()}>Print</Button>}
    </div>
  );
}
