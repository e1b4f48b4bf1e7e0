// SPDX-License-Identifier: Apache-2.0
// Passed, failed or neither, and how much of it.
import { type Status, statusWords } from "./data.ts";

const tick = "M4 8.3l2.8 2.7 5-5.6";
const disc = "M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0z";
const signs: Record<Status, string> = {
  pass: tick,
  fail: "M5 5l6 6m0-6l-6 6",
  error: "M8 4v5m0 2.5v.5",
  not_applicable: "M4.5 8h7",
  warning: tick,
};
const grounds: Record<Status, string> = {
  pass: disc,
  fail: "M5 0h6l5 5v6l-5 5H5l-5-5V5z",
  error: "M8 0l8 8-8 8-8-8z",
  not_applicable: disc,
  warning: "M2 0h12l2 2v12l-2 2H2l-2-2V2z",
};

// A status is a colour, a shape and a word: nobody depends on one of them.
export function StatusMark({ status }: { status: Status }) {
  return (
    <svg
      class={`verdict-mark ${status}`}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      role="img"
      aria-label={statusWords[status]}
    >
      <path class="ground" d={grounds[status]} />
      <path class="sign" d={signs[status]} />
    </svg>
  );
}

// What passed in green, what failed in red. A share that is there is seen, however small.
export function Bar({ passed, total }: { passed: number; total: number }) {
  const share = total > 0 ? (100 * passed) / total : 0;
  const width = passed > 0 && passed < total ? Math.min(98.5, Math.max(1.5, share)) : share;
  return (
    <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect class={total > 0 ? "bad" : "rest"} width="100" height="4" />
      <rect class="ok" width={width} height="4" />
    </svg>
  );
}
