import type { Tables } from "@quarry/store";
import type { Kysely } from "kysely";

/** Returns which of these jobs exist and have not ended. */
export const openAmong = async (kysely: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const open = await kysely
    .selectFrom("jobs")
    .select("id")
    .where("id", "in", ids)
    .where("state", "in", ["queued", "active"])
    .execute();
  return new Set(open.map(({ id }) => id));
};
