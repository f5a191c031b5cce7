import { withoutArticle } from "./arabic-article.ts";
import { type CodeRun, CodeRuns } from "./code-runs.ts";
import { hasCamelHump } from "./compound-word.ts";
import { type JoinedForm, joinedForms, numberWithUnit } from "./joined-forms.ts";
import { isDigit, MAX_COMPOUND_LENGTH, type PositionVisitor } from "./scan-words.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { truncateTerm, wordTerm } from "./word-term.ts";

/**
 * Called with a joined form of the words from `start` to `end`. Kinds: `apart`, words with blanks between them;
 * `neighbours`, words that may be one only because they are adjacent; `code`, groups of a code, which has several
 * forms.
 */
export type VisitJoined = (
  form: string,
  start: number,
  end: number,
  kind: JoinedForm["kind"] | "apart" | "neighbours" | "code",
  code?: CodeRun,
) => void;

/** Maximum number of digit groups in a number with blanks between its thousands; more are a row of numbers. */
const MAX_GROUPS = 5;
/** Maximum letters of a unit (`mmHg`). */
const MAX_UNIT = 4;
/** Maximum letters of a code's name before its number (`ISO 9001`, `COVID 19`). */
const MAX_CODE_NAME = 8;
const FIRST_GROUP = /^\d{1,3}$/;
const NEXT_GROUP = /^(\d{3})(?:[.,](\d+))?$/;
const NUMBER = /^\d[\d.,'’]*$/;
const UNIT = /^\p{L}+\d?$/u;
const NUMBER_OF_CODE = /^\d[\p{L}\d]*$/u;
const FIRST_ARABIC = 0x600;
const LAST_ARABIC = 0x6ff;
const LETTERS = /^[\p{L}\p{M}]+$/u;
/** Stop words that are units after a number. */
const UNITS_AMONG_STOP_WORDS = new Set(["am", "in"]);

interface WordPosition {
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  readonly isCompound: boolean;
}

/** Digit groups with blanks between them. */
interface Grouped {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
  readonly groups: number;
}

/**
 * Finds words of a text that can also be written as one: compounds, numbers with a separate unit, codes with a blank
 * before their number, and numbers with blanks between their thousands.
 */
export class JoinedWords implements PositionVisitor {
  readonly #text: string;
  readonly #visit: VisitJoined;
  /**
   * Whether pairs of letter-only words are joined as well, and codes are recognised without capitals: true for queries,
   * which are short.
   */
  readonly #joinsLetters: boolean;
  #previous: WordPosition | undefined;
  /** Number whose thousands may be the words so far. */
  #grouped: Grouped | undefined;
  /** Last completed number, and its end. */
  #number: string | undefined;
  #numberEnd = -1;
  readonly #codes: CodeRuns;

  constructor(text: string, visit: VisitJoined, { joinsLetters }: { readonly joinsLetters: boolean }) {
    this.#text = text;
    this.#visit = visit;
    this.#joinsLetters = joinsLetters;
    this.#codes = new CodeRuns(text, (run) => this.#visitCode(run), { anyCase: joinsLetters });
  }

  word(start: number, end: number, isCompound: boolean): void {
    const isAdjacent = this.#previous?.end === start - 1 && isBlank(this.#text[start - 1]!);
    const first = this.#text.charCodeAt(start);
    if (first >= FIRST_ARABIC && first <= LAST_ARABIC) {
      const bare = withoutArticle(this.#text.slice(start, end));
      if (bare !== undefined) this.#visit(bare, start, end, "divided");
    }
    const touchesDigit = isDigit(first) || (isAdjacent && isDigit(this.#text.charCodeAt(start - 2)));
    if (!isCompound && !touchesDigit && !this.#joinsLetters) {
      // Most words have no alternative spelling, but a unit or a number can follow.
      this.#endGroup();
      if (this.#codes.mayContain(first, end)) this.#codes.word(start, end, false);
      this.#previous = end - start <= MAX_CODE_NAME ? this.#positionOf(start, end, false) : undefined;
      return;
    }
    const position = this.#positionOf(start, end, isCompound);
    if (isCompound) {
      for (const one of joinedForms(position.raw)) this.#visit(one.form, start + one.start, start + one.end, one.kind);
    } else if (this.#joinsLetters && hasCamelHump(position.raw)) {
      this.#visit(wordTerm(position.raw.toLowerCase()), start, end, "own");
    }
    if (isAdjacent) this.#visitPair(this.#previous!, position);
    this.#group(position, isAdjacent);
    this.#codes.word(start, end, isCompound);
    this.#previous = position;
  }

  run(): void {
    this.finish();
  }

  /** Ends the text. Call it once, after the last word. */
  finish(): void {
    this.#endGroup();
    this.#codes.finish();
    this.#previous = undefined;
  }

  #positionOf(start: number, end: number, isCompound: boolean): WordPosition {
    return { raw: this.#text.slice(start, Math.min(end, start + MAX_COMPOUND_LENGTH)), start, end, isCompound };
  }

  #visitPair(left: WordPosition, right: WordPosition): void {
    if (NUMBER.test(left.raw)) return this.#visitQuantity(left, right);
    if (left.isCompound || right.isCompound) return;
    const isCode = NUMBER_OF_CODE.test(right.raw);
    const isOne = isCode
      ? this.#isCodeName(left.raw)
      : this.#joinsLetters && isContent(left.raw) && isContent(right.raw);
    if (!isOne) return;
    const form = wordTerm((left.raw + right.raw).toLowerCase());
    this.#visit(form, left.start, right.end, isCode ? "apart" : "neighbours");
  }

  #visitQuantity(number: WordPosition, unit: WordPosition): void {
    if (!isUnit(unit.raw)) return;
    const grouped = this.#grouped?.end === number.end && isNumber(this.#grouped) ? this.#grouped : undefined;
    const form = truncateTerm(numberWithUnit(grouped?.digits ?? number.raw, unit.raw));
    this.#visit(form, (grouped ?? number).start, unit.end, "apart");
  }

  /** Whether the word can be the name of a code: codes in texts are in capitals, so `says 7` is none. */
  #isCodeName(raw: string): boolean {
    return raw.length <= MAX_CODE_NAME && isContent(raw) && (this.#joinsLetters || raw === raw.toUpperCase());
  }

  #group({ raw, start, end }: WordPosition, isAdjacent: boolean): void {
    const grouped = isAdjacent && this.#text[start - 1] === " " ? this.#grouped : undefined;
    const next = grouped === undefined || grouped.digits.includes(".") ? null : NEXT_GROUP.exec(raw);
    if (grouped !== undefined && next !== null) {
      const digits = grouped.digits + next[1]! + (next[2] === undefined ? "" : `.${next[2]}`);
      const groups = grouped.groups + 1;
      this.#grouped = { digits: groups > MAX_GROUPS ? "" : digits, start: grouped.start, end, groups };
      return;
    }
    this.#endGroup();
    if (FIRST_GROUP.test(raw)) this.#grouped = { digits: raw, start, end, groups: 1 };
  }

  #endGroup(): void {
    const grouped = this.#grouped;
    this.#grouped = undefined;
    if (grouped !== undefined && isNumber(grouped)) {
      this.#number = truncateTerm(grouped.digits);
      this.#numberEnd = grouped.end;
      this.#visit(this.#number, grouped.start, grouped.end, "apart");
    }
  }

  #visitCode(run: CodeRun): void {
    // The groups of a code can also be the thousands of a number.
    for (const { form, start, end } of run.forms) {
      const isNumber = this.#numberEnd === end && this.#number === form;
      if (!isNumber) this.#visit(form, start, end, "code", run);
    }
  }
}

const isNumber = ({ groups }: Grouped): boolean => groups > 1 && groups <= MAX_GROUPS;

/** Whether the character can separate two words that may be one. */
export const isBlank = (character: string): boolean => character === " " || character === "\n";

const isUnit = (raw: string): boolean =>
  raw.length <= MAX_UNIT && UNIT.test(raw) && (!isStopWord(raw) || UNITS_AMONG_STOP_WORDS.has(raw.toLowerCase()));

const isContent = (raw: string): boolean => LETTERS.test(raw) && !isStopWord(raw);

const isStopWord = (raw: string): boolean => STOP_WORDS.has(raw.toLowerCase());
