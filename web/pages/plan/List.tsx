// SPDX-License-Identifier: Apache-2.0
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface Props {
  label: string;
  count: number;
  rowHeight: number;
  active: number; // index of the row that is marked and kept in view; -1: none
  className: string;
  row(index: number): ComponentChildren;
  rowClass(index: number): string;
  pick(index: number): void;
  hover(index: number | undefined): void;
}

const spare = 8;

// A long list of equal rows, of which only those in view exist. One stop for the Tab key; arrows move inside.
export function List(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  const [cursor, setCursor] = useState(-1);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setHeight(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  const reveal = (index: number) => {
    const element = box.current;
    if (!element || index < 0) return;
    const y = index * props.rowHeight;
    if (y < element.scrollTop || y + props.rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = Math.max(0, y - element.clientHeight / 3);
    }
  };
  useEffect(() => {
    reveal(props.active);
    setCursor(props.active);
  }, [props.active, props.count]);

  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height / props.rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -props.count,
      End: props.count,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      const to = Math.min(props.count - 1, Math.max(0, cursor + step));
      setCursor(to);
      reveal(to);
      props.hover(to);
    } else if ((event.key === "Enter" || event.key === " ") && cursor >= 0) {
      props.pick(cursor);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const first = Math.max(0, Math.floor(top / props.rowHeight) - spare);
  const last = Math.min(props.count, Math.ceil((top + height) / props.rowHeight) + spare);
  const rows = [];
  for (let index = first; index < last; index++) {
    rows.push(
      <div
        key={index}
        id={`${props.className}-${index}`}
        role="option"
        aria-selected={index === props.active}
        aria-setsize={props.count}
        aria-posinset={index + 1}
        class={`row ${props.rowClass(index)}${index === cursor ? " cursor" : ""}`}
        style={{ top: `${index * props.rowHeight}px`, height: `${props.rowHeight}px` }}
        onPointerEnter={() => props.hover(index)}
        onClick={() => props.pick(index)}
      >
        {props.row(index)}
      </div>,
    );
  }
  return (
    <div
      ref={box}
      class={`list ${props.className}`}
      role="listbox"
      aria-label={props.label}
      aria-activedescendant={cursor >= first && cursor < last ? `${props.className}-${cursor}` : undefined}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={move}
      onPointerLeave={() => props.hover(undefined)}
      onBlur={() => props.hover(undefined)}
    >
      <div class="rows" style={{ height: `${props.count * props.rowHeight}px` }}>
        {rows}
      </div>
    </div>
  );
}
