import type { MilvusClient } from "@zilliz/milvus2-sdk-node";
import type { MilvusRows } from "../milvus-rows.ts";

/** A collection of terms in the context of a call. */
export interface TermTarget {
  readonly client: MilvusClient;
  /** Name on the server. */
  readonly name: string;
  readonly rows: MilvusRows;
  /** Ends a call with several requests between two of them. */
  readonly signal: AbortSignal;
}
