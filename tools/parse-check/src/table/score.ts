import type { ParsedBlock } from "@quarry/plugin";
import { Chunker } from "@quarry/text";
import type { Reference, ReferencePage } from "./reference.ts";
import { recallOf, wordLine, wordsOf } from "./words.ts";

/** So many of so many. */
export interface Share {
  readonly found: number;
  readonly of: number;
}

export interface Score {
  /** Words of the reference. */
  readonly words: number;
  readonly recall: number;
  /** Phrases that stand once in the file, found on their page. */
  readonly phrases: Share;
  readonly headings: Share;
  /** Rows with two cells or more, found as a row with the same cells. */
  readonly rows: Share;
}

/** A phrase must be long enough to stand once, and short enough not to cross a column. */
const PHRASE_WORDS = { least: 4, most: 12 };

/** Compares what a parser gave with an independent reading of the same file. */
export const scoreOf = (reference: Reference, blocks: readonly ParsedBlock[]): Score => {
  const referenceWords = reference.pages.flatMap(({ lines }) => lines.flatMap(wordsOf));
  return {
    words: referenceWords.length,
    recall: recallOf(referenceWords, chunkWords(blocks)),
    phrases: phrasesFound(reference.pages, blocks),
    headings: headingsFound(reference.headings, blocks),
    rows: rowsFound(reference.rows, blocks),
  };
};

/** Tokens, as the service's default. */
const CHUNK_SIZE = 512;

/** The words of all chunks: what can be found. */
const chunkWords = (blocks: readonly ParsedBlock[]): readonly string[] => {
  const chunker = new Chunker({ chunkSize: CHUNK_SIZE, chunkOverlap: 0 });
  const chunks = [...blocks.flatMap((block) => chunker.push(block)), ...chunker.finish()];
  return chunks.flatMap(({ text }) => wordsOf(text));
};

const phrasesFound = (pages: readonly ReferencePage[], blocks: readonly ParsedBlock[]): Share => {
  const paged = pages.filter(({ page }) => page !== null);
  const counts = new Map<string, number>();
  const phrases = paged.flatMap(({ page, lines }) =>
    lines.flatMap((line) => {
      const words = wordsOf(line);
      if (words.length < PHRASE_WORDS.least || words.length > PHRASE_WORDS.most) return [];
      const phrase = words.join(" ");
      counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
      return [{ page, phrase }];
    }),
  );
  const texts = new Map<number | null, string>();
  for (const { page = null, text } of blocks) texts.set(page, `${texts.get(page) ?? ""} ${wordLine(text)}`);
  const unique = phrases.filter(({ phrase }) => counts.get(phrase) === 1);
  // What is on no page is a matter of recall; here it counts whether a page is the right one.
  const somewhere = unique.filter(({ phrase }) => [...texts.values()].some((text) => text.includes(phrase)));
  const right = somewhere.filter(({ page, phrase }) => texts.get(page)?.includes(phrase) === true);
  return { found: right.length, of: somewhere.length };
};

const headingsFound = (headings: readonly string[], blocks: readonly ParsedBlock[]): Share => {
  const found = new Set(blocks.filter(({ kind }) => kind === "heading").map(({ text }) => wordLine(text)));
  const wanted = headings.map(wordLine).filter((heading) => heading !== "");
  return { found: wanted.filter((heading) => found.has(heading)).length, of: wanted.length };
};

const rowsFound = (rows: readonly (readonly string[])[], blocks: readonly ParsedBlock[]): Share => {
  const found = new Set(
    blocks.filter(({ kind }) => kind.startsWith("table_")).map(({ text }) => cellLine(text.split(" | "))),
  );
  const wanted = rows.map(cellLine).filter((line) => line.includes("|"));
  return { found: wanted.filter((line) => found.has(line)).length, of: wanted.length };
};

/** Cells by their words; empty ones are left out, since formats write them or not. */
const cellLine = (cells: readonly string[]): string =>
  cells
    .map(wordLine)
    .filter((cell) => cell !== "")
    .join("|");
