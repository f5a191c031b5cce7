import { access, constants, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { KeyedLock, type VectorCollectionSpec, type VectorRecord } from "@quarry/plugin";
import { failure } from "./acme-failure.ts";
import type { AcmeSettings } from "./acme-settings.ts";
import { type AcmeCollection, readSnapshot, SNAPSHOT_SUFFIX, writeSnapshot } from "./acme-snapshot.ts";

export interface AcmeCollections {
  readonly folder: string;
  readonly settings: AcmeSettings;
  readonly byName: Map<string, AcmeCollection>;
  /** Serialises writes to one collection. */
  readonly lock: KeyedLock;
}

export const openCollections = async (folder: string, settings: AcmeSettings): Promise<AcmeCollections> => {
  const byName = new Map<string, AcmeCollection>();
  for (const file of await readdir(folder)) {
    if (!file.endsWith(SNAPSHOT_SUFFIX)) continue;
    byName.set(file.slice(0, -SNAPSHOT_SUFFIX.length), await readSnapshot(join(folder, file)));
  }
  return { folder, settings, byName, lock: new KeyedLock() };
};

export const checkHealth = ({ folder }: AcmeCollections): Promise<void> => access(folder, constants.W_OK);

export const ensureCollection = (
  collections: AcmeCollections,
  { collection: name, dimension }: VectorCollectionSpec,
): Promise<void> =>
  collections.lock.run(name, async () => {
    const existing = collections.byName.get(name);
    if (existing === undefined) return save(collections, name, { dimension, records: new Map() });
    if (existing.dimension === dimension) return;
    throw failure("incompatible", `the collection ${name} has dimension ${existing.dimension}, asked was ${dimension}`);
  });

export const dropCollection = (collections: AcmeCollections, name: string): Promise<void> =>
  collections.lock.run(name, async () => {
    await rm(fileOf(collections, name), { force: true });
    collections.byName.delete(name);
  });

/** Returns the current version of a collection; later writes create another one. */
export const findCollection = ({ byName }: AcmeCollections, name: string): AcmeCollection => {
  const collection = byName.get(name);
  if (collection === undefined) throw failure("not_found", `there is no collection ${name} in the vector store`);
  return collection;
};

/** Replaces the records by the result of `edit`, on disk and then for all readers. Returns the difference in number. */
export const changeRecords = (
  collections: AcmeCollections,
  name: string,
  edit: (collection: AcmeCollection) => ReadonlyMap<string, VectorRecord>,
): Promise<number> =>
  collections.lock.run(name, async () => {
    const before = findCollection(collections, name);
    const records = edit(before);
    await save(collections, name, { dimension: before.dimension, records });
    return before.records.size - records.size;
  });

const save = async (collections: AcmeCollections, name: string, collection: AcmeCollection): Promise<void> => {
  await writeSnapshot(fileOf(collections, name), collection, collections.settings.syncToDisk);
  collections.byName.set(name, collection);
};

const fileOf = ({ folder }: AcmeCollections, name: string): string => join(folder, `${name}${SNAPSHOT_SUFFIX}`);
