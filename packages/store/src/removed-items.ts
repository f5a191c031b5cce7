import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Position of an item in a list: by its creation, then its id. */
export interface ListPosition {
  readonly createdAt: string;
  readonly id: string;
}

/** The list of all collections, beside those of each collection's documents. */
export const COLLECTIONS_LIST = "collections";

/** The caller's own id of a document that was made from a stored file. */
const FILE_ID = /^file-[0-9a-f-]{36}$/;

export const isFileId = (externalId: string): boolean => FILE_ID.test(externalId);

/** Remembers where an item stood that is removed from a list: a reader whose last item it was can go on from there. */
export const noteRemoved = async (
  kysely: Kysely<Tables>,
  list: string,
  item: string,
  { createdAt, id }: ListPosition,
): Promise<void> => {
  // It may have been removed before, and made again.
  await kysely.deleteFrom("removed_items").where("list", "=", list).where("item", "=", item).execute();
  const row = { list, item, created_at: createdAt, id, removed_at: new Date().toISOString() };
  await kysely.insertInto("removed_items").values(row).execute();
};
