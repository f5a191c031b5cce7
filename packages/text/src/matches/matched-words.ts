import { analyzeWords } from "../analyzer.ts";
import type { TextRange } from "../characters.ts";
import { otherSpelling } from "../other-spelling.ts";
import type { Phrase } from "../phrase.ts";
import { scan } from "../scan-words.ts";
import type { SearchTerms } from "../search-terms.ts";
import { wholeCodes } from "../whole-codes.ts";
import { gramsIn, isGram } from "../word-grams.ts";
import { type QueryWordSet, queryWordSet } from "./query-words.ts";
import { mappedText } from "./placed-text.ts";
import { rangesOfPhrases } from "./placed-phrases.ts";
import { withoutOverlaps, type Match, PHRASE, wholeCharacters, withoutStrays } from "./match-ranges.ts";
import { PlacedTerms } from "./placed-terms.ts";
import { WordSieve } from "./word-sieve.ts";

/** Word of a text that may contain grams of the query's words. */
interface SeenWord extends TextRange {
  readonly term: string;
}

/**
 * Minimum share of a query word's grams that a text's word must contain to match it. A word that is a part of the query
 * word needs only its own grams.
 */
const SHARE_OF_GRAMS = 0.5;
const GRAM_LENGTH = 4;

/** Finds the matches of a query in texts, with the same analysis as the keyword index. */
export class QueryMatcher {
  readonly #query: QueryWordSet;
  readonly #sieve: WordSieve;
  readonly #phrases: readonly Phrase[];

  /** @param queries the query, and its spelling correction if that differs. */
  constructor(queries: readonly SearchTerms[]) {
    this.#query = queryWordSet(queries);
    this.#sieve = new WordSieve(this.#query);
    this.#phrases = queries.flatMap(({ phrases }) => phrases);
  }

  /** Returns the matches in the order of the text, without overlaps. */
  matchesIn(written: string): readonly Match[] {
    const mapped = mappedText(written);
    const found = withoutStrays(mapped.text, withoutOverlaps(this.#find(mapped.text)));
    return withoutOverlaps(
      found.map(({ start, end, word }) => ({ ...wholeCharacters(written, mapped.written(start, end)), word })),
    );
  }

  #find(text: string): Match[] {
    const { terms } = this.#query;
    const matches: Match[] = [];
    const seen: SeenWord[] = [];
    const check = (term: string, start: number, end: number): void => {
      const word = terms.get(term);
      if (word !== undefined) matches.push({ start, end, word });
    };
    const positions = new PlacedTerms(text, this.#sieve, (form, start, end, isOwn) =>
      check(isOwn ? form : otherSpelling(form), start, end),
    );
    scan(
      text,
      (term, part) => {
        if (term === "") return;
        const range = positions.of(term, part);
        check(term, range.start, range.end);
        if (part !== undefined) seen.push({ term, ...range });
      },
      positions,
    );
    positions.finish();
    if (this.#sieve.hasCodes) for (const { term, start, end } of wholeCodes(text)) check(term, start, end);
    for (const range of rangesOfPhrases(this.#phrases, text)) matches.push({ ...range, word: PHRASE });
    this.#findGramMatches(text, seen, matches);
    return matches;
  }

  #findGramMatches(text: string, seen: readonly SeenWord[], matches: Match[]): void {
    let textGrams: ReadonlySet<string> | undefined;
    for (const { term, start, end } of seen) {
      if (term.length < GRAM_LENGTH || isGram(term)) continue;
      for (const { word, grams } of this.#query.grams) {
        if (this.#query.terms.get(term) === word) continue;
        const range = matchedRange(term, grams);
        if (range === undefined) continue;
        // A text has grams only if the index gives it some; most English texts have none, and few words get here.
        textGrams ??= gramsIn(analyzeWords(text));
        if (!textGrams.has(`~${term.slice(range.start, range.start + GRAM_LENGTH)}`)) continue;
        // The end of a term corresponds to the end of its word, whatever stemming removed.
        matches.push({
          start: start + range.start,
          end: range.end < term.length ? start + range.end : end,
          word,
        });
      }
    }
  }
}

/** Returns the range of a text's word that shares enough grams with a query word; undefined if they are too few. */
function matchedRange(term: string, requested: ReadonlySet<string>): TextRange | undefined {
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
