import type { Tables } from "@quarry/store";
import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
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
  // One that asks for those in another state that are stuck asks for nothing.
  if (stuck && request.standing !== undefined && request.standing !== "processing") {
    return { items: [], total: 0, counts };
  }
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

const countStandings = async (jobs: JobsQuery, since: StuckSince, time: number): Promise<StandingCounts> => {
  const rows = await jobs
    .select(["state", sql<number>`count(*)`.as("total")])
    .groupBy("state")
    .execute();
  const count = async (query: JobsQuery): Promise<number> =>
    Number((await query.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow()).total);
  const waiting = await count(ofStanding(jobs, "waiting", time));
  const stuck = await count(ofStanding(jobs, "processing", time).where(stuckRows(since, time)));
  const inState = (state: string): number => Number(rows.find((row) => row.state === state)?.total ?? 0);
  return {
    queued: inState("queued") - waiting,
    waiting,
    processing: inState("active"),
    completed: inState("completed"),
    failed: inState("failed"),
    stuck,
  };
};

const totalOf = (counts: StandingCounts, standing: JobStanding | undefined, stuck: boolean): number => {
  if (stuck) return counts.stuck;
  if (standing !== undefined) return counts[standing];
  const { queued, waiting, processing, completed, failed } = counts;
  return queued + waiting + processing + completed + failed;
};
