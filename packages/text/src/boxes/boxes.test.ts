import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LineBox, PageBox } from "@quarry/plugin";
import { canonicalText, Chunker, packBoxes, type TextBlock, unpackBoxes } from "../index.ts";
import { MAX_PACKED_BOXES_LENGTH } from "./packed-boxes.ts";
import { joinBoxes, MOST_BOXES } from "./joined-boxes.ts";

const STEP = 1 / 2_048 + 0.000_1;

const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyBox: fc.Arbitrary<PageBox> = fc
  .tuple(share, share, share, share)
  .filter(([a, b, c, d]) => a !== b && c !== d)
  .map(([a, b, c, d]) => ({ x0: Math.min(a, b), y0: Math.min(c, d), x1: Math.max(a, b), y1: Math.max(c, d) }));

const covers = (outer: PageBox, inner: PageBox, by = 0): boolean =>
  outer.x0 - by <= inner.x0 && outer.y0 - by <= inner.y0 && outer.x1 + by >= inner.x1 && outer.y1 + by >= inner.y1;

/** Returns a line of a text column, `row` lines below the first. */
const line = (row: number, edges: Partial<PageBox> = {}): PageBox => ({
  x0: 0.1,
  y0: 0.1 + row * 0.016,
  x1: 0.9,
  y1: 0.1 + row * 0.016 + 0.013,
  ...edges,
});

describe("packed boxes", () => {
  it("survive a round trip, rounded outwards", () => {
    fc.assert(
      fc.property(fc.array(anyBox, { maxLength: MOST_BOXES }), (boxes) => {
        const packed = packBoxes(boxes);
        expect(packed.length).toBeLessThanOrEqual(MAX_PACKED_BOXES_LENGTH);
        const unpacked = unpackBoxes(packed);
        expect(unpacked).toHaveLength(boxes.length);
        for (const [index, box] of boxes.entries()) {
          expect(covers(unpacked[index]!, box, 0.000_1)).toBe(true);
          expect(covers(box, unpacked[index]!, STEP)).toBe(true);
        }
      }),
    );
  });

  it("take fewer than 6.5 characters each", () => {
    const ragged = Array.from({ length: 40 }, (_, row) => line(row, { x1: 0.6 + ((row * 7) % 10) * 0.03 }));
    expect(packBoxes(ragged).length / 40).toBeLessThan(6.5);
  });

  it("omit boxes without area, and any other text unpacks to valid boxes only", () => {
    expect(packBoxes([line(1, { x1: 0.1 }), line(2, { y1: 0.1 })])).toBe("");
    fc.assert(
      fc.property(fc.string({ maxLength: MAX_PACKED_BOXES_LENGTH }), (text) => {
        for (const { x0, y0, x1, y1 } of unpackBoxes(text)) {
          expect(x0 >= 0 && x0 <= x1 && x1 <= 1 && y0 >= 0 && y0 <= y1 && y1 <= 1).toBe(true);
        }
      }),
    );
  });
});

describe("joined boxes", () => {
  it("merge the lines of a column into one, apart from a short last line", () => {
    const rows = [0, 1, 2, 3].map((row) => line(row));
    expect(joinBoxes([...rows, line(4, { x1: 0.4 })])).toEqual([{ ...line(0), y1: line(3).y1 }, line(4, { x1: 0.4 })]);
  });

  it("separate columns, indents and distant lines", () => {
    const left = [0, 1].map((row) => line(row, { x1: 0.48 }));
    const right = [0, 1].map((row) => line(row, { x0: 0.52 }));
    const apart = [line(20), line(25)];
    const indented = line(26, { x0: 0.13 });
    expect(joinBoxes([...left, ...right, ...apart, indented])).toEqual([
      { ...left[0], y1: left[1]!.y1 },
      { ...right[0], y1: right[1]!.y1 },
      ...apart,
      indented,
    ]);
  });

  it("are limited in number and cover every line", () => {
    const lines = fc.oneof(fc.array(anyBox, { minLength: 60, maxLength: 300 }), raggedColumn);
    fc.assert(
      fc.property(lines, (input) => {
        const boxes = joinBoxes(input);
        expect(boxes.length).toBeLessThanOrEqual(MOST_BOXES);
        expect(input.every((one) => boxes.some((box) => covers(box, one)))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

const raggedColumn = fc
  .array(fc.double({ min: 0.2, max: 0.9, noNaN: true }), { minLength: 60, maxLength: 400 })
  .map((ends) => ends.map((x1, row) => line(row / 10, { x1 })));

describe("the boxes of a chunk", () => {
  /** Returns lines of one page that can't be joined: each is identified by its position. */
  const placed = (number: number): PageBox => {
    const [column, row] = [number % 20, Math.floor(number / 20)];
    return { x0: column / 20, y0: row / 50, x1: (column + 0.5) / 20, y1: (row + 0.2) / 50 };
  };

  it("are those of the lines between its offsets, despite overlaps, tables and blocks without lines", () => {
    const words = fc.array(fc.constantFrom("one two", "The boats left.", "Why?", "harbour 1872", "🙂 🙂"), {
      minLength: 1,
      maxLength: 12,
    });
    const block = fc.record({
      kind: fc.constantFrom<TextBlock["kind"]>("heading", "paragraph", "list_item", "table_header", "table_row"),
      parts: words,
      hasLines: fc.boolean(),
      page: fc.constantFrom(1, 1, 1, 2),
    });
    const size = fc.record({
      chunkSize: fc.integer({ min: 16, max: 60 }),
      chunkOverlap: fc.integer({ max: 15, min: 0 }),
    });
    fc.assert(
      fc.property(fc.array(block, { maxLength: 25 }), size, (input, options) => {
        const all: { readonly start: number; readonly end: number; readonly number: number }[] = [];
        const blocks: TextBlock[] = [];
        for (const { kind, parts, hasLines, page } of input) {
          const text = parts.join(" ");
          const lines: LineBox[] = [];
          const before = canonicalText([...blocks, { kind, text, page, tableId: 1 }]).length - text.length;
          let start = 0;
          for (const part of parts) {
            const number = all.length;
            if (hasLines) {
              lines.push({ start, ...placed(number) });
              const end = start + part.length + 1;
              all.push({ start: before + start, end: before + Math.min(end, text.length), number });
            }
            start += part.length + 1;
          }
          blocks.push({ kind, text, page, tableId: 1, ...(hasLines && { lines }) });
        }
        const chunker = new Chunker(options);
        const chunks = [...blocks.flatMap((each) => chunker.push(each)), ...chunker.finish()];
        for (const { startChar, endChar, layout = "" } of chunks) {
          const inside = all.filter(({ start, end }) => start < endChar && end > startChar);
          expect(layout.slice(0, layout.indexOf("."))).toBe(
            packBoxes(joinBoxes(inside.map(({ number }) => placed(number)))),
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});
