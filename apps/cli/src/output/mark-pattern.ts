import type { HighlightedFragment } from "@quarry/client/types";

/** Letter that makes the adjacent text part of a word. Some scripts do not separate words. */
const WORD_LETTER =
  /(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])[\p{L}\p{N}\p{M}]/u;
const ENDS_IN_WORD = new RegExp(`${WORD_LETTER.source}$`, "u");
const BEGINS_IN_WORD = new RegExp(`^${WORD_LETTER.source}`, "u");

/**
 * Returns a pattern that finds the highlighted matches of fragments in the full text, also across wrapped lines. It
 * matches whole words, or the start or end of a word if the fragment does.
 */
export function markPattern(fragments: readonly Pick<HighlightedFragment, "text" | "matches">[]): RegExp {
  const sources = new Map<string, string>();
  for (const { text, matches } of fragments) {
    const characters = [...text];
    for (const { start, end } of matches) {
      const before = ENDS_IN_WORD.test(characters.slice(0, start).join("")) ? "" : `(?<!${WORD_LETTER.source})`;
      const after = BEGINS_IN_WORD.test(characters.slice(end).join("")) ? "" : `(?!${WORD_LETTER.source})`;
      const words = characters
        .slice(start, end)
        .join("")
        .split(/\s+/)
        .filter((word) => word !== "");
      for (const word of words) sources.set(word, before + escaped(word) + after);
    }
  }
  // If two terms have the same prefix, the longer one must match.
  const longestFirst = [...sources.keys()].toSorted((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((word) => sources.get(word)).join("|") || NOTHING, "gu");
}

const NOTHING = "(?!)";

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
