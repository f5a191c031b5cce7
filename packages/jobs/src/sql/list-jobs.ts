import type { JobState, Tables } from "@quarry/store";
import { type Expression, type Kysely, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import { jobFromRow } from "../job.ts";
import type { JobListing, JobListRequest, JobStanding, StandingCounts } from "../job-queue.ts";
import { listKinds } from "./list-kinds.ts";
import { findStuckSince, isStuck, type StuckSince, stuckCondition } from "./stuck-jobs.ts";

type JobsQuery = SelectQueryBuilder<Tables, "jobs", object>;

export const listJobs = async (kysely: Kysely<Tables>, request: JobListRequest, time: number): Promise<JobListing> => {
  const { kind, stuck = false } = request;
  const standing = stuck ? "processing" : request.standing;
  const since = await findStuckSince(kysely, time, request.patientKinds ?? []);
  const jobs = kysely.selectFrom("jobs").$if(kind !== undefined, (query) => query.where("kind", "=", kind!));
  const kinds = kind !== undefined ? [kind] : await listKinds(kysely);
  const counts = await countStandings(kysely, kinds, since, time);
  // A request for stuck jobs in another state matches nothing.
  if (stuck && request.standing !== undefined && request.standing !== "processing") {
    return { items: [], total: 0, counts };
  }
  const isQueued = standing === "queued" || standing === "waiting";
  const rows = isQueued
    ? await listQueued(kysely, kinds, standing, request, time)
    : await orderByStanding(whereStanding(jobs, standing, time), standing)
        .$if(stuck, (query) => query.where(stuckCondition(since, time)))
        .selectAll()
        .limit(request.limit)
        .offset(request.offset)
        .execute();
  const items = rows.map(jobFromRow).map((job) => ({
    ...job,
    standing: standingOf(job, time),
    isStuck: isStuck(job, since, time),
  }));
  return { items, total: totalOf(counts, standing, stuck), counts };
};

const standingOf = (job: { readonly state: string; readonly runAt: number }, time: number): JobStanding => {
  if (job.state === "queued") return job.runAt > time ? "waiting" : "queued";
  return job.state === "active" ? "processing" : (job.state as "completed" | "failed");
};

const whereStanding = (jobs: JobsQuery, standing: JobStanding | undefined, time: number): JobsQuery => {
  switch (standing) {
    case undefined:
      return jobs;
    case "queued":
      return jobs.where("state", "=", "queued").where("run_at", "<=", time);
    case "waiting":
      return jobs.where("state", "=", "queued").where("run_at", ">", time);
    case "processing":
      return jobs.where("state", "=", "active");
    case "completed":
    case "failed":
      return jobs.where("state", "=", standing);
  }
};

const orderByStanding = (jobs: JobsQuery, standing: JobStanding | undefined): JobsQuery => {
  switch (standing) {
    case undefined:
      return jobs.orderBy("seq", "desc");
    case "queued":
    case "waiting":
      return jobs.orderBy("run_at").orderBy("seq");
    case "processing":
      return jobs.orderBy("claimed_at").orderBy("seq");
    case "completed":
    case "failed":
      return jobs.orderBy("finished_at", "desc").orderBy("seq", "desc");
  }
};

/** Lists a page of queued jobs, merged from each kind's index order: no more rows are sorted than the page needs. */
const listQueued = async (
  kysely: Kysely<Tables>,
  kinds: readonly string[],
  standing: JobStanding,
  { limit, offset }: JobListRequest,
  time: number,
) => {
  const [first, ...rest] = kinds.map((kind) =>
    kysely
      .selectFrom(
        orderByStanding(whereStanding(kysely.selectFrom("jobs").where("kind", "=", kind), standing, time), standing)
          .select(["seq", "run_at"])
          .limit(offset + limit)
          .as("first"),
      )
      .select(["first.seq", "first.run_at"]),
  );
  if (first === undefined) return [];
  const union = rest.reduce((all, line) => all.unionAll(line), first);
  const page = await kysely
    .selectFrom(union.as("line"))
    .select("seq")
    .orderBy("run_at")
    .orderBy("seq")
    .limit(limit)
    .offset(offset)
    .execute();
  if (page.length === 0) return [];
  const seqs = page.map(({ seq }) => seq);
  return kysely.selectFrom("jobs").selectAll().where("seq", "in", seqs).orderBy("run_at").orderBy("seq").execute();
};

/** Counts all states in one snapshot, otherwise a difference of two counts could be inconsistent. */
const countStandings = async (
  kysely: Kysely<Tables>,
  kinds: readonly string[],
  since: StuckSince,
  time: number,
): Promise<StandingCounts> => {
  if (kinds.length === 0) return NO_COUNTS;
  // Uses the index of kind, state and time, to avoid reading the waiting jobs, usually the majority, row by row.
  const whereState = (...states: readonly JobState[]) =>
    kysely.selectFrom("jobs").where("kind", "in", kinds).where("state", "in", states).groupBy("state");
  const total = sql<number>`count(*)`.as("total");
  const none = sql<number>`0`;
  const rows = await whereState("active")
    .select((where) => ["state", total, countOf(stuckCondition(since, time)(where)).as("stuck")])
    .unionAll(
      whereState("queued")
        .where("run_at", "<=", time)
        .select(["state", total, none.as("stuck")]),
    )
    .unionAll(
      whereState("queued")
        .where("run_at", ">", time)
        .select([sql<JobState>`'waiting'`.as("state"), total, none.as("stuck")]),
    )
    .unionAll(whereState("completed", "failed").select(["state", total, none.as("stuck")]))
    .execute();
  const counted = (state: string, column: "total" | "stuck"): number =>
    Number(rows.find((row) => row.state === state)?.[column] ?? 0);
  return {
    queued: counted("queued", "total"),
    waiting: counted("waiting", "total"),
    processing: counted("active", "total"),
    completed: counted("completed", "total"),
    failed: counted("failed", "total"),
    stuck: counted("active", "stuck"),
  };
};

const NO_COUNTS: StandingCounts = { queued: 0, waiting: 0, processing: 0, completed: 0, failed: 0, stuck: 0 };

const countOf = (condition: Expression<SqlBool>) => sql<number>`sum(case when ${condition} then 1 else 0 end)`;

const totalOf = (counts: StandingCounts, standing: JobStanding | undefined, stuck: boolean): number => {
  if (stuck) return counts.stuck;
  if (standing !== undefined) return counts[standing];
  const { queued, waiting, processing, completed, failed } = counts;
  return queued + waiting + processing + completed + failed;
};
