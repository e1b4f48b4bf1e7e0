// SPDX-License-Identifier: Apache-2.0
// How much of what its template asks for each submodel has, and what is left to do.
import { counted, grouped } from "../../kit/format.ts";
import { useGrowing } from "../report/growing.tsx";
import { missingIn, type Status, type Submodel, type ToDo } from "./data.ts";
import { Share, StatusMark } from "./Marks.tsx";
import type { DocumentState } from "./state.ts";

const atOnce = 40;

function List({ state, items }: { state: DocumentState; items: ToDo[] }) {
  const { visible, more } = useGrowing(items, atOnce);
  return (
    <>
      <table class="to-do">
        <thead>
          <tr>
            <th>To do</th>
            <th>Where</th>
            <th>Rule</th>
          </tr>
        </thead>
        <tbody>
          {visible.map((item, index) => (
            <tr key={index}>
              <td class="verb">{item.what}</td>
              <td>
                {item.entry ? (
                  <button type="button" class="link" onClick={() => item.entry && state.jump(item.entry)}>
                    <bdi>{item.path}</bdi>
                  </button>
                ) : (
                  <bdi>{item.path}</bdi>
                )}
              </td>
              <td class="quiet" dir="auto">
                {item.rule}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  );
}

function Numbers({ submodel }: { submodel: Submodel }) {
  const { filled, expected, optionalFilled, optionalExpected } = submodel;
  return (
    <div class="numbers">
      <div>
        <span class="label">Mandatory</span>
        {expected > 0 ? (
          <>
            <span class="big">{submodel.percent} %</span>{" "}
            <span class="quiet">
              {grouped(filled)} of {grouped(expected)}
            </span>
            <Share filled={filled} expected={expected} />
          </>
        ) : (
          <span class="quiet">none is asked for</span>
        )}
      </div>
      <div>
        <span class="label">Optional</span>
        {optionalExpected > 0 ? (
          <>
            <span class="big">{grouped(optionalFilled)}</span> <span class="quiet">of {grouped(optionalExpected)}</span>
            <Share filled={optionalFilled} expected={optionalExpected} />
          </>
        ) : (
          <span class="quiet">none</span>
        )}
      </div>
    </div>
  );
}

// What conforms and still lacks values is not done: it is not green.
export function standing(submodel: Submodel): { status: Status; words: string } {
  const { status, errors } = submodel;
  const missing = missingIn(submodel);
  if (status === "not_checked") return { status, words: "Not checked: no template is known for its semanticId" };
  if (errors > 0) {
    const words = `${counted(errors, "rule")} of its template ${errors === 1 ? "is" : "are"} broken`;
    return { status: "invalid", words };
  }
  if (missing === 0) return { status: "valid", words: "Conforms to its template" };
  return { status: "warnings", words: `Conforms to its template; ${counted(missing, "mandatory value")} to fill in` };
}

export function Conformity({ submodel }: { submodel: Submodel }) {
  const { status, words } = standing(submodel);
  return (
    <p class={`status-line ${status}`}>
      <StatusMark status={status} /> {words}
    </p>
  );
}

function Card({ state, submodel }: { state: DocumentState; submodel: Submodel }) {
  const mandatory = submodel.toDo.filter((item) => item.mandatory);
  const optional = submodel.toDo.filter((item) => !item.mandatory);
  return (
    <article class="card">
      <header>
        <h2>
          <button type="button" class="link" onClick={() => state.jump(submodel.entry)}>
            <bdi>{submodel.entry.name}</bdi>
          </button>
        </h2>
        {submodel.template && (
          <p class="quiet">
            <bdi>{submodel.template}</bdi>
            {submodel.isTemplate && " · this submodel is a template itself"}
          </p>
        )}
        <Conformity submodel={submodel} />
      </header>
      {submodel.template && <Numbers submodel={submodel} />}
      {mandatory.length > 0 && <List state={state} items={mandatory} />}
      {optional.length > 0 && (
        <details>
          <summary>{counted(optional.length + submodel.toDoLeft, "optional element")} without a value</summary>
          <List state={state} items={optional} />
        </details>
      )}
      {submodel.notCheckable > 0 && (
        <p class="quiet">{counted(submodel.notCheckable, "rule")} of the template cannot be checked by anybody.</p>
      )}
    </article>
  );
}

export function Completeness({ state }: { state: DocumentState }) {
  return (
    <div class="sheet">
      {state.document.value?.submodels.map((submodel) => (
        <Card key={submodel.entry.place} state={state} submodel={submodel} />
      ))}
    </div>
  );
}
