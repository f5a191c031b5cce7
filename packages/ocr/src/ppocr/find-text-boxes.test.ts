import { describe, expect, it } from "vitest";
import type { GreyImage } from "../grey-image.ts";
import { drawText, inkIn, onPage, resample } from "../testing/index.ts";
import { shareOfPicture } from "../position-on-picture.ts";
import { findTextBoxes } from "./find-text-boxes.ts";
import { uprightBox } from "./level-lines.ts";

const INK = 100;

/** Returns the map of a detector that is certain of a picture's ink. */
const mapOf = ({ pixels, width, height }: GreyImage) => ({
  values: Float32Array.from(pixels, (grey) => (grey < INK ? 1 : 0)),
  width,
  height,
});

const bar = (width: number, height: number): GreyImage => ({ pixels: new Uint8Array(width * height), width, height });

/** Solid lines of several lengths, one below the other. */
const LENGTHS = [300, 220, 260];
const HEIGHT = 14;
const PAGE = { width: 500, height: 400 };
const bars = onPage(
  PAGE,
  LENGTHS.map((length, row) => ({ label: bar(length, HEIGHT), x: 60, y: 100 + row * 60 })),
);

describe("findTextBoxes", () => {
  it.each([0, 5, -12, 40, 90])("finds lines on a page rotated by %d degrees", (degrees) => {
    const boxes = findTextBoxes(mapOf(resample(bars, { scale: 1, degrees, ground: 255 })));
    expect(boxes).toHaveLength(LENGTHS.length);
    const lengths = boxes.map(({ length, height }) => length - height).toSorted((one, other) => other - one);
    for (const [index, length] of LENGTHS.toSorted((one, other) => other - one).entries())
      // Grown equally on all sides; rotated edges are soft.
      expect(Math.abs(lengths[index]! - (length - HEIGHT))).toBeLessThan(4);
    for (const { angle } of boxes) expect(Math.cos(angle - (degrees * Math.PI) / 180) ** 2).toBeGreaterThan(0.999);
  });

  it("finds all ink of drawn text, in one box per letter", () => {
    const page = drawText(["LEDGERS", "IN 1893"]);
    const boxes = findTextBoxes(mapOf(page));
    expect(boxes).toHaveLength("LEDGERSIN1893".length);
    const shares = boxes.map((box) => shareOfPicture(uprightBox(box), page));
    expect(inkIn(page, shares)).toEqual({ share: 1, boxes: shares.length });
  });

  // Regression: a single "1", which is taller than wide, was read lying on its side, and a "6" as "9".
  it("aligns short regions with the lines next to them", () => {
    const digit = { label: bar(6, 20), x: 420, y: 100 };
    const page = onPage(PAGE, [{ label: bars, x: 0, y: 0 }, digit]);
    for (const degrees of [0, 6]) {
      const boxes = findTextBoxes(mapOf(resample(page, { scale: 1, degrees, ground: 255 })));
      const short = boxes.find(({ length }) => length < 50)!;
      expect(short.height).toBeGreaterThan(short.length);
      expect(Math.abs(short.angle - (degrees * Math.PI) / 180)).toBeLessThan(0.02);
    }
  });

  it("omits specks and regions of low confidence", () => {
    const map = mapOf(onPage(PAGE, [{ label: bar(2, 2), x: 50, y: 50 }]));
    expect(findTextBoxes(map)).toEqual([]);
    const faint = mapOf(bars);
    expect(findTextBoxes({ ...faint, values: faint.values.map((value) => value * 0.4) })).toEqual([]);
  });
});
