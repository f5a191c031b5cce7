import { accessSync, constants } from "node:fs";
import { workerData } from "node:worker_threads";
import type { Filter } from "@quarry/plugin/domain";
import { type SqliteSpace, SpaceUpkeep } from "@quarry/plugin/sqlite";
import { answerBy, type MethodsOf, serveCalls } from "@quarry/plugin/workers/inside";
import { BoundedMap } from "../../bounded-map.ts";
import type { PackedBatch } from "../packed-records.ts";
import type { EmbeddedSettings } from "../settings.ts";
import { collectionExists, collectionPath, removeCollectionFiles } from "../storage/collection-paths.ts";
import { StoreFailure, toFailureOf } from "../store-failure.ts";
import { deleteIds, deleteMatching, upsertBatch } from "./apply-writes.ts";
import { GroupCommit } from "./group-commit.ts";
import { WritableCollection } from "./writable-collection.ts";

// The writer thread: the only one that changes files.

const { directory, settings } = workerData as { directory: string; settings: EmbeddedSettings };
const collections = new BoundedMap<string, WritableCollection>(settings.maxOpenCollections, {
  dispose: (collection) => collection.close(),
});

function* spaces(): Iterable<SqliteSpace> {
  for (const collection of collections.values()) yield collection.space;
}

const upkeep = new SpaceUpkeep(spaces);

const open = (name: string): WritableCollection | undefined => {
  const known = collections.get(name);
  if (known?.isCurrent === true) return known;
  collections.delete(name);
  if (!collectionExists(directory, name)) return undefined;
  const opened = WritableCollection.open(collectionPath(directory, name), name, settings.synchronous);
  if (opened === undefined) return undefined;
  collections.set(name, opened);
  upkeep.wake();
  return opened;
};

const writes = new GroupCommit(open, () => upkeep.wake());

const ensure = ({ collection, dimension }: { collection: string; dimension: number }): void => {
  const path = collectionPath(directory, collection);
  let existing = open(collection);
  if (existing === undefined) {
    existing = WritableCollection.open(path, collection, settings.synchronous, dimension)!;
    collections.set(collection, existing);
  }
  if (existing.dimension !== dimension) {
    const message = `The vector collection is there with dimension ${existing.dimension}, not ${dimension}.`;
    throw new StoreFailure("incompatible", message);
  }
};

const drop = ({ collection }: { collection: string }): void => {
  // Writes that came before the drop are answered, not lost.
  writes.flush();
  collections.delete(collection);
  if (collectionExists(directory, collection)) removeCollectionFiles(directory, collection);
};

const handlers = {
  ensure,
  drop,
  upsert: ({ collection, batch }: { collection: string; batch: PackedBatch }) =>
    writes.write(collection, upsertBatch(batch)) as Promise<void>,
  deleteIds: ({ collection, ids }: { collection: string; ids: readonly string[] }) =>
    writes.write(collection, deleteIds(ids)) as Promise<number>,
  deleteMatching: (parameters: { collection: string; filter: Filter; rids: Float64Array; clock: number }) =>
    writes.write(
      parameters.collection,
      deleteMatching(parameters.filter, parameters.rids, parameters.clock),
    ) as Promise<number>,
  check: (): void => accessSync(directory, constants.R_OK | constants.W_OK),
};

export type WriterMethods = MethodsOf<typeof handlers>;

const answer = answerBy(handlers);

serveCalls({
  receive: (calls) => calls.forEach(answer),
  toFailure: toFailureOf(collections),
  close: () => {
    writes.flush();
    collections.clear();
  },
});
