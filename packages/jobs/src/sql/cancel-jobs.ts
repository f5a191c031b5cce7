import type { DatabaseService, StoreError, Transaction } from "@quarry/store";
import { Effect } from "effect";
import type { JobEvent } from "../job-queue.ts";

export const cancelBySubject = (
  database: DatabaseService,
  subject: string,
  within: Transaction | undefined,
  publish: (event: JobEvent) => Effect.Effect<void>,
): Effect.Effect<number, StoreError> =>
  database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const jobIds = yield* database.run(async (kysely) => {
        const jobs = await kysely
          .selectFrom("jobs")
          .select("id")
          .where("subject", "=", subject)
          .where("state", "in", ["queued", "active"])
          // Waits for a job that ends at this moment; afterwards it no longer matches.
          .$if(database.dialect === "mysql", (query) => query.forUpdate())
          .execute();
        const ids = jobs.map((job) => job.id);
        if (ids.length > 0) await kysely.deleteFrom("jobs").where("id", "in", ids).execute();
        return ids;
      }, transaction);
      if (jobIds.length > 0) transaction.afterCommit(publish({ type: "cancelled", jobIds }));
      return jobIds.length;
    }),
    within,
  );
