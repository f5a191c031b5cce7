import type { RecognisedParagraph } from "@quarry/ocr";
import type { ParsedBlock } from "@quarry/plugin";

/** A block with at least this share of its words among the recognised ones was recognised with the picture. */
const KNOWN_SHARE = 0.5;

/** Returns the blocks of a page's text layer that its recognised text lacks: text that the picture doesn't show. */
export function missingBlocks(
  layer: readonly ParsedBlock[],
  recognised: readonly RecognisedParagraph[],
): ParsedBlock[] {
  const known = new Set(recognised.flatMap(({ text }) => wordsOf(text)));
  return layer.filter(({ text }) => {
    const words = wordsOf(text);
    return words.filter((word) => known.has(word)).length < words.length * KNOWN_SHARE;
  });
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
