import type { Kysely, Selectable } from "kysely";
import type { DocumentsTable, Tables } from "./tables.ts";

export type ExpiredDocument = Pick<Selectable<DocumentsTable>, "number" | "status" | "failed_by">;

/** Documents of a collection whose moment has come, by an index that has all that is said of them. Few: they are removed soon. */
export const expiredDocuments = (
  kysely: Kysely<Tables>,
  collectionId: string,
  time: string,
): Promise<readonly ExpiredDocument[]> =>
  kysely
    .selectFrom("documents")
    .select(["number", "status", "failed_by"])
    .where("collection_id", "=", collectionId)
    .where("expires_at", "<=", time)
    .execute();
