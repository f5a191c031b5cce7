// Worker process for tests: prints the events of its jobs, one per line.
import { createInterface } from "node:readline";
import { done, type Job, type JobHandler, type JobLease } from "@quarry/jobs";
import { Effect } from "effect";
import { sql } from "kysely";
import { open } from "./fixture.ts";
import type { WorkerSettings } from "./worker-process.ts";

const { location, owner, leaseMs, heartbeatMs, mode } = JSON.parse(process.argv[2]!) as WorkerSettings;
const { database, work } = await open(location);
const resume = Promise.withResolvers<void>();
createInterface({ input: process.stdin }).on("line", () => resume.resolve());

/** Counts the results of a job, in the transaction that completes it. */
const writeResult = (job: Job, lease: JobLease) =>
  database.transaction((transaction) =>
    Effect.gen(function* () {
      yield* database.run(
        (kysely) =>
          kysely
            .insertInto("meta")
            .values({ name: `result-${job.id}`, value: "1" })
            .$if(database.dialect === "sqlite", (query) =>
              query.onConflict((conflict) => conflict.column("name").doUpdateSet({ value: sql`value || '1'` })),
            )
            .$if(database.dialect === "mysql", (query) =>
              query.onDuplicateKeyUpdate({ value: sql`concat(value, '1')` }),
            )
            .execute(),
        transaction,
      );
      yield* lease.complete(transaction);
    }),
  );

const handler: JobHandler<never> = {
  run: (job, lease) =>
    Effect.gen(function* () {
      console.log(`began ${job.id}`);
      yield* mode === "wait" ? Effect.promise(() => resume.promise) : Effect.sleep(10);
      yield* writeResult(job, lease);
      console.log(`wrote ${job.id}`);
      return done;
    }).pipe(
      Effect.tapError(() => Effect.sync(() => console.log(`could not write ${job.id}`))),
      Effect.onInterrupt(() => Effect.sync(() => console.log(`could not write ${job.id}`))),
    ),
};
const stop = work({ kinds: { process: handler }, owner, leaseMs, heartbeatMs, concurrency: 4 });
console.log("started");
process.once("SIGTERM", () => void stop().then(() => process.exit(0)));
