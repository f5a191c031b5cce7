import type { OpenSearchClient } from "./opensearch-client.ts";

/** A collection in the context of a call. */
export interface Target {
  readonly client: OpenSearchClient;
  /** Ends all requests of the call to the server. */
  readonly signal: AbortSignal;
  /** Name in the platform, which is also the routing key of the collection's documents. */
  readonly collection: string;
  readonly generation: string;
  readonly dimension: number;
  /** Index of the vectors of this length. */
  readonly index: string;
  /** Additional query that the first search sends in the same request. */
  readonly beside?: ConcurrentSearch | undefined;
}

/** Second search of a request. */
export interface ConcurrentSearch {
  readonly index: string;
  readonly body: object;
  /** Receives the documents found, or an empty list if the search failed. After a result the query isn't sent again. */
  readonly tell: (sources: readonly unknown[]) => void;
  readonly isTold: () => boolean;
}

/** Returns a request's path. The routing key places all documents of a collection in one shard. */
export const pathOf = ({ index, collection }: Target, operation: string, options = ""): string =>
  `/${index}/${operation}?routing=${collection}${options}`;
