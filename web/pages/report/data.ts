// SPDX-License-Identifier: Apache-2.0
// The part "report" of a view, as ids/engine/report/report.h promises it (report_page_data). Everything is checked here
// once; the rest of the page trusts it.
import { type Fields, list, oneOf, tally, text, texts } from "../../kit/decode.ts";

// error: it could not be checked; not_applicable: nothing to check; warning: it passes, and deserves a look.
const statuses = ["pass", "fail", "error", "not_applicable", "warning"] as const;
export type Status = (typeof statuses)[number];
export const passes = (status: Status): boolean => status === "pass" || status === "warning";
export const statusWords: Record<Status, string> = {
  pass: "passed",
  fail: "failed",
  error: "could not be checked",
  not_applicable: "not applicable",
  warning: "passed with warnings",
};

export interface Totals {
  specifications: number;
  specificationsPassed: number;
  specificationsErrors: number;
  specificationsNotApplicable: number;
  requirements: number;
  requirementsPassed: number;
  checks: number;
  checksPassed: number;
  elementsFailed: number;
  elementsAtLeast: boolean; // there may be more of them
}
export interface Element {
  guid: string;
  name: string;
  tag: string;
  id: string; // "#12": its record in the file
  entity: string; // IfcWall.SOLIDWALL
  typeName: string;
  storey: string;
}
export interface Failure {
  element: Element;
  requirement: number; // -1: the specification itself
  reason: string;
}
// A requirement; or the specification itself, where it forbids elements.
export interface Requirement {
  index: number; // -1: the specification itself
  text: string;
  status: Status;
  passed: number;
  failed: number; // also those whose failures are not in the page
  failures: Failure[];
}
// What one facet of the applicability leaves, where little or nothing is left.
export interface Narrowing {
  text: string;
  left: number; // by it and those before it
  alone: number | undefined; // by it alone
  others: string; // what those have that it lost
}
export interface Specification {
  title: string;
  identifier: string;
  status: Status;
  reason: string;
  nearMiss: string;
  narrowed: Narrowing[];
  appliesTo: string;
  occurrence: string;
  ifcVersions: string;
  versionMatches: boolean;
  description: string;
  instructions: string;
  warnings: string[];
  applicable: number;
  passed: number;
  failed: number;
  requirements: Requirement[];
}
export interface Model {
  name: string;
  schema: string;
  project: string;
  application: string;
  status: Status;
  totals: Totals;
  specifications: Specification[];
}
export interface Report {
  title: string;
  description: string;
  checked: string;
  status: Status;
  verdict: string;
  totals: Totals;
  about: string[];
  warnings: string[];
  models: Model[];
  left: number; // failures that are not in the page
}

const most = { models: 10_000, specifications: 100_000, requirements: 10_000, rows: 1_000_000, warnings: 10_000 };

// What is not known is not green.
const statusOf = (value: unknown): Status => oneOf(value, [...statuses], "error");
const fields = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});

function totalsOf(value: unknown): Totals {
  const given = fields(value);
  return {
    specifications: tally(given["specifications"]),
    specificationsPassed: tally(given["specificationsPassed"]),
    specificationsErrors: tally(given["specificationsErrors"]),
    specificationsNotApplicable: tally(given["specificationsNotApplicable"]),
    requirements: tally(given["requirements"]),
    requirementsPassed: tally(given["requirementsPassed"]),
    checks: tally(given["checks"]),
    checksPassed: tally(given["checksPassed"]),
    elementsFailed: tally(given["elementsFailed"]),
    elementsAtLeast: given["elementsAtLeast"] === true,
  };
}

const nobody: Element = { guid: "", name: "", tag: "", id: "#0", entity: "", typeName: "", storey: "" };

// [guid, name, tag, id, entity, predefined type, type name, storey]: the last four are places in `words`.
function elementOf(row: unknown, words: string[]): Element {
  const [guid, name, tag, id, ...rest] = Array.isArray(row) ? (row as unknown[]) : [];
  const [entity = "", predefined = "", typeName = "", storey = ""] = rest.map((place) => words[tally(place)] ?? "");
  return {
    guid: text(guid),
    name: text(name),
    tag: text(tag),
    id: `#${tally(id)}`,
    entity: predefined ? `${entity}.${predefined}` : entity,
    typeName,
    storey,
  };
}

// [element, requirement, reason]
function failureOf(row: unknown, elements: Element[], words: string[]): Failure {
  const [element, requirement, reason] = Array.isArray(row) ? (row as unknown[]) : [];
  return {
    element: elements[tally(element)] ?? nobody,
    requirement: requirement === -1 ? -1 : tally(requirement),
    reason: words[tally(reason)] ?? "",
  };
}

function requirementsOf(given: Fields, failures: Failure[]): Requirement[] {
  const out: Requirement[] = list(given["requirements"], most.requirements).map((one, index) => ({
    index,
    text: text(one["text"]),
    status: statusOf(one["status"]),
    passed: tally(one["passed"]),
    failed: tally(one["failed"]),
    failures: [],
  }));
  const itself = fields(given["itself"]);
  out.push({
    index: -1,
    text: text(itself["text"]),
    status: "fail",
    passed: 0,
    failed: tally(itself["failed"]),
    failures: [],
  });
  for (const failure of failures) out.at(failure.requirement)?.failures.push(failure);
  if (out.at(-1)?.failures.length === 0 && !given["itself"]) out.pop();
  return out;
}

const narrowingOf = (given: Fields): Narrowing => ({
  text: text(given["text"]),
  left: tally(given["left"]),
  alone: given["alone"] === undefined ? undefined : tally(given["alone"]),
  others: text(given["others"]),
});

function specificationOf(given: Fields, elements: Element[], words: string[]): Specification {
  const rows = Array.isArray(given["failures"]) ? given["failures"].slice(0, most.rows) : [];
  return {
    title: text(given["title"]),
    identifier: text(given["identifier"]),
    status: statusOf(given["status"]),
    reason: text(given["reason"]),
    nearMiss: text(given["nearMiss"]),
    narrowed: list(given["narrowed"], 100).map(narrowingOf),
    appliesTo: text(given["appliesTo"]),
    occurrence: text(given["occurrence"]),
    ifcVersions: text(given["ifcVersions"]),
    versionMatches: given["versionMatches"] !== false,
    description: text(given["description"]),
    instructions: text(given["instructions"]),
    warnings: texts(given["warnings"], 100),
    applicable: tally(given["applicable"]),
    passed: tally(given["passed"]),
    failed: tally(given["failed"]),
    requirements: requirementsOf(
      given,
      rows.map((row) => failureOf(row, elements, words)),
    ),
  };
}

function modelOf(given: Fields): Model {
  const words = texts(given["words"], most.rows);
  const rows = Array.isArray(given["elements"]) ? given["elements"].slice(0, most.rows) : [];
  const elements = rows.map((row) => elementOf(row, words));
  return {
    name: text(given["name"]),
    schema: text(given["schema"]),
    project: text(given["project"]),
    application: text(given["application"]),
    status: statusOf(given["status"]),
    totals: totalsOf(given["totals"]),
    specifications: list(given["specs"], most.specifications).map((spec) => specificationOf(spec, elements, words)),
  };
}

export function decodeReport(value: unknown): Report {
  if (typeof value !== "object" || value === null || !("models" in value)) throw new Error("This is not a report.");
  const given = value as Fields;
  return {
    title: text(given["title"]) || "Report",
    description: text(given["description"]),
    checked: text(given["checked"]),
    status: statusOf(given["status"]),
    verdict: text(given["verdict"]),
    totals: totalsOf(given["totals"]),
    about: texts(given["about"], 20),
    warnings: texts(given["warnings"], most.warnings),
    models: list(given["models"], most.models).map(modelOf),
    left: tally(given["left"]),
  };
}
