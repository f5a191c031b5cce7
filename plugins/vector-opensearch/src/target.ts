import type { OpenSearchClient } from "./opensearch-client.ts";

/** A collection as a call sees it. */
export interface Target {
  readonly client: OpenSearchClient;
  /** Ends all that the call asks of the server. */
  readonly signal: AbortSignal;
  /** The platform's name, which is also the routing key of the collection's documents. */
  readonly collection: string;
  readonly generation: string;
  readonly dimension: number;
  /** The index of the vectors of this length. */
  readonly index: string;
  /** Further query for the first search to send in the same request. */
  readonly beside?: ConcurrentSearch | undefined;
}

/** A second search of a request. */
export interface ConcurrentSearch {
  readonly index: string;
  readonly body: object;
  /** Receives the documents found; nothing where it failed. After a result the query isn't sent again. */
  readonly tell: (sources: readonly unknown[]) => void;
  readonly isTold: () => boolean;
}

/** A request's path: all documents of a collection are in one shard. */
export const pathOf = ({ index, collection }: Target, operation: string, options = ""): string =>
  `/${index}/${operation}?routing=${collection}${options}`;
