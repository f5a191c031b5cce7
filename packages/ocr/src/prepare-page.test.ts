import { describe, expect, it } from "vitest";
import { findGlyphs } from "./find-glyphs.ts";
import { findSkew } from "./find-skew.ts";
import { measureInk } from "./ink.ts";
import { findLettering } from "./lettering.ts";
import { preparePage } from "./prepare-page.ts";
import { resample } from "./resample.ts";
import { drawText } from "./testing/draw-text.ts";

const LINES = Array.from({ length: 8 }, (_, row) => `LEDGER ${row} OF THE HARBOUR MASTER`);
const page = drawText(LINES, { letterHeight: 20 });
const glyphsOf = (image: typeof page) => findGlyphs(image, measureInk(image).threshold);
function middleHeight(image: typeof page): number {
  const heights = glyphsOf(image).map(({ height }) => height);
  return heights.toSorted((one, other) => one - other)[heights.length >> 1]!;
}

describe("measureInk", () => {
  it("detects whether the background is dark", () => {
    expect(measureInk(page)).toMatchObject({ isDarkGround: false });
    expect(measureInk(drawText(LINES, { ink: 230, ground: 40 }))).toMatchObject({ isDarkGround: true });
  });
});

describe("findGlyphs", () => {
  it("finds every letter once", () => {
    const letters = LINES.join("").replaceAll(" ", "").length;
    expect(glyphsOf(page)).toHaveLength(letters);
  });
});

describe("findLettering", () => {
  it("finds most letters of a text, upright or sideways, and few in noise", () => {
    const sideways = resample(page, { scale: 1, degrees: 90, ground: 255 });
    for (const image of [page, sideways]) {
      const glyphs = glyphsOf(image);
      expect(findLettering(glyphs).length).toBeGreaterThan(glyphs.length / 2);
    }
    let state = 1;
    const noise = { ...page, pixels: page.pixels.map(() => (state = (state * 48_271) % 2_147_483_647) & 0xff) };
    const components = findGlyphs(noise, 40);
    expect(components.length).toBeGreaterThan(50);
    expect(findLettering(components).length).toBeLessThan(components.length / 5);
  });
});

describe("findSkew", () => {
  it.each([-12, -3.5, 1.5, 8, 93])("measures the skew of a page rotated by %d degrees", (degrees) => {
    const turned = resample(page, { scale: 1, degrees, ground: 255 });
    const side = Math.round(degrees / 90) * 90;
    expect(Math.abs(findSkew(glyphsOf(turned), 20) - (degrees - side))).toBeLessThan(0.3);
  });
});

describe("preparePage", () => {
  it("scales letters of any size to a readable size", () => {
    for (const letterHeight of [7, 10, 60, 120]) {
      const height = middleHeight(preparePage(drawText(LINES, { letterHeight }))!.image);
      expect(height).toBeGreaterThan(12);
      expect(height).toBeLessThan(36);
    }
  });

  it("only softens the edges of a scanned page that needs nothing else", () => {
    const scan = drawText([...LINES, ...LINES, ...LINES], { letterHeight: 20 });
    const { image, scale, degrees } = preparePage(scan)!;
    expect({ scale, degrees, width: image.width, height: image.height }).toEqual({
      scale: 1,
      degrees: 0,
      width: scan.width,
      height: scan.height,
    });
    const steepest = ({ pixels }: typeof page): number =>
      pixels.reduce((most, grey, index) => Math.max(most, Math.abs(grey - (pixels[index - 1] ?? grey))), 0);
    expect(steepest(image)).toBeLessThan(steepest(scan));
    expect(glyphsOf(image)).toHaveLength(glyphsOf(scan).length);
  });

  it("leaves small images, such as covers, unchanged", () => {
    expect(preparePage(page)?.image.pixels).toEqual(page.pixels);
  });

  it("enlarges small letters, and joined ones more", () => {
    const small = drawText(LINES, { letterHeight: 15 });
    const scales = [false, true].map((hasJoinedLetters) => preparePage(small, hasJoinedLetters)!.scale);
    expect(scales[0]).toBeLessThan(scales[1]!);
  });

  it("turns dark pages light", () => {
    const prepared = preparePage(drawText(LINES, { letterHeight: 20, ink: 255, ground: 0 }))!;
    expect(measureInk(prepared.image)).toMatchObject({ isDarkGround: false });
  });

  it("returns undefined for an empty page", () => {
    expect(preparePage({ pixels: new Uint8Array(10_000).fill(255), width: 100, height: 100 })).toBeUndefined();
  });

  it("limits the size of huge pages", () => {
    const huge = { pixels: new Uint8Array(60_000_000).fill(255), width: 10_000, height: 6_000 };
    huge.pixels.fill(0, 0, 5_000_000);
    const prepared = preparePage(huge)?.image;
    expect((prepared?.width ?? 0) * (prepared?.height ?? 0)).toBeLessThan(21_000_000);
  });
});
