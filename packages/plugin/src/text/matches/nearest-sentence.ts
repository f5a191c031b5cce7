import { skipWhitespace } from "../characters.ts";
import { classAt, UNSEGMENTED, WORD } from "../character-classes.ts";
import { foldAccents } from "../fold.ts";
import { normalizeText } from "../normalize-text.ts";
import { sentenceEnd } from "../sentence-end.ts";
import { type Fragment, wordEnd } from "./fragments.ts";
import type { TextRange } from "./placed-text.ts";

const PIECE_LENGTH = 3;

/**
 * The sentence of a text that is most like a query, by the pieces of three characters that their words share; the first where
 * none is like it, and of a longer one its beginning. A guess at what a model saw: models tell how near a text is as a whole.
 */
export function nearestSentence(text: string, query: string, length: number, matches: readonly TextRange[]): Fragment {
  const wanted = piecesOf(query);
  let best: TextRange | undefined;
  let bestScore = -1;
  for (let at = 0; at < text.length;) {
    const end = Math.max(at + 1, sentenceEnd(text, at));
    const start = skipWhitespace(text, at);
    at = end;
    if (start >= end) continue;
    const score = likeness(wanted, piecesOf(text.slice(start, end)));
    if (score <= bestScore) continue;
    bestScore = score;
    best = { start, end };
  }
  const { start, end } = best ?? { start: 0, end: text.length };
  const cut = end - start <= length ? end : wordEnd(text, start, start + length);
  return { start, end: cut, matches: matches.filter((match) => match.start >= start && match.end <= cut) };
}

function likeness(wanted: ReadonlySet<string>, held: ReadonlySet<string>): number {
  let shared = 0;
  for (const piece of wanted) if (held.has(piece)) shared += 1;
  return shared === 0 ? 0 : shared / Math.sqrt(held.size);
}

/** The pieces of a text's words; a short word, and a pair of characters of a script without spaces, is one. */
function piecesOf(raw: string): ReadonlySet<string> {
  const text = normalizeText(raw).toLowerCase();
  const pieces = new Set<string>();
  for (let index = 0; index < text.length;) {
    const kind = classAt(text, index);
    const start = index++;
    while (index < text.length && classAt(text, index) === kind) index++;
    if (kind === WORD) addPieces(foldAccents(text.slice(start, index)), PIECE_LENGTH, pieces);
    else if (kind === UNSEGMENTED) addPieces(text.slice(start, index), 2, pieces);
  }
  return pieces;
}

function addPieces(word: string, length: number, pieces: Set<string>): void {
  if (word.length < length) pieces.add(word);
  for (let at = 0; at + length <= word.length; at++) pieces.add(word.slice(at, at + length));
}
