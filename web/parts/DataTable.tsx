// SPDX-License-Identifier: Apache-2.0
// A table to read: sorted by any column, numbers by their size, copied as text that spreadsheets take.
import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { copyText } from "../kit/copy.ts";
import { grouped } from "../kit/format.ts";
import { Button } from "./Button.tsx";

export interface Column {
  name: string;
  unit?: string;
}
export interface Sorting {
  column: number;
  down: boolean;
}

// "-12.5", "1.2E-05"; anything else is a text.
export function asNumber(text: string): number {
  return /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : NaN;
}

// Numbers before texts, whichever way; what is equal stays in its order.
export function sorted(rows: string[][], { column, down }: Sorting): string[][] {
  const sign = down ? -1 : 1;
  const keyed = rows.map((row) => ({ row, text: row[column] ?? "", number: asNumber(row[column] ?? "") }));
  keyed.sort((a, b) => {
    const [x, y] = [Number.isNaN(a.number), Number.isNaN(b.number)];
    if (x !== y) return x ? 1 : -1;
    return sign * (x ? a.text.localeCompare(b.text, "en", { numeric: true }) : a.number - b.number);
  });
  return keyed.map(({ row }) => row);
}

// Whether most of what a column has is numbers: then it stands to the right.
export function isNumeric(rows: string[][], column: number): boolean {
  const texts = rows.map((row) => row[column] ?? "").filter((text) => text.trim() && text.trim() !== "-");
  return texts.length > 0 && texts.filter((text) => !Number.isNaN(asNumber(text))).length * 2 > texts.length;
}

export const asLines = (columns: Column[], rows: string[][]): string =>
  [columns.map(({ name, unit }) => (unit ? `${name} [${unit}]` : name)), ...rows]
    .map((row) => row.map((cell) => cell.replace(/[\t\n]/g, " ")).join("\t"))
    .join("\n");

const firstRows = 200;
const printing = signal(false);

// Prints what is shown, with every row of every table.
export function printAll(): void {
  printing.value = true;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      print();
      printing.value = false;
    }),
  );
}

export function DataTable(props: {
  columns: Column[];
  rows: string[][];
  caption: ComponentChildren;
  marked?: string; // lower case; where it occurs is marked
}) {
  const sorting = useSignal<Sorting | undefined>(undefined);
  const all = useSignal(false);
  const copied = useSignal("");
  const rows = sorting.value ? sorted(props.rows, sorting.value) : props.rows;
  const shown = all.value || printing.value ? rows : rows.slice(0, firstRows);
  const right = props.columns.map((_, column) => column > 0 && isNumeric(props.rows, column));
  const press = (column: number) => {
    const now = sorting.value;
    if (now?.column !== column) sorting.value = { column, down: right[column] ?? false };
    else if (now.down === (right[column] ?? false)) sorting.value = { column, down: !now.down };
    else sorting.value = undefined;
  };
  const copy = async () => {
    copied.value = (await copyText(asLines(props.columns, rows))) ? "Copied" : "This browser does not let pages copy";
  };
  const order = (column: number) =>
    sorting.value?.column === column ? (sorting.value.down ? "descending" : "ascending") : "none";
  return (
    <div class="data">
      <div class="caption">
        {props.caption}
        <span class="copy">
          <span class="quiet" role="status">
            {copied.value}
          </span>
          <Button press={() => void copy()} title="Copy the table; spreadsheets take it">
            Copy
          </Button>
        </span>
      </div>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {props.columns.map(({ name, unit }, column) => (
                <th key={column} scope="col" aria-sort={order(column)} class={right[column] ? "right" : ""}>
                  <button type="button" onClick={() => press(column)} title="Sort">
                    <bdi>{name || "\u00a0"}</bdi>
                    {unit && <span class="unit"> {unit}</span>}
                    <span class="arrow" aria-hidden="true">
                      {order(column) === "none" ? "" : order(column) === "ascending" ? " ▲" : " ▼"}
                    </span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={index}>
                {props.columns.map((_, column) => {
                  const Cell = column === 0 ? "th" : "td";
                  return (
                    <Cell key={column} {...(column === 0 ? { scope: "row" } : {})} class={right[column] ? "right" : ""}>
                      <Marked text={row[column] ?? ""} wanted={props.marked ?? ""} />
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <p class="more">
          <Button press={() => (all.value = true)}>Show {grouped(rows.length - shown.length)} more rows</Button>
        </p>
      )}
    </div>
  );
}

function Marked({ text, wanted }: { text: string; wanted: string }) {
  const at = wanted ? text.toLowerCase().indexOf(wanted) : -1;
  if (at < 0) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </bdi>
  );
}
