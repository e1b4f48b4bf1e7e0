// SPDX-License-Identifier: Apache-2.0
// Passed or failed, and how much of it.
import type { Status } from "./data.ts";

const words: Record<Status, string> = { pass: "passed", fail: "failed" };
const signs: Record<Status, string> = { pass: "M4 8.3l2.8 2.7 5-5.6", fail: "M5 5l6 6m0-6l-6 6" };
const grounds: Record<Status, string> = {
  pass: "M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0z",
  fail: "M5 0h6l5 5v6l-5 5H5l-5-5V5z",
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
      aria-label={words[status]}
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
