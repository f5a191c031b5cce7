import type { Kysely, Selectable } from "kysely";
import type { DocumentsTable, Tables } from "./tables.ts";

export type ExpiredDocument = Pick<Selectable<DocumentsTable>, "number" | "status" | "failed_by">;

/** Returns a collection's expired documents, by a covering index. There are few: they are removed soon. */
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
