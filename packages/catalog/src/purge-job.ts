import { PassageIndex } from "@quarry/index";
import { Plugins } from "@quarry/host";
import { FileStore, fileKeyOf, isBlobId } from "@quarry/store/files";
import { done, type Job, type JobHandler } from "@quarry/jobs";
import { CollectionRepository, StoredFileRepository } from "@quarry/store";
import { Effect } from "effect";
import { CollectionIndex } from "./collection-index.ts";
import { vectorStoreOf } from "./vector-writes/vector-targets.ts";
import { type PurgeTarget, purgeTargetOf, type StoredVectors } from "./purge.ts";
import { VectorWrites } from "./vector-writes/vector-writes.ts";

/** Deletes the data that `Purge` enqueued. Each step is idempotent; the job ends when nothing is left. */
export const purgeJob: JobHandler<
  Plugins | CollectionRepository | FileStore | PassageIndex | CollectionIndex | StoredFileRepository | VectorWrites
> = {
  run: (job: Job) => Effect.as(purge(purgeTargetOf(job.payload)), done),
};

const purge = Effect.fnUntraced(function* (target: PurgeTarget) {
  const files = yield* FileStore;
  const vectors = yield* VectorWrites;
  switch (target.scope) {
    case "collection":
      yield* (yield* CollectionRepository).removeDocuments(target.collectionId);
      yield* purgeCollection(target);
      return yield* files.removeCollection(target.collectionId);
    case "index":
      return yield* dropVectors(target.vectors);
    case "document":
      for (let generation = target.generation; generation >= 1; generation -= 1) {
        yield* vectors.removeRun({ ...target, generation });
      }
      return yield* Effect.forEach(
        target.fileIds ?? [target.documentId],
        (fileId) => removeFile(target.collectionId, fileId),
        { discard: true },
      );
    case "file":
      return yield* removeFile(target.collectionId, target.fileId);
    case "generation":
      return yield* vectors.removeRun(target);
  }
});

/** Keeps a blob that a file or another document still references. */
const removeFile = Effect.fnUntraced(function* (collectionId: string, fileId: string) {
  if (isBlobId(fileId) && (yield* (yield* StoredFileRepository).isUsed(fileId))) return;
  yield* (yield* FileStore).remove(fileKeyOf(collectionId, fileId));
});

const purgeCollection = Effect.fnUntraced(function* (target: Extract<PurgeTarget, { readonly scope: "collection" }>) {
  const passages = yield* PassageIndex;
  const index = yield* CollectionIndex;
  yield* index.forget(target.collectionId);
  yield* dropVectors(target.vectors);
  yield* passages.drop(target.collectionId);
});

const dropVectors = Effect.fnUntraced(function* (vectors: readonly StoredVectors[]) {
  const plugins = yield* Plugins;
  yield* Effect.forEach(
    vectors,
    ({ vectorStore, vectorCollection }) => vectorStoreOf(plugins, vectorStore).service.dropCollection(vectorCollection),
    { discard: true },
  );
});
