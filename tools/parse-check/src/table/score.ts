import type { ParsedBlock } from "@quarry/plugin";
import { Chunker } from "@quarry/text";
import type { Reference, ReferencePage } from "./reference.ts";

/** A number of items out of a total. */
export interface Share {
  readonly found: number;
  readonly of: number;
}

export interface Score {
  /** Number of words in the reference. */
  readonly words: number;
  readonly recall: number;
  /** Unique phrases of the file that were found on their page. */
  readonly phrases: Share;
  readonly headings: Share;
  /** Rows with two or more cells that were found as a row with the same cells. */
  readonly rows: Share;
}

/** Long enough for a phrase to be unique, and short enough not to cross a column. */
const PHRASE_WORDS = { least: 4, most: 12 };

/** Compares a parser's output with an independent extraction of the same file. */
export const scoreOf = (reference: Reference, blocks: readonly ParsedBlock[]): Score => {
  const words = reference.pages.flatMap(({ lines }) => lines.flatMap(wordsOf));
  const headings = blocks.filter(({ kind }) => kind === "heading").map(({ text }) => wordLine(text));
  const rows = blocks.filter(({ kind }) => kind.startsWith("table_")).map(({ text }) => cellLine(text.split(" | ")));
  return {
    words: words.length,
    recall: recallOf(words, chunkWords(blocks)),
    phrases: phrasesFound(reference.pages, blocks),
    headings: shareFound(reference.headings.map(wordLine), headings),
    rows: shareFound(
      reference.rows.map(cellLine).filter((line) => line.includes("|")),
      rows,
    ),
  };
};

/**
 * Returns words in the compared form: letters or digits, without case and compatibility forms. Differences in
 * separation don't count as loss.
 */
export const wordsOf = (text: string): readonly string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu) ?? [];

/** Reduces a text to its words, in their order. */
const wordLine = (text: string): string => wordsOf(text).join(" ");

/** Reduces cells to their words; omits empty ones, because formats may or may not store them. */
const cellLine = (cells: readonly string[]): string =>
  cells
    .map(wordLine)
    .filter((cell) => cell !== "")
    .join("|");

const shareFound = (wanted: readonly string[], found: readonly string[]): Share => {
  const known = new Set(found);
  const requested = wanted.filter((text) => text !== "");
  return { found: requested.filter((text) => known.has(text)).length, of: requested.length };
};

/** Returns the share of the reference's words, with repetitions, that the other text contains; 1 if it has none. */
const recallOf = (reference: readonly string[], found: readonly string[]): number => {
  if (reference.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of reference) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    hits += 1;
    left.set(word, count - 1);
  }
  return hits / reference.length;
};

/** Number of tokens, the default of the service. */
const CHUNK_SIZE = 512;

/** Returns the words of all chunks: the searchable text. */
const chunkWords = (blocks: readonly ParsedBlock[]): readonly string[] => {
  const chunker = new Chunker({ chunkSize: CHUNK_SIZE, chunkOverlap: 0 });
  const chunks = [...blocks.flatMap((block) => chunker.push(block)), ...chunker.finish()];
  return chunks.flatMap(({ text }) => wordsOf(text));
};

const phrasesFound = (pages: readonly ReferencePage[], blocks: readonly ParsedBlock[]): Share => {
  const counts = new Map<string, number>();
  const phrases = pages.flatMap(({ page, lines }) =>
    (page === null ? [] : lines).flatMap((line) => {
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
  // Phrases that are missing everywhere count towards recall; this score only rates whether the page is correct.
  const somewhere = unique.filter(({ phrase }) => [...texts.values()].some((text) => text.includes(phrase)));
  const right = somewhere.filter(({ page, phrase }) => texts.get(page)?.includes(phrase) === true);
  return { found: right.length, of: somewhere.length };
};
