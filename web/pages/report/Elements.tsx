// SPDX-License-Identifier: Apache-2.0
// The report by element: what is wrong with each, the worst first.
import { counted } from "../../kit/format.ts";
import { Fold } from "./Fold.tsx";
import { Guid } from "./Guid.tsx";
import { useGrowing } from "./growing.tsx";
import type { ElementEntry, ReportState } from "./state.ts";

const elementsAtOnce = 100;
const elementsPrinted = 1000;

function Failures({ entry, withModel }: { entry: ElementEntry; withModel: boolean }) {
  return (
    <div class="body">
      <Guid guid={entry.element.guid} />
      {withModel && (
        <p class="quiet">
          <bdi>{entry.model.name}</bdi>
        </p>
      )}
      <ul>
        {entry.failures.map(({ specification, failure }, index) => {
          const requirement = specification.requirements[failure.requirement];
          return (
            <li key={index}>
              <bdi>{failure.reason}</bdi>
              <div class="quiet">
                <bdi>{specification.title}</bdi>
                {requirement && (
                  <>
                    {" › "}
                    <bdi>{requirement.text}</bdi>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Entry({ state, entry }: { state: ReportState; entry: ElementEntry }) {
  const { element, failures, open } = entry;
  const kinds = [element.entity, element.typeName, element.storey].filter(Boolean);
  const summary = (
    <>
      <span class="who">
        <b>
          <bdi>{element.name || element.id}</bdi>
        </b>
        <span class="kind">
          {kinds.map((kind, index) => (
            <span key={index}>
              {index > 0 && " · "}
              <bdi>{kind}</bdi>
            </span>
          ))}
        </span>
      </span>
      <span class="badge">{counted(failures.length, "failure")}</span>
    </>
  );
  const several = (state.report.value?.models.length ?? 0) > 1;
  return (
    <Fold state={state} open={open} className="element" summary={summary}>
      {(state.printing.value || open.value) && <Failures entry={entry} withModel={several} />}
    </Fold>
  );
}

export function Elements({ state }: { state: ReportState }) {
  const entries = state.elements.value;
  const { visible, more } = useGrowing(entries, elementsAtOnce);
  const printing = state.printing.value;
  const shown = printing ? entries.slice(0, elementsPrinted) : visible;
  return (
    <>
      {shown.map((entry, index) => (
        <Entry key={index} state={state} entry={entry} />
      ))}
      {!printing && more}
    </>
  );
}
