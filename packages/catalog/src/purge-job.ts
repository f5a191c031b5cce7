import { Plugins } from "@quarry/host";
import { FileStore } from "@quarry/files";
import { done, type Job, type JobHandler } from "@quarry/jobs";
import { PassageIndex } from "@quarry/search";
import { Effect } from "effect";
import { CollectionIndex } from "./collection-index.ts";
import { type PurgeTarget, purgeTargetOf } from "./purge.ts";
import { removeChunks } from "./remove-chunks.ts";

/** Removes what `Purge` enqueued. Every step may run again: it ends when nothing is left. */
export const purgeJob: JobHandler<Plugins | FileStore | PassageIndex | CollectionIndex> = {
  run: (job: Job) => Effect.as(purge(purgeTargetOf(job.payload)), done),
};

const purge = Effect.fnUntraced(function* (target: PurgeTarget) {
  const files = yield* FileStore;
  switch (target.scope) {
    case "collection":
      yield* purgeCollection(target);
      return yield* files.removeCollection(target.collectionId);
    case "document":
      for (let generation = target.generation; generation >= 1; generation -= 1) {
        yield* removeChunks({ ...target, generation });
      }
      return yield* files.remove({ collectionId: target.collectionId, documentId: target.documentId });
    case "generation":
      return yield* removeChunks(target);
  }
});

const purgeCollection = Effect.fnUntraced(function* (target: Extract<PurgeTarget, { readonly scope: "collection" }>) {
  const { vectorStore } = yield* Plugins;
  const passages = yield* PassageIndex;
  const index = yield* CollectionIndex;
  yield* index.forget(target.collectionId);
  yield* vectorStore.service.dropCollection(target.vectorCollection);
  yield* passages.drop(target.collectionId);
});
