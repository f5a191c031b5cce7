import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StagedFiles } from "@quarry/catalog";
import { FileStore, folderFilesLayer } from "@quarry/store/files";
import { recoverAlone, releaseAlone } from "@quarry/ingest";
import { sqlJobQueueLayer } from "@quarry/jobs";
import {
  CollectionRepository,
  DocumentRepository,
  StoredFileRepository,
  IndexChangeRepository,
  sqliteDatabaseLayer,
} from "@quarry/store";
import { Effect, Layer } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";

const TWO_HOURS_AGO = new Date(Date.now() - 2 * 3_600_000);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-recover-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const parts = () => {
  const repositories = Layer.mergeAll(
    CollectionRepository.layer,
    DocumentRepository.layer,
    StoredFileRepository.layer,
    IndexChangeRepository.layer,
    sqlJobQueueLayer,
  );
  const database = sqliteDatabaseLayer({ path: join(folder, "quarry.db") });
  return StagedFiles.layer.pipe(
    Layer.provideMerge(repositories.pipe(Layer.provideMerge(database))),
    Layer.provideMerge(folderFilesLayer({ directory: join(folder, "files") })),
  );
};

const makeCollection = Effect.gen(function* () {
  const collections = yield* CollectionRepository;
  return yield* collections.insert({
    id: randomUUID(),
    name: "kept",
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
});

/** Leaves a two-hour-old file without a record. Returns its path. */
const leaveFile = (collectionId: string) =>
  Effect.gen(function* () {
    const files = yield* FileStore;
    const key = { collectionId, documentId: randomUUID() };
    yield* files.write(key, chunksOf("text"));
    return yield* files.withLocalPath(key, (path) =>
      Effect.as(
        Effect.promise(() => utimes(path, TWO_HOURS_AGO, TWO_HOURS_AGO)),
        path,
      ),
    );
  });

async function* chunksOf(text: string) {
  yield new TextEncoder().encode(text);
}

test("a file without a record is deleted; files of an unknown collection remain", async () => {
  const [orphan, original] = await Effect.gen(function* () {
    const collection = yield* makeCollection;
    const paths = [yield* leaveFile(collection.id), yield* leaveFile(randomUUID())] as const;
    yield* recoverAlone(yield* releaseAlone);
    return paths;
  }).pipe(Effect.provide(parts()), Effect.runPromise);
  expect(existsSync(orphan)).toBe(false);
  expect(existsSync(original)).toBe(true);
});
