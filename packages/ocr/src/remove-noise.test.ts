import { describe, expect, it } from "vitest";
import { flattenLight } from "./flatten-light.ts";
import { removeSpecks, smooth, smoothGrain } from "./remove-noise.ts";
import { drawText } from "./testing/draw-text.ts";
import { inFallingLight, withGrain, withSpecks } from "./testing/noise.ts";

const LINES = Array.from({ length: 12 }, (_, row) => `LEDGER ${row} OF THE HARBOUR MASTER`);
const page = drawText(LINES, { letterHeight: 20 });

/** Returns the mean difference of two pages' grey values. */
function differenceOf({ pixels }: typeof page, other: typeof page): number {
  return pixels.reduce((sum, grey, index) => sum + Math.abs(grey - other.pixels[index]!), 0) / pixels.length;
}

describe("removeSpecks", () => {
  it.each([0.01, 0.04])("removes specks on %d of a page and leaves its letters", (share) => {
    const dirty = withSpecks(page, share);
    expect(differenceOf(removeSpecks(dirty), page)).toBeLessThan(differenceOf(dirty, page) / 4);
  });

  it.each([10, 20])("leaves clean letters of %d pixels unchanged", (letterHeight) => {
    const clean = drawText(LINES, { letterHeight });
    expect(removeSpecks(clean)).toBe(clean);
  });

  // Regression: `slice` of a Buffer, which image decoders return, is a view, so sevens lost their bars in the picture
  // itself.
  it("leaves the bytes of its input unchanged, even in a Buffer", () => {
    const pixels = Buffer.from(withSpecks(page, 0.02).pixels);
    const before = Buffer.from(pixels);
    const cleaned = removeSpecks({ ...page, pixels });
    expect(pixels.equals(before)).toBe(true);
    expect(cleaned.pixels).not.toBe(pixels);
  });

  it("accepts images of a few pixels", () => {
    const tiny = { pixels: new Uint8Array([0, 255]), width: 1, height: 2 };
    expect(smoothGrain(removeSpecks(flattenLight(tiny)))).toBe(tiny);
  });
});

describe("smoothGrain", () => {
  it("smooths heavy grain, so that the paper has fewer dark dots", () => {
    const grainy = withGrain(page, 50);
    const darkOn = ({ pixels }: typeof page) =>
      pixels.filter((grey, index) => page.pixels[index] === 255 && grey < 150).length;
    const nearInk = darkOn(smoothGrain(page));
    expect(darkOn(smoothGrain(grainy)) - nearInk).toBeLessThan(darkOn(grainy));
    expect(smoothGrain(grainy)).not.toBe(grainy);
  });

  it("leaves light grain unchanged", () => {
    const grainy = withGrain(page, 12);
    expect(smoothGrain(grainy)).toBe(grainy);
    expect(smoothGrain(page)).toBe(page);
  });
});

describe("flattenLight", () => {
  it("turns unevenly lit paper into one light grey", () => {
    const shaded = inFallingLight(page, 0.3);
    const flat = flattenLight(shaded);
    const papers = flat.pixels.filter((_, index) => page.pixels[index] === 255);
    expect(papers.filter((grey) => grey > 225).length).toBeGreaterThan(papers.length * 0.98);
    const inks = flat.pixels.filter((_, index) => page.pixels[index] === 0);
    expect(Math.max(...inks)).toBeLessThan(40);
  });

  it.each([
    ["evenly lit", page],
    ["grey", drawText(LINES, { letterHeight: 20, ink: 60, ground: 150 })],
    ["dark", drawText(LINES, { letterHeight: 20, ink: 255, ground: 0 })],
    // Regression: the text of a dark half was flattened to the background.
    [
      "half dark",
      { ...page, pixels: page.pixels.map((grey, at) => (at * 2 < page.pixels.length ? grey : 255 - grey * 0.8)) },
    ],
  ])("leaves a page unchanged that is %s", (_, image) => {
    expect(flattenLight(image)).toBe(image);
  });
});

describe("smooth", () => {
  it("weights a pixel by four, its neighbors by two and the corners by one, and leaves the edges", () => {
    const [width, height] = [7, 5];
    const pixels = Uint8Array.from({ length: width * height }, (_, index) => (index * 89) % 256);
    const at = (x: number, y: number): number => pixels[y * width + x]!;
    const expected = Uint8Array.from(pixels, (own, index) => {
      const [x, y] = [index % width, Math.floor(index / width)];
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return own;
      const weighed = [-1, 0, 1].flatMap((down) =>
        [-1, 0, 1].map((across) => at(x + across, y + down) * (2 - Math.abs(across)) * (2 - Math.abs(down))),
      );
      return Math.round(weighed.reduce((sum, grey) => sum + grey, 0) / 16);
    });
    expect(smooth({ pixels, width, height }).pixels).toEqual(expected);
  });
});
