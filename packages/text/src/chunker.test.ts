import { describe, expect, it } from "vitest";
import { canonicalText, Chunker, countTokens, type TextBlock, type TextChunk } from "./index.ts";

function chunk(blocks: readonly TextBlock[], chunkSize: number, chunkOverlap = 0): TextChunk[] {
  const chunker = new Chunker({ chunkSize, chunkOverlap });
  return [...blocks.flatMap((block) => chunker.push(block)), ...chunker.finish()];
}

const sentences = (count: number, word = "river"): string =>
  Array.from({ length: count }, (_, index) => `Sentence ${index} is about the ${word} and its banks.`).join(" ");

describe("Chunker", () => {
  it("puts a small document into one chunk, with offsets into the canonical text", () => {
    const blocks: TextBlock[] = [
      { kind: "heading", text: "Setup", level: 1 },
      { kind: "paragraph", text: "Install it." },
      { kind: "list_item", text: "one" },
      { kind: "list_item", text: "two" },
    ];
    expect(canonicalText(blocks)).toBe("Setup\n\nInstall it.\n\none\ntwo");
    expect(chunk(blocks, 64)).toEqual([
      {
        chunkIndex: 0,
        layout: expect.any(String) as unknown,
        text: canonicalText(blocks),
        page: null,
        section: ["Setup"],
        mainSection: ["Setup"],
        startChar: 0,
        endChar: 27,
        tokenCount: countTokens(canonicalText(blocks)),
      },
    ]);
  });

  it("distinguishes the section path shared by a whole chunk from the one of most of its text", () => {
    const [first] = chunk(
      [
        { kind: "heading", text: "Manual", level: 1 },
        { kind: "heading", text: "Start", level: 2 },
        { kind: "paragraph", text: "Press the button." },
        { kind: "heading", text: "Stop", level: 2 },
        { kind: "paragraph", text: "Pull the lever, then wait for the light." },
      ],
      64,
    );
    expect(first).toMatchObject({ section: ["Manual"], mainSection: ["Manual", "Stop"] });
  });

  it("doesn't count text repeated from the previous chunk towards a section", () => {
    const chunks = chunk(
      [
        { kind: "heading", text: "Rivers", level: 1 },
        { kind: "paragraph", text: sentences(12) },
        { kind: "heading", text: "Lakes", level: 1 },
        { kind: "paragraph", text: "A lake lies still, and nobody has measured how deep this one is." },
      ],
      128,
      60,
    );
    const last = chunks.at(-1)!;
    expect(last.text.indexOf("Lakes")).toBeGreaterThan(100);
    expect(last).toMatchObject({ section: [], mainSection: ["Lakes"] });
  });

  it("cuts at sentences and overlaps by about the requested tokens", () => {
    const chunks = chunk([{ kind: "paragraph", text: sentences(60) }], 128, 30);
    expect(chunks.length).toBeGreaterThan(4);
    for (const [index, each] of chunks.entries()) {
      expect(each.text).toMatch(/^Sentence .*banks\.$/);
      const previous = chunks[index - 1];
      if (previous === undefined) continue;
      const shared = previous.text.slice(each.startChar - previous.startChar);
      expect(each.text.startsWith(shared)).toBe(true);
      expect(countTokens(shared)).toBeGreaterThan(15);
      expect(countTokens(shared)).toBeLessThanOrEqual(30);
    }
  });

  it("overlaps by words if the last sentence is longer than the overlap", () => {
    const long = `${"many words stand in this sentence ".repeat(8).trim()}.`;
    const chunks = chunk([{ kind: "paragraph", text: [long, long, long].join(" ") }], 100, 20);
    const [first, second] = chunks;
    const shared = countTokens(first!.text.slice(second!.startChar));
    expect(shared).toBeGreaterThan(10);
    expect(shared).toBeLessThanOrEqual(20);
  });

  it("never repeats all of a chunk, even when trimmed white space came first", () => {
    const text = "    还有，一句 中文没有空格的句子。 a Dr. e\u0301\u0302 🙂🙂🙂 a";
    const starts = chunk([{ kind: "paragraph", text }], 22, 16).map((each) => each.startChar);
    expect(starts.length).toBeGreaterThan(1);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it("starts a new section in a new chunk, without overlap, when the current one is half full", () => {
    const chunks = chunk(
      [
        { kind: "heading", text: "Rivers", level: 2 },
        { kind: "paragraph", text: sentences(8) },
        { kind: "heading", text: "Lakes", level: 2 },
        { kind: "paragraph", text: sentences(8, "lake") },
      ],
      128,
      30,
    );
    expect(chunks.map((each) => each.section)).toEqual([["Rivers"], ["Lakes"]]);
    expect(chunks[1]!.text.startsWith("Lakes\n\nSentence 0")).toBe(true);
  });

  it("packs small sections under their common path", () => {
    const chunks = chunk(
      [
        { kind: "heading", text: "Guide", level: 1 },
        { kind: "heading", text: "Install", level: 2 },
        { kind: "paragraph", text: "Run the installer." },
        { kind: "heading", text: "Start", level: 2 },
        { kind: "paragraph", text: "Run the server." },
      ],
      200,
    );
    expect(chunks.map((each) => each.section)).toEqual([["Guide"]]);
  });

  it("never leaves a heading at the end of a chunk", () => {
    const chunks = chunk(
      [
        { kind: "paragraph", text: sentences(4) },
        { kind: "heading", text: "Lakes", level: 1 },
        { kind: "list_item", text: sentences(7, "lake") },
      ],
      100,
      10,
    );
    expect(chunks.some((each) => each.text.endsWith("Lakes"))).toBe(false);
    expect(chunks.some((each) => each.text.startsWith("Lakes"))).toBe(true);
  });

  it("starts a new chunk on a new page", () => {
    const chunks = chunk(
      [
        { kind: "paragraph", text: "First page.", page: 1 },
        { kind: "paragraph", text: "Second page.", page: 2 },
      ],
      64,
      20,
    );
    expect(chunks.map((each) => [each.page, each.text])).toEqual([
      [1, "First page."],
      [2, "Second page."],
    ]);
  });

  it("repeats the header of a continued table, with the offsets of the rows", () => {
    const rows = Array.from({ length: 40 }, (_, index): TextBlock => ({
      kind: "table_row",
      text: `item ${index} | ${index * 3} EUR`,
      tableId: 1,
    }));
    const blocks: TextBlock[] = [{ kind: "table_header", text: "Item | Price", tableId: 1 }, ...rows];
    const whole = canonicalText(blocks);
    const chunks = chunk(blocks, 64, 0);
    expect(chunks.length).toBeGreaterThan(2);
    for (const [index, each] of chunks.entries()) {
      const slice = whole.slice(each.startChar, each.endChar);
      expect(each.text).toBe(index === 0 ? slice : `Item | Price\n${slice}`);
      expect(each.tokenCount).toBeLessThanOrEqual(64);
      expect(slice).toMatch(/EUR$/);
    }
  });

  it("starts code that would be cut in a new chunk, when the current one is nearly full", () => {
    const code = Array.from({ length: 8 }, (_, index) => `const value${index} = compute(${index});`).join("\n");
    const chunks = chunk(
      [
        { kind: "paragraph", text: sentences(9) },
        { kind: "code", text: code },
      ],
      128,
      0,
    );
    expect(chunks.at(-1)!.text).toBe(code);
  });

  it("splits a line of megabytes into well-filled chunks, with or without spaces", () => {
    for (const unit of ["abcdefghij0123456789", "中文没有空格", "ab "]) {
      const text = unit.repeat(Math.ceil(2_000_000 / unit.length)).trim();
      const chunks = chunk([{ kind: "paragraph", text }], 512, 50);
      const mean = chunks.reduce((sum, each) => sum + each.tokenCount, 0) / chunks.length;
      expect(Math.max(...chunks.map((each) => each.tokenCount))).toBeLessThanOrEqual(512);
      expect(mean).toBeGreaterThan(400);
      expect(chunks.at(-1)!.endChar).toBe(text.length);
    }
  });

  it.each([
    [{ chunkSize: 8, chunkOverlap: 0 }, "chunkSize must be an integer of at least 16, got 8"],
    [{ chunkSize: 64, chunkOverlap: 64 }, "chunkOverlap must be an integer from 0 to chunkSize - 1 (63), got 64"],
  ])("rejects %j", (options, message) => {
    expect(() => new Chunker(options)).toThrow(message);
  });
});
