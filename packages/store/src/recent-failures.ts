import type { DatabaseService } from "./database.ts";

/** A failed document, with its collection's name. */
export interface FailedDocument {
  readonly id: string;
  readonly collection: string;
  readonly filename: string;
  readonly errorMessage: string | null;
  /** Time of the failure, ISO 8601 UTC. */
  readonly failedAt: string;
}

/**
 * Returns the most recently uploaded failed documents, of all collections or of those with these names. Sorted by
 * upload instead of failure, because an index has that order and there can be very many.
 */
export const recentFailures = (database: DatabaseService, limit: number, collections?: readonly string[]) =>
  database.read(async (kysely): Promise<readonly FailedDocument[]> => {
    const rows = await kysely
      .selectFrom("documents")
      .innerJoin("collections", "collections.id", "documents.collection_id")
      .select([
        "documents.id",
        "collections.name as collection",
        "documents.filename",
        "documents.error_message",
        "documents.updated_at",
      ])
      .where("documents.status", "=", "failed")
      .$if(collections !== undefined, (query) => query.where("collections.name", "in", [...collections!]))
      .orderBy("documents.created_at", "desc")
      .orderBy("documents.id", "desc")
      .limit(limit)
      .execute();
    return rows.map(({ error_message, updated_at, ...row }) => ({
      ...row,
      errorMessage: error_message,
      failedAt: updated_at,
    }));
  });
