// SPDX-License-Identifier: Apache-2.0
// ui://lintel/aas: a document of Asset Administration Shells, to look at, search, print. It changes and approves nothing.
import "../kit/theme.css";
import "../kit/base.css";
import "./aas/aas.css";
import { effect } from "@preact/signals";
import { render, type VNode } from "preact";
import { openSource } from "../kit/data.ts";
import { grouped } from "../kit/format.ts";
import { applyLook, turnTheme } from "../kit/look.ts";
import { Button } from "../parts/Button.tsx";
import { Changes } from "./aas/Changes.tsx";
import { Completeness } from "./aas/Completeness.tsx";
import type { Document } from "./aas/data.ts";
import { Detail } from "./aas/Detail.tsx";
import { Findings } from "./aas/Findings.tsx";
import { Head, verdictWords } from "./aas/Head.tsx";
import { Nameplate } from "./aas/Nameplate.tsx";
import { Passport } from "./aas/Passport.tsx";
import { DocumentState, type Tab } from "./aas/state.ts";
import { Tree } from "./aas/Tree.tsx";

const state = new DocumentState();

const source = openSource("aas", "aas", {
  data: (value) => state.load(value),
  problem: (sentence) => state.fail(sentence),
  context: applyLook,
});
const hosted = source.place === "app";

const names: Record<Tab, string> = {
  structure: "Structure",
  nameplate: "Nameplate",
  passport: "Passport",
  completeness: "Completeness",
  findings: "Findings",
  changes: "Changes",
};
const views: Record<Tab, () => VNode> = {
  structure: () => (
    <div class="panes">
      <Tree state={state} />
      <Detail state={state} />
    </div>
  ),
  nameplate: () => <Nameplate state={state} />,
  passport: () => <Passport state={state} />,
  completeness: () => <Completeness state={state} />,
  findings: () => <Findings state={state} />,
  changes: () => <Changes state={state} />,
};

function numberOn(tab: Tab, document: Document): number {
  if (tab === "findings") return document.findings.length + document.findingsLeft;
  return tab === "changes" ? document.waiting : 0;
}

// WAI-ARIA, tabs: arrows go from one to the next.
function step(by: number, bar: HTMLElement): void {
  const tabs = state.tabs.value;
  const next = tabs[(tabs.indexOf(state.tab.value) + by + tabs.length) % tabs.length]!;
  state.tab.value = next;
  bar.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
}

function Languages({ document }: { document: Document }) {
  if (document.languages.length < 2) return null;
  return (
    <select
      aria-label="Language"
      value={state.language.value}
      onChange={(event) => (state.language.value = event.currentTarget.value)}
    >
      {document.languages.slice(0, 100).map((language) => (
        <option key={language} value={language}>
          {language}
        </option>
      ))}
    </select>
  );
}

function Bar({ document }: { document: Document }) {
  return (
    <div class="bar">
      <div
        class="tabs"
        role="tablist"
        aria-label="Views"
        onKeyDown={(event) => {
          if (event.key === "ArrowRight") step(1, event.currentTarget);
          if (event.key === "ArrowLeft") step(-1, event.currentTarget);
        }}
      >
        {state.tabs.value.map((tab) => (
          <button
            key={tab}
            id={`tab-${tab}`}
            type="button"
            role="tab"
            aria-selected={state.tab.value === tab}
            aria-controls="view"
            tabIndex={state.tab.value === tab ? 0 : -1}
            onClick={() => (state.tab.value = tab)}
          >
            {names[tab]}
            {numberOn(tab, document) > 0 && <span class="number">{grouped(numberOn(tab, document))}</span>}
          </button>
        ))}
      </div>
      <div class="own">
        <Languages document={document} />
        {!hosted && <Button press={turnTheme}>Dark or light</Button>}
        {!hosted && <Button press={() => print()}>Print</Button>}
      </div>
    </div>
  );
}

function Page() {
  const document = state.document.value;
  const problem = state.problem.value;
  if (!document || problem) {
    return (
      <p class="empty" role={problem ? "alert" : "status"}>
        {problem || "Waiting for the document."}
      </p>
    );
  }
  const tab = state.tab.value;
  return (
    <div class={`page ${tab}${hosted ? " hosted" : ""}`}>
      <Head state={state} document={document} />
      <Bar document={document} />
      <main>
        <div class="view" id="view" role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {views[tab]()}
        </div>
      </main>
    </div>
  );
}

// --- start ---

const root = document.createElement("div");
document.body.append(root);
render(<Page />, root);
source.bridge?.followSize(root);

effect(() => {
  const shown = state.document.value;
  if (shown) document.title = `${shown.name} – ${verdictWords(shown)}`;
});
effect(() => {
  if (state.document.value || state.problem.value) {
    requestAnimationFrame(() => ((window as { lintelReady?: boolean }).lintelReady = true));
  }
});
