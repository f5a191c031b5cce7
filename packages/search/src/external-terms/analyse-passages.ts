import { type IndexedPassage, passageTerms, splitMetadata } from "@quarry/index";

/** One element per passage, in their order. Plain arrays, because they are transferred between threads. */
export interface AnalysedPassages {
  /** Distinct metadata objects that passages share, as JSON. */
  readonly shared: readonly string[];
  /** Index of each passage's metadata in `shared`. */
  readonly sharedOf: readonly number[];
  /** Each passage's own metadata as JSON. */
  readonly own: readonly string[];
  readonly lengths: readonly number[];
  readonly terms: readonly ReadonlyMap<string, number>[];
  readonly words: readonly (readonly string[])[];
}

/** Does all work of a put that needs no database: terms, words and JSON. */
export const analysePassages = (passages: readonly IndexedPassage[]): AnalysedPassages => {
  const shared = new Map<string, number>();
  const sharedOf: number[] = [];
  const own: string[] = [];
  const analysed = passages.map((passage) => {
    const metadata = splitMetadata(passage);
    const { json } = metadata.shared;
    if (!shared.has(json)) shared.set(json, shared.size);
    sharedOf.push(shared.get(json)!);
    own.push(metadata.own.json);
    return passageTerms(passage);
  });
  return {
    shared: [...shared.keys()],
    sharedOf,
    own,
    lengths: analysed.map(({ length }) => length),
    terms: analysed.map(({ terms }) => countsOf(terms)),
    words: analysed.map(({ words }) => [...words]),
  };
};

const countsOf = (terms: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
};
