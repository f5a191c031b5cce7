import { endsWithinWord, isUnfinished, joinLines } from "./join-lines.ts";
import type { PageBox } from "@quarry/plugin";
import {
  boxAbout,
  type LayoutBlock,
  type LayoutLine,
  type LayoutWord,
  type PageLayout,
  type PixelBox,
  TABLE_BLOCK,
} from "./page-layout.ts";
import type { RecognisedParagraph, RecognisedText } from "./recognised-text.ts";

/** Text of a page. Its confidence is weighted by word length. */
export type PageText = Pick<RecognisedText, "paragraphs" | "confidence">;

/** Maps a box in the layout's picture to the original picture. */
export type MapBox = (box: PixelBox) => PageBox;

/** Minimum confidence of punctuation on its own: strokes and dots in pictures are often read as punctuation. */
const MIN_SYMBOL_CONFIDENCE = 0.6;
/** A line with a lower confidence is the texture of a picture, or text in another direction. */
const MIN_LINE_CONFIDENCE = 0.5;
/** If no word of a picture has this confidence, it contains no text and the results are noise. */
const MIN_CERTAIN_CONFIDENCE = 0.75;
/** Lower minimum for long words, which are not noise. */
const MIN_LONG_CONFIDENCE = 0.55;
const MIN_CERTAIN_LETTERS = 2;
const MIN_LONG_LETTERS = 4;

const BLANK = /\s/u;
const LETTERS = /[\p{L}\p{N}]/gu;

/**
 * Returns the text of a page without noise: words with at least `minConfidence` in lines with a sufficient mean
 * confidence. Returns none at all if no word is certain.
 */
export function pageText(layout: PageLayout, minConfidence: number, mapBox: MapBox): PageText {
  const blocks = layout.blocks ?? [];
  const found = blocks.flatMap((block) => linesOf(block).flatMap((line) => line.words));
  if (!found.some(isCertain)) return { paragraphs: [], confidence: 0 };
  const retainedWords: LayoutWord[] = [];
  const paragraphs = blocks.flatMap((block) => {
    const texts = block.paragraphs.map(({ lines }) =>
      lines.map((line) => {
        const words = readableWords(line, minConfidence);
        retainedWords.push(...words);
        return lineOf(words, line.text ?? "", mapBox);
      }),
    );
    const isTable = block.blocktype === TABLE_BLOCK;
    return blockParagraphs(isTable ? texts.flat().map((line) => [line]) : texts, isTable);
  });
  return { paragraphs, confidence: meanConfidence(retainedWords) };
}

/** Returns the mean confidence of everything found, noise included, 0 to 1. It is low for an upside-down page. */
export const rawConfidence = (layout: PageLayout): number =>
  meanConfidence((layout.blocks ?? []).flatMap((block) => linesOf(block).flatMap((line) => line.words)));

/**
 * Joins paragraphs: uneven line ends mislead the engine into ending a paragraph within a sentence, even within a word.
 */
function blockParagraphs(
  paragraphs: readonly (readonly RecognisedParagraph[])[],
  isTable: boolean,
): RecognisedParagraph[] {
  const result: RecognisedParagraph[] = [];
  for (const lines of paragraphs) {
    const paragraph = joinLines(lines);
    if (paragraph.text === "") continue;
    const before = result.at(-1);
    if (before !== undefined && continuesParagraph(before.text, paragraph.text, isTable)) {
      result[result.length - 1] = joinLines([before, paragraph]);
    } else result.push(paragraph);
  }
  return result;
}

const continuesParagraph = (before: string, text: string, isTable: boolean): boolean =>
  endsWithinWord(before, text) || (!isTable && isUnfinished(before, text));

/** Returns a line of words, with the bounding box of the retained ones. */
function lineOf(words: readonly LayoutWord[], whole: string, mapBox: MapBox): RecognisedParagraph {
  const text = joinWords(words, whole);
  const box = boxAbout(words.flatMap(({ bbox }) => bbox ?? []));
  if (box === undefined) return { text, lines: [] };
  return { text, lines: [{ start: 0, ...mapBox(box) }] };
}

/**
 * Joins words with the spaces of their original line. Korean syllables arrive as separate words, and must not be joined
 * by spaces.
 */
function joinWords(words: readonly LayoutWord[], whole: string): string {
  let text = "";
  let end = 0;
  for (const { text: word } of words) {
    const start = whole.indexOf(word, end);
    const isJoined = text !== "" && start > 0 && !BLANK.test(whole[start - 1]!);
    text += text === "" || isJoined ? word : ` ${word}`;
    if (start >= 0) end = start + word.length;
  }
  return text;
}

function readableWords(line: LayoutLine, minConfidence: number): readonly LayoutWord[] {
  const words = line.words.filter((word) => isReadable(word, minConfidence));
  return meanConfidence(words) < Math.max(minConfidence, MIN_LINE_CONFIDENCE) ? [] : words;
}

const isReadable = (word: LayoutWord, minConfidence: number): boolean =>
  word.text.trim() !== "" &&
  word.confidence / 100 >= (lettersIn(word) === 0 ? Math.max(minConfidence, MIN_SYMBOL_CONFIDENCE) : minConfidence);

function isCertain(word: LayoutWord): boolean {
  const letters = lettersIn(word);
  const confidence = word.confidence / 100;
  return (
    (letters >= MIN_CERTAIN_LETTERS && confidence >= MIN_CERTAIN_CONFIDENCE) ||
    (letters >= MIN_LONG_LETTERS && confidence >= MIN_LONG_CONFIDENCE)
  );
}

/** Returns the mean confidence weighted by letters; 0 for only punctuation. */
function meanConfidence(words: readonly LayoutWord[]): number {
  let sum = 0;
  let letters = 0;
  for (const word of words) {
    const count = lettersIn(word);
    sum += (word.confidence / 100) * count;
    letters += count;
  }
  return letters === 0 ? 0 : sum / letters;
}

const lettersIn = (word: LayoutWord): number => word.text.match(LETTERS)?.length ?? 0;

const linesOf = (block: LayoutBlock): readonly LayoutLine[] => block.paragraphs.flatMap(({ lines }) => lines);
