import type { Filter, VectorListRequest, VectorPage, VectorRecord } from "@quarry/plugin";
import type { AcmeCollections } from "./acme-collections.ts";
import { missing } from "./missing.ts";

export const upsert = (_collections: AcmeCollections, _name: string, _batch: readonly VectorRecord[]): Promise<void> =>
  missing("upsert", 2);

export const get = (
  _collections: AcmeCollections,
  _name: string,
  _ids: readonly string[],
): Promise<readonly VectorRecord[]> => missing("get", 2);

export const list = (_collections: AcmeCollections, _name: string, _request: VectorListRequest): Promise<VectorPage> =>
  missing("list", 2);

export const count = (_collections: AcmeCollections, _name: string, _filter?: Filter): Promise<number> =>
  missing("count", 2);

export const deleteByIds = (_collections: AcmeCollections, _name: string, _ids: readonly string[]): Promise<number> =>
  missing("deleteByIds", 2);

export const deleteByFilter = (_collections: AcmeCollections, _name: string, _filter: Filter): Promise<number> =>
  missing("deleteByFilter", 2);
