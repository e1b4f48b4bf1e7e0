// SPDX-License-Identifier: Apache-2.0
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { ReportState } from "./state.ts";

// Opens and closes; on paper everything is open. The browser's own element, so that its search on the page opens it too.
export function Fold(props: {
  state: ReportState;
  open: Signal<boolean>;
  className: string;
  summary: ComponentChildren;
  children: ComponentChildren;
}) {
  const printing = props.state.printing.value;
  const follow = (open: boolean) => {
    if (!props.state.printing.peek()) props.open.value = open;
  };
  return (
    <details
      class={props.className}
      open={printing || props.open.value}
      onToggle={(event) => follow(event.currentTarget.open)}
    >
      <summary>
        {props.summary}
        <svg class="arrow" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="M2 4l4 4 4-4" />
        </svg>
      </summary>
      {props.children}
    </details>
  );
}
