import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { canonicalText, Chunker, type TextBlock, type TextChunk } from "@quarry/text";
import { describe, expect, test } from "vitest";
import { readFileBlocks } from "../src/parsing.ts";

const LIBRARY = fileURLToPath(new URL("../../../apps/server/demo/library/", import.meta.url));

/** Chunking settings that collections have by default. */
const CHUNKING = { chunkSize: 512, chunkOverlap: 50 };

/** The handbook's chapters by the page on which each begins. None begins mid-page. */
const CHAPTERS = [
  [2, "Contents"],
  [5, "Welcome to Quarry"],
  [7, "The first quarter of an hour"],
  [10, "Concepts"],
  [13, "Collections"],
  [16, "The life of a document"],
  [19, "How text is read and cut"],
  [22, "Searching"],
  [25, "What a score means"],
  [27, "Filters"],
  [30, "Embedding models and reranking"],
  [32, "Writing your own vectors"],
  [34, "Webhooks and progress"],
  [36, "Errors"],
  [38, "Limits"],
  [41, "Security"],
  [43, "Health, statistics and analytics"],
  [45, "Going live: a checklist"],
] as const;

const read = async (file: string): Promise<{ blocks: readonly TextBlock[]; chunks: readonly TextChunk[] }> => {
  const { blocks } = await readFileBlocks(LIBRARY + file);
  const chunker = new Chunker(CHUNKING);
  return { blocks, chunks: [...blocks.flatMap((block) => chunker.push(block)), ...chunker.finish()] };
};

test("every passage of the handbook has the chapter of its page", async () => {
  const { chunks } = await read("quarry-handbook.pdf");
  const inside = chunks.filter(({ page }) => page! >= CHAPTERS[0][0]);
  expect(inside.length).toBeGreaterThan(45);
  for (const { page, mainSection } of inside) {
    const chapter = CHAPTERS.findLast(([first]) => first <= page!)![1];
    expect(mainSection[0], `page ${page}`).toBe(chapter);
  }
});

/** Returns the headings above each character of a document, or null for characters of a heading. */
const sectionsByOffset = (blocks: readonly TextBlock[]): (readonly string[] | null)[] => {
  const sections: (readonly string[] | null)[] = [];
  let above: { level: number; text: string }[] = [];
  let previous: TextBlock | undefined;
  for (const block of blocks.filter(({ text }) => text.trim() !== "")) {
    const { kind, text, level = 1 } = block;
    if (kind === "heading") above = [...above.filter((each) => each.level < level), { level, text }];
    const path = kind === "heading" ? null : above.map((each) => each.text);
    const gap =
      previous === undefined ? 0 : canonicalText([previous, block]).length - previous.text.length - text.length;
    sections.push(...Array<null>(gap).fill(null), ...Array<readonly string[] | null>(text.length).fill(path));
    previous = block;
  }
  return sections;
};

const isUnder = (path: readonly string[], section: readonly string[]): boolean =>
  section.every((heading, depth) => path[depth] === heading);

describe("every passage has the narrowest section that contains most of its text", () => {
  test.each(readdirSync(LIBRARY))("%s", async (file) => {
    const { blocks, chunks } = await read(file);
    const sections = sectionsByOffset(blocks);
    let reported = 0;
    for (const { startChar, endChar, mainSection, text } of chunks) {
      const paths = sections.slice(Math.max(startChar, reported), endChar).filter((path) => path !== null);
      reported = endChar;
      const shareOf = (section: readonly string[]) =>
        paths.filter((path) => isUnder(path, section)).length / paths.length;
      expect(shareOf(mainSection), text).toBeGreaterThanOrEqual(0.5);
      for (const path of new Set(paths)) {
        if (path.length > mainSection.length) expect(shareOf(path), text).toBeLessThanOrEqual(0.5);
      }
    }
  });
});
