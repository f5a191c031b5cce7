import { isCutWord, isUnfinished, joinLines } from "./join-lines.ts";
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

/** Confidence: long words count for more. */
export type PageText = Pick<RecognisedText, "paragraphs" | "confidence">;

/** Where the part of the layout's picture stands in the picture that was given. */
export type PlaceOf = (box: PixelBox) => PageBox;

/** Strokes and dots in pictures are read as punctuation: alone it must be surer than a word. */
const MIN_SYMBOL_CONFIDENCE = 0.6;
/** A line of which less is sure is the texture of a picture, or letters that run another way. */
const MIN_LINE_CONFIDENCE = 0.5;
/** A picture without one word that is surer shows no text: what was found in it are accidents. */
const MIN_SURE_CONFIDENCE = 0.75;
/** Long words are no accidents, even if less is sure. */
const MIN_LONG_CONFIDENCE = 0.55;
const SURE_LETTERS = 2;
const LONG_LETTERS = 4;

const BLANK = /\s/u;
const LETTERS = /[\p{L}\p{N}]/gu;

/**
 * The text of a page without noise: words surer than `minConfidence` in lines that are sure as a whole; none at all
 * where no word is.
 */
export function pageText(layout: PageLayout, minConfidence: number, placeOf: PlaceOf): PageText {
  const blocks = layout.blocks ?? [];
  const found = blocks.flatMap((block) => linesOf(block).flatMap((line) => line.words));
  if (!found.some(isSure)) return { paragraphs: [], confidence: 0 };
  const retained: LayoutWord[] = [];
  const paragraphs = blocks.flatMap((block) => {
    const texts = block.paragraphs.map(({ lines }) =>
      lines.map((line) => {
        const words = readableWords(line, minConfidence);
        retained.push(...words);
        return lineOf(words, line.text ?? "", placeOf);
      }),
    );
    const isTable = block.blocktype === TABLE_BLOCK;
    return blockParagraphs(isTable ? texts.flat().map((line) => [line]) : texts, isTable);
  });
  return { paragraphs, confidence: meanConfidence(retained) };
}

/** How sure all that was found is, noise included, 0 to 1: low for a page that lies upside down. */
export const rawConfidence = (layout: PageLayout): number =>
  meanConfidence((layout.blocks ?? []).flatMap((block) => linesOf(block).flatMap((line) => line.words)));

/** Uneven ends of lines mislead the engine to end a paragraph within a sentence, even within a word. */
function blockParagraphs(
  paragraphs: readonly (readonly RecognisedParagraph[])[],
  isTable: boolean,
): RecognisedParagraph[] {
  const result: RecognisedParagraph[] = [];
  for (const lines of paragraphs) {
    const paragraph = joinLines(lines);
    if (paragraph.text === "") continue;
    const before = result.at(-1);
    if (before !== undefined && goesOn(before.text, paragraph.text, isTable)) {
      result[result.length - 1] = joinLines([before, paragraph]);
    } else result.push(paragraph);
  }
  return result;
}

const goesOn = (before: string, text: string, isTable: boolean): boolean =>
  isCutWord(before, text) || (!isTable && isUnfinished(before, text));

/** A line of words, and the box about those that were kept. */
function lineOf(words: readonly LayoutWord[], whole: string, placeOf: PlaceOf): RecognisedParagraph {
  const text = joinWords(words, whole);
  const box = boxAbout(words.flatMap(({ bbox }) => bbox ?? []));
  if (box === undefined) return { text, lines: [] };
  return { text, lines: [{ start: 0, ...placeOf(box) }] };
}

/** Words with the gaps that they have in their whole line: Korean syllables come as words, and joined by blanks are none. */
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

function isSure(word: LayoutWord): boolean {
  const letters = lettersIn(word);
  const confidence = word.confidence / 100;
  return (
    (letters >= SURE_LETTERS && confidence >= MIN_SURE_CONFIDENCE) ||
    (letters >= LONG_LETTERS && confidence >= MIN_LONG_CONFIDENCE)
  );
}

/** Weighted by letters: 0 for nothing but punctuation. */
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
