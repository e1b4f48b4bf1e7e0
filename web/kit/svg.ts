// SPDX-License-Identifier: Apache-2.0
// Brings a drawing into the page: parsed as XML, then copied element by element through an allow-list. Nothing that
// runs, loads or styles the page gets through, whatever the drawing says. Never innerHTML.

const elements = new Set(
  (
    "svg g path rect circle ellipse line polyline polygon text tspan title desc defs use symbol clipPath mask pattern " +
    "marker linearGradient radialGradient stop"
  ).split(" "),
);

const attributes = new Set(
  (
    "x y x1 y1 x2 y2 cx cy r rx ry dx dy d points width height viewBox preserveAspectRatio transform " +
    "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap " +
    "stroke-linejoin stroke-miterlimit vector-effect opacity paint-order shape-rendering color display visibility " +
    "font-family font-size font-weight font-style font-variant letter-spacing text-anchor dominant-baseline rotate " +
    "textLength lengthAdjust clip-path clip-rule mask marker-start marker-mid marker-end markerWidth markerHeight " +
    "markerUnits refX refY orient patternUnits patternContentUnits patternTransform gradientUnits gradientTransform " +
    "offset stop-color stop-opacity data-id data-line data-end-line"
  ).split(" "),
);

const maxDepth = 64;
const maxElements = 200_000;
const svgNamespace = "http://www.w3.org/2000/svg";

export const keepsElement = (name: string): boolean => elements.has(name);

// An attribute as it may stand in the page, or nothing. References stay inside the drawing: each drawing's ids get its
// own prefix, so that two of them, or a drawing and the page, cannot meet.
export function cleanAttribute(name: string, value: string, prefix: string): [string, string] | undefined {
  if (name === "id") return ["id", prefix + value];
  if (name === "class") return ["data-class", value];
  if (name === "href" || name === "xlink:href")
    return /^#[\w:.-]+$/.test(value) ? ["href", `#${prefix}${value.slice(1)}`] : undefined;
  if (!attributes.has(name)) return undefined;
  const local = /^\s*url\(\s*["']?#([\w:.-]+)["']?\s*\)\s*$/i.exec(value);
  if (local) return [name, `url(#${prefix}${local[1]})`];
  return /url\s*\(|\\|javascript:/i.test(value) && !name.startsWith("data-") ? undefined : [name, value];
}

interface Count {
  left: number;
}

function copyInto(target: Element, source: Element, prefix: string, depth: number, count: Count): void {
  for (const { name, value } of source.attributes) {
    const kept = cleanAttribute(name, value, prefix);
    if (kept) target.setAttribute(kept[0], kept[1]);
  }
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) {
      target.append(child.nodeValue ?? "");
    } else if (child instanceof Element && child.namespaceURI === svgNamespace && keepsElement(child.localName)) {
      if (depth >= maxDepth || --count.left < 0) continue;
      const copy = document.createElementNS(svgNamespace, child.localName);
      copyInto(copy, child, prefix, depth + 1, count);
      target.append(copy);
    }
  }
}

export interface Drawing {
  root: SVGSVGElement;
  width: number;
  height: number;
}

const finite = (text: string | null | undefined, fallback: number): number => {
  const value = Number.parseFloat(text ?? "");
  return Number.isFinite(value) && Math.abs(value) < 1e7 ? value : fallback;
};

// The drawing at one CSS pixel per user unit, its upper left corner at (0, 0); nothing if it is not an SVG.
export function importSvg(text: string, prefix: string): Drawing | undefined {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg" || parsed.namespaceURI !== svgNamespace) return undefined;
  if (parsed.getElementsByTagName("parsererror").length > 0) return undefined;
  const root = document.createElementNS(svgNamespace, "svg");
  copyInto(root, parsed, prefix, 0, { left: maxElements });
  const box = (parsed.getAttribute("viewBox") ?? "").trim().split(/[\s,]+/);
  const width = Math.max(1, finite(box[2] ?? parsed.getAttribute("width"), 100));
  const height = Math.max(1, finite(box[3] ?? parsed.getAttribute("height"), 100));
  root.setAttribute("viewBox", `${finite(box[0], 0)} ${finite(box[1], 0)} ${width} ${height}`);
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  for (const name of ["x", "y", "id", "data-id"]) root.removeAttribute(name);
  return { root, width, height };
}
