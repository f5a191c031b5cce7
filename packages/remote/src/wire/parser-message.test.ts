import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { ParserEventSchema } from "@quarry/api/plugin";
import type { ParsedBlock } from "@quarry/plugin";
import { describe, expect, test } from "vitest";
import { parserEventMessage, parserEventOf } from "./parser-message.ts";

const box = { x0: 0.25, y0: 0.5, x1: 0.75, y1: 0.625 };

const travelled = (block: ParsedBlock) => {
  const bytes = toBinary(ParserEventSchema, parserEventMessage({ type: "block", block }));
  return parserEventOf(fromBinary(ParserEventSchema, bytes));
};

describe("the lines of a block", () => {
  test("travel, counted in characters on the way", () => {
    const text = "Herons 🙂 stand 🙂 still. Owls hunt.";
    const lines = ["Herons", "stand", "Owls"].map((word) => ({ start: text.indexOf(word), ...box }));
    const block: ParsedBlock = { kind: "paragraph", text, page: 3, lines };
    const sent = parserEventMessage({ type: "block", block });
    expect(sent.kind.case === "block" && sent.kind.value.lines.map(({ start }) => start)).toEqual([0, 9, 24]);
    expect(travelled(block)).toEqual({ type: "block", block });
  });

  test("are none where there were none", () => {
    const block: ParsedBlock = { kind: "paragraph", text: "Herons" };
    expect(travelled(block)).toEqual({ type: "block", block });
  });

  test("that make no sense are passed over, and those that leave the page end at it", () => {
    const line = (start: number, edges: object) => ({ start, ...box, ...edges });
    const lines = [
      line(0, { x0: -0.5, x1: 1.5 }),
      line(0, {}),
      line(2, { y0: Number.NaN }),
      line(3, { x0: 0.75, x1: 0.25 }),
      line(4, { y1: Infinity }),
      line(99, {}),
    ];
    expect(travelled({ kind: "paragraph", text: "Herons", lines })).toMatchObject({
      block: { lines: [line(0, { x0: 0, x1: 1 }), line(4, { y1: 1 })] },
    });
  });
});
