import { mkdirSync } from "node:fs";
import { Effect, Layer } from "effect";
import { PassageIndex, type PassageIndexService } from "../passages/passage-index.ts";
import { PassageIndexError } from "../passages/passage-index-error.ts";
import { CurrentCaller } from "../scheduling/caller.ts";
import { sharedText } from "../passages/split-metadata.ts";
import { toOpenWrites, type VectorWriteLog } from "../passages/vector-write-log.ts";
import { attempt } from "./attempt.ts";
import { parsePassages } from "./parse-passages.ts";
import { OpenWriteMarks } from "./open-write-marks.ts";
import type { ReadFor } from "./reader-threads.ts";
import { SqliteIndexClient } from "./sqlite-index-client.ts";

export interface SqlitePassageIndexOptions {
  /** Folder of the collections' files, created if missing. It must not contain anything else. */
  readonly directory: string;
}

/**
 * Passage index with one SQLite file per collection in `directory` (created if missing), written by one worker thread
 * and read by another. Closing the scope stops both after their current work.
 */
export const sqlitePassageIndexLayer = ({
  directory,
}: SqlitePassageIndexOptions): Layer.Layer<PassageIndex, PassageIndexError> =>
  Layer.effect(
    PassageIndex,
    Effect.map(
      Effect.acquireRelease(
        Effect.try({ try: () => open(directory), catch: (cause) => directoryError(directory, cause) }),
        ({ client, marks }) =>
          Effect.promise(async () => {
            await client.close();
            marks.close();
          }),
      ),
      ({ client, marks }) => serviceOf(client, marks),
    ),
  );

const open = (directory: string) => {
  mkdirSync(directory, { recursive: true });
  return { client: new SqliteIndexClient(directory), marks: new OpenWriteMarks(directory) };
};

const serviceOf = (client: SqliteIndexClient, marks: OpenWriteMarks): PassageIndexService => ({
  ensure: (collectionId) => attempt(() => client.write(collectionId, { kind: "ensure" })),
  remake: (collectionId) => attempt(() => client.remake(collectionId)),
  verify: (collectionId) => attempt(() => client.verify(collectionId)),
  drop: (collectionId) =>
    attempt(async () => {
      await client.drop(collectionId);
      marks.forget(collectionId);
    }),
  put: (collectionId, passages) => Effect.asVoid(attempt(() => client.put(collectionId, passages))),
  removeGeneration: (collectionId, documentId, generation) =>
    attempt(() => client.write(collectionId, { kind: "removeGeneration", documentId, generation })),
  describe: (collectionId, { documentId, generation }, shared) =>
    attempt(() => client.write(collectionId, { kind: "describe", documentId, generation, shared: sharedText(shared) })),
  // The terms are in the same file as the passages.
  keepDescribed: (collectionId) => attempt(() => client.writeLog(collectionId, { kind: "keep" })),
  removeDocument: (collectionId, documentId) =>
    attempt(() => client.write(collectionId, { kind: "removeDocument", documentId })),
  removeIds: (collectionId, ids) => attempt(() => client.write(collectionId, { kind: "removeIds", ids })),
  listChunks: (collectionId, documentId, generation, range) =>
    reading((readFor) => client.listChunks(collectionId, documentId, generation, range, readFor)),
  getSome: (collectionId, ids) => reading((readFor) => client.getSome(collectionId, ids, readFor)),
  get: (collectionId, ids) => reading((readFor) => client.get(collectionId, ids, readFor)),
  scan: (collectionId, range) =>
    reading(async (readFor) => parsePassages(await client.read(collectionId, { kind: "scan", ...range }, readFor))),
  listDirect: (collectionId, range) =>
    reading(async (readFor) => {
      const page = await client.read(collectionId, { kind: "listDirect", ...range }, readFor);
      return { ...page, passages: await parsePassages(page.passages) };
    }),
  countDirect: (collectionId, filter) =>
    reading((readFor) => client.read(collectionId, { kind: "countDirect", filter }, readFor)),
  indexedPaths: (collectionId, paths, within) =>
    reading((readFor) => client.indexedPaths(collectionId, paths, within, readFor)),
  spanTexts: (collectionId, spans) =>
    reading((readFor) => client.read(collectionId, { kind: "spanTexts", spans }, readFor)),
  keywordSearch: (collectionId, request) => reading((readFor) => client.keywordSearch(collectionId, request, readFor)),
  search: (collectionId, vectors, request) =>
    reading((readFor) => client.search(collectionId, vectors, request, readFor)),
  keywordScores: (collectionId, query, ids) =>
    reading(
      async (readFor) => new Map(await client.read(collectionId, { kind: "keywordScores", query, ids }, readFor)),
    ),
  repairQuery: (collectionId, query) => reading((readFor) => client.repairQuery(collectionId, query, readFor)),
  termFrequencies: (collectionId, terms) => reading((readFor) => client.termFrequencies(collectionId, terms, readFor)),
  generations: (collectionId) => reading((readFor) => client.read(collectionId, { kind: "generations" }, readFor)),
  count: (collectionId) => reading((readFor) => client.read(collectionId, { kind: "count" }, readFor)),
  vectorWrites: logOf(client, marks),
});

/** Reads on behalf of the caller of the running effect, and aborts together with the effect. */
const reading = <A>(read: (readFor: ReadFor) => Promise<A>): Effect.Effect<A, PassageIndexError> =>
  Effect.flatMap(CurrentCaller, (caller) => attempt((signal) => read({ caller, signal })));

const logOf = (client: SqliteIndexClient, marks: OpenWriteMarks): VectorWriteLog => {
  /** Whether `collections` has already returned the writes of earlier processes. This process tracks its own. */
  let isLogged = false;
  return {
    begin: (collectionId, version, vectorIds) =>
      attempt(async () => {
        marks.begin(collectionId, version);
        return client.writeLog(collectionId, { kind: "beginVectors", version, vectorIds: JSON.stringify(vectorIds) });
      }),
    complete: (collectionId, version, passages, expected) =>
      attempt(() => client.put(collectionId, passages, version, expected)),
    remove: (collectionId, version, ids, expected) =>
      attempt(async () => {
        marks.begin(collectionId, version);
        return client.write(collectionId, { kind: "removeVectors", version, ids, expected });
      }),
    rollBack: (collectionId, version) =>
      attempt(() => client.writeLog(collectionId, { kind: "rollBackVectors", version })),
    settle: (collectionId, version) =>
      attempt(async () => {
        await client.writeLog(collectionId, { kind: "settleVectors", version });
        marks.end(collectionId, version);
      }),
    open: (collectionId) =>
      reading(async (readFor) => {
        const found = toOpenWrites(await client.read(collectionId, { kind: "vectorWrites" }, readFor));
        if (found.length === 0) marks.removeIfIdle(collectionId);
        return found;
      }),
    collections: attempt(async () => {
      if (isLogged) return [];
      const found = await marks.marked();
      isLogged = true;
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
