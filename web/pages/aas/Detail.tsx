// SPDX-License-Identifier: Apache-2.0
// One element with all that is known of it.
import { counted } from "../../kit/format.ts";
import { words as severityWords, Mark } from "../../parts/Status.tsx";
import { useGrowing } from "../report/growing.tsx";
import { PatchSides } from "./Changes.tsx";
import { type Entry, type Finding, pathOf, titleOf } from "./data.ts";
import { Conformity } from "./Completeness.tsx";
import { Badges, Class, Share } from "./Marks.tsx";
import type { DocumentState } from "./state.ts";
import { Copy, Long } from "./Text.tsx";

function Path({ state, entry }: { state: DocumentState; entry: Entry }) {
  const above = pathOf(entry).slice(0, -1);
  if (above.length === 0) return null;
  return (
    <nav class="path" aria-label="Path">
      {above.map((each) => (
        <span key={each.place}>
          <button type="button" class="link" onClick={() => state.jump(each)}>
            <bdi>{each.name}</bdi>
          </button>
          {" / "}
        </span>
      ))}
    </nav>
  );
}

function Value({ entry }: { entry: Entry }) {
  const unit = entry.meaning?.unit;
  if (entry.texts.length > 0) {
    return (
      <dl class="texts">
        {entry.texts.map(({ language, text }, index) => (
          <div key={index}>
            <dt>
              <bdi>{language}</bdi>
            </dt>
            <dd>
              <Long text={text} />
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  if (entry.value) {
    return (
      <div class="big-value">
        <Long text={entry.value} />
        {unit && <bdi class="unit">{unit}</bdi>}
      </div>
    );
  }
  if (entry.children.length > 0 || !/Property|Range|File|Blob|ReferenceElement/.test(entry.type)) return null;
  return <p class="no-value">No value{unit && <bdi class="unit">{` in ${unit}`}</bdi>}</p>;
}

function Meaning({ entry }: { entry: Entry }) {
  const meaning = entry.meaning;
  if (!meaning) return null;
  return (
    <section>
      <h3>Meaning</h3>
      <dl class="facts-list">
        {meaning.name && <Fact name="Name" value={meaning.name} />}
        {meaning.definition && <Fact name="Definition" value={meaning.definition} />}
        {meaning.unit && <Fact name="Unit" value={meaning.unit} />}
        {meaning.dataType && <Fact name="Data type" value={meaning.dataType} />}
        <Fact name="semanticId" value={meaning.id} mono />
        {meaning.from && <Fact name="Explained by" value={meaning.from} />}
        {!meaning.from && entry.type !== "Submodel" && (
          <Fact name="Explained by" value="nobody here: neither this document nor the templates know it" quiet />
        )}
      </dl>
    </section>
  );
}

function Fact(props: { name: string; value: string; mono?: boolean; quiet?: boolean }) {
  return (
    <div>
      <dt>
        <bdi>{props.name}</bdi>
      </dt>
      <dd class={`${props.mono ? "mono" : ""}${props.quiet ? " quiet" : ""}`}>
        <Long text={props.value} />
      </dd>
    </div>
  );
}

export function FindingText({ finding }: { finding: Finding }) {
  return (
    <>
      <Mark severity={finding.severity} />
      <div>
        <p>
          <span class={`word ${finding.severity}`}>{severityWords[finding.severity]}</span>{" "}
          <span class="quiet">
            {finding.from === "template" ? "template" : "metamodel"}
            {finding.rule && (
              <>
                {" · "}
                <bdi>{finding.rule}</bdi>
              </>
            )}
          </span>
        </p>
        <Long text={finding.message} />
        {finding.fix && <Long className="quiet" text={finding.fix} />}
      </div>
    </>
  );
}

function Findings({ state, entry }: { state: DocumentState; entry: Entry }) {
  const document = state.document.value;
  const below = entry.errors + entry.warnings - entry.findings.filter(({ severity }) => severity !== "info").length;
  return (
    <section>
      <h3>Findings</h3>
      {entry.findings.length > 0 && (
        <ul class="finding-list">
          {entry.findings.map((finding, index) => (
            <li key={index} class={finding.severity}>
              <FindingText finding={finding} />
            </li>
          ))}
        </ul>
      )}
      {document?.verdict.status === "not_checked" ? (
        <p class="open-word">Not checked. {document.verdict.why}</p>
      ) : (
        entry.findings.length === 0 && (
          <p class="quiet">{below > 0 ? `None here; ${counted(below, "finding")} further in.` : "None."}</p>
        )
      )}
    </section>
  );
}

const childrenAtOnce = 60;

function Children({ state, entry }: { state: DocumentState; entry: Entry }) {
  const { visible, more } = useGrowing(entry.children, childrenAtOnce);
  if (entry.children.length === 0) return null;
  return (
    <section>
      <h3>{counted(entry.children.length, "element")} in it</h3>
      <table class="children">
        <tbody>
          {visible.map((child) => (
            <tr key={child.place}>
              <td>
                <Class type={child.type} />
              </td>
              <td>
                <button type="button" class="link" onClick={() => state.jump(child)}>
                  <bdi>{child.name}</bdi>
                </button>
              </td>
              <td dir="auto">
                <span class="clip">{state.valueOf(child).slice(0, 300)}</span>
                {state.valueOf(child) && child.meaning?.unit && <bdi class="unit">{child.meaning.unit}</bdi>}
              </td>
              <td>
                <Badges entry={child} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </section>
  );
}

// Of a submodel: which template it is to follow, and how far it does.
function OfTemplate({ state, entry }: { state: DocumentState; entry: Entry }) {
  const submodel = state.document.value?.submodels.find((each) => each.entry === entry);
  if (!submodel) return null;
  return (
    <section>
      <h3>Template</h3>
      <Conformity submodel={submodel} />
      {submodel.template && (
        <>
          <p class="quiet of-template">
            <bdi>{submodel.template}</bdi> · {submodel.percent} % complete ·{" "}
            <button type="button" class="link go" onClick={() => (state.tab.value = "completeness")}>
              what is left to do
            </button>
          </p>
          <Share filled={submodel.percent} expected={100} />
        </>
      )}
    </section>
  );
}

export function Detail({ state }: { state: DocumentState }) {
  const entry = state.chosen.value;
  if (!entry) return <section class="detail empty">This document has no elements.</section>;
  const title = titleOf(entry);
  return (
    <section class="detail" aria-label="Element" key={entry.place} tabIndex={-1}>
      <Path state={state} entry={entry} />
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <p class="quiet kind">
        <span>{entry.type || "Heading"}</span>
        {entry.valueType && <span> · {entry.valueType}</span>}
        {title !== entry.name && (
          <span>
            {" · "}
            <bdi>{entry.name}</bdi>
          </span>
        )}
      </p>
      <Value entry={entry} />
      {entry.patches.length > 0 && (
        <section class="waits-here">
          <h3>{counted(entry.patches.length, "change")} waiting</h3>
          {entry.patches.slice(0, 20).map((patch, index) => (
            <PatchSides key={index} patch={patch} />
          ))}
          <p>
            <button type="button" class="link go" onClick={() => (state.tab.value = "changes")}>
              All changes that wait
            </button>
          </p>
        </section>
      )}
      <OfTemplate state={state} entry={entry} />
      {entry.type && <Findings state={state} entry={entry} />}
      {entry.rule && (
        <section>
          <h3>Template rule</h3>
          <Long text={entry.rule} />
        </section>
      )}
      <Meaning entry={entry} />
      <Children key={entry.place} state={state} entry={entry} />
      {entry.pointer && (
        <section>
          <h3>Members</h3>
          <dl class="facts-list">
            {entry.members.map(([name, value], index) => (
              <Fact key={index} name={name} value={value} />
            ))}
            <div>
              <dt>JSON Pointer</dt>
              <dd class="mono pointer">
                <span>{entry.pointer}</span> <Copy text={entry.pointer} what="the JSON Pointer" />
              </dd>
            </div>
          </dl>
        </section>
      )}
    </section>
  );
}
