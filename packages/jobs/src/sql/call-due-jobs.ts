import type { DatabaseService, StoreError, Tables } from "@quarry/store";
import { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import { IN_LINE, LINE } from "./job-line.ts";

/** Jobs that one claim puts in line: each is put there once, so that this costs little for each, however many wake together. */
const CALLED_AT_ONCE = 500;

/** Puts the jobs in line whose time has come, those first that have waited longest. */
export const callDueJobs = (database: DatabaseService, kind: string, time: number): Effect.Effect<void, StoreError> =>
  database.transaction((transaction) =>
    database.run((kysely) => callDue(kysely, database.dialect, kind, time), transaction),
  );

const callDue = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  kind: string,
  time: number,
): Promise<void> => {
  const due = await kysely
    .selectFrom("jobs")
    .select("seq")
    .where("kind", "=", kind)
    .where("line", "=", LINE.later)
    .where("run_at", "<=", time)
    .orderBy("run_at")
    .limit(CALLED_AT_ONCE)
    // Another process may be doing the same: each does its part.
    .$if(dialect === "mysql", (query) => query.forUpdate().skipLocked())
    .execute();
  if (due.length === 0) return;
  const sequence = due.map(({ seq }) => seq);
  await kysely
    .updateTable("jobs")
    .set({
      ...IN_LINE,
      line: sql`case when state = 'queued' then ${LINE.due} else ${LINE.none} end`,
    })
    .where("seq", "in", sequence)
    .execute();
};
