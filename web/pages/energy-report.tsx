// SPDX-License-Identifier: Apache-2.0
// ui://lintel/energy-report: every tabular report of a run, to find, read, sort, copy and print.
import "../kit/theme.css";
import "../kit/base.css";
import "../parts/table.css";
import "./energy-report/report.css";
import { computed, effect, signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { openSource, type ReadPart, sentence } from "../kit/data.ts";
import { counted, grouped } from "../kit/format.ts";
import { applyLook, turnTheme } from "../kit/look.ts";
import { figure } from "../kit/packed.ts";
import { runFacts, spaced, tellReady, words } from "../kit/run.ts";
import { Button } from "../parts/Button.tsx";
import { DataTable, printAll } from "../parts/DataTable.tsx";
import { Stale } from "../parts/Stale.tsx";
import { addTables, type Book, decodeBook, foundRows, type Report, type Table } from "./energy-report/data.ts";

const book = signal<Book | undefined>(undefined);
const filled = signal(0); // tables that are there
const partsLeft = signal(0);
const problem = signal("");
const wanted = signal(""); // lower case
const chosen = signal(0); // a report; -1: all of them
const contents = signal(false); // shown on narrow screens

async function load(value: unknown, part: ReadPart): Promise<void> {
  try {
    const read = decodeBook(value);
    partsLeft.value = read.parts;
    book.value = read;
    for (let i = 0; i < read.parts; i++) {
      filled.value = addTables(read, await part(`tables-${i}`), filled.value);
      partsLeft.value = read.parts - i - 1;
    }
  } catch (wrong) {
    problem.value = sentence(wrong);
  }
}

const source = openSource("energy-report", "report", {
  data: (value, part) => void load(value, part),
  problem: (told) => (problem.value = told),
  context: applyLook,
});
const hosted = source.place === "app";

interface Found {
  table: Table;
  rows: string[][];
}
interface FoundReport {
  report: Report;
  index: number;
  tables: Found[];
}
// What is shown: the chosen report, or whatever fits the search in all of them.
const found = computed<FoundReport[]>(() => {
  void filled.value;
  const text = wanted.value.trim();
  return (book.value?.reports ?? [])
    .map((report, index) => ({
      report,
      index,
      tables: report.tables
        .map((table) => ({ table, rows: foundRows(report, table, text) }))
        .filter(({ table, rows }) => rows.length > 0 || (!text && !table.expected)),
    }))
    .filter(({ index, tables }) => (text ? tables.length > 0 : chosen.value < 0 || chosen.value === index));
});
const matches = computed(() => found.value.reduce((sum, { tables }) => sum + tables.length, 0));

const idOf = (report: number, table: number) => `table-${report}-${table}`;

function go(report: number, table: number): void {
  if (wanted.value || chosen.value >= 0) chosen.value = report;
  wanted.value = "";
  contents.value = false;
  requestAnimationFrame(() => {
    const place = document.getElementById(table < 0 ? `report-${report}` : idOf(report, table));
    place?.scrollIntoView({ block: "start" });
    place?.focus({ preventScroll: true });
  });
}

function Contents({ of }: { of: Book }) {
  return (
    <nav class={`contents${contents.value ? " open" : ""}`} aria-label="Contents">
      <ul>
        <li>
          <button
            type="button"
            aria-current={chosen.value < 0}
            onClick={() => ((chosen.value = -1), (wanted.value = ""), (contents.value = false))}
          >
            All reports <span class="quiet">{grouped(of.reports.length)}</span>
          </button>
        </li>
        {of.reports.map((report, index) => (
          <li key={index}>
            <button
              type="button"
              aria-current={chosen.value === index && !wanted.value}
              onClick={() => go(index, -1)}
              title={report.name}
            >
              <bdi>{spaced(report.name)}</bdi>{" "}
              {report.scope !== "Entire Facility" && (
                <span class="quiet">
                  <bdi>{report.scope}</bdi>
                </span>
              )}
            </button>
            {chosen.value === index && !wanted.value && report.tables.length > 1 && (
              <ul>
                {report.tables.map((table, place) => (
                  <li key={place}>
                    <button type="button" onClick={() => go(index, place)} title={table.name}>
                      <bdi>{table.name}</bdi>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const pauseMs = 150;

function Search() {
  const field = useRef<HTMLInputElement>(null);
  const waiting = useRef(0);
  const soon = () => {
    clearTimeout(waiting.current);
    waiting.current = window.setTimeout(() => (wanted.value = (field.current?.value ?? "").toLowerCase()), pauseMs);
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
  useEffect(() => {
    if (!wanted.value && field.current) field.current.value = "";
  }, [wanted.value]);
  return (
    <input
      ref={field}
      type="search"
      placeholder="Search all reports…"
      aria-label="Search all reports"
      title="Names of tables, rows and columns, and values; press / to search"
      autocomplete="off"
      spellcheck={false}
      onInput={soon}
      onKeyDown={(event) => event.key === "Escape" && (wanted.value = "")}
    />
  );
}

function Figures({ of }: { of: Book }) {
  if (!of.figures.length) return null;
  return (
    <dl class="figures">
      {of.figures.map(({ name, unit, value }) => (
        <div key={name}>
          <dt>{words(name)}</dt>
          <dd>{figure(value, unit)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Section({ report, index, tables }: FoundReport) {
  return (
    <section class="report">
      <h2 id={`report-${index}`} tabIndex={-1}>
        <bdi>{spaced(report.name)}</bdi>{" "}
        <span class="quiet">
          <bdi>{report.scope}</bdi>
        </span>
      </h2>
      {tables.map(({ table, rows }) => {
        const place = report.tables.indexOf(table);
        return (
          <div key={`${place} ${wanted.value}`} id={idOf(index, place)} tabIndex={-1}>
            <DataTable
              columns={table.columns}
              rows={rows}
              marked={wanted.value.trim()}
              caption={
                <h3>
                  <bdi>{table.name}</bdi>{" "}
                  <span class="quiet">
                    {rows.length < table.rows.length
                      ? `${grouped(rows.length)} of ${counted(table.rows.length, "row")}`
                      : counted(table.rows.length, "row")}
                  </span>
                </h3>
              }
            />
          </div>
        );
      })}
    </section>
  );
}

function Page() {
  const of = book.value;
  if (!of || problem.value) {
    return (
      <p class="empty" role={problem.value ? "alert" : "status"}>
        {problem.value || "Waiting for the report."}
      </p>
    );
  }
  const searching = wanted.value.trim() !== "";
  return (
    <main class="page">
      <header class="bar">
        <h1 title={of.run.model}>
          <bdi>{of.run.building || "Report"}</bdi>{" "}
          <span class="quiet">
            <bdi>{runFacts(of.run)}</bdi>
          </span>
        </h1>
        <div class="tools">
          <Button pressed={contents.value} press={() => (contents.value = !contents.value)}>
            Contents
          </Button>
          <Search />
          {!hosted && <Button press={turnTheme}>Dark or light</Button>}
          {!hosted && <Button press={printAll}>Print</Button>}
        </div>
      </header>
      <Contents of={of} />
      <div class="middle">
        <Stale stale={of.run.stale} />
        {!searching && chosen.value <= 0 && <Figures of={of} />}
        {(searching || partsLeft.value > 0) && (
          <p class="quiet status" role="status">
            {searching && `${counted(matches.value, "table")} with “${wanted.value.trim()}”. `}
            {partsLeft.value > 0 && `${counted(partsLeft.value, "part")} of the tables still to come.`}
          </p>
        )}
        {found.value.map((each) => (
          <Section key={each.index} {...each} />
        ))}
        {!of.reports.length && <p class="empty">This run has no tabular reports.</p>}
      </div>
    </main>
  );
}

// --- start ---

const root = document.createElement("div");
document.body.append(root);
render(<Page />, root);
source.bridge?.followSize(root);

effect(() => {
  if (book.value) document.title = `${book.value.run.building || "Run"} – reports`;
});
effect(() => {
  if ((book.value && !partsLeft.value) || problem.value) tellReady();
});
