import type { DatabaseService, JobsTable, StoreError, Tables } from "@quarry/store";
import { Effect } from "effect";
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { type Job, jobFromRow } from "../job.ts";
import { LINE } from "./job-line.ts";

/** Last error of a job whose worker was lost: there is no other trace of the loss. */
export const WORKER_LOST = "the worker stopped during the job: it was killed, ran out of memory or lost its lease";

/** Owner and lease of a claim. */
export interface Claim {
  readonly owner: string;
  readonly time: number;
  readonly leaseUntil: number;
}

/** Claimable jobs of one kind and their order, which an index has. */
export interface Candidates {
  readonly index: "jobs_leased" | "jobs_turns";
  readonly where: RawBuilder<unknown>;
  readonly orderBy: RawBuilder<unknown>;
}

/** Active jobs whose lease has expired because their worker was lost. */
export const lostJobs = (kind: string, time: number): Candidates => ({
  index: "jobs_leased",
  where: sql`kind = ${kind} and state = 'active' and lease_until < ${time}`,
  orderBy: sql`lease_until`,
});

/** Due jobs of one family of a caller. */
export const jobsOfFamily = (kind: string, caller: string, family: string): Candidates => ({
  index: "jobs_turns",
  where: sql`kind = ${kind} and line = ${LINE.due} and caller = ${caller} and family = ${family} and state = 'queued'`,
  orderBy: sql`run_at, seq`,
});

/**
 * Claims the first candidate. Returns undefined if there is none, or other workers take them all. No other worker gets
 * the same job.
 */
export const claimFirst = (
  database: DatabaseService,
  candidates: Candidates,
  claim: Claim,
): Effect.Effect<Job | undefined, StoreError> =>
  Effect.map(
    database.dialect === "mysql"
      ? database.transaction((transaction) =>
          database.run((kysely) => claimOnMysql(kysely, candidates, claim), transaction),
        )
      : database.run((kysely) => claimOnSqlite(kysely, candidates, claim)),
    (row) => (row === undefined ? undefined : jobFromRow(row)),
  );

type Row = Selectable<JobsTable>;

/** Claims on SQLite, with one statement. */
const claimOnSqlite = async (
  kysely: Kysely<Tables>,
  { index, where, orderBy }: Candidates,
  { owner, time, leaseUntil }: Claim,
): Promise<Row | undefined> => {
  const result = await sql<Row>`
    update jobs set
      error = case when state = 'active' then ${WORKER_LOST} else error end,
      state = 'active', attempts = attempts + 1, owner = ${owner}, lease_until = ${leaseUntil},
      claimed_at = ${time}, line = ${LINE.none}
    where seq = (
      select seq from jobs indexed by ${sql.ref(index)} where ${where} order by ${orderBy} limit 1)
    returning *`.execute(kysely);
  return result.rows[0];
};

/** Claims on MySQL: locks the first row that no other transaction has locked, changes it and releases it. */
const claimOnMysql = async (
  kysely: Kysely<Tables>,
  { index, where, orderBy }: Candidates,
  { owner, time, leaseUntil }: Claim,
): Promise<Row | undefined> => {
  // Forces the index: with another one more rows would be read, and every row read is locked.
  const found = await sql<Row>`
    select * from jobs force index (${sql.ref(index)})
    where ${where} order by ${orderBy} limit 1 for update skip locked`.execute(kysely);
  const row = found.rows[0];
  if (row === undefined) return undefined;
  const change = {
    error: row.state === "active" ? WORKER_LOST : row.error,
    state: "active",
    attempts: row.attempts + 1,
    owner,
    lease_until: leaseUntil,
    claimed_at: time,
    line: LINE.none,
  } as const;
  await kysely.updateTable("jobs").set(change).where("seq", "=", row.seq).execute();
  return { ...row, ...change };
};
