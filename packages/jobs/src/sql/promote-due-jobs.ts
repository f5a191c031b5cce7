import type { DatabaseService, StoreError, Tables } from "@quarry/store";
import { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import { DUE_COLUMNS, LINE } from "./job-line.ts";

/**
 * Jobs that one claim moves into the due line. Each is moved once, so the cost per job is small however many wake
 * together.
 */
const MAX_PROMOTED_JOBS = 500;

/** Moves jobs whose time has come into the due line, those that have waited longest first. */
export const promoteDueJobs = (
  database: DatabaseService,
  kind: string,
  time: number,
): Effect.Effect<void, StoreError> =>
  database.transaction((transaction) =>
    database.run((kysely) => promoteDue(kysely, database.dialect, kind, time), transaction),
  );

const promoteDue = async (
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
    .limit(MAX_PROMOTED_JOBS)
    // Another process may be doing the same. Each handles its own rows.
    .$if(dialect === "mysql", (query) => query.forUpdate().skipLocked())
    .execute();
  if (due.length === 0) return;
  const seqs = due.map(({ seq }) => seq);
  await kysely
    .updateTable("jobs")
    .set({
      ...DUE_COLUMNS,
      line: sql`case when state = 'queued' then ${LINE.due} else ${LINE.none} end`,
    })
    .where("seq", "in", seqs)
    .execute();
};
