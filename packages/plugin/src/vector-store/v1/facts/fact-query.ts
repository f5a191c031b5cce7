/** Query on `MetadataFacts`. Every store translates these few operators into its own query language. */
export type FactQuery =
  | { readonly op: "all" }
  | { readonly op: "none" }
  /** True if at least one of the words is present; never empty. */
  | { readonly op: "has"; readonly words: readonly string[] }
  /** True if none of the words is present; never empty. */
  | { readonly op: "lacks"; readonly words: readonly string[] }
  /** Comparison with the numbers at a path. False if the path has no number. */
  | {
      readonly op: "number";
      readonly path: string;
      readonly bound: "least" | "greatest";
      readonly compare: "gt" | "gte" | "lt" | "lte";
      readonly value: number;
    }
  /** At least two parts, none of them `all` or `none`. */
  | { readonly op: "and" | "or"; readonly parts: readonly FactQuery[] };

export const ALL: FactQuery = { op: "all" };
export const NONE: FactQuery = { op: "none" };

export const has = (...words: readonly string[]): FactQuery => (words.length === 0 ? NONE : { op: "has", words });
export const lacks = (...words: readonly string[]): FactQuery => (words.length === 0 ? ALL : { op: "lacks", words });

/** Returns the conjunction of the parts, simplified. */
export const allOf = (parts: readonly FactQuery[]): FactQuery => {
  if (parts.some(({ op }) => op === "none")) return NONE;
  const left = parts.filter(({ op }) => op !== "all");
  return left.length > 1 ? { op: "and", parts: left } : (left[0] ?? ALL);
};

/** Returns the disjunction of the parts, simplified. */
export const anyOf = (parts: readonly FactQuery[]): FactQuery => {
  if (parts.some(({ op }) => op === "all")) return ALL;
  const left = parts.filter(({ op }) => op !== "none");
  return left.length > 1 ? { op: "or", parts: left } : (left[0] ?? NONE);
};
