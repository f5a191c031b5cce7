import type { OpenSearchClient } from "../opensearch-client.ts";

/** A collection of terms in the context of a call. */
export interface TermTarget {
  readonly client: OpenSearchClient;
  /** Ends all requests of the call to the server. */
  readonly signal: AbortSignal;
  /** Index of all terms. */
  readonly index: string;
  /** Name in the platform, which is also the routing key of the collection's documents. */
  readonly collection: string;
  /** Prefix of the collection's terms and keys. */
  readonly prefix: string;
}

/** Returns a request's path. The routing key places all documents of a collection in one shard. */
export const termPath = ({ index, collection }: TermTarget, operation: string, options = ""): string =>
  `/${index}/${operation}?routing=${collection}${options}`;

export const documentKey = ({ prefix }: TermTarget, key: string): string => prefix + key;
