import type { TextRange } from "./characters.ts";
import { joinedGroups } from "./grouped-code.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { truncateTerm } from "./word-term.ts";

/** Code in lower case, without separators between its groups. */
export interface CodeForm extends TextRange {
  readonly form: string;
}

/** Code that is written in groups with blanks or marks between them. */
export interface CodeRun {
  /** Forms of the code: first its groups alone, then variants with and without optional parts. */
  readonly forms: readonly CodeForm[];
  readonly groups: number;
  /** Whether it is certainly a code: neighbouring years, or names with numbers (`x86 arm64`), are not. */
  readonly isSure: boolean;
}

type Gap = "blank" | "mark";

/** Separators between two groups. */
const GAPS: ReadonlyMap<string, Gap> = new Map<string, Gap>([
  ...[" ", ") ", ")", " (", "(", ")-", " - ", " – ", " / ", "/ "].map((gap) => [gap, "blank"] as const),
  ...[":", "/", "–", "−"].map((gap) => [gap, "mark"] as const),
]);
const LONGEST_GAP = 3;
/** Trunk prefix, as in `+49 (0)30`: omitted in calls from abroad. */
const TRUNK_ZERO = "(0)";

/** Maximum number of groups separated by blanks; more are a row of numbers. A fingerprint has ten. */
const MAX_SPACED_GROUPS = 10;
/** Number of groups after which text in another format is not part of the code: the date after a card number. */
const COMPLETE_SPACED_GROUPS = 4;
const COMPLETE_MARKED_GROUPS = 3;
/** Maximum number of groups with the same number of digits; more are a row of numbers. */
const MAX_EQUAL_GROUPS = 5;
const MAX_CODE_LENGTH = 64;
const MAX_GROUP_LENGTH = 40;
const MIN_DIGITS = 7;
/** Minimum length of a code that contains letters. */
const MIN_MIXED = 6;
const MIN_SURE = 9;
/**
 * Minimum length of a certain code of two numbers: shorter ones with a dash between them are a range, `10000–20000`.
 */
const MIN_SURE_PAIR = 13;

const ONLY_DIGITS = /^\d+$/;
const YEAR = /^(?:19|20)\d\d$/;
/** Names with a number: `python3`, `h264`. */
const NAME = /^[a-z]+\d+$/;
/** Names with a number that have more letters than the country code of an IBAN. */
const LONG_NAME = /^[a-z]{3,}\d+$/;
/** Number of names of equal length from which they are a code: `ab12 cd34 ef56 gh78`. */
const NAMES_OF_CODE = 4;
/** Quantities: `10mm`, `5th`; not the bytes of an address. */
const QUANTITY = /^\d+(?![a-f]+$)[a-z]{1,4}$/;
const BYTES = /^[\da-f]{2,4}$/i;
/** Country code and check digits of an IBAN, and the bank's letters. */
const IBAN_START = /^[a-z]{2}\d{2}$/;
const BANK = /^[A-Z]{4}$/;
const ANY_BANK = /^[A-Za-z]{4}$/;
const LETTERS_BEFORE = /(?<![\p{L}\p{M}\p{N}])\p{Lu}{1,3} $/u;
const ANY_LETTERS_BEFORE = /(?<![\p{L}\p{M}\p{N}])\p{L}{1,3} $/u;
const LETTERS_AFTER = /^ \p{Lu}{1,3}(?![\p{L}\p{M}\p{N}])/u;
const ANY_LETTERS_AFTER = /^ \p{L}{1,3}(?![\p{L}\p{M}\p{N}])/u;
const COUNTRY = /^\d{1,3}$/;
const COLON = 0x3a;
const FIRST_DIGIT = 0x30;
const LAST_DIGIT = 0x39;
const LAST_CAPITAL = 0x5a;

interface OpenRun {
  readonly start: number;
  end: number;
  readonly groups: string[];
  length: number;
  /** Gap between its last two groups. */
  gap: Gap | undefined;
  /** Whether it is too long for a code. */
  isRow: boolean;
}

/**
 * Finds codes whose groups the analyzer treats as separate words: `DE89 3704 0044`, `00:1A:2B:3C:4D:5E`, `(030)
 * 901820-11`.
 */
export class CodeRuns {
  readonly #text: string;
  readonly #visit: (run: CodeRun) => void;
  /** Whether codes can contain small letters, as in queries. */
  readonly #anyCase: boolean;
  #run: OpenRun | undefined;

  constructor(text: string, visit: (run: CodeRun) => void, { anyCase }: { readonly anyCase: boolean }) {
    this.#text = text;
    this.#visit = visit;
    this.#anyCase = anyCase;
  }

  /** Whether a word that begins with a letter must be passed to `word`; most need not. */
  mayContain(first: number, end: number): boolean {
    return this.#run !== undefined || first <= LAST_CAPITAL || this.#text.charCodeAt(end) === COLON;
  }

  word(start: number, end: number, isCompound: boolean): void {
    if (this.#run !== undefined) {
      if (this.#extendRun(this.#run, start, end, isCompound)) return;
      this.finish();
    }
    const group = this.#firstGroup(start, end, isCompound);
    if (group === undefined) return;
    this.#run = { start, end, groups: [group], length: group.length, gap: undefined, isRow: false };
  }

  /** Ends the current run. Call it where no further group can follow. */
  finish(): void {
    const run = this.#run;
    this.#run = undefined;
    if (run === undefined || run.groups.length < 2 || run.isRow || isRowOfNumbers(run)) return;
    const forms = this.#formsOf(run);
    if (forms.length === 0) return;
    this.#visit({ forms, groups: run.groups.length, isSure: isSure(run) });
  }

  #extendRun(run: OpenRun, start: number, end: number, isCompound: boolean): boolean {
    const { end: last } = run;
    if (start - last > LONGEST_GAP) return false;
    if (this.#text.slice(start - 1, end + 1) === TRUNK_ZERO && this.#text[run.start - 1] === "+") {
      run.end = end;
      return true;
    }
    const gap = GAPS.get(this.#text.slice(last, start));
    if (gap === undefined) return false;
    if (gap === "blank" && this.#isComplete(run, end, isCompound)) return false;
    const group = this.#nextGroup(run, gap, start, end, isCompound);
    if (group === undefined) return false;
    run.groups.push(group);
    run.length += group.length;
    run.end = end;
    run.gap = gap;
    if (run.length > MAX_CODE_LENGTH || (gap === "blank" && run.groups.length > MAX_SPACED_GROUPS)) run.isRow = true;
    return true;
  }

  /** Whether the run is complete: the text after a blank has another format than the groups so far. */
  #isComplete(run: OpenRun, end: number, isCompound: boolean): boolean {
    if (run.gap === "mark") return run.groups.length >= COMPLETE_MARKED_GROUPS;
    return (
      run.groups.length >= COMPLETE_SPACED_GROUPS &&
      (isCompound || (GAPS.get(this.#text[end]!) === "mark" && this.#text[end + 1] !== " "))
    );
  }

  #nextGroup(run: OpenRun, gap: Gap, start: number, end: number, isCompound: boolean): string | undefined {
    const raw = this.#text.slice(start, end);
    if (gap === "mark" && this.#text.charCodeAt(start - 1) === COLON && BYTES.test(raw)) return raw.toLowerCase();
    const isBank = run.groups.length === 1 && IBAN_START.test(run.groups[0]!);
    if (isBank && (this.#anyCase ? ANY_BANK : BANK).test(raw)) return raw.toLowerCase();
    const group = this.#groupOf(start, end, isCompound);
    return gap === "blank" && group !== undefined && QUANTITY.test(raw) ? undefined : group;
  }

  /**
   * Returns the first group of a possible code. Most words have no digit; in texts, a word that begins with a small
   * letter is only checked for bytes.
   */
  #firstGroup(start: number, end: number, isCompound: boolean): string | undefined {
    if (this.#text.charCodeAt(end) === COLON && end - start === 2 && BYTES.test(this.#text.slice(start, end))) {
      return this.#text.slice(start, end).toLowerCase();
    }
    const code = this.#text.charCodeAt(start);
    const mayBegin = isCompound || this.#anyCase || (code >= FIRST_DIGIT && code <= LAST_CAPITAL);
    return mayBegin ? this.#groupOf(start, end, isCompound) : undefined;
  }

  #groupOf(start: number, end: number, isCompound: boolean): string | undefined {
    if (end - start > MAX_GROUP_LENGTH || !this.#hasDigit(start, end)) return undefined;
    const raw = this.#text.slice(start, end);
    return isCompound ? joinedGroups(raw) : raw.toLowerCase();
  }

  #hasDigit(start: number, end: number): boolean {
    for (let index = start; index < end; index++) {
      const code = this.#text.charCodeAt(index);
      if (code >= FIRST_DIGIT && code <= LAST_DIGIT) return true;
    }
    return false;
  }

  #formsOf({ start, end, groups }: OpenRun): readonly CodeForm[] {
    const code = groups.join("");
    const before = this.#lettersBefore(start);
    const after = this.#lettersAfter(end);
    const from = start - before.length - 1;
    const to = end + after.length + 1;
    const isAbroad = this.#text[start - 1] === "+" && groups.length > 2 && COUNTRY.test(groups[0]!);
    const equalGroups = countEqualGroups(groups);
    const forms = [
      { form: code, start, end },
      ...(before === "" ? [] : [{ form: before + code, start: from, end }]),
      ...(after === "" ? [] : [{ form: code + after, start, end: to }]),
      ...(before === "" || after === "" ? [] : [{ form: before + code + after, start: from, end: to }]),
      ...(isAbroad ? [{ form: code.slice(groups[0]!.length), start, end }] : []),
      ...(equalGroups < groups.length && equalGroups >= COMPLETE_SPACED_GROUPS
        ? [{ form: groups.slice(0, equalGroups).join(""), start, end }]
        : []),
    ];
    return forms
      .filter(({ form }) => form.length >= (ONLY_DIGITS.test(form) ? MIN_DIGITS : MIN_MIXED))
      .map((one) => ({ ...one, form: truncateTerm(one.form) }));
  }

  #lettersBefore(start: number): string {
    const pattern = this.#anyCase ? ANY_LETTERS_BEFORE : LETTERS_BEFORE;
    return letters(pattern.exec(this.#text.slice(Math.max(0, start - LONGEST_GAP - 2), start)));
  }

  #lettersAfter(end: number): string {
    const pattern = this.#anyCase ? ANY_LETTERS_AFTER : LETTERS_AFTER;
    return letters(pattern.exec(this.#text.slice(end, end + LONGEST_GAP + 2)));
  }
}

function letters(match: RegExpExecArray | null): string {
  const found = match?.[0].trim().toLowerCase() ?? "";
  return STOP_WORDS.has(found) ? "" : found;
}

/** Returns the number of leading groups that are as long as the first one. */
function countEqualGroups(groups: readonly string[]): number {
  const other = groups.findIndex((group) => group.length !== groups[0]!.length);
  return other < 0 ? groups.length : other;
}

function isRowOfNumbers({ groups, gap }: OpenRun): boolean {
  const isLong = groups.length > MAX_EQUAL_GROUPS && gap === "blank";
  return isLong && countEqualGroups(groups) === groups.length && ONLY_DIGITS.test(groups.join(""));
}

function isSure({ groups, length, gap }: OpenRun): boolean {
  if (length < MIN_MIXED + 1 || hasNames(groups)) return false;
  if (groups.some((group) => !ONLY_DIGITS.test(group))) return true;
  if (groups.length === 2) return gap === "mark" && length >= MIN_SURE_PAIR;
  return gap === "mark" || length >= MIN_SURE;
}

/**
 * Whether the groups are neighbouring names or years: `x86 arm64`, `covid19 2021`. As one code, they would occur in no
 * text.
 */
function hasNames(groups: readonly string[]): boolean {
  if (groups.some((group) => LONG_NAME.test(group))) return true;
  if (groups.length >= NAMES_OF_CODE && countEqualGroups(groups) === groups.length) {
    return groups.every((group) => YEAR.test(group));
  }
  return groups.every((group) => YEAR.test(group) || NAME.test(group));
}
