import { accessSync, constants } from "node:fs";
import { workerData } from "node:worker_threads";
import type { Filter } from "@quarry/plugin/domain";
import { answerWith, type ReceivedCall } from "@quarry/plugin/workers/inside";
import { OpenFiles } from "../../storage/open-files.ts";
import { WriterLoop, type WriterTask } from "../../threads/writer-loop.ts";
import type { PackedBatch } from "../packed-records.ts";
import type { EmbeddedSettings } from "../settings.ts";
import { collectionExists, collectionPath, removeCollectionFiles } from "../storage/collection-paths.ts";
import { StoreFailure, toFailureOf, unknownCollection } from "../store-failure.ts";
import { type ApplyWrite, deleteIds, deleteMatching, upsertBatch } from "./apply-writes.ts";
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

/** Writes to a collection that can share a transaction with others. */
const collectionWrites = {
  upsert: ({ batch }: { batch: PackedBatch }) => upsertBatch(batch),
  deleteIds: ({ ids }: { ids: readonly string[] }) => deleteIds(ids),
  deleteMatching: ({ filter, rids, clock }: { filter: Filter; rids: Float64Array; clock: number }) =>
    deleteMatching(filter, rids, clock),
};

type Parameters<Method> = Method extends (parameters: infer Given) => unknown ? Given : never;

export type WriterMethods = typeof fileTasks & {
  readonly [Name in keyof typeof collectionWrites]: (
    parameters: Parameters<(typeof collectionWrites)[Name]> & { readonly collection: string },
  ) => ReturnType<ReturnType<(typeof collectionWrites)[Name]>>;
} & { check(): void };

const check = answerWith(() => accessSync(directory, constants.R_OK | constants.W_OK));

const taskOf = (call: ReceivedCall): WriterTask<ApplyWrite> | undefined => {
  const { method, parameters } = call;
  // Answered before waiting tasks, because health checks have a time limit.
  if (method === "check") return void check(call);
  const { collection } = parameters as { readonly collection: string };
  if (method in collectionWrites)
    return { collection, write: collectionWrites[method as keyof typeof collectionWrites](parameters as never) };
  return { collection, run: () => fileTasks[method as keyof typeof fileTasks](parameters as never) };
};

const commit = (name: string, writes: readonly ApplyWrite[]): readonly unknown[] => {
  const collection = open(name);
  if (collection === undefined) throw unknownCollection(name);
  return collection.transaction(() => writes.map((write) => write(collection)));
};

new WriterLoop({ files, taskOf, commit, toFailure: toFailureOf(files) }).start();
