import { JobService } from "@quarry/api";
import { Jobs } from "@quarry/catalog";
import { onBehalfOf } from "@quarry/jobs";
import { Effect } from "effect";
import { type BoundService, bindWholeService, refuseLimitedKey } from "./handler.ts";
import { fromJobState, toJob } from "./job-messages.ts";
import { pageOf } from "./messages.ts";
import { runEffect } from "./run-effect.ts";

/** Creates the rpcs of JobService. */
export const makeJobHandlers: Effect.Effect<BoundService, never, Jobs> = Effect.map(Jobs, (jobs) =>
  bindWholeService(JobService, {
    listJobs: async (request, context) => {
      refuseLimitedKey(context);
      const standing = fromJobState(request.state);
      const listing = await runEffect(
        jobs.list({
          ...pageOf(request),
          ...(standing !== undefined && { standing }),
          ...(request.kind !== undefined && { kind: request.kind }),
          ...(request.stuck !== undefined && { stuck: request.stuck }),
        }),
      );
      return { jobs: listing.items.map(toJob), total: listing.total, counts: listing.counts };
    },

    requeueJob: async (request, context) => {
      refuseLimitedKey(context);
      return toJob(await runEffect(onBehalfOf(context.principal?.name)(jobs.requeue(request.id))));
    },
  }),
);
