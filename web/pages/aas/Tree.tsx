// SPDX-License-Identifier: Apache-2.0
// The document as a tree. Only the rows that are seen are there, however many it has.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { counted, grouped } from "../../kit/format.ts";
import { Button } from "../../parts/Button.tsx";
import type { Entry } from "./data.ts";
import { Badges, Class, countWords } from "./Marks.tsx";
import type { DocumentState } from "./state.ts";

const rowHeight = 28;
const margin = 8; // rows that wait above and below
const pauseMs = 120; // while somebody types
const deepest = 14; // further in it goes no more to the right

function Search({ state }: { state: DocumentState }) {
  const field = useRef<HTMLInputElement>(null);
  const waiting = useRef(0);
  const soon = () => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => state.search(field.current?.value ?? ""), pauseMs);
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
  const searching = state.words.value.length > 0;
  useEffect(() => {
    if (!searching && field.current && document.activeElement !== field.current) field.current.value = "";
  }, [searching]);
  return (
    <input
      ref={field}
      type="search"
      placeholder="Search name, value, semanticId…"
      aria-label="Search name, value, semanticId"
      title="Press / to search"
      autocomplete="off"
      spellcheck={false}
      onInput={soon}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.currentTarget.value = "";
        soon();
      }}
    />
  );
}

function Row({ state, entry, index }: { state: DocumentState; entry: Entry; index: number }) {
  const open = state.isOpen(entry);
  const chosen = state.chosen.value === entry;
  const found = state.matches.value?.found.has(entry) ?? false;
  const value = state.valueOf(entry);
  const words = [entry.name, entry.type, value.slice(0, 200), countWords(entry.errors, entry.warnings)];
  return (
    <div
      id={`row-${entry.place}`}
      class={`row${chosen ? " chosen" : ""}${found ? " found" : ""}${entry.type ? "" : " heading"}`}
      role="treeitem"
      aria-level={entry.depth + 1}
      aria-selected={chosen}
      aria-expanded={entry.children.length > 0 ? open : undefined}
      aria-label={words.filter(Boolean).join(", ")}
      style={{ top: `${index * rowHeight}px`, paddingInlineStart: `${8 + 16 * Math.min(entry.depth, deepest)}px` }}
      onClick={() => state.choose(entry)}
      onDblClick={() => state.turn(entry)}
    >
      <span
        class={`turn${open ? " open" : ""}`}
        onClick={(event) => {
          event.stopPropagation();
          if (entry.children.length > 0) state.turn(entry, !open);
        }}
      >
        {entry.children.length > 0 && (
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M4.5 2.500L8 6l-3.500 3.500" />
          </svg>
        )}
      </span>
      <Class type={entry.type} />
      <bdi class="name">{entry.name}</bdi>
      {value ? (
        <bdi class="value">{value.slice(0, 200)}</bdi>
      ) : (
        entry.children.length > 0 && <span class="value size">{grouped(entry.children.length)}</span>
      )}
      {value && entry.meaning?.unit && <bdi class="unit">{entry.meaning.unit}</bdi>}
      <Badges entry={entry} />
    </div>
  );
}

// WAI-ARIA, tree view: arrows move, open and close; Home and End; Enter opens.
function keyed(state: DocumentState, key: string): boolean {
  const rows = state.rows.value;
  const at = state.chosen.value ? rows.indexOf(state.chosen.value) : -1;
  const entry = rows[at];
  const go = (to: Entry | undefined) => {
    if (to) state.choose(to);
    state.jumps.value++;
  };
  if (key === "ArrowDown") go(rows[Math.min(at + 1, rows.length - 1)]);
  else if (key === "ArrowUp") go(rows[Math.max(at - 1, 0)]);
  else if (key === "PageDown") go(rows[Math.min(at + 12, rows.length - 1)]);
  else if (key === "PageUp") go(rows[Math.max(at - 12, 0)]);
  else if (key === "Home") go(rows[0]);
  else if (key === "End") go(rows.at(-1));
  else if (!entry) return false;
  else if (key === "ArrowRight") state.isOpen(entry) ? go(rows[at + 1]) : state.turn(entry, true);
  else if (key === "ArrowLeft") state.isOpen(entry) ? state.turn(entry, false) : go(entry.parent);
  else if (key === "Enter" || key === " ") state.turn(entry);
  else return false;
  return true;
}

export function Tree({ state }: { state: DocumentState }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 600 });
  const rows = state.rows.value;
  const look = () => {
    const at = scroller.current;
    if (at && (at.scrollTop !== seen.top || at.clientHeight !== seen.height))
      setSeen({ top: at.scrollTop, height: at.clientHeight });
  };
  useLayoutEffect(() => {
    look();
    const watch = new ResizeObserver(look);
    if (scroller.current) watch.observe(scroller.current);
    return () => watch.disconnect();
  });
  const jumps = state.jumps.value;
  useLayoutEffect(() => {
    const at = scroller.current;
    const index = state.chosen.value ? rows.indexOf(state.chosen.value) : -1;
    if (!at || index < 0) return;
    const top = index * rowHeight;
    if (top >= at.scrollTop && top + rowHeight <= at.scrollTop + at.clientHeight) return;
    at.scrollTop = Math.max(0, top - at.clientHeight / 3);
    look();
  }, [jumps]);
  const first = Math.max(0, Math.floor(seen.top / rowHeight) - margin);
  const last = Math.min(rows.length, Math.ceil((seen.top + seen.height) / rowHeight) + margin);
  const matches = state.matches.value;
  const left = state.document.value?.entriesLeft ?? 0;
  return (
    <section class="tree-pane" aria-label="Structure">
      <div class="tree-tools">
        <Search state={state} />
        <Button press={() => state.turnAll()} title="Open or close the whole tree">
          Open all
        </Button>
      </div>
      <div
        ref={scroller}
        class="tree"
        role="tree"
        aria-label="Elements"
        tabIndex={0}
        aria-activedescendant={state.chosen.value ? `row-${state.chosen.value.place}` : undefined}
        onScroll={look}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey && !event.altKey && keyed(state, event.key)) event.preventDefault();
        }}
      >
        <div class="rows" style={{ height: `${rows.length * rowHeight}px` }}>
          {rows.slice(first, last).map((entry, index) => (
            <Row key={entry.place} state={state} entry={entry} index={first + index} />
          ))}
        </div>
      </div>
      <p class="said" role="status">
        {matches
          ? matches.found.size === 0
            ? "Nothing matches."
            : `${counted(matches.found.size, "match", "matches")}`
          : left > 0
            ? `${grouped(left)} more elements are not on this page.`
            : ""}
      </p>
    </section>
  );
}
