// SPDX-License-Identifier: Apache-2.0
// The report by specification: what was asked of which elements, and which of them fail.
import { counted, grouped } from "../../kit/format.ts";
import { type Failure, type Model, passes, type Specification, statusWords } from "./data.ts";
import { Fold } from "./Fold.tsx";
import { Guid, GuidList } from "./Guid.tsx";
import { useGrowing } from "./growing.tsx";
import { Warnings } from "./Head.tsx";
import type { Group, ReportState, Shown } from "./state.ts";
import { Bar, StatusMark } from "./Verdict.tsx";

const specificationsAtOnce = 1500; // of all models together
const leastOfEach = 10;
const rowsAtOnce = 50;
const rowsPrinted = 300;

function Row({ failure: { element, reason }, withReason }: { failure: Failure; withReason: boolean }) {
  return (
    <tr>
      <td>
        <bdi>{element.name || element.id}</bdi>
        <span class="kind">
          <bdi>{element.entity}</bdi>
          {element.typeName && (
            <>
              {" · "}
              <bdi>{element.typeName}</bdi>
            </>
          )}
        </span>
      </td>
      <td>
        <bdi>{element.storey}</bdi>
      </td>
      <td>
        <Guid guid={element.guid} />
      </td>
      {withReason && (
        <td>
          <bdi>{reason}</bdi>
        </td>
      )}
    </tr>
  );
}

function Rows({ failures, printing }: { failures: Failure[]; printing: boolean }) {
  const { visible, more } = useGrowing(failures, rowsAtOnce);
  const [first] = failures;
  if (!first) return null;
  const oneReason = failures.every(({ reason }) => reason === first.reason);
  const rows = printing ? failures.slice(0, rowsPrinted) : visible;
  return (
    <>
      {oneReason && (
        <p class="why">
          <bdi>{first.reason}</bdi>
        </p>
      )}
      {!printing && <GuidList guids={failures.map(({ element }) => element.guid)} />}
      <div class="scroll">
        <table class="rows">
          <thead>
            <tr>
              <th>Element</th>
              <th>Storey</th>
              <th>GlobalId</th>
              {!oneReason && <th>What is wrong</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((failure, index) => (
              <Row key={index} failure={failure} withReason={!oneReason} />
            ))}
          </tbody>
        </table>
      </div>
      {!printing && more}
      {printing && failures.length > rows.length && (
        <p class="rest">and {grouped(failures.length - rows.length)} more: see the spreadsheet</p>
      )}
    </>
  );
}

function Counts({ group: { requirement } }: { group: Group }) {
  if (requirement.status === "error") return <>not checked</>;
  if (requirement.status !== "fail") {
    return <>{requirement.passed === 0 ? "nothing to check" : counted(requirement.passed, "element")}</>;
  }
  return (
    <>
      <b>{grouped(requirement.failed)} failed</b>
      {requirement.index >= 0 && `, ${grouped(requirement.passed)} passed`}
    </>
  );
}

// Rows are drawn where they are seen: lists that are open inside something closed would be many.
function Requirement({ state, group, within }: { state: ReportState; group: Group; within: Shown }) {
  const { requirement, failures } = group;
  const summary = (
    <>
      <StatusMark status={requirement.status} />
      <span class="words">
        <bdi>{requirement.text}</bdi>
      </span>
      <span class="counts">
        <Counts group={group} />
      </span>
    </>
  );
  if (requirement.status !== "fail") return <div class="requirement">{summary}</div>;
  const printing = state.printing.value;
  const left = requirement.failed - requirement.failures.length;
  return (
    <Fold state={state} open={group.open} className="requirement group" summary={summary}>
      <div class="inside">
        {(printing || (within.open.value && group.open.value)) && <Rows failures={failures} printing={printing} />}
        {left > 0 && (
          <p class="rest">
            {grouped(left)}
            {requirement.failures.length > 0 && " more"} failed and are not in this page: see the spreadsheet.
          </p>
        )}
      </div>
    </Fold>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return text ? (
    <>
      <dt>{name}</dt>
      <dd class="paragraphs" dir="auto">
        {text}
      </dd>
    </>
  ) : null;
}

// Why so little applies: what each facet leaves.
function Narrowed({ specification: { nearMiss, narrowed } }: { specification: Specification }) {
  if (!nearMiss) return null;
  return (
    <div class="narrowed">
      <p>
        <bdi>{nearMiss}</bdi>
      </p>
      <div class="scroll">
        <table class="rows">
          <thead>
            <tr>
              <th>Applies to</th>
              <th>Left</th>
              <th>Alone</th>
              <th>The others</th>
            </tr>
          </thead>
          <tbody>
            {narrowed.map((each, index) => (
              <tr key={index}>
                <td>
                  <bdi>{each.text}</bdi>
                </td>
                <td>{grouped(each.left)}</td>
                <td>{each.alone === undefined ? "" : grouped(each.alone)}</td>
                <td>
                  <bdi>{each.others}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Facts({ model, specification: spec }: { model: Model; specification: Specification }) {
  const versions = spec.versionMatches ? spec.ifcVersions : `${spec.ifcVersions} – the model is ${model.schema}`;
  return (
    <>
      {spec.reason && !passes(spec.status) && (
        <p class={`why ${spec.status}`}>
          <bdi>{spec.reason}</bdi>
        </p>
      )}
      <Narrowed specification={spec} />
      <Warnings warnings={spec.warnings} />
      <dl>
        <Fact name="Applies to" text={spec.appliesTo} />
        <Fact name="Occurrence" text={spec.occurrence} />
        <Fact name="IFC versions" text={versions} />
        <Fact name="Description" text={spec.description} />
        <Fact name="Instructions" text={spec.instructions} />
      </dl>
    </>
  );
}

function countsOf({ status, applicable, failed }: Specification): string {
  if (status === "error") return statusWords.error;
  if (applicable === 0) return "applies to nothing";
  if (failed === 0) return counted(applicable, "element");
  return `${grouped(failed)} of ${grouped(applicable)} failed`;
}

function Spec({ state, shown }: { state: ReportState; shown: Shown }) {
  const { model, specification, groups, open } = shown;
  const summary = (
    <>
      <StatusMark status={specification.status} />
      <span>
        <span class="name">
          <bdi>{specification.title}</bdi>
        </span>
        {specification.identifier && (
          <span class="id">
            <bdi>{specification.identifier}</bdi>
          </span>
        )}
        <span class="line">
          <bdi>{specification.appliesTo}</bdi>
        </span>
      </span>
      <span class="counts">
        {countsOf(specification)}
        <Bar passed={specification.passed} total={specification.passed + specification.failed} />
      </span>
    </>
  );
  return (
    <Fold state={state} open={open} className={`spec ${specification.status}`} summary={summary}>
      <div class="body">
        <Facts model={model} specification={specification} />
        {groups.length > 0 && <h3>Requirements</h3>}
        {groups.map((group) => (
          <Requirement key={group.requirement.index} state={state} group={group} within={shown} />
        ))}
      </div>
    </Fold>
  );
}

function OfModel(props: { state: ReportState; index: number; shown: Shown[]; atOnce: number; title: string }) {
  const { visible, more } = useGrowing(props.shown, props.atOnce);
  const printing = props.state.printing.value;
  return (
    <section id={`model-${props.index}`}>
      {props.title && (
        <h2>
          <bdi>{props.title}</bdi>
        </h2>
      )}
      {(printing ? props.shown : visible).map((each) => (
        <Spec key={each.place} state={props.state} shown={each} />
      ))}
      {!printing && more}
    </section>
  );
}

export function Specifications({ state }: { state: ReportState }) {
  const models = state.report.value?.models ?? [];
  const shown = state.byModel.value;
  const atOnce = Math.max(leastOfEach, Math.floor(specificationsAtOnce / Math.max(1, models.length)));
  return (
    <>
      {models.map((model, index) => {
        const own = shown.get(model);
        const title = models.length > 1 ? model.name : "";
        return own && <OfModel key={index} state={state} index={index} shown={own} atOnce={atOnce} title={title} />;
      })}
    </>
  );
}
