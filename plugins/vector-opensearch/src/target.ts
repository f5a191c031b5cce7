import type { BulkOutcome, OpenSearchClient } from "./opensearch-client.ts";

/** The documents of a collection in the context of a call. */
export interface DocumentsTarget {
  readonly client: OpenSearchClient;
  /** Ends all requests of the call to the server. */
  readonly signal: AbortSignal;
  readonly index: string;
  /** Name in the platform, which is also the routing key of the collection's documents. */
  readonly collection: string;
}

/** A collection of vectors, in the index of the vectors of its length. */
export interface Target extends DocumentsTarget {
  readonly generation: string;
  readonly dimension: number;
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
export const pathOf = ({ index, collection }: DocumentsTarget, operation: string, options = ""): string =>
  `/${index}/${operation}?routing=${collection}${options}`;

export const post = <Answer>(
  target: DocumentsTarget,
  operation: string,
  body: object,
  options?: string,
): Promise<Answer> => {
  const path = pathOf(target, operation, options);
  return target.client.call<Answer>(target.signal, { method: "POST", path, body: JSON.stringify(body) });
};

/** Searches all shards: otherwise a result that lacks some would pass for a complete one. */
export const search = <Answer>(target: DocumentsTarget, body: object, options = ""): Promise<Answer> =>
  post(target, "_search", body, `&allow_partial_search_results=false${options}`);

/** Executes action lines by the index's alias: otherwise the server would automatically create a missing index. */
export const bulk = (target: DocumentsTarget, lines: readonly string[]): Promise<readonly BulkOutcome[]> =>
  target.client.bulk(target.signal, pathOf(target, "_bulk", "&require_alias=true"), lines.join(""));
