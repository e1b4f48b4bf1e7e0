// SPDX-License-Identifier: Apache-2.0
// A small house as the server would send it: the part "plan" of a view. Two floors, eight rooms, metres.

type Rect = [x: number, y: number, width: number, depth: number];

interface Spec {
  id: string;
  rooms: Record<string, Rect>;
  doors: { at: [number, number]; swing: [number, number] }[];
  stair?: Rect;
}

const scale = 50; // px per metre
const margin = 1.4; // metres round the building
const wall = 0.2;

const ground: Spec = {
  id: "Ground",
  rooms: {
    Living: [0.2, 0.2, 5, 4],
    Kitchen: [5.4, 0.2, 3, 4],
    Hall: [0.2, 4.4, 5, 2],
    Utility: [5.4, 4.4, 3, 2],
  },
  doors: [
    { at: [2.2, 4.2], swing: [0.9, 0.2] },
    { at: [6.4, 4.2], swing: [0.9, 0.2] },
  ],
  stair: [3.2, 4.6, 1.8, 1.6],
};

const upper: Spec = {
  id: "Upper",
  rooms: {
    Bedroom: [0.2, 0.2, 4, 4],
    Study: [4.4, 0.2, 4, 4],
    Landing: [0.2, 4.4, 5, 2],
    Bathroom: [5.4, 4.4, 3, 2],
  },
  doors: [
    { at: [1.2, 4.2], swing: [0.9, 0.2] },
    { at: [4.8, 4.2], swing: [0.9, 0.2] },
  ],
  stair: [3.2, 4.6, 1.8, 1.6],
};

const source: string[] = ["---", "title: Small house", "---", "floorplan"];
const lineOf = new Map<string, [number, number]>();

function write(spec: Spec): void {
  source.push(`  floor ${spec.id} {`);
  for (const [name, [x, y, width, depth]] of Object.entries(spec.rooms)) {
    const first = source.length + 1;
    source.push(`    room ${name} at (${x}, ${y}) size (${width} x ${depth}) walls [`);
    source.push(`      top: solid, right: ${name === "Hall" ? "door" : "solid"}, bottom: solid, left: window`);
    source.push(`    ] label "${name}"`);
    lineOf.set(name, [first, source.length]);
  }
  spec.doors.forEach((_, index) => {
    source.push(`    door ${index + 1}`);
    lineOf.set(`${spec.id}/door:${index + 1}`, [source.length, source.length]);
  });
  source.push("    stair Main shape u-shaped rise 2.8", "  }");
  lineOf.set(`${spec.id}/stair`, [source.length - 1, source.length - 1]);
}

const px = (metres: number) => Math.round((metres + margin) * scale * 100) / 100;
const rect = ([x, y, w, d]: Rect) => `M${px(x)} ${px(y)}H${px(x + w)}V${px(y + d)}H${px(x)}Z`;
const range = (key: string) => {
  const [line = 0, end = 0] = lineOf.get(key) ?? [];
  return `data-line="${line}" data-end-line="${end}"`;
};

function roomSvg([name, [x, y, w, d]]: [string, Rect]): string {
  return `<g class="room" data-id="room:${name}" ${range(name)}><title>${name}</title>
<path d="${rect([x, y, w, d])}" fill="#fbfaf7"/>
<text x="${px(x + w / 2)}" y="${px(y + d / 2)}" text-anchor="middle" font-size="13" font-weight="600" fill="#1a1d21">${name}</text>
<text x="${px(x + w / 2)}" y="${px(y + d / 2) + 16}" text-anchor="middle" font-size="11" fill="#565d66">${(w * d).toFixed(1)} m²</text></g>`;
}

function doorSvg(spec: Spec, index: number): string {
  const door = spec.doors[index]!;
  const [x, y] = door.at;
  const [w, t] = door.swing;
  return `<g class="door" data-id="door:${index + 1}" ${range(`${spec.id}/door:${index + 1}`)}><title>Door ${index + 1}</title>
<rect x="${px(x)}" y="${px(y)}" width="${w * scale}" height="${t * scale}" fill="#fbfaf7"/>
<path d="M${px(x)} ${px(y)}V${px(y - w)}A${w * scale} ${w * scale} 0 0 1 ${px(x + w)} ${px(y)}" fill="none" stroke="#1a1d21"/></g>`;
}

function stairSvg(spec: Spec): string {
  if (!spec.stair) return "";
  const [x, y, w, d] = spec.stair;
  const treads = Array.from({ length: 9 }, (_, i) => `M${px(x + (w * i) / 8)} ${px(y)}v${d * scale}`).join("");
  return `<g class="stair" data-id="stair:Main" ${range(`${spec.id}/stair`)}><title>Main stair</title>
<path d="${rect([x, y, w, d])}" fill="none" stroke="#565d66"/><path d="${treads}" stroke="#868e99" fill="none"/></g>`;
}

function svgOf(spec: Spec): string {
  const [width, depth] = [8.6, 6.6];
  const [w, h] = [(width + 2 * margin) * scale, (depth + 2 * margin) * scale];
  const walls = rect([0, 0, width, depth]) + Object.values(spec.rooms).map(rect).join("");
  const y = px(-0.7);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" font-family="Inter, sans-serif">
<title>${spec.id}</title>
<g class="ground"><rect width="${w}" height="${h}" fill="#ffffff"/></g>
<g class="rooms">${Object.entries(spec.rooms).map(roomSvg).join("")}</g>
<g class="walls"><path d="${walls}" fill="#2b2f35" fill-rule="evenodd"/></g>
<g class="doors">${spec.doors.map((_, index) => doorSvg(spec, index)).join("")}</g>
<g class="stairs">${stairSvg(spec)}</g>
<g class="dimensions"><path d="M${px(0)} ${y}H${px(width)}M${px(0)} ${y - 5}v10M${px(width)} ${y - 5}v10" stroke="#868e99" fill="none"/>
<text x="${px(width / 2)}" y="${y - 6}" text-anchor="middle" font-size="11" fill="#565d66">${width.toFixed(2)}</text></g>
</svg>`;
}

function floorOf(spec: Spec, index: number) {
  return {
    id: spec.id,
    index,
    svg: svgOf(spec),
    scale,
    originX: -margin,
    originY: -margin,
    rooms: Object.entries(spec.rooms).map(([name, [, , widthM, depthM]]) => ({
      id: `room:${name}`,
      name,
      label: name === "Utility" ? "Utility <b>&amp; store</b>" : name,
      areaM2: widthM * depthM,
      widthM,
      depthM,
      line: lineOf.get(name)?.[0] ?? 0,
      endLine: lineOf.get(name)?.[1] ?? 0,
    })),
  };
}

export function smallHouse() {
  if (source.length === 4) [ground, upper].forEach(write);
  const at = (name: string) => lineOf.get(name)?.[0] ?? 0;
  return {
    title: "Small house",
    unit: "m",
    areaUnit: "sqm",
    theme: "default",
    source: source.join("\n"),
    floors: [ground, upper].map(floorOf),
    diagnostics: [
      {
        code: "bathroom_no_window",
        severity: "info",
        message: "Bathroom has no window that opens.",
        line: at("Bathroom"),
        column: 5,
        endLine: at("Bathroom"),
        endColumn: 9,
      },
      {
        code: "door_too_narrow",
        severity: "error",
        message: "Door 2 on Ground is 0.90 m wide and does not fit its wall.",
        hint: "Make the wall of Utility at least 1.10 m long.",
        line: lineOf.get("Ground/door:2")?.[0] ?? 0,
        column: 5,
        endLine: 0,
        endColumn: 0,
      },
      {
        code: "corridor_width",
        severity: "warning",
        message: "Hall narrows to 0.85 m beside the stair; 0.90 m is the least.",
        hint: "Move the stair 50 mm to the right.",
        line: at("Hall"),
        column: 5,
        endLine: at("Hall") + 2,
        endColumn: 1,
      },
    ],
  };
}

// What an attacker would draw. Nothing of it may run, load or leave its sheet.
export function hostileHouse() {
  const plan = smallHouse();
  const attack = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml"
viewBox="0 0 400 300" onload="window.hacked='root'">
<script>window.hacked='script'</script>
<style>body{display:none !important}</style>
<rect id="lintel-data" data-id="room:Evil" data-line="1" data-end-line="2" width="200" height="100" fill="#eee" onclick="window.hacked='click'" style="position:fixed;inset:0"/>
<foreignObject width="400" height="300"><h:iframe src="javascript:parent.hacked='frame'"/><h:img src="x" onerror="window.hacked='img'"/></foreignObject>
<a href="javascript:window.hacked='link'"><text x="10" y="40">link</text></a>
<image href="https://example.invalid/beacon.png" width="10" height="10"/>
<use href="https://example.invalid/evil.svg#x"/><use xlink:href="data:image/svg+xml,x"/>
<rect width="10" height="10" fill="url(https://example.invalid/paint.svg#p)"/>
<animate attributeName="href" values="javascript:window.hacked='animate'"/>
<set attributeName="onmouseover" to="window.hacked='set'"/>
</svg>`;
  return {
    ...plan,
    title: "</script><script>window.hacked='title'</script>",
    source: "room Evil\n<img src=x onerror=\"window.hacked='source'\">\n</script><script>window.hacked='text'</script>",
    floors: [
      {
        ...plan.floors[0]!,
        id: "<b onclick=alert(1)>F</b>",
        svg: attack,
        rooms: [{ ...plan.floors[0]!.rooms[0]!, id: "room:Evil", label: "<img src=x onerror=window.hacked='label'>" }],
      },
    ],
    diagnostics: [
      { severity: "error", message: "<script>window.hacked='finding'</script>", line: 1, column: 1, code: "x" },
    ],
  };
}
