// SPDX-License-Identifier: Apache-2.0
// ui://lintel/report: the check of models against an IDS, to read, filter, search and print.
import "../kit/theme.css";
import "../kit/base.css";
import "./report/report.css";
import { effect } from "@preact/signals";
import { options, render } from "preact";
import { openSource } from "../kit/data.ts";
import { applyLook } from "../kit/look.ts";
import { statusWords } from "./report/data.ts";
import { Elements } from "./report/Elements.tsx";
import { Figures, Head, Models, Warnings } from "./report/Head.tsx";
import { Specifications } from "./report/Specifications.tsx";
import { ReportState } from "./report/state.ts";
import { Tools } from "./report/Tools.tsx";

const state = new ReportState();

const source = openSource("report", "report", {
  data: (value) => state.load(value),
  problem: (sentence) => state.fail(sentence),
  context: applyLook,
});

function Page() {
  const report = state.report.value;
  const problem = state.problem.value;
  if (!report || problem) {
    return (
      <p class="empty" role={problem ? "alert" : "status"}>
        {problem || "Waiting for the report."}
      </p>
    );
  }
  return (
    <>
      <a class="skip" href="#results">
        Skip to the results
      </a>
      <Head report={report} />
      <Figures report={report} />
      <Warnings warnings={report.warnings} />
      <Models report={report} />
      <Tools state={state} hosted={source.place === "app"} />
      <p class="said" role="status">
        {state.said.value}
      </p>
      <main id="results">
        {state.view.value === "elements" ? <Elements state={state} /> : <Specifications state={state} />}
        {state.nothing.value && <p class="empty">{state.nothing.value}</p>}
      </main>
      <footer>{report.about.join(" · ")}</footer>
    </>
  );
}

// --- start ---

// Before a sheet is printed, everything that will be on it must stand there: now, not at the next frame.
function turnToPaper(printing: boolean): void {
  const before = options.debounceRendering;
  options.debounceRendering = (draw) => draw();
  state.printing.value = printing;
  options.debounceRendering = before;
}
const paper = matchMedia("print");
addEventListener("beforeprint", () => turnToPaper(true));
addEventListener("afterprint", () => turnToPaper(paper.matches));
paper.addEventListener("change", () => turnToPaper(paper.matches));

const root = document.createElement("div");
root.className = "page";
document.body.append(root);
render(<Page />, root);
source.bridge?.followSize(root);

effect(() => {
  const report = state.report.value;
  if (report) document.title = `${report.title} – ${statusWords[report.status]}`;
});
effect(() => {
  if (state.report.value || state.problem.value) {
    requestAnimationFrame(() => ((window as { lintelReady?: boolean }).lintelReady = true));
  }
});
