// SPDX-License-Identifier: Apache-2.0
// The part "aas" of a view, as aas/engine/page/page.h promises it (page_of). Everything is checked here once; the rest of
// the page trusts it.
import { type Fields, list, oneOf, tally, text, texts } from "../../kit/decode.ts";
import type { Severity } from "../../parts/Status.tsx";

const statuses = ["valid", "warnings", "invalid", "not_checked"] as const;
export type Status = (typeof statuses)[number];

export interface Meaning {
  id: string;
  name: string;
  unit: string;
  dataType: string;
  definition: string;
  from: string; // who says so: "this document", "the templates"
}
export interface Translation {
  language: string;
  text: string;
}
// One node of the document: an element, a submodel, a shell. Of a node that is no element but a heading, `type` is "".
export interface Entry {
  place: number;
  parent: Entry | undefined; // undefined: at the top of the tree
  children: Entry[];
  depth: number;
  name: string; // its idShort, else its place in the list, else its id
  idShort: string;
  type: string; // "Property"
  valueType: string;
  value: string;
  texts: Translation[]; // of a MultiLanguageProperty, instead of the value
  meaning: Meaning | undefined;
  rule: string; // of the template
  members: [name: string, words: string][];
  pointer: string;
  findings: Finding[]; // at it, not below
  patches: Patch[];
  errors: number; // at it and below
  warnings: number;
  waiting: number;
}
export interface Finding {
  entry: Entry | undefined; // undefined: the document itself
  severity: Severity;
  from: "metamodel" | "template";
  rule: string;
  message: string;
  fix: string;
  pointer: string;
}
export interface ToDo {
  entry: Entry | undefined;
  mandatory: boolean;
  path: string;
  what: string;
  rule: string;
  example: string;
}
export type Field = [key: string, entry: Entry];
export interface Plate {
  fields: Field[];
  address: Field[];
  markings: Entry[][];
}
export interface Submodel {
  entry: Entry;
  title: string;
  template: string; // "": none is known
  isTemplate: boolean;
  status: Status;
  percent: number;
  errors: number;
  notCheckable: number;
  expected: number;
  filled: number;
  optionalExpected: number;
  optionalFilled: number;
  toDo: ToDo[];
  toDoLeft: number;
  view: "nameplate" | "passport" | "";
  plate: Plate | undefined;
}
export interface Patch {
  change: Change;
  entry: Entry | undefined; // what it touches, or where something new comes
  op: string;
  path: string;
  from: string;
  member: string;
  name: string;
  type: string;
  reason: string;
  rule: string;
  tier: string;
  before: string | undefined; // undefined: nothing
  after: string | undefined;
}
export interface Change {
  id: string;
  summary: string;
  tier: string;
  by: string;
  reason: string;
  asked: string;
  patches: Patch[];
  patchesLeft: number;
}
export interface Shell {
  entry: Entry | undefined;
  name: string;
  id: string;
  asset: string;
  kind: string;
  type: string;
}
export interface Document {
  name: string;
  format: string;
  metamodel: string;
  shellCount: number;
  submodelCount: number;
  elementCount: number;
  conceptCount: number;
  warnings: string[];
  verdict: { status: Status; errors: number; warnings: number; why: string };
  templates: { checked: number; conforming: number; errors: number };
  shells: Shell[];
  submodels: Submodel[];
  changes: Change[];
  waiting: number;
  findings: Finding[];
  findingsLeft: number;
  entries: Entry[]; // all that are in the document
  entriesLeft: number;
  top: Entry[]; // of the tree
  languages: string[]; // in which texts are, the most frequent first
}

const limit = 20_000;
const tiers = ["", "LOW", "MEDIUM", "HIGH", "CRITICAL"];
const object = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const array = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, limit) : []);

function meaningOf(value: unknown): Meaning {
  const from = object(value);
  return {
    id: text(from["id"]),
    name: text(from["name"]),
    unit: text(from["unit"]),
    dataType: text(from["dataType"]),
    definition: text(from["definition"]),
    from: text(from["from"]),
  };
}

const pairs = (value: unknown): [string, string][] =>
  array(value).map((pair) => (Array.isArray(pair) ? [text(pair[0]), text(pair[1])] : ["", ""]));

// A row before it has its place in the tree.
function entryOf(from: Fields, place: number, words: string[], meanings: Meaning[]): Entry {
  const word = (name: string) => words[tally(from[name])] ?? "";
  return {
    place,
    parent: undefined,
    children: [],
    depth: 0,
    name: text(from["n"]),
    idShort: text(from["n"]),
    type: word("t"),
    valueType: word("y"),
    value: text(from["v"]),
    texts: pairs(from["x"]).map(([language, each]) => ({ language, text: each })),
    meaning: tally(from["s"]) > 0 ? meanings[tally(from["s"])] : undefined,
    rule: word("r"),
    members: pairs(from["m"]),
    pointer: "",
    findings: [],
    patches: [],
    errors: 0,
    warnings: 0,
    waiting: 0,
  };
}

export const memberOf = (entry: Entry, name: string): string =>
  entry.members.find(([member]) => member === name)?.[1] ?? "";

const escaped = (token: string): string => token.replaceAll("~", "~0").replaceAll("/", "~1");

// The tree. A parent stands before its children; what does not is left out.
function entriesOf(data: Fields): Entry[] {
  const words = texts(data["words"], 100_000);
  const meanings = array(data["meanings"]).map(meaningOf);
  const entries: Entry[] = [];
  list(data["nodes"], limit).forEach((from, place) => {
    const entry = entryOf(from, place, words, meanings);
    entries.push(entry);
    const parent = entries[tally(from["p"])];
    if (place === 0 || !parent || parent === entry) return;
    const index = tally(from["i"]);
    entry.name ||= parent.place === 0 ? memberOf(entry, "id") || entry.type : `[${index}]`;
    entry.pointer = `${parent.pointer}/${escaped(words[tally(from["l"])] ?? "")}/${index}`;
    if (parent.place > 0) entry.parent = parent;
    entry.depth = entry.parent ? entry.parent.depth + 1 : 0;
    parent.children.push(entry);
  });
  return entries;
}

// Submodels first; what explains them comes last, under a heading of its own.
function topOf(entries: Entry[]): Entry[] {
  const all = entries[0]?.children ?? [];
  const concepts = all.filter(({ type }) => type === "ConceptDescription");
  const of = (isSubmodel: boolean) =>
    all.filter(({ type }) => type !== "ConceptDescription" && (type === "Submodel") === isSubmodel);
  const top = [...of(true), ...of(false)];
  if (concepts.length === 0) return top;
  const heading = { ...entryOf({}, -1, [], []), name: "Concept descriptions", children: concepts };
  for (const each of concepts) {
    each.parent = heading;
    each.depth = 1;
  }
  return [...top, heading];
}

function findingOf(from: Fields, entry: Entry | undefined): Finding {
  return {
    entry,
    severity: oneOf(from["severity"], ["error", "warning", "info"], "error"),
    from: oneOf(from["from"], ["metamodel", "template"], "metamodel"),
    rule: text(from["rule"]),
    message: text(from["message"]),
    fix: text(from["fix"]),
    pointer: text(from["pointer"]),
  };
}

type Find = (value: unknown) => Entry | undefined;

function plateOf(from: Fields, find: Find): Plate {
  const fields = (value: unknown): Field[] =>
    array(value).flatMap((pair): Field[] => {
      const entry = Array.isArray(pair) ? find(pair[1]) : undefined;
      return Array.isArray(pair) && entry ? [[text(pair[0]), entry]] : [];
    });
  const markings = array(from["markings"]).map((each) =>
    array(each)
      .map(find)
      .filter((entry) => entry !== undefined),
  );
  return { fields: fields(from["fields"]), address: fields(from["address"]), markings };
}

function toDoOf(from: Fields, find: Find): ToDo {
  return {
    entry: find(from["node"]),
    mandatory: from["mandatory"] === true,
    path: text(from["path"]),
    what: text(from["what"]),
    rule: text(from["rule"]),
    example: text(from["example"]),
  };
}

function submodelOf(from: Fields, find: Find): Submodel[] {
  const entry = find(from["node"]);
  if (!entry) return [];
  const view = oneOf(from["view"], ["nameplate", "passport", ""], "");
  const one: Submodel = {
    entry,
    title: text(from["title"]) || entry.name,
    template: text(from["template"]),
    isTemplate: from["isTemplate"] === true,
    status: oneOf(from["status"], statuses, "not_checked"),
    percent: Math.min(100, tally(from["percent"])),
    errors: tally(from["errors"]),
    notCheckable: tally(from["notCheckable"]),
    expected: tally(from["expected"]),
    filled: tally(from["filled"]),
    optionalExpected: tally(from["optionalExpected"]),
    optionalFilled: tally(from["optionalFilled"]),
    toDo: list(from["toDo"], 1000).map((each) => toDoOf(each, find)),
    toDoLeft: tally(from["toDoLeft"]),
    view,
    plate: view === "nameplate" ? plateOf(object(from["nameplate"]), find) : undefined,
  };
  return [one];
}

function patchOf(from: Fields, change: Change, find: Find): Patch {
  const optional = (value: unknown) => (typeof value === "string" ? value : undefined);
  return {
    change,
    entry: find(from["node"]),
    op: text(from["op"]),
    path: text(from["path"]),
    from: text(from["from"]),
    member: text(from["member"]),
    name: text(from["name"]),
    type: text(from["type"]),
    reason: text(from["reason"]),
    rule: text(from["rule"]),
    tier: tiers[tally(from["tier"])] ?? "",
    before: optional(from["before"]),
    after: optional(from["after"]),
  };
}

function changeOf(from: Fields, find: Find): Change {
  const change: Change = {
    id: text(from["id"]),
    summary: text(from["summary"]),
    tier: oneOf(from["tier"], tiers, ""),
    by: text(from["by"]),
    reason: text(from["reason"]),
    asked: text(from["asked"]),
    patches: [],
    patchesLeft: tally(from["patchesLeft"]),
  };
  change.patches = list(from["patches"], limit).map((each) => patchOf(each, change, find));
  return change;
}

function shellOf(from: Fields, find: Find): Shell {
  return {
    entry: find(from["node"]),
    name: text(from["name"]),
    id: text(from["id"]),
    asset: text(from["asset"]),
    kind: text(from["kind"]),
    type: text(from["type"]),
  };
}

function languagesOf(entries: Entry[]): string[] {
  const counts = new Map<string, number>();
  for (const { texts: all } of entries) {
    for (const { language } of all) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([language]) => language);
}

// Findings and changes are counted at their element and at all above it.
function countUp(entry: Entry | undefined, count: (at: Entry) => void): void {
  for (let at = entry; at; at = at.parent) count(at);
}

function placeAll({ findings, changes }: Document): void {
  for (const finding of findings) {
    finding.entry?.findings.push(finding);
    if (finding.severity === "error") countUp(finding.entry, (at) => at.errors++);
    if (finding.severity === "warning") countUp(finding.entry, (at) => at.warnings++);
  }
  for (const patch of changes.flatMap(({ patches }) => patches)) {
    patch.entry?.patches.push(patch);
    countUp(patch.entry, (at) => at.waiting++);
  }
}

export function decodeDocument(value: unknown): Document {
  const data = object(value);
  if (!data["document"]) throw new Error("This is no document that the page can show.");
  const about = object(data["document"]);
  const verdict = object(data["verdict"]);
  const templates = object(data["templates"]);
  const entries = entriesOf(data);
  const find: Find = (place) => (tally(place) > 0 ? entries[tally(place)] : undefined);
  const top = topOf(entries);
  const document: Document = {
    name: text(about["name"]),
    format: text(about["format"]),
    metamodel: text(about["metamodel"]),
    shellCount: tally(about["shells"]),
    submodelCount: tally(about["submodels"]),
    elementCount: tally(about["elements"]),
    conceptCount: tally(about["concepts"]),
    warnings: texts(about["warnings"], 20),
    verdict: {
      status: oneOf(verdict["status"], statuses, "not_checked"),
      errors: tally(verdict["errors"]),
      warnings: tally(verdict["warnings"]),
      why: text(verdict["why"]),
    },
    templates: {
      checked: tally(templates["checked"]),
      conforming: tally(templates["conforming"]),
      errors: tally(templates["errors"]),
    },
    shells: list(data["shells"], 100).map((each) => shellOf(each, find)),
    submodels: list(data["submodels"], 1000).flatMap((each) => submodelOf(each, find)),
    changes: list(data["changes"], 200).map((each) => changeOf(each, find)),
    waiting: tally(data["waiting"]),
    findings: list(data["findings"], limit).map((each) => findingOf(each, find(each["node"]))),
    findingsLeft: tally(data["findingsLeft"]),
    entries: entries.slice(1),
    entriesLeft: tally(data["nodesLeft"]),
    top,
    languages: languagesOf(entries),
  };
  placeAll(document);
  return document;
}

// As people read it: the text in the language that is wanted, else in English, else the first.
export function valueIn(entry: Entry, language: string): string {
  if (entry.texts.length === 0) return entry.value;
  const of = (wanted: string) => entry.texts.find((each) => each.language.split("-")[0] === wanted.split("-")[0]);
  return (of(language) ?? of("en") ?? entry.texts[0])?.text ?? "";
}

export function pathOf(entry: Entry): Entry[] {
  const out: Entry[] = [];
  for (let at: Entry | undefined = entry; at; at = at.parent) out.push(at);
  return out.reverse();
}

// "ManufacturerName" as the dictionary calls it, else as it is called here.
export const titleOf = (entry: Entry): string => entry.meaning?.name || entry.name;

// Mandatory elements of the template that are not there or have no value.
export const missingIn = ({ expected, filled }: Submodel): number => Math.max(0, expected - filled);
