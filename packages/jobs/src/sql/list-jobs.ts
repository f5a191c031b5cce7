import type { Tables } from "@quarry/store";
import { type Expression, type Kysely, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import { jobFromRow } from "../job.ts";
import type { JobListing, JobListRequest, JobStanding, StandingCounts } from "../job-queue.ts";
import { findStuckSince, isStuck, type StuckSince, stuckRows } from "./stuck-jobs.ts";

type JobsQuery = SelectQueryBuilder<Tables, "jobs", object>;

export const listJobs = async (kysely: Kysely<Tables>, request: JobListRequest, time: number): Promise<JobListing> => {
  const { kind, stuck = false } = request;
  const standing = stuck ? "processing" : request.standing;
  const since = await findStuckSince(kysely, time, request.patientKinds ?? []);
  const jobs = kysely.selectFrom("jobs").$if(kind !== undefined, (query) => query.where("kind", "=", kind!));
  const counts = await countStandings(jobs, since, time);
  // One that asks for those in another state that are stuck asks for nothing.
  if (stuck && request.standing !== undefined && request.standing !== "processing") {
    return { items: [], total: 0, counts };
  }
  const rows = await inOrder(ofStanding(jobs, standing, time), standing)
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

/**
 * All of them at one moment, or what is taken from the other could be more than there is. What has ended, most as a rule,
 * is counted by the index alone.
 */
const countStandings = async (jobs: JobsQuery, since: StuckSince, time: number): Promise<StandingCounts> => {
  const rows = await jobs
    .where("state", "in", ["queued", "active"])
    .select((where) => [
      "state",
      sql<number>`count(*)`.as("total"),
      countOf(where("run_at", ">", time)).as("later"),
      countOf(stuckRows(since, time)(where)).as("stuck"),
    ])
    .groupBy("state")
    .unionAll(
      jobs
        .where("state", "in", ["completed", "failed"])
        .select(["state", sql<number>`count(*)`.as("total"), sql<number>`0`.as("later"), sql<number>`0`.as("stuck")])
        .groupBy("state"),
    )
    .execute();
  const counted = (state: string, what: "total" | "later" | "stuck"): number =>
    Number(rows.find((row) => row.state === state)?.[what] ?? 0);
  return {
    queued: counted("queued", "total") - counted("queued", "later"),
    waiting: counted("queued", "later"),
    processing: counted("active", "total"),
    completed: counted("completed", "total"),
    failed: counted("failed", "total"),
    stuck: counted("active", "stuck"),
  };
};

const countOf = (condition: Expression<SqlBool>) => sql<number>`sum(case when ${condition} then 1 else 0 end)`;

const totalOf = (counts: StandingCounts, standing: JobStanding | undefined, stuck: boolean): number => {
  if (stuck) return counts.stuck;
  if (standing !== undefined) return counts[standing];
  const { queued, waiting, processing, completed, failed } = counts;
  return queued + waiting + processing + completed + failed;
};
