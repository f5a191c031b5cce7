import { JobSchema, ListJobsResponseSchema } from "@quarry/api";
import type { Job, JobState } from "@quarry/client/types";
import { printTable } from "../output/table.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

export interface ListJobsOptions extends GlobalOptions {
  readonly state?: JobState;
  readonly kind?: string;
  readonly stuck?: boolean;
  readonly limit?: number;
}

export const listJobs = (options: ListJobsOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { kind, limit, stuck = false } = options;
    const request = {
      ...(stuck ? { stuck } : { state: options.state ?? "failed" }),
      ...(kind !== undefined && { kind }),
      ...(limit !== undefined && { limit }),
    };
    const answer = await client.jobs.listJobs(request, { signal });
    print(ListJobsResponseSchema, answer, () => {
      const rows = answer.jobs.map((job) => [
        job.id,
        job.kind,
        stateOf(job),
        subjectOf(job),
        timeOf(job),
        job.error ?? "",
      ]);
      printTable(terminal, ["ID", "KIND", "STATE", "ABOUT", "TIME", ""], rows);
    });
  });

/** One after the other; the first that can't be run again ends it. */
export const requeueJobs = (ids: readonly string[], options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const running: Job[] = [];
    for (const id of ids) running.push(await client.jobs.requeueJob({ id }, { signal }));
    print(JobSchema, running, () => {
      for (const job of running) terminal.print(`${subjectOf(job)} runs again as ${job.id}`);
    });
  });

const stateOf = ({ state, stuck, attempts, maxAttempts }: Job): string =>
  `${state}${stuck ? ", looks stuck" : ""} (${attempts}/${maxAttempts})`;

const subjectOf = ({ collection, filename, documentId }: Job): string =>
  [collection ?? "(deleted collection)", filename ?? documentId].filter((part) => part !== null).join("/");

/** When it ended or, before that, when it is due. */
const timeOf = ({ finishedAt, dueAt }: Job): string => finishedAt ?? dueAt;
