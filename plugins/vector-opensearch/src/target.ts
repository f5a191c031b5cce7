import type { OpenSearchClient } from "./opensearch-client.ts";

/** A collection as a call sees it. */
export interface Target {
  readonly client: OpenSearchClient;
  /** Ends all that the call asks of the server. */
  readonly signal: AbortSignal;
  /** The platform's name, which is also what the collection's documents are routed by. */
  readonly collection: string;
  readonly generation: string;
  readonly dimension: number;
  /** The index of the vectors of this length. */
  readonly index: string;
}

/** A request's path: all documents of a collection are in one shard. */
export const pathOf = ({ index, collection }: Target, operation: string, options = ""): string =>
  `/${index}/${operation}?routing=${collection}${options}`;
