// SPDX-License-Identifier: Apache-2.0
// ui://lintel/energy-runs: one run against another: key figures, end uses, a series of both, and every value that differs.
import "../kit/theme.css";
import "../kit/base.css";
import "../parts/chart.css";
import "../parts/table.css";
import "./energy-runs/runs.css";
import { computed, effect, signal } from "@preact/signals";
import { render } from "preact";
import { openSource, type ReadPart, sentence } from "../kit/data.ts";
import { counted, grouped } from "../kit/format.ts";
import { applyLook, turnTheme } from "../kit/look.ts";
import { figure } from "../kit/packed.ts";
import { type Run, runFacts, spaced, tellReady, words } from "../kit/run.ts";
import { Button } from "../parts/Button.tsx";
import { DataTable, printAll } from "../parts/DataTable.tsx";
import { type ChartData, LineChart } from "../parts/LineChart.tsx";
import { Stale } from "../parts/Stale.tsx";
import { Mark } from "../parts/Status.tsx";
import {
  changeText,
  decodeDifferences,
  decodeRuns,
  decodeSeries,
  type Pair,
  type Runs,
  type SeriesData,
} from "./energy-runs/data.ts";

const runs = signal<Runs | undefined>(undefined);
const problem = signal("");
const wanted = signal("");
const differences = signal<string[][]>([]);
const chosen = signal(0); // a series
const environment = signal(0); // of it; at first the longest, which is the weather run where there is one
const apart = signal(false); // the difference instead of both
const loaded = signal<ReadonlyMap<number, SeriesData>>(new Map());
let read: ReadPart | undefined;

async function loadSeries(index: number): Promise<void> {
  if (!read || loaded.value.has(index) || index >= (runs.value?.series.length ?? 0)) return;
  const series = decodeSeries(await read(`series-${index}`));
  loaded.value = new Map([...loaded.value, [index, series]]);
}

function longest(index: number): number {
  const counts = (runs.value?.series[index]?.environments ?? []).map(({ count }) => count);
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}

async function load(value: unknown, part: ReadPart): Promise<void> {
  try {
    read = part;
    const found = decodeRuns(value);
    runs.value = found;
    environment.value = longest(0);
    await loadSeries(0);
    for (let i = 0; i < found.differenceParts; i++) {
      differences.value = [...differences.value, ...decodeDifferences(await part(`differences-${i}`))];
    }
    tellReady();
  } catch (wrong) {
    problem.value = sentence(wrong);
  }
}
const source = openSource("energy-runs", "runs", {
  data: (value, part) => void load(value, part),
  problem: (told) => (problem.value = told),
  context: applyLook,
});
const hosted = source.place === "app";

function choose(index: number): void {
  chosen.value = index;
  environment.value = longest(index);
  loadSeries(index).catch((wrong: unknown) => (problem.value = sentence(wrong)));
}

function Key() {
  return (
    <span class="key">
      <i class="before" /> before <i class="after" /> after
    </span>
  );
}

function RunName({ run, word }: { run: Run; word: string }) {
  return (
    <div class={`run ${word}`}>
      <dt>
        <i class={word} /> {word}
      </dt>
      <dd>
        <strong>
          <bdi>{run.id || run.building}</bdi>
        </strong>{" "}
        <span class="quiet">
          <bdi>{[run.building, runFacts(run)].filter(Boolean).join(" · ")}</bdi>
        </span>
      </dd>
    </div>
  );
}

// Less is not always better, so no colour judges.
function Change({ pair }: { pair: Pair }) {
  const text = changeText(pair);
  return (
    <span class="change" title={`${figure(pair.before, pair.unit)} to ${figure(pair.after, pair.unit)}`}>
      {text === "same" || !text ? "" : pair.after > pair.before ? "▲ " : "▼ "}
      {text}
    </span>
  );
}

function Figures({ of }: { of: Runs }) {
  if (!of.figures.length)
    return <p class="quiet">Neither run has key figures: energies add up over weather run periods only.</p>;
  return (
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">Key figures</th>
          <th scope="col">before</th>
          <th scope="col">after</th>
          <th scope="col">change</th>
        </tr>
      </thead>
      <tbody>
        {of.figures.map((pair) => (
          <tr key={pair.name}>
            <th scope="row">{words(pair.name)}</th>
            <td>{figure(pair.before, pair.unit)}</td>
            <td>{figure(pair.after, pair.unit)}</td>
            <td>
              <Change pair={pair} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EndUses({ of }: { of: Runs }) {
  if (!of.uses.length) return null;
  const most = Math.max(1e-9, ...of.uses.flatMap(({ before, after }) => [before || 0, after || 0]));
  const bar = (value: number, word: string) => (
    <span class="use">
      <i class={word} style={{ width: `${(85 * (value || 0)) / most}%` }} />
      <span>{figure(value)}</span>
    </span>
  );
  return (
    <section>
      <h2>
        End uses <span class="quiet">{of.usesUnit}, all carriers</span> <Key />
      </h2>
      <table class="uses">
        <tbody>
          {of.uses.map((pair) => (
            <tr key={pair.name}>
              <th scope="row">
                <bdi>{pair.name}</bdi>
              </th>
              <td class="bars">
                {bar(pair.before, "before")}
                {bar(pair.after, "after")}
              </td>
              <td>
                <Change pair={pair} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const chart = computed<ChartData | undefined>(() => {
  const entry = runs.value?.series[chosen.value];
  const data = loaded.value.get(chosen.value);
  if (!entry || !data?.times.length) return undefined;
  const span = entry.environments[environment.value] ?? { first: 0, count: data.times.length };
  const both = [
    { name: "before", colour: "var(--one)", values: data.before },
    { name: "after", colour: "var(--two)", values: data.after },
  ];
  const change = {
    name: "after − before",
    colour: "var(--accent)",
    values: data.after.map((value, i) => value - data.before[i]!),
  };
  const first = Math.min(span.first, data.times.length - 1);
  return {
    times: data.times,
    unit: entry.unit,
    lines: apart.value ? [change] : both,
    first,
    count: Math.min(span.count, data.times.length - first),
  };
});

function Series({ of }: { of: Runs }) {
  const entry = of.series[chosen.value];
  if (!entry)
    return (
      <p class="quiet">The two runs report no series in common: give both models an Output:Variable or Output:Meter.</p>
    );
  const nameOf = ({ name, key }: { name: string; key: string }) => (key ? `${name}, ${key}` : name);
  const bySpan = entry.environments[environment.value];
  return (
    <section>
      <h2>
        Over time <Key />
      </h2>
      <div class="choices">
        <select
          aria-label="Series"
          value={String(chosen.value)}
          onChange={(event) => choose(Number(event.currentTarget.value))}
        >
          {of.series.map((each, index) => (
            <option key={index} value={String(index)}>
              {nameOf(each)}
            </option>
          ))}
        </select>
        {entry.environments.length > 1 && (
          <select
            aria-label="Environment"
            value={String(environment.value)}
            onChange={(event) => (environment.value = Number(event.currentTarget.value))}
          >
            {entry.environments.map(({ name }, index) => (
              <option key={index} value={String(index)}>
                {name}
              </option>
            ))}
          </select>
        )}
        <Button pressed={apart.value} press={() => (apart.value = !apart.value)}>
          Difference
        </Button>
        <span class="quiet">
          {[entry.frequency, entry.environments.length === 1 ? bySpan?.name : ""].filter(Boolean).join(", ")}
        </span>
      </div>
      {chart.value && chart.value.count > 1 && <LineChart data={chart.value} label={nameOf(entry)} />}
      {chart.value && chart.value.count <= 1 && (
        <p>
          One value:{" "}
          {chart.value.lines
            .map(({ name, values }) => `${name} ${figure(values[chart.value!.first]!, entry.unit)}`)
            .join(", ")}
        </p>
      )}
      {!chart.value && <p class="quiet">Waiting for the series.</p>}
    </section>
  );
}

const columns = [
  { name: "Row" },
  { name: "Column" },
  { name: "Unit" },
  { name: "before" },
  { name: "after" },
  { name: "Change", unit: "%" },
  { name: "Table" },
  { name: "Report" },
];
const rows = computed(() => {
  const text = wanted.value.trim().toLowerCase();
  return differences.value
    .filter((row) => !text || row.some((cell) => cell.toLowerCase().includes(text)))
    .map(([report = "", table = "", row = "", column = "", unit = "", before = "", after = "", percent = ""]) => [
      row || "–",
      column,
      unit,
      before,
      after,
      percent,
      table,
      spaced(report),
    ]);
});

function Differences({ of }: { of: Runs }) {
  return (
    <section>
      <h2>
        Values that differ{" "}
        <span class="quiet">
          {grouped(of.different)} of {grouped(of.compared)}
          {of.report && `, in ${spaced(of.report)}`}
        </span>
      </h2>
      {of.different === 0 ? (
        <p>All {grouped(of.compared)} values are the same.</p>
      ) : (
        <DataTable
          columns={columns}
          rows={rows.value}
          marked={wanted.value.trim().toLowerCase()}
          caption={
            <input
              type="search"
              aria-label="Find a difference"
              placeholder="Find a report, table, row or column"
              value={wanted.value}
              onInput={(event) => (wanted.value = event.currentTarget.value)}
            />
          }
        />
      )}
      {of.different > differences.value.length && differences.value.length > 0 && (
        <p class="quiet">
          {counted(of.different - differences.value.length, "difference")} more: compare one report by its name.
        </p>
      )}
    </section>
  );
}

function Page() {
  const of = runs.value;
  if (!of || problem.value) {
    return (
      <p class="empty" role={problem.value ? "alert" : "status"}>
        {problem.value || "Waiting for the runs."}
      </p>
    );
  }
  return (
    <main class="page">
      <header class="bar">
        <h1>
          Run against run{" "}
          <span class="quiet">
            {of.different === 0
              ? "no differences"
              : `${counted(of.different, "value")} of ${grouped(of.compared)} differ`}
          </span>
        </h1>
        <div class="tools">
          {!hosted && <Button press={turnTheme}>Dark or light</Button>}
          {!hosted && <Button press={printAll}>Print</Button>}
        </div>
      </header>
      <Stale stale={of.after.stale} />
      <div class="inside">
        <dl class="both">
          <RunName run={of.before} word="before" />
          <RunName run={of.after} word="after" />
        </dl>
        {of.warnings.map((each) => (
          <p key={each} class="warning">
            <Mark severity="warning" /> {each}
          </p>
        ))}
        <div class="top">
          <section>
            <Figures of={of} />
          </section>
          <EndUses of={of} />
        </div>
        <Series of={of} />
        <Differences of={of} />
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
  if (runs.value) document.title = `${runs.value.after.building || "Run"} – run against run`;
});
effect(() => {
  if (problem.value) tellReady();
});
