import type { OpenSearchClient } from "../opensearch-client.ts";

/** A collection of terms as a call sees it. */
export interface TermTarget {
  readonly client: OpenSearchClient;
  /** Ends all that the call asks of the server. */
  readonly signal: AbortSignal;
  /** The index of all terms. */
  readonly index: string;
  /** The platform's name, which is also the routing key of the collection's documents. */
  readonly collection: string;
  /** Prefix of the collection's terms and keys. */
  readonly prefix: string;
}

/** A request's path: all documents of a collection are in one shard. */
export const termPath = ({ index, collection }: TermTarget, operation: string, options = ""): string =>
  `/${index}/${operation}?routing=${collection}${options}`;

export const documentKey = ({ prefix }: TermTarget, key: string): string => prefix + key;
