import { mkdirSync } from "node:fs";
import { Effect, type Scope } from "effect";
import type { PassageIndexService } from "../passage-index.ts";
import { PassageIndexError } from "../passage-index-error.ts";
import { attempt } from "./attempt.ts";
import { SqliteIndexClient } from "./sqlite-index-client.ts";

export interface SqlitePassageIndexOptions {
  /** Folder of the collections' files; made if it is missing. Nothing else may be kept in it. */
  readonly directory: string;
}

/** Opens the index on worker threads of its own. */
export const openSqlitePassageIndex = (
  options: SqlitePassageIndexOptions,
): Effect.Effect<PassageIndexService, PassageIndexError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.try({ try: () => makeClient(options), catch: (cause) => directoryError(options.directory, cause) }),
      (client) => Effect.promise(() => client.close()),
    ),
    serviceOf,
  );

const makeClient = (options: SqlitePassageIndexOptions): SqliteIndexClient => {
  mkdirSync(options.directory, { recursive: true });
  return new SqliteIndexClient(options.directory);
};

const serviceOf = (client: SqliteIndexClient): PassageIndexService => ({
  ensure: (collectionId) => attempt(() => client.write(collectionId, { kind: "ensure" })),
  drop: (collectionId) => attempt(() => client.drop(collectionId)),
  put: (collectionId, passages) => attempt(() => client.put(collectionId, passages)),
  removeGeneration: (collectionId, documentId, generation) =>
    attempt(() => client.write(collectionId, { kind: "removeGeneration", documentId, generation })),
  removeDocument: (collectionId, documentId) =>
    attempt(() => client.write(collectionId, { kind: "removeDocument", documentId })),
  removeIds: (collectionId, ids) => attempt(() => client.write(collectionId, { kind: "removeIds", ids })),
  listChunks: (collectionId, documentId, generation, range) =>
    attempt(() => client.listChunks(collectionId, documentId, generation, range)),
  get: (collectionId, ids) => attempt(() => client.passages(collectionId, { kind: "get", ids })),
  scan: (collectionId, range) => attempt(() => client.passages(collectionId, { kind: "scan", ...range })),
  neighbours: (collectionId, documentId, generation, fromIndex, toIndex) =>
    attempt(() => client.passages(collectionId, { kind: "neighbours", documentId, generation, fromIndex, toIndex })),
  keywordSearch: (collectionId, request) =>
    attempt(() => client.read(collectionId, { kind: "keywordSearch", ...request })),
  keywordScores: (collectionId, query, ids) =>
    attempt(async () => new Map(await client.read(collectionId, { kind: "keywordScores", query, ids }))),
  repairQuery: (collectionId, query) => attempt(() => client.repairQuery(collectionId, query)),
  termFrequencies: (collectionId, terms) => attempt(() => client.termFrequencies(collectionId, terms)),
  generations: (collectionId) => attempt(() => client.read(collectionId, { kind: "generations" })),
  count: (collectionId) => attempt(() => client.read(collectionId, { kind: "count" })),
});

const directoryError = (directory: string, cause: unknown): PassageIndexError =>
  new PassageIndexError({
    reason: "unavailable",
    message: `can't make the folder of the passage index, ${directory}: ${String(cause)}`,
    cause,
  });
