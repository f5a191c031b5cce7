import { expect, it } from "vitest";
import { resample, sampleAt } from "./resample.ts";

it.each([
  [1, 1, 4],
  [2, 9, 0.51],
  [12, 7, 0.8],
  [11, 12, 1],
  [9, 5, 1.37],
  [8, 12, 1.5],
  [5, 1, 3.3],
])("interpolates an upright image of %d by %d pixels, scaled by %d, between the nearest pixels", (...given) => {
  const [across, down, scale] = given;
  const greys = Uint8Array.from({ length: across * down }, (_, index) => (index * 89) % 256);
  const source = { pixels: greys, width: across, height: down };
  const { pixels, width, height } = resample(source, { scale, degrees: 0, ground: 255 });
  expect([width, height]).toEqual([across, down].map((side) => Math.max(1, Math.round(side * scale))));
  for (const [index, grey] of pixels.entries()) {
    const x = ((index % width) + 0.5 - width / 2) / scale + across / 2 - 0.5;
    const y = (Math.floor(index / width) + 0.5 - height / 2) / scale + down / 2 - 0.5;
    expect(grey).toBe(Math.floor(sampleAt(source, x, y, 255)));
  }
});
