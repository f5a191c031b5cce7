import { JoinedWords } from "../joined-words.ts";
import { otherSpelling } from "../other-spelling.ts";
import type { Phrase } from "../phrase.ts";
import { characterLength, type PlaceVisitor, scan } from "../scan-words.ts";
import type { SearchTerms } from "../search-terms.ts";
import { wholeCodes } from "../whole-codes.ts";
import { gramsIn, isGram } from "../word-grams.ts";
import { type AskedWords, askedWords } from "./asked-words.ts";
import { placedText, type TextRange } from "./placed-text.ts";
import { placesOfPhrases } from "./placed-phrases.ts";

/** A stretch of a text that a query is found by. */
export interface Match extends TextRange {
  /** What of the query it stands for: the same number for the same word, or for phrases. */
  readonly word: number;
}

/** A word of a text that pieces of the query's words may stand in. */
interface SeenWord extends TextRange {
  readonly term: string;
}

/** Part of a word's grams that a word of a text must have to be taken for one that holds it; a part of the word has all of its own. */
const SHARE_OF_GRAMS = 0.5;
const GRAM_LENGTH = 4;

/** Finds in texts what they are found by for one query: as the keyword index understands both. */
export class QueryMatcher {
  readonly #asked: AskedWords;
  readonly #phrases: readonly Phrase[];

  /** @param queries the query, and what it was repaired to if that is another. */
  constructor(queries: readonly SearchTerms[]) {
    this.#asked = askedWords(queries);
    this.#phrases = queries.flatMap(({ phrases }) => phrases);
  }

  /** In the order of the text; none overlaps another. */
  matchesIn(written: string): readonly Match[] {
    const placed = placedText(written);
    const found = this.#find(placed.text);
    return apart(found.map(({ start, end, word }) => ({ ...placed.written(start, end), word })));
  }

  #find(text: string): Match[] {
    const { terms, wordCount } = this.#asked;
    const matches: Match[] = [];
    const seen: SeenWord[] = [];
    const all: string[] = [];
    const look = (term: string, start: number, end: number): void => {
      const word = terms.get(term);
      if (word !== undefined) matches.push({ start, end, word });
    };
    const place = new Place(text, (form, start, end, isOwn) => look(isOwn ? form : otherSpelling(form), start, end));
    scan(
      text,
      (term, _position, part) => {
        if (term === "") return;
        const range = place.of(term, part);
        look(term, range.start, range.end);
        all.push(term);
        if (part !== undefined) seen.push({ term, ...range });
      },
      place,
    );
    place.finish();
    for (const { term, start, end } of wholeCodes(text)) look(term, start, end);
    for (const range of placesOfPhrases(this.#phrases, text)) matches.push({ ...range, word: wordCount });
    this.#findPieces(all, seen, matches);
    return matches;
  }

  // A text has grams as the index gives it some.
  #findPieces(terms: readonly string[], seen: readonly SeenWord[], matches: Match[]): void {
    if (this.#asked.grams.length === 0) return;
    const held = gramsIn(terms);
    if (held.size === 0) return;
    for (const { term, start, end } of seen) {
      if (term.length < GRAM_LENGTH || isGram(term)) continue;
      for (const { word, grams } of this.#asked.grams) {
        const piece = pieceOf(term, grams, held);
        if (piece === undefined) continue;
        // The end of a term is the end of its word, whatever was cut off.
        matches.push({ start: start + piece.start, end: piece.end < term.length ? start + piece.end : end, word });
      }
    }
  }
}

/** What of a text's word are pieces of an asked one, if they are enough. */
function pieceOf(term: string, asked: ReadonlySet<string>, held: ReadonlySet<string>): TextRange | undefined {
  let first = -1;
  let last = 0;
  const shared = new Set<string>();
  for (let at = 0; at + GRAM_LENGTH <= term.length; at++) {
    const gram = `~${term.slice(at, at + GRAM_LENGTH)}`;
    if (!asked.has(gram) || !held.has(gram)) continue;
    shared.add(gram);
    if (first < 0) first = at;
    last = at + GRAM_LENGTH;
  }
  const isPart = shared.size > 0 && last - first === term.length && shared.size >= term.length - GRAM_LENGTH;
  return isPart || shared.size >= asked.size * SHARE_OF_GRAMS ? { start: first, end: last } : undefined;
}

/** Where what `scan` tells of stands. */
class Place implements PlaceVisitor {
  readonly #text: string;
  readonly #joined: JoinedWords;
  readonly #visit: (form: string, start: number, end: number, isOwn: boolean) => void;
  #start = 0;
  #end = 0;
  #isRun = false;
  /** Where the next part of a word, or pair of a run, is looked for. */
  #next = 0;

  constructor(text: string, visit: (form: string, start: number, end: number, isOwn: boolean) => void) {
    this.#text = text;
    this.#visit = visit;
    this.#joined = new JoinedWords(text, (form, start, end, kind) => visit(form, start, end, kind === "own"), {
      joinsLetters: false,
    });
  }

  word(start: number, end: number, isCompound: boolean): void {
    this.#begin(start, end, false);
    this.#joined.word(start, end, isCompound);
  }

  run(start: number, end: number): void {
    this.#begin(start, end, true);
    this.#joined.run();
    for (let index = start; index < end;) {
      const next = index + characterLength(this.#text, index);
      this.#visit(this.#text.slice(index, next), index, next, false);
      index = next;
    }
  }

  finish(): void {
    this.#joined.finish();
  }

  /** Of the next term that `scan` emits; `part` is what it was made of, in lower case. */
  of(term: string, part: string | undefined): TextRange {
    if (this.#isRun) {
      const start = this.#next;
      this.#next += characterLength(this.#text, start);
      return { start, end: Math.min(this.#end, start + term.length) };
    }
    const whole = { start: this.#start, end: this.#end };
    if (part === undefined || part.length >= this.#end - this.#start) return whole;
    const at = this.#text.slice(this.#next, this.#end).toLowerCase().indexOf(part);
    if (at < 0) return whole;
    const start = this.#next + at;
    // A word with humps comes before its parts.
    this.#next = start + part.length;
    return { start, end: this.#next };
  }

  #begin(start: number, end: number, isRun: boolean): void {
    this.#start = start;
    this.#end = end;
    this.#isRun = isRun;
    this.#next = start;
  }
}

/** In order; of those that overlap, the longest. */
function apart(matches: readonly Match[]): readonly Match[] {
  const ordered = matches.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: Match[] = [];
  for (const match of ordered) {
    const last = kept.at(-1);
    if (last === undefined || match.start >= last.end) kept.push(match);
    else if (match.end > last.end) kept[kept.length - 1] = { ...last, end: match.end };
  }
  return kept;
}
