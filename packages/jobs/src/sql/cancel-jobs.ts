import type { DatabaseService, Tables } from "@quarry/store";
import type { Kysely } from "kysely";

/** Removes the jobs of a subject that have not ended. Returns their ids. */
export const cancelBySubject = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  subject: string,
): Promise<readonly string[]> => {
  const jobs = await kysely
    .selectFrom("jobs")
    .select("id")
    .where("subject", "=", subject)
    .where("state", "in", ["queued", "active"])
    // Waits for a job that ends at this moment; afterwards it no longer matches.
    .$if(dialect === "mysql", (query) => query.forUpdate())
    .execute();
  const ids = jobs.map((job) => job.id);
  if (ids.length > 0) await kysely.deleteFrom("jobs").where("id", "in", ids).execute();
  return ids;
};
