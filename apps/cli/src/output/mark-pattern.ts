import type { HighlightedFragment } from "@quarry/client/types";

/** A letter beside which a piece of a text is a part of a word; some scripts write no words apart. */
const WORD_LETTER =
  /(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])[\p{L}\p{N}\p{M}]/u;
const ENDS_IN_WORD = new RegExp(`${WORD_LETTER.source}$`, "u");
const BEGINS_IN_WORD = new RegExp(`^${WORD_LETTER.source}`, "u");

/**
 * Finds in a text what is marked in fragments of it, in wrapped lines too: the words of a match, each a whole word, or the
 * beginning or end of one, where it is in its fragment.
 */
export function markPattern(fragments: readonly Pick<HighlightedFragment, "text" | "matches">[]): RegExp {
  const sources = new Map<string, string>();
  for (const { text, matches } of fragments) {
    const characters = [...text];
    for (const { start, end } of matches) {
      const before = ENDS_IN_WORD.test(characters.slice(0, start).join("")) ? "" : `(?<!${WORD_LETTER.source})`;
      const behind = BEGINS_IN_WORD.test(characters.slice(end).join("")) ? "" : `(?!${WORD_LETTER.source})`;
      const words = characters
        .slice(start, end)
        .join("")
        .split(/\s+/)
        .filter((word) => word !== "");
      for (const word of words) sources.set(word, before + escaped(word) + behind);
    }
  }
  // Of two terms with the same beginning, the longer one is matched.
  const longestFirst = [...sources.keys()].toSorted((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((word) => sources.get(word)).join("|") || NOTHING, "gu");
}

const NOTHING = "(?!)";

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
