import {
  PassageIndex,
  type PassageIndexService,
  type VectorWriteLog,
  attempt,
  sharedText,
  toOpenWrites,
} from "@quarry/index";
import { Database, type DatabaseService, indexedPaths } from "@quarry/store";
import { joinPassages } from "@quarry/text/join-passages";
import { Effect, Layer } from "effect";

import { type KeywordStore, ExternalTermStore } from "../external-terms/external-term-store.ts";
import { readTermsOwner } from "../external-terms/terms-owner.ts";
import { ExternalTermIndex } from "../external-terms/external-term-index.ts";
import { DatabaseIndexClient } from "./database-index-client.ts";
import { countDirect, listDirect } from "./direct-queries.ts";
import { IndexDatabase } from "./index-database.ts";
import {
  countPassages,
  countRun,
  DIRECT,
  PASSAGES_PER_READ,
  readByIds,
  readChunks,
  readGenerations,
  readStretch,
  scanPassages,
} from "./passage-queries.ts";
import { beginVectors, collectionsWithVectorWrites, readVectorWrites, settleVectors } from "./vector-write-rows.ts";

/** Spans of text read concurrently. Leaves some of the pool's connections to others. */
const STRETCHES_AT_ONCE = 4;

export interface DatabasePassageIndexOptions {
  /** The store that contains the terms of passages. */
  readonly keywordStore: KeywordStore;
  /**
   * Other configured stores that support term search. Terms are removed from a store that contained them before.
   * Default: none.
   */
  readonly otherStores?: readonly KeywordStore[];
}

/**
 * Passage index with all collections in the metadata database and their terms in a store. Several processes may read
 * and write it concurrently. Texts are analysed in a worker thread. Closing the scope finishes running work; close the
 * database after it.
 */
export const databasePassageIndexLayer = (
  options: DatabasePassageIndexOptions,
): Layer.Layer<PassageIndex, never, Database> =>
  Layer.effect(
    PassageIndex,
    Effect.gen(function* () {
      const database = yield* Database;
      const log = Effect.runForkWith(yield* Effect.context<never>());
      const warn = (message: string, ...error: readonly unknown[]) => void log(Effect.logWarning(message, ...error));
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => openClient(database, options, warn)),
        (opened) => Effect.promise(() => opened.close()),
      );
      return serviceOf(client);
    }),
  );

const openClient = (
  service: DatabaseService,
  { keywordStore, otherStores = [] }: DatabasePassageIndexOptions,
  warn: (message: string, error?: unknown) => void,
): DatabaseIndexClient => {
  const database = new IndexDatabase(service);
  const open = (store: KeywordStore) => new ExternalTermStore(store, () => readTermsOwner(database));
  const others = new Map(otherStores.map((store) => [store.name, open(store)]));
  const terms = new ExternalTermIndex(database, {
    store: open(keywordStore),
    storeOf: (name) => others.get(name),
    warn,
  });
  return new DatabaseIndexClient({ database, terms, termStore: keywordStore.name, warn });
};

const logOf = (client: DatabaseIndexClient): VectorWriteLog => {
  const { database } = client;
  return {
    begin: (collectionId, version, vectorIds) =>
      attempt(() => beginVectors(database, collectionId, version, vectorIds)),
    complete: (collectionId, version, passages, expected) =>
      attempt(() => client.write(collectionId, { kind: "put", passages, completes: version, expected })),
    remove: (collectionId, version, ids, expected) =>
      Effect.map(
        attempt(() => client.write(collectionId, { kind: "removeVectors", version, ids, expected })),
        (obsolete = []) => ({ count: obsolete.length, obsolete }),
      ),
    rollBack: (collectionId, version) =>
      Effect.map(
        attempt(() => client.write(collectionId, { kind: "rollBackVectors", version })),
        (done) => done !== undefined,
      ),
    settle: (collectionId, version) => attempt(() => settleVectors(database, collectionId, version)),
    open: (collectionId) => attempt(async () => toOpenWrites(await readVectorWrites(database, collectionId))),
    collections: attempt(() => collectionsWithVectorWrites(database)),
  };
};

const serviceOf = (client: DatabaseIndexClient): PassageIndexService => {
  const { database, terms: words } = client;
  const { read } = database;
  const write = (...parameters: Parameters<DatabaseIndexClient["write"]>) =>
    Effect.asVoid(attempt(() => client.write(...parameters)));
  return {
    ensure: (collectionId) => attempt(() => client.ensure(collectionId)),
    remake: (collectionId) => attempt(() => client.drop(collectionId).then(() => client.ensure(collectionId))),
    // The database server itself verifies the integrity of stored bytes.
    verify: (collectionId) => Effect.asVoid(attempt(() => countPassages(read, collectionId))),
    drop: (collectionId) => attempt(() => client.drop(collectionId)),
    put: (collectionId, passages) => write(collectionId, { kind: "put", passages }),
    removeGeneration: (collectionId, documentId, generation) =>
      write(collectionId, { kind: "removeGeneration", documentId, generation }),
    describe: (collectionId, { documentId, generation }, shared) =>
      write(collectionId, { kind: "describe", documentId, generation, shared: sharedText(shared) }),
    keepDescribed: (collectionId, run) => attempt(() => client.describeTerms(collectionId, run)),
    removeDocument: (collectionId, documentId) => write(collectionId, { kind: "removeDocument", documentId }),
    removeIds: (collectionId, ids) =>
      Effect.map(
        attempt(() => client.write(collectionId, { kind: "removeIds", ids })),
        (removed = []) => removed.length,
      ),
    listChunks: (collectionId, documentId, generation, range) =>
      attempt(() => readChunks(read, collectionId, { documentId, generation }, range)),
    getSome: (collectionId, ids) =>
      attempt(async () => {
        const some = ids.slice(0, PASSAGES_PER_READ);
        return { passages: await readByIds(read, collectionId, some), scanned: some.length };
      }),
    get: (collectionId, ids) => attempt(() => readByIds(read, collectionId, ids)),
    scan: (collectionId, range) => attempt(() => scanPassages(read, collectionId, range)),
    listDirect: (collectionId, range) => attempt(() => listDirect(read, collectionId, range)),
    countDirect: (collectionId, filter) => attempt((signal) => countDirect(read, collectionId, filter, signal)),
    // The fields of client entries, and of chunks supplied by clients, are not listed here.
    indexedPaths: (collectionId, paths, within) =>
      attempt(async () =>
        (await countRun(read, collectionId, DIRECT)) > 0
          ? paths
          : read((kysely) => indexedPaths(kysely, collectionId, { paths, within, ofChunks: true })),
      ),
    spanTexts: (collectionId, spans) =>
      Effect.forEach(spans, (span) => attempt(async () => joinPassages(await readStretch(read, collectionId, span))), {
        concurrency: STRETCHES_AT_ONCE,
      }),
    keywordSearch: (collectionId, request) => attempt((signal) => words.keywordSearch(collectionId, request, signal)),
    keywordScores: (collectionId, query, ids) =>
      attempt((signal) => words.keywordScores(collectionId, query, ids, signal)),
    repairQuery: (collectionId, query) => attempt((signal) => words.repairQuery(collectionId, query, signal)),
    termFrequencies: (collectionId, terms) => attempt((signal) => words.termFrequencies(collectionId, terms, signal)),
    generations: (collectionId) => attempt(() => readGenerations(read, collectionId)),
    count: (collectionId) => attempt(() => countPassages(read, collectionId)),
    vectorWrites: logOf(client),
  };
};
