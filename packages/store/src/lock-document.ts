import type { Kysely, Selectable } from "kysely";
import type { DatabaseService } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import type { DocumentsTable, Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Selects the row of a document and locks it until the transaction ends. */
export const lockDocument = ({ dialect }: DatabaseService, kysely: Kysely<Tables>, id: string) =>
  kysely
    .selectFrom("documents")
    .where("id", "=", id)
    .$if(dialect === "mysql", (query) => query.forUpdate());

/** Fenced change: applies only to this run while it is processing. Otherwise returns undefined. */
export const inCurrentRun = <A>(
  database: DatabaseService,
  id: string,
  generation: number,
  within: Transaction | undefined,
  change: (kysely: Kysely<Tables>, before: Selectable<DocumentsTable>, time: string) => Promise<A | undefined>,
) =>
  inTransaction(
    database,
    async (kysely, time) => {
      const row = await lockDocument(database, kysely, id)
        .selectAll()
        .where("generation", "=", generation)
        .where("status", "=", "processing")
        .executeTakeFirst();
      return row === undefined ? undefined : await change(kysely, row, time);
    },
    within,
  );
