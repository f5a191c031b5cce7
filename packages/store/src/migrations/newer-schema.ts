import type { Kysely } from "kysely";
import { DEFAULT_MIGRATION_TABLE } from "kysely/migration";
import { StoreError } from "../store-error.ts";

/**
 * Explains a failed migration by an earlier start of a newer version, whose migrations are unknown here. Returns
 * undefined if that is not the reason.
 */
export const newerSchema = async (
  // eslint-disable-next-line typescript/no-explicit-any
  kysely: Kysely<any>,
  known: readonly string[],
): Promise<StoreError | undefined> => {
  const rows = (await kysely.selectFrom(DEFAULT_MIGRATION_TABLE).select("name").orderBy("name").execute()) as readonly {
    readonly name: string;
  }[];
  const newest = rows.map(({ name }) => name).findLast((name) => !known.includes(name));
  if (newest === undefined) return undefined;
  return new StoreError({
    reason: "internal",
    message:
      `a newer version of Quarry has written it: its schema is at ${newest}, and this version knows schemas up to ` +
      `${known.at(-1)}. Nothing was changed. Start the version that wrote it, or a later one; or give this one another ` +
      "data folder (or database), or a backup from before the update",
  });
};
