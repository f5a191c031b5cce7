import { analyzeWords } from "../analyzer.ts";
import { otherSpelling } from "../other-spelling.ts";
import type { Phrase } from "../phrase.ts";
import { scan } from "../scan-words.ts";
import type { SearchTerms } from "../search-terms.ts";
import { wholeCodes } from "../whole-codes.ts";
import { gramsIn, isGram } from "../word-grams.ts";
import { type QueryWordSet, askedWords } from "./query-words.ts";
import { placedText, type TextRange } from "./placed-text.ts";
import { rangesOfPhrases } from "./placed-phrases.ts";
import { apart, type Match, PHRASE, whole, withoutStrays } from "./match-ranges.ts";
import { PlacedTerms } from "./placed-terms.ts";
import { WordSieve } from "./word-sieve.ts";

/** A word of a text that pieces of the query's words may stand in. */
interface SeenWord extends TextRange {
  readonly term: string;
}

/** Part of a word's grams that a word of a text must have to be taken for one that holds it; a part of the word has all of its own. */
const SHARE_OF_GRAMS = 0.5;
const GRAM_LENGTH = 4;

/** Finds the matches of a query in texts, by the keyword index's own analysis. */
export class QueryMatcher {
  readonly #asked: QueryWordSet;
  readonly #sieve: WordSieve;
  readonly #phrases: readonly Phrase[];

  /** @param queries the query, and what it was repaired to if that is another. */
  constructor(queries: readonly SearchTerms[]) {
    this.#asked = askedWords(queries);
    this.#sieve = new WordSieve(this.#asked);
    this.#phrases = queries.flatMap(({ phrases }) => phrases);
  }

  /** Matches in the order of the text, without overlaps. */
  matchesIn(written: string): readonly Match[] {
    const placed = placedText(written);
    const found = withoutStrays(placed.text, apart(this.#find(placed.text)));
    return apart(found.map(({ start, end, word }) => ({ ...whole(written, placed.written(start, end)), word })));
  }

  #find(text: string): Match[] {
    const { terms } = this.#asked;
    const matches: Match[] = [];
    const seen: SeenWord[] = [];
    const check = (term: string, start: number, end: number): void => {
      const word = terms.get(term);
      if (word !== undefined) matches.push({ start, end, word });
    };
    const place = new PlacedTerms(text, this.#sieve, (form, start, end, isOwn) =>
      check(isOwn ? form : otherSpelling(form), start, end),
    );
    scan(
      text,
      (term, _position, part) => {
        if (term === "") return;
        const range = place.of(term, part);
        check(term, range.start, range.end);
        if (part !== undefined) seen.push({ term, ...range });
      },
      place,
    );
    place.finish();
    if (this.#sieve.asksForCodes) for (const { term, start, end } of wholeCodes(text)) check(term, start, end);
    for (const range of rangesOfPhrases(this.#phrases, text)) matches.push({ ...range, word: PHRASE });
    this.#findPieces(text, seen, matches);
    return matches;
  }

  #findPieces(text: string, seen: readonly SeenWord[], matches: Match[]): void {
    let held: ReadonlySet<string> | undefined;
    for (const { term, start, end } of seen) {
      if (term.length < GRAM_LENGTH || isGram(term)) continue;
      for (const { word, grams } of this.#asked.grams) {
        if (this.#asked.terms.get(term) === word) continue;
        const segment = pieceOf(term, grams);
        if (segment === undefined) continue;
        // A text has grams as the index gives it some; most English ones have none, and few get here.
        held ??= gramsIn(analyzeWords(text));
        if (!held.has(`~${term.slice(segment.start, segment.start + GRAM_LENGTH)}`)) continue;
        // The end of a term is the end of its word, whatever was cut off.
        matches.push({
          start: start + segment.start,
          end: segment.end < term.length ? start + segment.end : end,
          word,
        });
      }
    }
  }
}

/** Range of a text's word that shares enough n-grams with a query term; undefined if they are too few. */
function pieceOf(term: string, requested: ReadonlySet<string>): TextRange | undefined {
  let first = -1;
  let last = 0;
  const shared = new Set<string>();
  for (let at = 0; at + GRAM_LENGTH <= term.length; at++) {
    const gram = `~${term.slice(at, at + GRAM_LENGTH)}`;
    if (!requested.has(gram)) continue;
    shared.add(gram);
    if (first < 0) first = at;
    last = at + GRAM_LENGTH;
  }
  const isPart = shared.size > 0 && last - first === term.length && shared.size >= term.length - GRAM_LENGTH;
  return isPart || shared.size >= requested.size * SHARE_OF_GRAMS ? { start: first, end: last } : undefined;
}
