import {
  compareStrings,
  compileFilter,
  type Filter,
  type VectorListRequest,
  type VectorPage,
  type VectorRecord,
} from "@quarry/plugin";
import { type AcmeCollections, changeRecords, findCollection } from "./acme-collections.ts";
import { failure } from "./acme-failure.ts";
import type { AcmeCollection } from "./acme-snapshot.ts";

export const upsert = async (
  collections: AcmeCollections,
  name: string,
  batch: readonly VectorRecord[],
): Promise<void> => {
  await changeRecords(collections, name, ({ dimension, records }) => {
    const wrong = batch.find(({ vector }) => vector.length !== dimension);
    if (wrong !== undefined)
      throw failure("invalid", `the vector of ${wrong.id} has ${wrong.vector.length} numbers, should be ${dimension}`);
    return new Map([...records, ...batch.map((record) => [record.id, record] as const)]);
  });
};

export const get = async (
  collections: AcmeCollections,
  name: string,
  ids: readonly string[],
): Promise<readonly VectorRecord[]> => {
  const { records } = findCollection(collections, name);
  return [...new Set(ids)].flatMap((id) => records.get(id) ?? []);
};

/** Lists a page. The cursor is the last id of the page: concurrent writes and deletions don't move other records. */
export const list = async (
  collections: AcmeCollections,
  name: string,
  { filter, cursor, limit }: VectorListRequest,
): Promise<VectorPage> => {
  const all = matching(findCollection(collections, name), filter)
    .filter(({ id }) => cursor === undefined || compareStrings(id, cursor) > 0)
    .toSorted((a, b) => compareStrings(a.id, b.id));
  const records = all.slice(0, limit);
  return all.length > limit ? { records, nextCursor: records.at(-1)!.id } : { records };
};

export const count = async (collections: AcmeCollections, name: string, filter?: Filter): Promise<number> =>
  matching(findCollection(collections, name), filter).length;

export const deleteByIds = (collections: AcmeCollections, name: string, ids: readonly string[]): Promise<number> =>
  changeRecords(collections, name, ({ records }) => {
    const gone = new Set(ids);
    return new Map([...records].filter(([id]) => !gone.has(id)));
  });

export const deleteByFilter = (collections: AcmeCollections, name: string, filter: Filter): Promise<number> =>
  changeRecords(collections, name, ({ records }) => {
    const matches = compileFilter(filter);
    return new Map([...records].filter(([, { metadata }]) => !matches(metadata)));
  });

/**
 * Returns the matching records. `compileFilter` implements the filter semantics: with it the platform has nothing left
 * to check.
 */
export const matching = ({ records }: AcmeCollection, filter: Filter | undefined): readonly VectorRecord[] => {
  const all = [...records.values()];
  if (filter === undefined) return all;
  const matches = compileFilter(filter);
  return all.filter(({ metadata }) => matches(metadata));
};
