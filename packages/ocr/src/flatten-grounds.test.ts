import { describe, expect, it } from "vitest";
import { flattenBackgrounds } from "./flatten-grounds.ts";
import type { GreyImage } from "./grey-image.ts";
import { measureInk } from "./ink.ts";
import { drawText } from "./testing/draw-text.ts";
import { withGrain } from "./testing/noise.ts";
import { onPage } from "./testing/on-page.ts";

const letters = { letterHeight: 20 };

/** Returns the grey value at the upper left corner of a label, inside its edge. */
const cornerOf = ({ pixels, width }: GreyImage, x: number, y: number): number => pixels[(y + 3) * width + x + 3]!;

describe("flattenBackgrounds", () => {
  it.each([
    ["white on black", 255, 0],
    ["white on middling grey", 255, 150],
    ["black on middling grey", 0, 150],
    ["light grey on dark grey", 190, 70],
  ])("turns a label %s into dark letters on paper", (_, ink, ground) => {
    const label = drawText(["PAID IN FULL"], { ...letters, ink, ground });
    const flat = flattenBackgrounds(onPage({ width: 700, height: 300 }, [{ label, x: 40, y: 50 }]));
    expect(cornerOf(flat, 40, 50)).toBe(255);
    const expected = onPage({ width: 700, height: 300 }, [
      { label: drawText(["PAID IN FULL"], letters), x: 40, y: 50 },
    ]);
    const differing = flat.pixels.filter((grey, at) => grey < 128 !== expected.pixels[at]! < 128);
    expect(differing.length).toBeLessThan(expected.pixels.filter((grey) => grey < 128).length / 10);
  });

  it("leaves paper within a dark area light", () => {
    const card = drawText(["OVERDUE SINCE MAY"], letters);
    const bar = onPage({ width: 900, height: 400, grey: 40 }, [
      { label: drawText(["LEDGER OF THE HARBOUR"], { ...letters, ink: 255, ground: 40 }), x: 20, y: 20 },
      { label: card, x: 100, y: 200 },
    ]);
    const flat = flattenBackgrounds(onPage({ width: 1_000, height: 600 }, [{ label: bar, x: 50, y: 100 }]));
    expect(cornerOf(flat, 50, 100)).toBe(255);
    expect(cornerOf(flat, 150, 300)).toBe(255);
    const { ground, contrast } = measureInk(flat);
    expect(ground).toBeGreaterThan(240);
    expect(contrast).toBeGreaterThan(150);
  });

  it.each([
    ["a page of text", drawText(["LEDGER OF THE HARBOUR", "PAID IN FULL"], letters)],
    ["a page with grain", withGrain(drawText(["LEDGER OF THE HARBOUR"], letters), 40)],
    [
      "a dark box without letters",
      onPage({ width: 700, height: 300 }, [{ label: onPage({ width: 200, height: 90, grey: 60 }, []), x: 40, y: 50 }]),
    ],
    ["letters as large as labels", drawText(["BOOK"], { letterHeight: 300 })],
    ["a picture of a few pixels", { pixels: new Uint8Array([0, 255]), width: 1, height: 2 }],
  ])("leaves %s unchanged", (_, page) => {
    expect(flattenBackgrounds(page)).toBe(page);
  });
});
