// SPDX-License-Identifier: Apache-2.0
// All findings in one list; each leads to its element.
import { useState } from "preact/hooks";
import { counted, grouped } from "../../kit/format.ts";
import { Button } from "../../parts/Button.tsx";
import type { Severity } from "../../parts/Status.tsx";
import { useGrowing } from "../report/growing.tsx";
import { type Document, type Finding, pathOf } from "./data.ts";
import { FindingText } from "./Detail.tsx";
import { StatusMark } from "./Marks.tsx";
import type { DocumentState } from "./state.ts";

const atOnce = 100;
const choices: [Severity, string][] = [
  ["error", "Errors"],
  ["warning", "Warnings"],
  ["info", "Notes"],
];

function Item({ state, finding }: { state: DocumentState; finding: Finding }) {
  const entry = finding.entry;
  return (
    <li class={finding.severity}>
      <FindingText finding={finding} />
      {entry ? (
        <button type="button" class="link to" onClick={() => state.jump(entry)}>
          <bdi>
            {pathOf(entry)
              .map(({ name }) => name)
              .join(" / ")}
          </bdi>
        </button>
      ) : (
        <span class="quiet to">{finding.pointer || "the document"}</span>
      )}
    </li>
  );
}

function Nothing({ document }: { document: Document }) {
  const { status, why } = document.verdict;
  if (status === "not_checked")
    return (
      <p class="nothing open-word">
        <StatusMark status="not_checked" /> Not checked. {why}
      </p>
    );
  if (document.findings.length > 0) return null;
  return (
    <p class="nothing">
      <StatusMark status="valid" /> Nothing is wrong: structure and constraints of metamodel {document.metamodel}
      {document.templates.checked > 0 && `, and ${counted(document.templates.checked, "template")}`}.
    </p>
  );
}

export function Findings({ state }: { state: DocumentState }) {
  const document = state.document.value;
  const [shown, setShown] = useState<Severity | "all">("all");
  const all = document?.findings ?? [];
  const [items, setItems] = useState(all);
  const { visible, more } = useGrowing(items, atOnce);
  if (!document) return null;
  const show = (severity: Severity | "all") => {
    setShown(severity);
    setItems(severity === "all" ? all : all.filter((each) => each.severity === severity));
  };
  const number = (severity: Severity) => all.filter((each) => each.severity === severity).length;
  return (
    <div class="sheet">
      <Nothing document={document} />
      {all.length > 0 && (
        <div class="segments" role="group" aria-label="Which findings">
          <Button pressed={shown === "all"} press={() => show("all")}>
            All {grouped(all.length)}
          </Button>
          {choices.map(([severity, word]) => (
            <Button key={severity} pressed={shown === severity} press={() => show(severity)}>
              {word} {grouped(number(severity))}
            </Button>
          ))}
        </div>
      )}
      <ul class="finding-list wide">
        {visible.map((finding, index) => (
          <Item key={index} state={state} finding={finding} />
        ))}
      </ul>
      {more}
      {document.findingsLeft > 0 && <p class="quiet">{grouped(document.findingsLeft)} more are not on this page.</p>}
    </div>
  );
}
