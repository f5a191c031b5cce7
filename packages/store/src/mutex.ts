import type { Kysely } from "kysely";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { Tables } from "./tables.ts";

/**
 * Serialises the transactions that take the same name, from here to their ends: for invariants that no unique key or
 * row lock can enforce. SQLite serialises transactions anyway.
 */
export const takeMutex = async (kysely: Kysely<Tables>, dialect: SqlDialect, name: string): Promise<void> => {
  if (dialect === "sqlite") return;
  // Another transaction's insert of the same key waits until this one ends, even though the row is deleted again.
  const key = `mutex.${name}`;
  await kysely.insertInto("meta").values({ name: key, value: "" }).onDuplicateKeyUpdate({ value: "" }).execute();
  await kysely.deleteFrom("meta").where("name", "=", key).execute();
};
