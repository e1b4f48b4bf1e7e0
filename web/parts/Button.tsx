// SPDX-License-Identifier: Apache-2.0
import type { ComponentChildren } from "preact";

export function Button(props: {
  label?: string;
  pressed?: boolean;
  press(): void;
  title?: string;
  children: ComponentChildren;
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-pressed={props.pressed}
      title={props.title}
      onClick={() => props.press()}
    >
      {props.children}
    </button>
  );
}
