// SPDX-License-Identifier: Apache-2.0
// Which document this is, whose asset it describes, how it stands.
import { useState } from "preact/hooks";
import { counted } from "../../kit/format.ts";
import { Button } from "../../parts/Button.tsx";
import { Mark } from "../../parts/Status.tsx";
import { type Document, missingIn, type Shell, type Status } from "./data.ts";
import { countWords, StatusMark } from "./Marks.tsx";
import type { DocumentState } from "./state.ts";

function OneShell({ state, shell }: { state: DocumentState; shell: Shell }) {
  const entry = shell.entry;
  const name = shell.name || shell.id || "Shell";
  return (
    <li>
      <span class="class whole">AAS</span>
      <span class="of" title={name}>
        {entry ? (
          <button type="button" class="link" onClick={() => state.jump(entry)}>
            <bdi>{name}</bdi>
          </button>
        ) : (
          <bdi>{name}</bdi>
        )}
      </span>
      <span class="asset">
        <bdi class={shell.asset ? "mono" : "quiet"} title={shell.asset}>
          {shell.asset || "no globalAssetId"}
        </bdi>
      </span>
      {shell.kind && <span class="tag">{shell.kind}</span>}
    </li>
  );
}

const shellsAtOnce = 3;

function Shells({ state, shells }: { state: DocumentState; shells: Shell[] }) {
  const [all, setAll] = useState(false);
  if (shells.length === 0) return <p class="quiet shells">No shell: submodels only</p>;
  const visible = all ? shells : shells.slice(0, shellsAtOnce);
  return (
    <ul class="shells" aria-label="Shells and their assets">
      {visible.map((shell, index) => (
        <OneShell key={index} state={state} shell={shell} />
      ))}
      {shells.length > visible.length && (
        <li>
          <Button press={() => setAll(true)}>{counted(shells.length - visible.length, "more shell")}</Button>
        </li>
      )}
    </ul>
  );
}

function Chip(props: { status: Status; label: string; words: string; press?: () => void }) {
  const inside = (
    <>
      <StatusMark status={props.status} />
      <span>
        <span class="label">{props.label}</span>
        {props.words}
      </span>
    </>
  );
  if (!props.press) return <span class={`chip ${props.status}`}>{inside}</span>;
  return (
    <button type="button" class={`chip ${props.status}`} onClick={props.press}>
      {inside}
    </button>
  );
}

export function verdictWords({ verdict: { status, errors, warnings } }: Document): string {
  if (status === "not_checked") return "Not checked";
  return countWords(errors, warnings) || "Valid";
}

// What conforms and still lacks values is not green.
function templateChip({ templates, submodels }: Document): { status: Status; words: string } {
  const { checked, conforming } = templates;
  if (checked === 0) return { status: "not_checked", words: "Not checked: none known" };
  const words = `${conforming} of ${counted(checked, "submodel")} ${checked === 1 ? "conforms" : "conform"}`;
  if (conforming < checked) return { status: "invalid", words };
  const missing = submodels.reduce((sum, each) => sum + missingIn(each), 0);
  if (missing === 0) return { status: "valid", words };
  return { status: "warnings", words: `${counted(missing, "value")} missing` };
}

export function Head({ state, document }: { state: DocumentState; document: Document }) {
  const templates = templateChip(document);
  const facts = [
    document.format.toUpperCase(),
    `metamodel ${document.metamodel}`,
    counted(document.shellCount, "shell"),
    counted(document.submodelCount, "submodel"),
    counted(document.elementCount, "element"),
    document.conceptCount > 0 && counted(document.conceptCount, "concept description"),
  ];
  return (
    <header class="head">
      <div class="about">
        <h1>
          <bdi>{document.name}</bdi>
        </h1>
        <p class="facts">{facts.filter(Boolean).join(" · ")}</p>
        <Shells state={state} shells={document.shells} />
      </div>
      <div class="chips">
        <Chip
          status={document.verdict.status}
          label="Structure and constraints"
          words={verdictWords(document)}
          press={() => (state.tab.value = "findings")}
        />
        <Chip
          status={templates.status}
          label="Templates"
          words={templates.words}
          press={document.submodels.length > 0 ? () => (state.tab.value = "completeness") : undefined}
        />
        {document.waiting > 0 && (
          <button type="button" class="chip waiting" onClick={() => (state.tab.value = "changes")}>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="M2 8h8m-3.500-4L10.500 8l-4 4M14 2v12" />
            </svg>
            <span>
              <span class="label">For approval</span>
              {counted(document.waiting, "change")} {document.waiting === 1 ? "waits" : "wait"}
            </span>
          </button>
        )}
      </div>
      {document.warnings.length > 0 && (
        <ul class="opening" aria-label="Warnings">
          {document.warnings.map((warning, index) => (
            <li key={index}>
              <Mark severity="warning" />
              <bdi>{warning}</bdi>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}
