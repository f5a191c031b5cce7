import type { Api, Hit, Mode } from "../api.ts";
import type { JudgedQuery } from "./judged-set.ts";

/** A query to all documents of a collection. */
export interface Asked {
  readonly mode: Mode;
  readonly topK: number;
  /** Fields of every query beyond text, mode and top_k. */
  readonly more?: object;
}

const QUERIES_AT_ONCE = 2;

/** What each query finds, by its id. */
export const askAll = async (
  api: Api,
  collection: string,
  queries: readonly JudgedQuery[],
  { mode, topK, more }: Asked,
): Promise<ReadonlyMap<string, readonly Hit[]>> => {
  const found = new Map<string, readonly Hit[]>();
  const ask = async ({ id, text }: JudgedQuery) => found.set(id, await api.query(collection, text, mode, topK, more));
  for (let start = 0; start < queries.length; start += QUERIES_AT_ONCE) {
    await Promise.all(queries.slice(start, start + QUERIES_AT_ONCE).map(ask));
  }
  return found;
};
