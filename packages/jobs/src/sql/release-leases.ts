import type { Tables } from "@quarry/store";
import type { Kysely } from "kysely";
import { ownersOf } from "../claim-owner.ts";
import { DUE_COLUMNS } from "./job-line.ts";
import { WORKER_LOST } from "./claim-first.ts";

export interface ReleasedLeases {
  /** Only leases of one worker process. */
  readonly owner?: string;
  /** Only expired leases. */
  readonly expired?: boolean;
}

/** Requeues the jobs of dead workers. The attempt stays counted, since the job may be what killed them. */
export const releaseLeases = async (
  kysely: Kysely<Tables>,
  time: number,
  { owner, expired = false }: ReleasedLeases = {},
): Promise<number> => {
  let leased = kysely
    .updateTable("jobs")
    .set({ state: "queued", error: WORKER_LOST, run_at: time, ...DUE_COLUMNS, lease_until: null, owner: null })
    .where("state", "=", "active");
  if (expired) leased = leased.where("lease_until", "<", time);
  if (owner !== undefined) {
    const { from, before } = ownersOf(owner);
    leased = leased.where("owner", ">=", from).where("owner", "<", before);
  }
  const result = await leased.executeTakeFirst();
  return Number(result.numUpdatedRows);
};
