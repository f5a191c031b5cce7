import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FileKey, FileStore, folderFilesLayer } from "@quarry/store/files";
import {
  CollectionRepository,
  Database,
  DocumentRepository,
  StoredFileRepository,
  sqliteDatabaseLayer,
  StoreError,
  type Transaction,
} from "@quarry/store";
import { Effect, Layer } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StagedFiles } from "./staged-files.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-staged-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = <A, E>(effect: Effect.Effect<A, E, CollectionRepository | Database | FileStore | StagedFiles>) =>
  effect.pipe(
    Effect.provide(
      StagedFiles.layer.pipe(
        Layer.provideMerge(
          Layer.mergeAll(CollectionRepository.layer, DocumentRepository.layer, StoredFileRepository.layer),
        ),
        Layer.provideMerge(sqliteDatabaseLayer({ path: join(folder, "quarry.db") })),
        Layer.provideMerge(folderFilesLayer({ directory: join(folder, "files") })),
      ),
    ),
    Effect.runPromise,
  );

const makeCollection = Effect.gen(function* () {
  const collections = yield* CollectionRepository;
  const { id } = yield* collections.insert({
    id: randomUUID(),
    name: "c",
    description: "",
    embeddingProvider: "local",
    embeddingModel: "m",
    dimension: 8,
    chunkSize: 512,
    chunkOverlap: 50,
    rerankingEnabled: false,
    rerankingModel: "r",
    defaultTopK: 10,
    defaultMinScore: null,
    defaultSearchMode: "semantic",
    metadata: {},
    embeddingApiKey: null,
    rerankingApiKey: null,
  });
  return id;
});

async function* bytes() {
  yield new TextEncoder().encode("text");
}

/** Starts an upload of one file. */
const stage = Effect.gen(function* () {
  const key: FileKey = { collectionId: yield* makeCollection, documentId: randomUUID() };
  const staging = yield* (yield* StagedFiles).begin;
  yield* staging.write(key, bytes(), { maxBytes: 1_000 });
  return { key, staging };
});

const isThere = (key: FileKey) =>
  Effect.flatMap(FileStore, (files) => Effect.map(files.size(key), (size) => size !== undefined));

test("a file that no transaction recorded is deleted at the end of its upload", () =>
  run(
    Effect.gen(function* () {
      const { key, staging } = yield* stage;
      yield* staging.end;
      expect(yield* isThere(key)).toBe(false);
    }),
  ));

/** Returns a transaction whose commit is never acknowledged. */
const unanswered = (transaction: Transaction): Transaction => ({ ...transaction, afterCommit: () => undefined });

test.each([
  ["is committed", (transaction: Transaction) => transaction],
  ["may be committed but was not acknowledged", unanswered],
])("a file remains when the transaction that records it %s", (_, answered) =>
  run(
    Effect.gen(function* () {
      const database = yield* Database;
      const { key, staging } = yield* stage;
      yield* database.transaction((transaction) =>
        staging.recordedBy(answered(transaction), new Set([key.documentId])),
      );
      yield* staging.end;
      expect(yield* isThere(key)).toBe(true);
    }),
  ),
);

test("a file is deleted when the transaction that records it is rolled back", () =>
  run(
    Effect.gen(function* () {
      const database = yield* Database;
      const { key, staging } = yield* stage;
      const failure = new StoreError({ reason: "unavailable", message: "gone" });
      yield* database
        .transaction((transaction) =>
          Effect.andThen(staging.recordedBy(transaction, new Set([key.documentId])), Effect.fail(failure)),
        )
        .pipe(Effect.ignore);
      yield* staging.end;
      expect(yield* isThere(key)).toBe(false);
    }),
  ));

// Regression: a file that waited longer than an hour for the others of its batch was swept, then recorded.
test("the sweep skips files of running uploads, and files that another process may be receiving", () =>
  run(
    Effect.gen(function* () {
      const files = yield* StagedFiles;
      const store = yield* FileStore;
      const { key, staging } = yield* stage;
      const other = { ...key, documentId: randomUUID() };
      yield* store.write(other, bytes());
      expect(yield* files.sweep({ others: true })).toBe(0);
      expect(yield* files.sweep({ others: false })).toBe(1);
      expect([yield* isThere(key), yield* isThere(other)]).toEqual([true, false]);
      yield* staging.end;
      expect(yield* isThere(key)).toBe(false);
    }),
  ));
