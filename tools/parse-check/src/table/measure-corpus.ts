import { type ParsedBlock, ParserError } from "@quarry/plugin";
import { type CorpusFile, corpusFiles } from "../corpus.ts";
import { readFileBlocks } from "../parsing.ts";
import { referenceOf } from "./references.ts";
import { type Score, scoreOf, wordsOf } from "./score.ts";

/** Result of parsing one file of the corpus. */
export interface FileResult extends CorpusFile {
  /** Number of characters of extracted text. */
  readonly characters: number;
  readonly ocrPages: number;
  /**
   * Number of running headers and footers that were omitted; and words that are missing because of it, except page
   * numbers.
   */
  readonly repeatedLines: number;
  readonly lostWords: readonly string[];
  /** Absent if there is no reference. */
  readonly score?: Score;
  /** Failure message for the file's owner. */
  readonly failure?: string;
  /** Unexpected error that no owner should see. */
  readonly crash?: string;
}

/** Parses every file of a folder as a user's file, and compares it with its reference. `formats` limits it to some. */
export async function* measureCorpus(folder: string, formats?: readonly string[]): AsyncGenerator<FileResult> {
  for (const file of corpusFiles(folder)) {
    if (formats === undefined || formats.includes(file.format)) yield await measureFile(file);
  }
}

const measureFile = async (file: CorpusFile): Promise<FileResult> => {
  try {
    const { blocks, info } = await readFileBlocks(file.path);
    const reference = referenceOf(file);
    return {
      ...file,
      characters: blocks.reduce((sum, { text }) => sum + text.length, 0),
      ocrPages: info.ocrPageCount ?? 0,
      repeatedLines: info.repeatedLineCount ?? 0,
      lostWords: info.repeatedLineCount === undefined ? [] : await lostWords(file.path, blocks),
      ...(reference !== undefined && { score: scoreOf(reference, blocks) }),
    };
  } catch (error) {
    const { message, name } = error as Error;
    const nothing = { characters: 0, ocrPages: 0, repeatedLines: 0, lostWords: [] };
    // Compared by name, because a parser may bundle its own copy of the class.
    const isExpected = error instanceof ParserError || name === "ParserError";
    return { ...file, ...nothing, ...(isExpected ? { failure: message } : { crash: message }) };
  }
};

/** A page number is not a word of the page's text. */
const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]+)$/;

/** Returns words that are missing in the output because running headers and footers were omitted. */
const lostWords = async (path: string, blocks: readonly ParsedBlock[]): Promise<readonly string[]> => {
  const whole = await readFileBlocks(path, { dropRepeatedLines: false });
  const found = new Set(blocks.flatMap(({ text }) => wordsOf(text)));
  const words = new Set(whole.blocks.flatMap(({ text }) => wordsOf(text)));
  return [...words].filter((word) => !found.has(word) && !PAGE_NUMBER.test(word));
};
