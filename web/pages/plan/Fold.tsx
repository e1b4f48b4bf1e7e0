// SPDX-License-Identifier: Apache-2.0
import { type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

// A section that opens and closes.
export function Fold(props: {
  name: string;
  note: ComponentChildren;
  open: Signal<boolean>;
  children: ComponentChildren;
}) {
  const open = props.open.value;
  return (
    <section class={`fold ${props.name.toLowerCase()}-fold${open ? " open" : ""}`}>
      <h2>
        <button type="button" aria-expanded={open} onClick={() => (props.open.value = !open)}>
          <svg class="arrow" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M4 2l4 4-4 4" />
          </svg>
          {props.name} <span class="note">{props.note}</span>
        </button>
      </h2>
      {open && <div class="inside">{props.children}</div>}
    </section>
  );
}
