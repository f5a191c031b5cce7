import type { MilvusClient } from "@zilliz/milvus2-sdk-node";
import type { MilvusRows } from "../milvus-rows.ts";

/** A collection of terms as a call sees it. */
export interface TermTarget {
  readonly client: MilvusClient;
  /** On the server. */
  readonly name: string;
  readonly plugin: string;
  readonly rows: MilvusRows;
  /** Ends a call of several requests between two of them. */
  readonly signal: AbortSignal;
}

/** What is asked of the server at once. */
const AT_ONCE = 8;

/** One request each, some beside each other; results in order. */
export const eachOf = async <Item, Value>(
  items: readonly Item[],
  run: (item: Item) => Promise<Value>,
): Promise<Value[]> => {
  const values: Value[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    values.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(run))));
  }
  return values;
};
