// SPDX-License-Identifier: Apache-2.0
// The data of the page, as ids/engine/report/changes.h promises it (changes_page). Everything is checked here once; the
// rest of the page trusts it.
import { type Fields, list, tally, text, texts } from "../../kit/decode.ts";

// In the order in which they are shown.
export const turns = ["new", "unknown", "still", "fixed"] as const;
export type Turn = (typeof turns)[number];
export const turnWords: Record<Turn, string> = {
  new: "New",
  unknown: "Not known",
  still: "Still failing",
  fixed: "Fixed",
};

export interface Failure {
  element: string; // "" of the specification itself
  guid: string;
  entity: string;
  storey: string;
  requirement: string;
  reason: string;
}
export interface Specification {
  model: string;
  name: string;
  identifier: string;
  before: string; // statuses; "" where a report has it not
  after: string;
  failures: Record<Turn, Failure[]>;
}
export interface Changes {
  title: string;
  verdict: string;
  before: string; // when they were checked
  after: string;
  totals: Record<Turn, number>;
  notes: string[];
  specifications: Specification[];
  left: number; // failures that are not in the page
}

const most = { specifications: 100_000, failures: 1_000_000, notes: 1000 };
const fields = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const ofTurns = <T>(make: (turn: Turn) => T): Record<Turn, T> => ({
  new: make("new"),
  unknown: make("unknown"),
  still: make("still"),
  fixed: make("fixed"),
});

const failureOf = (given: Fields): Failure => ({
  element: text(given["element"]),
  guid: text(given["global_id"]),
  entity: text(given["entity"]),
  storey: text(given["storey"]),
  requirement: text(given["requirement"]),
  reason: text(given["reason"]),
});

const specificationOf = (given: Fields): Specification => ({
  model: text(given["model"]),
  name: text(given["name"]),
  identifier: text(given["identifier"]),
  before: text(given["before"]),
  after: text(given["after"]),
  failures: ofTurns((turn) => list(given[turn], most.failures).map(failureOf)),
});

export function decodeChanges(value: unknown): Changes {
  const given = fields(value);
  if (!("specifications" in given) || !("totals" in given)) throw new Error("This is not a comparison of reports.");
  const totals = fields(given["totals"]);
  return {
    title: text(given["title"]) || "Report",
    verdict: text(given["verdict"]),
    before: text(given["checked_before"]),
    after: text(given["checked_after"]),
    totals: ofTurns((turn) => tally(totals[turn])),
    notes: texts(given["notes"], most.notes),
    specifications: list(given["specifications"], most.specifications).map(specificationOf),
    left: tally(given["left"]),
  };
}
