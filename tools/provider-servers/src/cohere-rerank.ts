import { wordsOf } from "./text-vector.ts";

interface RerankResult {
  readonly index: number;
  readonly relevance_score: number;
}

/**
 * Returns results in descending order. A passage's score depends only on it and the query: the number of the query's
 * words in it.
 */
export const rerankResults = (query: string, passages: readonly string[]): RerankResult[] => {
  const requested = new Set(wordsOf(query));
  return passages
    .map((passage, index) => {
      const words = new Set(wordsOf(passage));
      const shared = [...requested].filter((word) => words.has(word)).length;
      return { index, relevance_score: shared / requested.size };
    })
    .sort((one, other) => other.relevance_score - one.relevance_score);
};
