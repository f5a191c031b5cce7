import type { Tables } from "@quarry/store";
import type { Kysely } from "kysely";
import { ownersOf } from "../claim-owner.ts";
import { WORKER_LOST } from "./claim-job.ts";

/** Queues what dead workers held; the attempt stays counted, since it may be the job that killed them. */
export const releaseLeases = async (kysely: Kysely<Tables>, time: number, owner?: string): Promise<number> => {
  let held = kysely
    .updateTable("jobs")
    .set({ state: "queued", error: WORKER_LOST, run_at: time, lease_until: null, owner: null })
    .where("state", "=", "active");
  if (owner !== undefined) {
    const { from, before } = ownersOf(owner);
    held = held.where("owner", ">=", from).where("owner", "<", before);
  }
  const result = await held.executeTakeFirst();
  return Number(result.numUpdatedRows);
};
