import { analyze, idf, queryTerms, STOP_TERMS } from "@quarry/text";
import { addTerm, dampedFrequency, normalise } from "../../src/hashed-vector.ts";
import type { JudgedCollection, Scores } from "./judged-collection.ts";
import { KeywordIndex } from "./keyword-index.ts";
import { DIMENSION, semanticScores } from "./semantic-scores.ts";

/** Alternative to the embedder's weighting, for comparison. */
export interface Weighting {
  readonly name: string;
  readonly places: number;
  readonly stopWeight: number;
  /** Statistics for the weights of a document's terms: none, those of the whole collection, or those at its upload. */
  readonly documentIdf: "none" | "whole" | "as of upload";
}

const base = { places: 4, stopWeight: 0.25, documentIdf: "none" } as const;

export const weightings: readonly Weighting[] = [
  { ...base, name: "idf in queries only, 1 place", places: 1 },
  { ...base, name: "idf in queries only, 2 places", places: 2 },
  { ...base, name: "idf in queries only, 4 places", places: 4 },
  { ...base, name: "idf in queries only, 8 places", places: 8 },
  { ...base, name: "idf in queries only, 4 places, stop words in full", stopWeight: 1 },
  { ...base, name: "idf in queries only, 4 places, no stop words", stopWeight: 0 },
  { ...base, name: "idf on both sides, 1 place", places: 1, documentIdf: "whole" },
  { ...base, name: "idf on both sides, 4 places", documentIdf: "whole" },
  { ...base, name: "document idf as of its upload, 4 places", documentIdf: "as of upload" },
];

const UPLOADS = 10;

export function weightingScores(collection: JudgedCollection, whole: KeywordIndex, weighting: Weighting): Scores {
  const queries = collection.queries.map((query) =>
    hashed(queryTerms(query), weighting.places, (term) => (whole.documentFrequency(term) === 0 ? 0 : whole.idf(term))),
  );
  return semanticScores(documentVectors(collection, whole, weighting), queries);
}

function documentVectors(collection: JudgedCollection, whole: KeywordIndex, weighting: Weighting): Float32Array[] {
  const known = weighting.documentIdf === "as of upload" ? new KeywordIndex() : whole;
  const size = Math.ceil(collection.texts.length / UPLOADS);
  const weight = (term: string) => {
    if (weighting.documentIdf === "none") return STOP_TERMS.has(term) ? weighting.stopWeight : 1;
    return idf(known.documentCount, known.documentFrequency(term));
  };
  return Array.from({ length: UPLOADS }, (_, upload) => {
    const texts = collection.texts.slice(upload * size, (upload + 1) * size);
    if (known !== whole) known.add(texts);
    return texts.map((text) => hashed(countOf(analyze(text)), weighting.places, weight));
  }).flat();
}

function countOf(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function hashed(counts: ReadonlyMap<string, number>, places: number, weight: (term: string) => number): Float32Array {
  const vector = new Float32Array(DIMENSION);
  for (const [term, count] of counts) addTerm(vector, term, dampedFrequency(count) * weight(term), places);
  normalise(vector);
  return vector;
}
