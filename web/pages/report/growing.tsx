// SPDX-License-Identifier: Apache-2.0
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../parts/Button.tsx";
import { grouped } from "../../kit/format.ts";

const step = 200;

// A long list shows its first items and grows when asked to. Other items begin anew.
export function useGrowing<T>(items: T[], first: number): { visible: T[]; more: VNode | null } {
  const [grown, setGrown] = useState({ items, count: first });
  const count = grown.items === items ? grown.count : first;
  const left = items.length - count;
  const more =
    left > 0 ? (
      <p class="more">
        <Button press={() => setGrown({ items, count: count + step })}>
          Show {grouped(Math.min(left, step))} more of {grouped(left)}
        </Button>
      </p>
    ) : null;
  return { visible: items.slice(0, count), more };
}
