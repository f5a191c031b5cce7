import { describe, expect, it } from "vitest";
import { canonicalText, Chunker, type ChunkStrategy, countTokens, type TextBlock, type TextChunk } from "./index.ts";

function chunk(
  blocks: readonly TextBlock[],
  chunkStrategy: ChunkStrategy,
  { chunkSize = 128, chunkOverlap = 0 } = {},
): TextChunk[] {
  const chunker = new Chunker({ chunkSize, chunkOverlap, chunkStrategy });
  return [...blocks.flatMap((block) => chunker.push(block)), ...chunker.finish()];
}

const textsOf = (chunks: readonly TextChunk[]): string[] => chunks.map(({ text }) => text);

const paragraph = (subject: string, sentences: number, page?: number): TextBlock => ({
  kind: "paragraph",
  text: Array.from({ length: sentences }, (_, index) => `Fact ${index} is about the ${subject}.`).join(" "),
  page,
});

const heading = (text: string, page?: number): TextBlock => ({ kind: "heading", text, level: 1, page });

const table = (rows: number, tableId = 1): TextBlock[] => [
  { kind: "table_header", text: "Item | Price", tableId },
  ...Array.from({ length: rows }, (_, index): TextBlock => ({
    kind: "table_row",
    text: `item ${index} | ${index * 3} EUR`,
    tableId,
  })),
];

const EVERY: readonly ChunkStrategy[] = ["sentence", "paragraph", "section", "page", "fixed"];

describe("without a strategy", () => {
  it("chunks are those of `sentence`", () => {
    const blocks = [heading("Rivers"), paragraph("river", 20), paragraph("lake", 7), ...table(9)];
    const chunker = new Chunker({ chunkSize: 64, chunkOverlap: 10 });
    const chunks = [...blocks.flatMap((block) => chunker.push(block)), ...chunker.finish()];
    expect(chunks).toEqual(chunk(blocks, "sentence", { chunkSize: 64, chunkOverlap: 10 }));
  });
});

describe("paragraph", () => {
  const short = paragraph("river", 4);
  const long = paragraph("lake", 13);

  it("doesn't cut a paragraph that fits a chunk, however little text precedes it", () => {
    expect(countTokens(`${short.text}\n\n${long.text}`)).toBeGreaterThan(128);
    expect(countTokens(short.text)).toBeLessThan(64);
    expect(textsOf(chunk([short, long], "paragraph"))).toEqual([short.text, long.text]);
    expect(chunk([short, long], "sentence")[0]!.text.startsWith(`${short.text}\n\nFact 0 is about the lake.`)).toBe(
      true,
    );
  });

  it("combines paragraphs that fit into one chunk", () => {
    const blocks = [short, paragraph("bank", 4), long];
    expect(textsOf(chunk(blocks, "paragraph"))).toEqual([canonicalText(blocks.slice(0, 2)), long.text]);
  });

  it("repeats the end of the previous paragraph unless that would cut the next one", () => {
    const nearlyFull = paragraph("bank", 15);
    const [, second] = chunk([short, long], "paragraph", { chunkOverlap: 30 });
    expect(second!.text).toBe(`Fact 2 is about the river. Fact 3 is about the river.\n\n${long.text}`);
    expect(textsOf(chunk([short, nearlyFull], "paragraph", { chunkOverlap: 30 }))).toEqual([
      short.text,
      nearlyFull.text,
    ]);
  });
});

describe("section", () => {
  it("begins a chunk at every heading, with the headings above it", () => {
    const blocks = [
      heading("Guide"),
      { ...heading("Install"), level: 2 },
      paragraph("installer", 2),
      { ...heading("Start"), level: 2 },
      paragraph("server", 2),
    ];
    expect(chunk(blocks, "section").map(({ text, section }) => [text.split("\n")[0], section])).toEqual([
      ["Guide", ["Guide"]],
      ["Start", ["Guide", "Start"]],
    ]);
    expect(chunk(blocks, "sentence")).toHaveLength(1);
  });

  it("cuts a section that doesn't fit a chunk, and repeats nothing of the previous section", () => {
    const blocks = [heading("Rivers"), paragraph("river", 40), heading("Lakes"), paragraph("lake", 3)];
    const chunks = chunk(blocks, "section", { chunkOverlap: 30 });
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.at(-1)!.text).toBe(canonicalText(blocks.slice(2)));
  });
});

describe("page", () => {
  it("makes one chunk of each page that fits, regardless of its headings", () => {
    const first = [heading("Rivers", 1), paragraph("river", 7, 1), heading("Lakes", 1), paragraph("lake", 2, 1)];
    const second = [paragraph("lake", 2, 2)];
    const chunks = chunk([...first, ...second], "page", { chunkOverlap: 20 });
    expect(chunks.map(({ page, text }) => [page, text])).toEqual([
      [1, canonicalText(first)],
      [2, canonicalText(second)],
    ]);
    expect(chunk([...first, ...second], "section")).toHaveLength(3);
  });

  it("cuts a page that is longer than a chunk, and fills chunks if there are no pages", () => {
    expect(new Set(chunk([paragraph("river", 40, 3)], "page").map(({ page }) => page))).toEqual(new Set([3]));
    const sections = Array.from({ length: 12 }, (_, index) => [heading(`Part ${index}`), paragraph("river", 3)]).flat();
    const fills = chunk(sections, "page").map(({ tokenCount }) => tokenCount);
    expect(Math.min(...fills.slice(0, -1))).toBeGreaterThan(96);
  });
});

describe("fixed", () => {
  it("fills every chunk but the last to more than 15/16 of its size", () => {
    const chunks = chunk([paragraph("river", 60), paragraph("lake", 60)], "fixed");
    for (const { tokenCount } of chunks.slice(0, -1)) expect(tokenCount).toBeGreaterThan(128 - 128 / 16);
    expect(chunks.some(({ text }) => !text.endsWith("."))).toBe(true);
  });

  it("repeats about the requested number of tokens, cut at words", () => {
    const chunks = chunk([paragraph("river", 60)], "fixed", { chunkOverlap: 32 });
    for (const [index, each] of chunks.slice(1).entries()) {
      const before = chunks[index]!;
      const shared = countTokens(before.text.slice(each.startChar - before.startChar));
      expect(shared).toBeGreaterThan(20);
      expect(shared).toBeLessThanOrEqual(32);
      expect(each.text).toMatch(/^\S/);
    }
  });
});

describe.each(EVERY)("%s", (strategy) => {
  const filler = paragraph("river", 9);

  it("doesn't cut a table that fits a chunk", () => {
    const rows = table(10);
    const whole = canonicalText(rows);
    expect(countTokens(`${filler.text}\n\n${whole}`)).toBeGreaterThan(128);
    expect(
      textsOf(chunk([filler, ...rows, paragraph("lake", 1)], strategy, { chunkOverlap: 20 })).join("\f"),
    ).toContain(whole);
  });

  it("doesn't cut code that fits a chunk", () => {
    const text = Array.from({ length: 13 }, (_, index) => `const value${index} = compute(${index});`).join("\n");
    expect(countTokens(text)).toBeGreaterThan(100);
    const chunks = chunk([filler, { kind: "code", text }], strategy, { chunkOverlap: 60 });
    expect(chunks.some((each) => each.text.includes(text))).toBe(true);
  });

  it("doesn't cut the rows of a longer table, and repeats its header", () => {
    const chunks = chunk([filler, ...table(60)], strategy, { chunkSize: 64 });
    const rows = chunks.filter(({ text }) => text.includes("EUR"));
    expect(rows.length).toBeGreaterThan(3);
    for (const { text } of rows) {
      expect(text).toContain("Item | Price");
      expect(text).toMatch(/EUR$/);
    }
  });

  it("separates two tables with the same id if another block is between them", () => {
    const blocks = [...table(3), paragraph("lake", 1), ...table(3)];
    expect(textsOf(chunk(blocks, strategy))).toEqual([canonicalText(blocks)]);
  });
});
