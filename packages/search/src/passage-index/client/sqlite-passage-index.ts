import { mkdirSync } from "node:fs";
import { Effect, type Scope } from "effect";
import type { PassageIndexService } from "../passage-index.ts";
import { PassageIndexError } from "../passage-index-error.ts";
import { CurrentCaller } from "../../turns/caller.ts";
import { collectionsIn } from "../sqlite/collection-file.ts";
import { toOpenWrites, type VectorWriteLog } from "../vector-write-log.ts";
import { attempt } from "./attempt.ts";
import type { ReadFor } from "./reader-threads.ts";
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
    (client) => serviceOf(client, options.directory),
  );

const makeClient = (options: SqlitePassageIndexOptions): SqliteIndexClient => {
  mkdirSync(options.directory, { recursive: true });
  return new SqliteIndexClient(options.directory);
};

const serviceOf = (client: SqliteIndexClient, directory: string): PassageIndexService => ({
  ensure: (collectionId) => attempt(() => client.write(collectionId, { kind: "ensure" })),
  remake: (collectionId) => attempt(() => client.remake(collectionId)),
  verify: (collectionId) => attempt(() => client.verify(collectionId)),
  drop: (collectionId) => attempt(() => client.drop(collectionId)),
  put: (collectionId, passages) => Effect.asVoid(attempt(() => client.put(collectionId, passages))),
  removeGeneration: (collectionId, documentId, generation) =>
    attempt(() => client.write(collectionId, { kind: "removeGeneration", documentId, generation })),
  removeDocument: (collectionId, documentId) =>
    attempt(() => client.write(collectionId, { kind: "removeDocument", documentId })),
  removeIds: (collectionId, ids) => attempt(() => client.write(collectionId, { kind: "removeIds", ids })),
  listChunks: (collectionId, documentId, generation, range) =>
    reading((readFor) => client.listChunks(collectionId, documentId, generation, range, readFor)),
  get: (collectionId, ids) => reading((readFor) => client.passages(collectionId, { kind: "get", ids }, readFor)),
  scan: (collectionId, range) =>
    reading((readFor) => client.passages(collectionId, { kind: "scan", ...range }, readFor)),
  stretchTexts: (collectionId, stretches) =>
    reading((readFor) => client.read(collectionId, { kind: "stretchTexts", stretches }, readFor)),
  keywordSearch: (collectionId, request) =>
    reading((readFor) => client.read(collectionId, { kind: "keywordSearch", ...request }, readFor)),
  keywordScores: (collectionId, query, ids) =>
    reading(
      async (readFor) => new Map(await client.read(collectionId, { kind: "keywordScores", query, ids }, readFor)),
    ),
  repairQuery: (collectionId, query) => reading((readFor) => client.repairQuery(collectionId, query, readFor)),
  termFrequencies: (collectionId, terms) => reading((readFor) => client.termFrequencies(collectionId, terms, readFor)),
  generations: (collectionId) => reading((readFor) => client.read(collectionId, { kind: "generations" }, readFor)),
  count: (collectionId) => reading((readFor) => client.read(collectionId, { kind: "count" }, readFor)),
  vectorWrites: logOf(client, directory),
});

/** A read of whoever the running effect works for; given up with it. */
const reading = <A>(read: (readFor: ReadFor) => Promise<A>): Effect.Effect<A, PassageIndexError> =>
  Effect.flatMap(CurrentCaller, (caller) => attempt((signal) => read({ caller, signal })));

const logOf = (client: SqliteIndexClient, directory: string): VectorWriteLog => {
  /** What this process leaves it knows of itself. */
  let isTold = false;
  return {
    begin: (collectionId, version, vectorIds) =>
      attempt(() => client.note(collectionId, { kind: "beginVectors", version, vectorIds: JSON.stringify(vectorIds) })),
    complete: (collectionId, version, passages) => attempt(() => client.put(collectionId, passages, version)),
    remove: (collectionId, version, ids) =>
      attempt(() => client.write(collectionId, { kind: "removeVectors", version, ids })),
    takeBack: (collectionId, version) => attempt(() => client.note(collectionId, { kind: "takeBackVectors", version })),
    settle: (collectionId, version) => attempt(() => client.note(collectionId, { kind: "settleVectors", version })),
    open: (collectionId) =>
      reading(async (readFor) => toOpenWrites(await client.read(collectionId, { kind: "vectorWrites" }, readFor))),
    collections: attempt(async () => {
      if (isTold) return [];
      const found = await collectionsIn(directory);
      isTold = true;
      return found;
    }),
  };
};

const directoryError = (directory: string, cause: unknown): PassageIndexError =>
  new PassageIndexError({
    reason: "unavailable",
    message: `can't make the folder of the passage index, ${directory}: ${String(cause)}`,
    cause,
  });
