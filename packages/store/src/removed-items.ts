import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Position of an item in a list, by creation time, then id. */
export interface ListPosition {
  readonly createdAt: string;
  readonly id: string;
}

/** Name of the list of all collections. Other lists contain the documents of a collection. */
export const COLLECTIONS_LIST = "collections";

/** External id of a document made from a stored file. */
const FILE_ID = /^file-[0-9a-f-]{36}$/;

export const isFileId = (externalId: string): boolean => FILE_ID.test(externalId);

/** Records the position of an item removed from a list, so that a cursor on it still works. */
export const noteRemoved = async (
  kysely: Kysely<Tables>,
  list: string,
  item: string,
  { createdAt, id }: ListPosition,
): Promise<void> => {
  // It may have been removed before and recreated.
  await kysely.deleteFrom("removed_items").where("list", "=", list).where("item", "=", item).execute();
  const row = { list, item, created_at: createdAt, id, removed_at: new Date().toISOString() };
  await kysely.insertInto("removed_items").values(row).execute();
};
