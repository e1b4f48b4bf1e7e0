// SPDX-License-Identifier: Apache-2.0
// What changed in each specification: the elements, by what became of them.
import { useMemo } from "preact/hooks";
import { grouped } from "../../kit/format.ts";
import { Guid, GuidList } from "../report/Guid.tsx";
import { useGrowing } from "../report/growing.tsx";
import { type Failure, type Specification, type Turn, turns, turnWords } from "./data.ts";

const rowsAtOnce = 50;
const specificationsAtOnce = 200;

function Row({ failure }: { failure: Failure }) {
  return (
    <tr>
      <td>
        <bdi>{failure.element || "The specification itself"}</bdi>
        <span class="kind">
          <bdi>{failure.entity}</bdi>
        </span>
      </td>
      <td>
        <bdi>{failure.storey}</bdi>
      </td>
      <td>
        <Guid guid={failure.guid} />
      </td>
      <td>
        <bdi>{failure.reason}</bdi>
        <span class="kind">
          <bdi>{failure.requirement}</bdi>
        </span>
      </td>
    </tr>
  );
}

function Rows({ turn, failures }: { turn: Turn; failures: Failure[] }) {
  const { visible, more } = useGrowing(failures, rowsAtOnce);
  if (failures.length === 0) return null;
  return (
    <section class={`turn ${turn}`}>
      <h3>
        {turnWords[turn]} <span class="quiet">{grouped(failures.length)}</span>
      </h3>
      <GuidList guids={failures.map(({ guid }) => guid)} />
      <div class="scroll">
        <table class="rows">
          <thead>
            <tr>
              <th>Element</th>
              <th>Storey</th>
              <th>GlobalId</th>
              <th>{turn === "fixed" ? "What was wrong" : "What is wrong"}</th>
            </tr>
          </thead>
          <tbody>
            {visible.map((failure, index) => (
              <Row key={index} failure={failure} />
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </section>
  );
}

function Spec({
  specification,
  shown,
  first,
}: {
  specification: Specification;
  shown: readonly Turn[];
  first: boolean;
}) {
  const counts = shown
    .filter((turn) => specification.failures[turn].length > 0)
    .map((turn) => `${grouped(specification.failures[turn].length)} ${turnWords[turn].toLowerCase()}`);
  const turned = specification.before === specification.after ? "" : `${specification.before} → ${specification.after}`;
  return (
    <details class="spec" open={first}>
      <summary>
        <span />
        <span>
          <span class="name">
            <bdi>{specification.name}</bdi>
          </span>
          {specification.identifier && (
            <span class="id">
              <bdi>{specification.identifier}</bdi>
            </span>
          )}
          <span class="line">
            <bdi>{[specification.model, turned].filter(Boolean).join(" · ")}</bdi>
          </span>
        </span>
        <span class="counts">{counts.join(", ")}</span>
        <svg class="arrow" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="M2 4l4 4 4-4" />
        </svg>
      </summary>
      <div class="body">
        {shown.map((turn) => (
          <Rows key={turn} turn={turn} failures={specification.failures[turn]} />
        ))}
      </div>
    </details>
  );
}

export function Specifications({ specifications, chosen }: { specifications: Specification[]; chosen: Turn | "all" }) {
  const shown = chosen === "all" ? turns : [chosen];
  const own = useMemo(
    () => specifications.filter(({ failures }) => chosen === "all" || failures[chosen].length > 0),
    [specifications, chosen],
  );
  const { visible, more } = useGrowing(own, specificationsAtOnce);
  return (
    <>
      {visible.map((each, index) => (
        <Spec key={`${chosen} ${index}`} specification={each} shown={shown} first={index === 0} />
      ))}
      {more}
      {own.length === 0 && <p class="empty">There is nothing of that kind.</p>}
    </>
  );
}
