// SPDX-License-Identifier: Apache-2.0
export type Severity = "error" | "warning" | "info";

export const words: Record<Severity, string> = { error: "Error", warning: "Warning", info: "Note" };

const shapes: Record<Severity, string> = {
  error: "M4 1h4l3 3v4l-3 3H4L1 8V4z",
  warning: "M6 1l5.5 10h-11z",
  info: "M2 2h8v8H2z",
};

// A status is a colour, a shape and a word: nobody depends on one of them.
export function Mark({ severity }: { severity: Severity }) {
  return (
    <svg class={`mark ${severity}`} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d={shapes[severity]} />
    </svg>
  );
}
