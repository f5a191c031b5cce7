const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const DECIMAL = /^\d+[.,]\d+$/;
const ACRONYM = /^\p{L}(?:\.\p{L})+$/u;
const PLAIN_COMPOUND = /^[\p{L}\p{M}]+(?:[-'’‐‑][\p{L}\p{M}]+)*$/u;
const JOINERS = /[-_.'’@&,‐‑+#×]+/;
const DIMENSIONS = /^\d+(?:[.,]\d+)?(?:×\d+(?:[.,]\d+)?)+$/;
const APOSTROPHE = /['’]/;
const CONTRACTION = /['’](?:s|t|d|m|re|ve|ll)$/i;
const CAMEL_HUMP = /(?<=[\p{Ll}\d])(?=\p{Lu}\p{Ll})/u;
const HAS_CAMEL_HUMP = /[a-z\d][A-Z][a-z]/;

/** Word with joiners inside, split into its parts. */
export interface CompoundWord {
  /**
   * Term for the whole, in addition to its parts: codes, versions, addresses, identifiers. Null for plain hyphenated
   * words.
   */
  readonly whole: string | null;
  readonly parts: readonly string[];
}

/** Splits a joined word: `ERR-4012`, `foo_bar.baz`, `1,234.5`, `U.S.A`, `don't`, `O'Neil`, `a@b.com`, `C++`. */
export function splitCompound(raw: string): CompoundWord {
  if (THOUSANDS.test(raw)) return { whole: null, parts: [raw.replaceAll(",", "")] };
  if (DECIMAL.test(raw)) return { whole: null, parts: [raw] };
  if (raw.includes("×") && DIMENSIONS.test(raw)) return { whole: raw, parts: raw.replaceAll(",", "").split("×") };
  if (ACRONYM.test(raw)) return { whole: null, parts: [raw.replaceAll(".", "")] };
  const word = APOSTROPHE.test(raw) ? raw.replace(CONTRACTION, "") : raw;
  const parts = word.split(JOINERS).filter((part) => part !== "");
  return { whole: PLAIN_COMPOUND.test(word) ? null : word, parts: parts.flatMap(splitCamelCase) };
}

/** Whether a word without joiners is in camel case, like `getUserName`. */
export function hasCamelHump(raw: string): boolean {
  return HAS_CAMEL_HUMP.test(raw);
}

/** Splits `getUserName` into `get`, `User`, `Name`; returns other words unchanged. */
export function splitCamelCase(raw: string): string[] {
  return hasCamelHump(raw) ? raw.split(CAMEL_HUMP) : [raw];
}
