import { JobSchema } from "@quarry/api";
import type { Job } from "@quarry/client/types";
import { subjectOf } from "../rpc/rpc-commands.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

/** Requeues jobs one by one, and stops at the first that can't run again. */
export const requeueJobs = (ids: readonly string[], options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const running: Job[] = [];
    for (const id of ids) running.push(await client.jobs.requeueJob({ id }, { signal }));
    print(JobSchema, running, () => {
      for (const job of running) terminal.print(`${subjectOf(job)} runs again as ${job.id}`);
    });
  });
