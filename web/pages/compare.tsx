// SPDX-License-Identifier: Apache-2.0
// What changed between two checks of models against an IDS: new, still failing, fixed. A file that
// `lintel ids compare -o` writes.
import "../kit/theme.css";
import "../kit/base.css";
import "./report/report.css";
import "./compare/compare.css";
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { openSource } from "../kit/data.ts";
import { grouped } from "../kit/format.ts";
import { applyLook } from "../kit/look.ts";
import { Button } from "../parts/Button.tsx";
import { type Changes, decodeChanges, type Turn, turns, turnWords } from "./compare/data.ts";
import { Specifications } from "./compare/Specifications.tsx";
import { Warnings } from "./report/Head.tsx";
import { StatusMark } from "./report/Verdict.tsx";

const changes = signal<Changes | undefined>(undefined);
const problem = signal("");
const chosen = signal<Turn | "all">("all");

const source = openSource("compare", "changes", {
  data: (value) => {
    try {
      changes.value = decodeChanges(value);
    } catch (wrong) {
      problem.value = wrong instanceof Error ? wrong.message : String(wrong);
    }
  },
  problem: (sentence) => (problem.value = sentence),
  context: applyLook,
});

// What is not known is not green.
const statusOf = ({ totals }: Changes) => (totals.unknown > 0 ? "error" : totals.new > 0 ? "fail" : "pass");

function Head({ of }: { of: Changes }) {
  const time = (text: string) => text.replace("T", " ").replace(/(:\d\d):\d\dZ$/, "$1 UTC");
  const times = [of.before && `from ${time(of.before)}`, of.after && `to ${time(of.after)}`].filter(Boolean).join(" ");
  return (
    <header>
      <p class="eyebrow">IDS check reports compared</p>
      <h1>
        <bdi>{of.title}</bdi>
      </h1>
      <p class="facts">{times}</p>
      <p class={`verdict ${statusOf(of)}`}>
        <StatusMark status={statusOf(of)} />
        {of.verdict}
      </p>
    </header>
  );
}

function Figures({ of }: { of: Changes }) {
  return (
    <ul class="figures">
      {turns.map((turn) => (
        <li key={turn}>
          <span class="label">{turnWords[turn]}</span>
          <span class={`big ${of.totals[turn] > 0 ? turn : ""}`}>{grouped(of.totals[turn])}</span>
        </li>
      ))}
    </ul>
  );
}

function Tools() {
  const choices: [Turn | "all", string][] = [
    ["all", "All"],
    ...turns.map((turn): [Turn, string] => [turn, turnWords[turn]]),
  ];
  return (
    <div class="tools" role="toolbar" aria-label="What is shown">
      <span class="segments" role="group" aria-label="Which">
        {choices.map(([value, name]) => (
          <Button key={value} pressed={value === chosen.value} press={() => (chosen.value = value)}>
            {name}
          </Button>
        ))}
      </span>
    </div>
  );
}

function Page() {
  const of = changes.value;
  if (!of || problem.value) {
    return (
      <p class="empty" role={problem.value ? "alert" : "status"}>
        {problem.value || "Waiting for the comparison."}
      </p>
    );
  }
  return (
    <>
      <Head of={of} />
      <Figures of={of} />
      <Warnings warnings={of.notes} />
      <Tools />
      {of.left > 0 && <p class="said">{grouped(of.left)} more are not in this page: see the JSON.</p>}
      <main id="results">
        <Specifications specifications={of.specifications} chosen={chosen.value} />
      </main>
    </>
  );
}

const root = document.createElement("div");
root.className = "page";
document.body.append(root);
render(<Page />, root);
source.bridge?.followSize(root);

effect(() => {
  const of = changes.value;
  if (of) document.title = `${of.title} – ${of.verdict}`;
  if (of || problem.value) {
    requestAnimationFrame(() => ((window as { lintelReady?: boolean }).lintelReady = true));
  }
});
