import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalText,
  Chunker,
  type ChunkerOptions,
  type ChunkStrategy,
  countTokens,
  type TextBlock,
  type TextChunk,
} from "./index.ts";
import { CHUNKING_RULES } from "./chunking-rules.ts";

const CHUNK_STRATEGIES = Object.keys(CHUNKING_RULES) as ChunkStrategy[];

const words = fc.constantFrom(
  "a",
  "Retrieval",
  "well.",
  "Why?",
  "No!",
  "end.\n",
  "Dr.",
  "x".repeat(90),
  "中文没有空格的句子。",
  "还有，一句",
  "ภาษาไทยไม่มีช่องว่าง",
  "e\u0301\u0302",
  "🙂🙂🙂",
  "👩‍👩‍👧",
  "\n\n",
  "\t",
  "<|endoftext|>",
  "1,234.56",
  "ERR-4012",
  "\u00a0",
  "   ",
  "=====/",
  "\ud800",
);
const text = fc.array(words, { minLength: 1, maxLength: 150 }).map((parts) => parts.join(" "));
const block: fc.Arbitrary<TextBlock> = fc.record({
  kind: fc.constantFrom(
    "heading",
    "paragraph",
    "paragraph",
    "list_item",
    "table_header",
    "table_row",
    "code",
    "quote",
  ) as fc.Arbitrary<TextBlock["kind"]>,
  text: fc.oneof(text, fc.constantFrom("Short.", "  ", "Title")),
  level: fc.integer({ min: 1, max: 6 }),
  page: fc.constantFrom(1, 1, 1, 2, null),
  tableId: fc.constantFrom(1, 1, 2),
});
const document = fc.array(block, { maxLength: 14 });
const options = fc
  .record({
    chunkSize: fc.integer({ min: 16, max: 200 }),
    overlap: fc.nat(1_000_000),
    chunkStrategy: fc.constantFrom(...CHUNK_STRATEGIES),
  })
  .map(({ chunkSize, overlap, chunkStrategy }) => ({ chunkSize, chunkOverlap: overlap % chunkSize, chunkStrategy }));

function chunk(blocks: readonly TextBlock[], chosen: ChunkerOptions): TextChunk[] {
  const chunker = new Chunker(chosen);
  return [...blocks.flatMap((each) => chunker.push(each)), ...chunker.finish()];
}

function repeatsHeader(text: string, slice: string, blocks: readonly TextBlock[]): boolean {
  if (!text.endsWith(`\n${slice}`)) return false;
  return blocks.some((each) => each.kind === "table_header" && text.includes(`${each.text}\n`));
}

function pageOfEveryCharacter(blocks: readonly TextBlock[]): (number | null)[] {
  const pages: (number | null)[] = [];
  for (let count = 1; count <= blocks.length; count++) {
    const end = canonicalText(blocks.slice(0, count)).length;
    while (pages.length < end) pages.push(blocks[count - 1]!.page ?? null);
  }
  return pages;
}

describe("chunks of any document, by any strategy", () => {
  it("are numbered, within the token limit by the exact tokenizer, and slices of the canonical text", () => {
    fc.assert(
      fc.property(document, options, (blocks, chosen) => {
        const whole = canonicalText(blocks);
        const chunks = chunk(blocks, chosen);
        expect(chunks.map((each) => each.chunkIndex)).toEqual(chunks.map((_, index) => index));
        for (const each of chunks) {
          const slice = whole.slice(each.startChar, each.endChar);
          expect(each.tokenCount).toBe(countTokens(each.text));
          expect(each.tokenCount).toBeLessThanOrEqual(chosen.chunkSize);
          expect(slice).toBe(slice.trim());
          expect(each.text === slice || repeatsHeader(each.text, slice, blocks)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("cover every character except white space, in order", () => {
    fc.assert(
      fc.property(document, options, (blocks, chosen) => {
        const whole = canonicalText(blocks);
        let covered = 0;
        let lastStart = -1;
        for (const each of chunk(blocks, chosen)) {
          expect(each.startChar).toBeGreaterThan(lastStart);
          expect(each.endChar).toBeGreaterThan(covered);
          expect(whole.slice(covered, each.startChar).trim()).toBe("");
          lastStart = each.startChar;
          covered = each.endChar;
        }
        expect(whole.slice(covered).trim()).toBe("");
      }),
      { numRuns: 500 },
    );
  });

  it("never span pages and never split a surrogate pair", () => {
    fc.assert(
      fc.property(document, options, (blocks, chosen) => {
        const pages = pageOfEveryCharacter(blocks);
        for (const each of chunk(blocks, chosen)) {
          expect(new Set(pages.slice(each.startChar, each.endChar))).toEqual(new Set([each.page]));
          expect(/^[\udc00-\udfff]/.test(each.text)).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});
