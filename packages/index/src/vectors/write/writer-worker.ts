import { accessSync, constants } from "node:fs";
import { workerData } from "node:worker_threads";
import { answerWith, type ReceivedCall } from "@quarry/plugin/workers/inside";
import { OpenFiles } from "../../storage/open-files.ts";
import { WriterLoop, type WriterTask } from "../../threads/writer-loop.ts";
import type { EmbeddedSettings } from "../settings.ts";
import { collectionExists, collectionPath, removeCollectionFiles } from "../storage/collection-paths.ts";
import { StoreFailure, toFailureOf, unknownCollection } from "../store-failure.ts";
import { collectionWrites } from "./apply-writes.ts";
import { WritableCollection } from "./writable-collection.ts";

// The writer thread, which is the only one that changes files.

const { directory, settings } = workerData as { directory: string; settings: EmbeddedSettings };
const files = new OpenFiles<WritableCollection>(settings.maxOpenCollections, (name) => collectionPath(directory, name));

const open = (name: string): WritableCollection | undefined =>
  files.get(name) ??
  (collectionExists(directory, name)
    ? files.open(name, (path) => WritableCollection.open(path, name, settings.synchronous))
    : undefined);

const ensure = ({ collection, dimension }: { collection: string; dimension: number }): void => {
  const existing =
    open(collection) ??
    files.open(collection, (path) => WritableCollection.open(path, collection, settings.synchronous, dimension))!;
  if (existing.dimension !== dimension) {
    const message = `The vector collection is there with dimension ${existing.dimension}, not ${dimension}.`;
    throw new StoreFailure("incompatible", message);
  }
};

const drop = ({ collection }: { collection: string }): void => {
  files.close(collection);
  if (collectionExists(directory, collection)) removeCollectionFiles(directory, collection);
};

/** Tasks on a collection's file as a whole. */
const fileTasks = { ensure, drop };

type CollectionWrites = typeof collectionWrites;

export type WriterMethods = typeof fileTasks & {
  readonly [Name in keyof CollectionWrites]: (
    parameters: Parameters<CollectionWrites[Name]>[1] & { readonly collection: string },
  ) => ReturnType<CollectionWrites[Name]>;
} & { check(): void };

const check = answerWith(() => accessSync(directory, constants.R_OK | constants.W_OK));

const taskOf = (call: ReceivedCall): WriterTask<ReceivedCall> | undefined => {
  const { method, parameters } = call;
  // Answered before waiting tasks, because health checks have a time limit.
  if (method === "check") return void check(call);
  const { collection } = parameters as { readonly collection: string };
  if (method in collectionWrites) return { collection, write: call };
  return { collection, run: () => fileTasks[method as keyof typeof fileTasks](parameters as never) };
};

const commit = (name: string, writes: readonly ReceivedCall[]): readonly unknown[] => {
  const collection = open(name);
  if (collection === undefined) throw unknownCollection(name);
  return collection.transaction(() =>
    writes.map(({ method, parameters }) =>
      collectionWrites[method as keyof CollectionWrites](collection, parameters as never),
    ),
  );
};

new WriterLoop({ files, taskOf, commit, toFailure: toFailureOf(files) }).start();
