import { compareStrings } from "@quarry/plugin/domain";

export interface Near {
  readonly id: string;
  readonly cosine: number;
}

/** Sort order of hits. */
export const inOrder = (a: Near, b: Near): number => b.cosine - a.cosine || compareStrings(a.id, b.id);

/** Returns the records nearest to a query, by scanning all of them. */
export const nearest = (
  records: Iterable<{ readonly id: string; readonly vector: Float32Array }>,
  query: Float32Array,
  topK: number,
): readonly Near[] => {
  const all: Near[] = [];
  for (const { id, vector } of records) {
    let cosine = 0;
    for (let i = 0; i < query.length; i += 1) cosine += vector[i]! * query[i]!;
    all.push({ id, cosine });
  }
  return all.sort(inOrder).slice(0, topK);
};
