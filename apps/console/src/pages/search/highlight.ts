/** A piece of a text, and whether the query asked for it. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_'’-]*/gu;

/** Scripts that write no spaces between words: every pair of characters may be one. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Endings of words that are forms of one: the index has stems, a reader sees words. */
const ENDING = /(?:['’]s|ing|ed|es|s|e)$/;

/** Shorter words, and codes with digits, stand for themselves only. */
const SHORTEST_WITH_ENDING = 5;

/**
 * Where a text has the words of a query, roughly as the keyword index sees them: without regard to case, accents and
 * endings. For showing only; what was found and why is for the service to say.
 */
export const highlight = (text: string, query: string, replacements: readonly string[] = []): readonly Piece[] => {
  const stems = [query, ...replacements].flatMap((part) => part.match(WORD) ?? []).map(stemOf);
  const wanted = stems.filter((stem) => stem.length > 1 || UNSPACED.test(stem));
  if (wanted.length === 0) return [{ text, isHit: false }];
  const pieces: Piece[] = [];
  let end = 0;
  const add = (upTo: number, isHit: boolean) => {
    if (upTo > end) pieces.push({ text: text.slice(end, upTo), isHit });
    end = upTo;
  };
  for (const [start, stop] of hits(text, wanted)) {
    if (start < end) continue;
    add(start, false);
    add(stop, true);
  }
  add(text.length, false);
  return pieces;
};

function* hits(text: string, wanted: readonly string[]): Generator<readonly [start: number, stop: number]> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (UNSPACED.test(word)) yield* unspacedHits(word, index, wanted);
    else if (wanted.includes(stemOf(word))) yield [index, index + word.length];
  }
}

function* unspacedHits(word: string, offset: number, wanted: readonly string[]): Generator<readonly [number, number]> {
  const pairs = new Set(
    wanted.flatMap((stem) => [...stem].slice(1).map((character, at) => [...stem][at]! + character)),
  );
  for (let at = 0; at < word.length - 1; at += 1) {
    if (!pairs.has(word.slice(at, at + 2))) continue;
    let stop = at + 2;
    while (pairs.has(word.slice(stop - 1, stop + 1))) stop += 1;
    yield [offset + at, offset + stop];
    at = stop - 1;
  }
}

const stemOf = (word: string): string => {
  const plain = folded(word);
  return plain.length < SHORTEST_WITH_ENDING || /\p{N}/u.test(plain) ? plain : plain.replace(ENDING, "");
};

const folded = (text: string): string => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
