// SPDX-License-Identifier: Apache-2.0
// The tabular reports of a run as the program sends them: what there is, and the tables in parts.
import { list, text, texts, whole } from "../../kit/decode.ts";
import { amount, asFields, decodeFigures, decodeRun, type Figure, type Run } from "../../kit/run.ts";
import type { Column } from "../../parts/DataTable.tsx";

export interface Table {
  name: string;
  expected: number; // rows
  columns: Column[]; // the first are the names of rows; empty: not there yet
  rows: string[][];
}
export interface Report {
  name: string;
  scope: string;
  tables: Table[];
}
export interface Book {
  run: Run;
  figures: Figure[];
  reports: Report[];
  parts: number;
}

export function decodeBook(value: unknown): Book {
  if (typeof value !== "object" || value === null) throw new Error("The server sent no report.");
  const from = asFields(value);
  return {
    run: decodeRun(from["run"]),
    figures: decodeFigures(from["figures"]).filter(({ value: number }) => Number.isFinite(amount(number))),
    reports: list(from["reports"], 2000).map((each) => ({
      name: text(each["name"]),
      scope: text(each["scope"]),
      tables: list(each["tables"], 2000).map((table) => ({
        name: text(table["name"]),
        expected: whole(table["rows"]),
        columns: [],
        rows: [],
      })),
    })),
    parts: Math.min(5000, whole(from["table_parts"])),
  };
}

// Fills the next tables; returns how many of them have come in all.
export function addTables(book: Book, part: unknown, filled: number): number {
  const waiting = book.reports.flatMap(({ tables }) => tables).slice(filled);
  const given = list(asFields(part)["tables"], 5000);
  given.slice(0, waiting.length).forEach((each, index) => {
    const table = waiting[index]!;
    const columns = list(each["columns"], 500).map((column) => ({
      name: text(column["name"]),
      unit: text(column["unit"]),
    }));
    table.columns = [{ name: "" }, ...columns];
    table.rows = (Array.isArray(each["rows"]) ? each["rows"] : []).slice(0, 100_000).map((row) => texts(row, 501));
  });
  return filled + Math.min(given.length, waiting.length);
}

// A table as it is looked for: all of it where its name or a column fits, else the rows that do.
export function foundRows(report: Report, table: Table, wanted: string): string[][] {
  if (!wanted) return table.rows;
  const fits = (word: string) => word.toLowerCase().includes(wanted);
  if (fits(report.name) || fits(table.name) || table.columns.some(({ name }) => fits(name))) return table.rows;
  return table.rows.filter((row) => row.some(fits));
}
