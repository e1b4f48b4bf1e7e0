// SPDX-License-Identifier: Apache-2.0
// Colours of data: viridis for amounts, Okabe and Ito's for kinds, and enough others for many names.

export type Rgb = readonly [number, number, number];

const viridis: Rgb[] = [
  [68, 1, 84],
  [72, 40, 120],
  [62, 74, 137],
  [49, 104, 142],
  [38, 130, 142],
  [31, 158, 137],
  [53, 183, 121],
  [109, 205, 89],
  [180, 222, 44],
  [253, 231, 37],
];

// `share` from 0 to 1; what is beyond takes the end.
export function sequential(share: number): Rgb {
  const at = Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * (viridis.length - 1);
  const [low, part] = [Math.min(viridis.length - 2, Math.floor(at)), at % 1];
  const [a, b] = [viridis[low]!, viridis[low + 1]!];
  const k = at >= viridis.length - 1 ? 1 : part;
  return [0, 1, 2].map((i) => Math.round(a[i]! + (b[i]! - a[i]!) * k)) as unknown as Rgb;
}

export const kinds: Record<string, Rgb> = {
  wall: [222, 203, 164],
  floor: [150, 150, 150],
  ceiling: [205, 205, 205],
  roof: [173, 94, 74],
  window: [86, 180, 233],
  door: [140, 96, 56],
  shading: [0, 128, 96],
  other: [204, 121, 167],
};

// The golden angle keeps neighbours in a list apart, and no name has another's colour.
export function distinct(index: number): Rgb {
  const hue = (index * 137.508) % 360;
  const [saturation, light] = [[0.55, 0.62][index % 2]!, [0.58, 0.72, 0.48][index % 3]!];
  const chroma = (1 - Math.abs(2 * light - 1)) * saturation;
  const channel = (shift: number) => {
    const k = (shift + hue / 30) % 12;
    return Math.round(255 * (light - (chroma / 2) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

export const css = (colour: Rgb): string => `rgb(${colour.join(" ")})`;
export const missing: Rgb = [200, 200, 200];
