// SPDX-License-Identifier: Apache-2.0
// What the document says of the product, section by section: name, value, unit.
import { useMemo } from "preact/hooks";
import { counted } from "../../kit/format.ts";
import { useGrowing } from "../report/growing.tsx";
import { type Entry, type Submodel, titleOf } from "./data.ts";
import { Share, StatusMark } from "./Marks.tsx";
import type { DocumentState } from "./state.ts";
import { Long } from "./Text.tsx";

// A line with a value, or the heading of those in a group.
interface Line {
  entry: Entry;
  isHeading: boolean;
  depth: number;
}

const hasValue = ({ value, texts }: Entry): boolean => value !== "" || texts.some(({ text }) => text !== "");

// In the order of the document; groups without any value are left out.
export function linesOf(submodel: Entry): Line[] {
  const out: Line[] = [];
  const add = (entry: Entry): void => {
    const before = out.length;
    const depth = entry.depth - submodel.depth - 1;
    const isHeading = entry.children.length > 0;
    if (isHeading || hasValue(entry)) out.push({ entry, isHeading, depth });
    for (const child of entry.children) add(child);
    if (isHeading && out.length === before + 1) out.length = before;
  };
  for (const child of submodel.children) add(child);
  return out;
}

const atOnce = 300;
const indents = ["", "in-1", "in-2", "in-3"];

function headingOf(entry: Entry): string {
  if (!entry.name.startsWith("[")) return titleOf(entry);
  const number = Number.parseInt(entry.name.slice(1), 10) + 1;
  const of = entry.meaning?.name || (entry.parent ? titleOf(entry.parent) : "");
  return `${of} ${number}`.trim();
}

function Section({ state, submodel }: { state: DocumentState; submodel: Submodel }) {
  const lines = useMemo(() => linesOf(submodel.entry), [submodel]);
  const { visible, more } = useGrowing(lines, atOnce);
  const values = lines.filter(({ isHeading }) => !isHeading).length;
  return (
    <section class="card passport">
      <header>
        <h2>
          <bdi>{submodel.title}</bdi>
        </h2>
        <p class="quiet">
          {counted(values, "value")}
          {submodel.isTemplate && " · a template: its values are examples"}
        </p>
        {submodel.template ? (
          <div class="complete">
            <span>
              <b>{submodel.percent} %</b> <span class="quiet">of what the template asks for</span>
            </span>
            <Share filled={submodel.percent} expected={100} />
          </div>
        ) : (
          <p class="status-line not_checked">
            <StatusMark status="not_checked" /> No template known
          </p>
        )}
      </header>
      {lines.length === 0 ? (
        <p class="quiet">Nothing is filled in.</p>
      ) : (
        <table>
          <tbody>
            {visible.map(({ entry, isHeading, depth }) =>
              isHeading ? (
                <tr key={entry.place} class={`group ${indents[Math.min(depth, 3)]}`}>
                  <th colSpan={3} scope="rowgroup">
                    <bdi>{headingOf(entry)}</bdi>
                  </th>
                </tr>
              ) : (
                <tr key={entry.place} class={indents[Math.min(depth, 3)]}>
                  <th scope="row">
                    <button type="button" class="link" title={entry.idShort} onClick={() => state.jump(entry)}>
                      <bdi>{headingOf(entry)}</bdi>
                    </button>
                  </th>
                  <td>
                    <Long text={state.valueOf(entry)} />
                  </td>
                  <td class="unit">
                    <bdi>{entry.meaning?.unit}</bdi>
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
      {more}
    </section>
  );
}

export function Passport({ state }: { state: DocumentState }) {
  const submodels = state.document.value?.submodels ?? [];
  const rank = ({ view }: Submodel) => (view === "" ? 1 : 0);
  const sorted = submodels.toSorted((a, b) => rank(a) - rank(b));
  return (
    <div class="sheet">
      {sorted.map((submodel) => (
        <Section key={submodel.entry.place} state={state} submodel={submodel} />
      ))}
    </div>
  );
}
