import type { Kysely } from "kysely";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { Tables } from "./tables.ts";

/**
 * Makes the transactions that take the same name run one after the other, from here to their ends: for rules that no
 * unique key or row lock can keep. Transactions of SQLite do so anyway.
 */
export const takeMutex = async (kysely: Kysely<Tables>, dialect: SqlDialect, name: string): Promise<void> => {
  if (dialect === "sqlite") return;
  // Another one's insert of the same key waits until this transaction ends, also for a row that is deleted again.
  const key = `mutex.${name}`;
  await kysely.insertInto("meta").values({ name: key, value: "" }).onDuplicateKeyUpdate({ value: "" }).execute();
  await kysely.deleteFrom("meta").where("name", "=", key).execute();
};
