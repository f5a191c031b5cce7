import { splitCompound } from "./compound-word.ts";
import { groupedCode } from "./grouped-code.ts";
import { plainNumber } from "./written-number.ts";
import { truncateTerm, wordTerm } from "./word-term.ts";

type JoinedKind = "own" | "divided" | "beginning";

/** Alternative spelling of a word. */
export interface JoinedForm {
  /** Term of the spelling. */
  readonly form: string;
  /** Range of the word that the form corresponds to. */
  readonly start: number;
  readonly end: number;
  /**
   * Relation to the word. `own`: the text has this term already. `divided`: the same word, written differently.
   * `beginning`: a prefix by which the word is found, but not the same word (`2.10` of `2.10.3`).
   */
  readonly kind: JoinedKind;
}

/**
 * Maximum number of parts of a compound for which neighbouring parts are also joined in pairs (`sign-off-sheet`); more
 * are data.
 */
const MAX_PAIRED_PARTS = 6;
/** Maximum number of components in a version's prefixes: `192.168.1` of a network address. */
const MAX_PREFIX_PARTS = 4;
/** Maximum number of dimensions of a size; more are something else. */
const MAX_DIMENSIONS = 4;

const JOINER = /[-_.'’&,‐‑×]+/g;
const DIMENSION_SIGN = "×";
const HYPHENS = /[-_‐‑]/;
const ENDS_WITH_DIGIT = /\d$/;
const STARTS_WITH_DIGIT = /^\d/;
const LETTERS = /^[\p{L}\p{M}]+$/u;
const APOSTROPHE = /['’]/;
const POSSESSIVE = /['’]s$/i;
const VERSION = /^(v?)(\d+(?:\.\d+)+)(?=$|[-_+.])/i;
const DIGITS_AND_DOTS = /^[\d.]+$/;
const NUMBER_WITH_UNIT = /^(\d[\d.,'’_]*)(\p{L}{1,4}\d?)$/u;
/** Contractions that become a different word without their apostrophe (`we'll`). */
const OTHER_WORDS = new Set(["well", "ill", "wed", "were", "shell", "hell", "shed", "id"]);

/**
 * Returns the forms of a word with joiners (`sign-off`, `XR-500A`, `1'234`, `v2.10.3`, `don't`) without the joiners,
 * and its prefixes.
 */
export function joinedForms(raw: string): readonly JoinedForm[] {
  if (raw.includes("@")) return [];
  const own = ownTerm(raw);
  const forms = new Map<string, JoinedForm>();
  const add = (form: string | undefined, kind: JoinedKind, start = 0, end = raw.length): void => {
    if (form === undefined || forms.has(form)) return;
    const term = truncateTerm(form);
    forms.set(form, { form: term, start, end, kind: term === own ? "own" : kind });
  };
  if (raw.includes(DIMENSION_SIGN)) {
    for (const part of partsOfDimensions(raw)) add(part, "beginning");
    return [...forms.values()];
  }
  const withUnit = NUMBER_WITH_UNIT.exec(raw);
  if (withUnit !== null) {
    add(numberWithUnit(withUnit[1]!, withUnit[2]!), "divided");
    add(plainNumber(withUnit[1]!) ?? withUnit[1]!, "beginning");
    return [...forms.values()];
  }
  const number = plainNumber(raw);
  add(number, "divided");
  const version = number === undefined || DIGITS_AND_DOTS.test(raw) ? VERSION.exec(raw) : null;
  if (version !== null) {
    add(join(partsOf(raw.slice(version[1]!.length))), "divided");
    add(groupedCode(raw), "divided");
    addPrefixes(version[2]!, (form) => add(form, "beginning"));
  } else if (forms.size === 0) {
    const parts = partsOf(raw);
    const code = groupedCode(raw);
    if (parts.length > 1) add(code ?? join(parts), "divided");
    addPairs(raw, parts, add);
  }
  return [...forms.values()];
}

/** Returns the form `12.5mm`, also for a number and a unit that are written apart. */
export function numberWithUnit(number: string, unit: string): string {
  return (plainNumber(number) ?? number) + unit.toLowerCase();
}

function ownTerm(raw: string): string | undefined {
  const { whole, parts } = splitCompound(raw);
  if (whole !== null) return truncateTerm(whole.toLowerCase());
  return parts.length === 1 ? wordTerm(parts[0]!.toLowerCase()) : undefined;
}

/** Returns the pairs `250×120` and `120×18` of `250×120×18`, whose single numbers are already terms. */
function partsOfDimensions(raw: string): readonly string[] {
  const numbers = raw.split(DIMENSION_SIGN).slice(0, MAX_DIMENSIONS);
  const pairs = numbers.slice(1).map((number, index) => numbers[index]! + DIMENSION_SIGN + number);
  return numbers.length > 2 ? pairs : [];
}

interface Part {
  readonly text: string;
  readonly start: number;
  /** Joiner before the part. */
  readonly joiner: string;
}

function partsOf(raw: string): readonly Part[] {
  const word = raw.replace(POSSESSIVE, "");
  const parts: Part[] = [];
  let start = 0;
  let joiner = "";
  for (const match of word.matchAll(JOINER)) {
    if (match.index > start) parts.push({ text: word.slice(start, match.index), start, joiner });
    joiner = match[0];
    start = match.index + joiner.length;
  }
  if (start < word.length) parts.push({ text: word.slice(start), start, joiner });
  return parts;
}

/** Joins parts. Between two digits a separator must stay: `1.2` is not `12`. */
function join(parts: readonly Part[]): string | undefined {
  let joined = "";
  for (const { text, joiner } of parts) {
    const isBetweenDigits = ENDS_WITH_DIGIT.test(joined) && STARTS_WITH_DIGIT.test(text);
    joined += (isBetweenDigits ? (HYPHENS.test(joiner) ? "-" : joiner) : "") + text.toLowerCase();
  }
  const isOther = parts.length === 2 && APOSTROPHE.test(parts[1]!.joiner) && OTHER_WORDS.has(joined);
  return isOther ? undefined : wordTerm(joined);
}

function addPairs(
  raw: string,
  parts: readonly Part[],
  add: (form: string | undefined, kind: "divided", start: number, end: number) => void,
): void {
  if (parts.length < 3 || parts.length > MAX_PAIRED_PARTS || APOSTROPHE.test(raw)) return;
  for (let at = 1; at < parts.length; at++) {
    const [left, right] = [parts[at - 1]!, parts[at]!];
    if (!LETTERS.test(left.text) || !LETTERS.test(right.text)) continue;
    // These are letters of an acronym.
    if (left.text.length + right.text.length < 3) continue;
    add(join([left, right]), "divided", left.start, right.start + right.text.length);
  }
}

function addPrefixes(version: string, add: (form: string) => void): void {
  let end = version.indexOf(".");
  for (let count = 2; count <= MAX_PREFIX_PARTS && end < version.length; count++) {
    const next = version.indexOf(".", end + 1);
    end = next < 0 ? version.length : next;
    add(version.slice(0, end));
  }
}
