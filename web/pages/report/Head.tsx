// SPDX-License-Identifier: Apache-2.0
// What was checked, the verdict, the counts, and the models.
import { counted, grouped } from "../../kit/format.ts";
import { Mark } from "../../parts/Status.tsx";
import type { Report } from "./data.ts";
import { Bar, StatusMark } from "./Verdict.tsx";

function factsOf({ models, checked }: Report): string[] {
  const [first] = models;
  const facts =
    models.length === 1 && first
      ? [first.name, first.schema, first.project, first.application]
      : [counted(models.length, "model")];
  return [...facts, checked && `checked ${checked}`].filter(Boolean);
}

export function Head({ report }: { report: Report }) {
  return (
    <header>
      <p class="eyebrow">IDS check report</p>
      <h1>
        <bdi>{report.title}</bdi>
      </h1>
      <p class="facts">
        {factsOf(report).map((fact, index) => (
          <span key={index}>
            {index > 0 && " · "}
            <bdi>{fact}</bdi>
          </span>
        ))}
      </p>
      {report.description && (
        <p class="paragraphs quiet" dir="auto">
          {report.description}
        </p>
      )}
      <p class={`verdict ${report.status}`}>
        <StatusMark status={report.status} />
        {report.verdict}
      </p>
    </header>
  );
}

function Figure(props: { label: string; number: number; of?: number; note?: string }) {
  return (
    <li>
      <span class="label">{props.label}</span>
      <span class="big">{grouped(props.number)}</span>{" "}
      <span class="quiet">{props.of === undefined ? props.note : `of ${grouped(props.of)}`}</span>
      {props.of !== undefined && <Bar passed={props.number} total={props.of} />}
    </li>
  );
}

export function Figures({ report: { totals } }: { report: Report }) {
  return (
    <ul class="figures">
      <Figure label="Specifications passed" number={totals.specificationsPassed} of={totals.specifications} />
      <Figure label="Requirements passed" number={totals.requirementsPassed} of={totals.requirements} />
      <Figure label="Checks passed" number={totals.checksPassed} of={totals.checks} />
      <Figure
        label="Elements to correct"
        number={totals.elementsFailed}
        note={totals.elementsAtLeast ? "or more" : ""}
      />
      {totals.specificationsErrors > 0 && (
        <Figure label="Specifications not checked" number={totals.specificationsErrors} />
      )}
      {totals.specificationsNotApplicable > 0 && (
        <Figure label="Specifications not applicable" number={totals.specificationsNotApplicable} />
      )}
    </ul>
  );
}

export function Warnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul class="warnings" aria-label="Warnings">
      {warnings.map((warning, index) => (
        <li key={index}>
          <Mark severity="warning" />
          <bdi>{warning}</bdi>
        </li>
      ))}
    </ul>
  );
}

export function Models({ report: { models } }: { report: Report }) {
  if (models.length < 2) return null;
  return (
    <>
      <h2>Models</h2>
      <div class="scroll">
        <table class="models">
          <thead>
            <tr>
              <th>Model</th>
              <th>Schema</th>
              <th class="figure">Specifications passed</th>
              <th class="figure">Elements to correct</th>
            </tr>
          </thead>
          <tbody>
            {models.map((model, index) => (
              <tr key={index}>
                <td>
                  <StatusMark status={model.status} />{" "}
                  <a href={`#model-${index}`}>
                    <bdi>{model.name}</bdi>
                  </a>
                </td>
                <td>{model.schema}</td>
                <td class="figure">
                  {grouped(model.totals.specificationsPassed)} of {grouped(model.totals.specifications)}
                </td>
                <td class="figure">{grouped(model.totals.elementsFailed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
