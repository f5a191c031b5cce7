import type { Passage } from "@quarry/index";
import { canonicalText, Chunker, type TextBlock, type TextChunk } from "@quarry/text";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BlockReader, type ReadBlock } from "./block-reader.ts";

const passageOf = ({ chunkIndex, text, layout, page, mainSection, startChar, endChar }: TextChunk): Passage => ({
  ...{
    id: String(chunkIndex),
    documentId: "d",
    generation: 1,
    chunkIndex,
    text,
    contextText: "",
    tokenCount: 1,
    layout,
  },
  metadata: { page, section: [...mainSection], start_char: startChar, end_char: endChar },
});

const read = (passages: readonly Passage[]): ReadBlock[] => {
  const reader = new BlockReader();
  return [...passages.flatMap((passage) => [...reader.add(passage)]), ...reader.finish()];
};

const chunksOf = (blocks: readonly TextBlock[], chunkSize: number, chunkOverlap: number): TextChunk[] => {
  const chunker = new Chunker({ chunkSize, chunkOverlap });
  return [...blocks.flatMap((block) => chunker.push(block)), ...chunker.finish()];
};

/** Normalises white space. Block splitting preserves its kind only in lines of code. */
const bare = (text: string): string => text.replace(/\s+/g, " ").trim();

const line = fc
  .array(
    fc.constantFrom("one", "harbour 1872", "Why?", "It ends.", "🙂", "a|b", "中文没有空格的句子。", "x".repeat(70)),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .map((parts) => parts.join(" "));
const block: fc.Arbitrary<TextBlock> = fc
  .record({
    kind: fc.constantFrom<TextBlock["kind"]>(
      ...(["heading", "paragraph", "list_item", "table_header", "table_row", "table_row", "code", "quote"] as const),
    ),
    text: line,
    level: fc.integer({ min: 1, max: 6 }),
    page: fc.constantFrom(1, 1, 2, null),
    tableId: fc.constantFrom(1, 1, 2),
  })
  .map(({ kind, level, tableId, ...rest }) => ({
    ...{ kind, ...rest },
    ...(kind === "heading" && { level }),
    ...(kind.startsWith("table") && { tableId }),
  }));

describe("BlockReader", () => {
  it("reconstructs the original blocks from chunks of any size and overlap", () => {
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 25 }),
        fc.integer({ min: 16, max: 120 }),
        fc.nat(15),
        (blocks, size, overlap) => {
          const found = read(chunksOf(blocks, size, overlap).map(passageOf));
          expect(found.map(({ kind, level, text }) => ({ kind, level, text: bare(text) }))).toEqual(
            blocks.map(({ kind, level, text }) => ({ kind, level, text: bare(text) })),
          );
          let [number, row, table] = [0, 0, undefined as number | undefined];
          for (const [index, { kind, tableId }] of blocks.entries()) {
            if (!kind.startsWith("table")) continue;
            if (tableId !== table) [number, row, table] = [number + 1, 0, tableId];
            if (kind === "table_row" || row > 0) row += 1;
            expect(found[index]!.table).toEqual({ number, row });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("preserves line breaks and indentation of code that is split across chunks", () => {
    const code = Array.from({ length: 60 }, (_, at) => `${" ".repeat((at % 4) * 2)}call(${at});`).join("\n");
    const blocks: TextBlock[] = [
      { kind: "paragraph", text: "So:" },
      { kind: "code", text: `    ${code}` },
      { kind: "paragraph", text: "And on." },
    ];
    for (const overlap of [0, 12]) {
      const chunks = chunksOf(blocks, 64, overlap);
      expect(chunks.length).toBeGreaterThan(4);
      expect(read(chunks.map(passageOf)).map(({ text }) => text)).toEqual(blocks.map(({ text }) => text));
    }
  });

  it("reports the row numbers of a table, even when reading starts in the middle of it", () => {
    const rows = Array.from(
      { length: 200 },
      (_, at) => ({ kind: "table_row", text: `${at + 1} | pump`, tableId: 7 }) as const,
    );
    const chunks = chunksOf([{ kind: "table_header", text: "No | Name", tableId: 7 }, ...rows], 64, 0);
    const last = chunks.slice(chunks.length >> 1);
    const found = read(last.map(passageOf));
    expect(last[0]!.text.startsWith("No | Name\n")).toBe(true);
    for (const { table, text } of found) expect(text).toBe(`${table!.row} | pump`);
    expect(found.at(-1)!.table).toEqual({ number: 1, row: 200 });
  });

  it("returns one block per page for chunks without layout, and separate blocks for client-provided chunks", () => {
    const text = "A sentence of some words. ".repeat(40).trim();
    const blocks: TextBlock[] = [1, 2].map((page) => ({ kind: "paragraph", text, page }));
    const chunks = chunksOf(blocks, 32, 8);
    const before = chunks.map((chunk): Passage => ({ ...passageOf(chunk), layout: undefined }));
    expect(read(before).map(({ kind, page, text }) => [kind, page, bare(text)])).toEqual([
      ["unknown", 1, text],
      ["unknown", 2, text],
    ]);
    const input = ["Up to three days.", "Or none."].map((part, index) => ({
      ...passageOf({ ...chunks[0]!, text: part, startChar: index * 19, endChar: index * 19 + part.length }),
      layout: undefined,
    }));
    expect(canonicalText(input.map(({ text }) => ({ kind: "paragraph", text })))).toBe("Up to three days.\n\nOr none.");
    expect(read(input).map(({ text }) => text)).toEqual(["Up to three days.", "Or none."]);
  });
});
