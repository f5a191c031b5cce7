import type { JobState, Tables } from "@quarry/store";
import { type Expression, type Kysely, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import { jobFromRow } from "../job.ts";
import type { JobListing, JobListRequest, JobStanding, StandingCounts } from "../job-queue.ts";
import { listKinds } from "./list-kinds.ts";
import { findStuckSince, isStuck, type StuckSince, stuckRows } from "./stuck-jobs.ts";

type JobsQuery = SelectQueryBuilder<Tables, "jobs", object>;

export const listJobs = async (kysely: Kysely<Tables>, request: JobListRequest, time: number): Promise<JobListing> => {
  const { kind, stuck = false } = request;
  const standing = stuck ? "processing" : request.standing;
  const since = await findStuckSince(kysely, time, request.patientKinds ?? []);
  const jobs = kysely.selectFrom("jobs").$if(kind !== undefined, (query) => query.where("kind", "=", kind!));
  const kinds = kind !== undefined ? [kind] : await listKinds(kysely);
  const counts = await countStandings(kysely, kinds, since, time);
  // One that asks for those in another state that are stuck asks for nothing.
  if (stuck && request.standing !== undefined && request.standing !== "processing") {
    return { items: [], total: 0, counts };
  }
  const isInLine = standing === "queued" || standing === "waiting";
  const rows = isInLine
    ? await listInLine(kysely, kinds, standing, request, time)
    : await inOrder(ofStanding(jobs, standing, time), standing)
        .$if(stuck, (query) => query.where(stuckRows(since, time)))
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

const ofStanding = (jobs: JobsQuery, standing: JobStanding | undefined, time: number): JobsQuery => {
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

const inOrder = (jobs: JobsQuery, standing: JobStanding | undefined): JobsQuery => {
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

/** A page of what is queued, whose order an index has for each kind by itself: no more than the page needs is sorted. */
const listInLine = async (
  kysely: Kysely<Tables>,
  kinds: readonly string[],
  standing: JobStanding,
  { limit, offset }: JobListRequest,
  time: number,
) => {
  const [first, ...others] = kinds.map((kind) =>
    kysely
      .selectFrom(
        inOrder(ofStanding(kysely.selectFrom("jobs").where("kind", "=", kind), standing, time), standing)
          .select(["seq", "run_at"])
          .limit(offset + limit)
          .as("first"),
      )
      .select(["first.seq", "first.run_at"]),
  );
  if (first === undefined) return [];
  const lines = others.reduce((all, line) => all.unionAll(line), first);
  const page = await kysely
    .selectFrom(lines.as("line"))
    .select("seq")
    .orderBy("run_at")
    .orderBy("seq")
    .limit(limit)
    .offset(offset)
    .execute();
  if (page.length === 0) return [];
  const numbers = page.map(({ seq }) => seq);
  return kysely.selectFrom("jobs").selectAll().where("seq", "in", numbers).orderBy("run_at").orderBy("seq").execute();
};

/**
 * All of them at one moment, or what is taken from the other could be more than there is.
 */
const countStandings = async (
  kysely: Kysely<Tables>,
  kinds: readonly string[],
  since: StuckSince,
  time: number,
): Promise<StandingCounts> => {
  if (kinds.length === 0) return NONE;
  // By the index that has kind, state and time: what waits, most as a rule, is not looked at one by one.
  const ofState = (...states: readonly JobState[]) =>
    kysely.selectFrom("jobs").where("kind", "in", kinds).where("state", "in", states).groupBy("state");
  const total = sql<number>`count(*)`.as("total");
  const none = sql<number>`0`;
  const rows = await ofState("active")
    .select((where) => ["state", total, countOf(stuckRows(since, time)(where)).as("stuck")])
    .unionAll(
      ofState("queued")
        .where("run_at", "<=", time)
        .select(["state", total, none.as("stuck")]),
    )
    .unionAll(
      ofState("queued")
        .where("run_at", ">", time)
        .select([sql<JobState>`'waiting'`.as("state"), total, none.as("stuck")]),
    )
    .unionAll(ofState("completed", "failed").select(["state", total, none.as("stuck")]))
    .execute();
  const counted = (state: string, what: "total" | "stuck"): number =>
    Number(rows.find((row) => row.state === state)?.[what] ?? 0);
  return {
    queued: counted("queued", "total"),
    waiting: counted("waiting", "total"),
    processing: counted("active", "total"),
    completed: counted("completed", "total"),
    failed: counted("failed", "total"),
    stuck: counted("active", "stuck"),
  };
};

const NONE: StandingCounts = { queued: 0, waiting: 0, processing: 0, completed: 0, failed: 0, stuck: 0 };

const countOf = (condition: Expression<SqlBool>) => sql<number>`sum(case when ${condition} then 1 else 0 end)`;

const totalOf = (counts: StandingCounts, standing: JobStanding | undefined, stuck: boolean): number => {
  if (stuck) return counts.stuck;
  if (standing !== undefined) return counts[standing];
  const { queued, waiting, processing, completed, failed } = counts;
  return queued + waiting + processing + completed + failed;
};
