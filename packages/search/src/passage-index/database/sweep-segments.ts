import type { IndexDatabase } from "./index-database.ts";
import { removeStepwise } from "./remove-stepwise.ts";
import { MERGE_LEASE_MS } from "./segment-merge-job.ts";
import { BUILDING, DEAD } from "./segment-status.ts";

/** Removes what merges of any collection left behind: segments that are dead for `graceMs`, and merges that died. */
export const sweepSegments = async (database: IndexDatabase, graceMs: number): Promise<void> => {
  const now = await database.now();
  for (const { collection, number } of await readSince(database, BUILDING, now - MERGE_LEASE_MS)) {
    // Not if it has shown a sign of life since.
    await database.run((kysely) =>
      kysely
        .updateTable("passage_segments")
        .set({ status: DEAD, since: now })
        .where("collection", "=", collection)
        .where("number", "=", number)
        .where("status", "=", BUILDING)
        .where("since", "<=", now - MERGE_LEASE_MS)
        .execute(),
    );
  }
  for (const { collection, number } of await readSince(database, DEAD, now - graceMs)) {
    await removeStepwise(database.run, "passage_blocks", collection, number);
    await database.run((kysely) =>
      kysely
        .deleteFrom("passage_segments")
        .where("collection", "=", collection)
        .where("number", "=", number)
        .where("status", "=", DEAD)
        .execute(),
    );
  }
};

const readSince = async (database: IndexDatabase, status: number, before: number) => {
  const rows = await database.read((kysely) =>
    kysely
      .selectFrom("passage_segments")
      .select(["collection", "number"])
      .where("status", "=", status)
      .where("since", "<=", before)
      .execute(),
  );
  return rows.map(({ collection, number }) => ({ collection: Number(collection), number: Number(number) }));
};
