import type { Api } from "../harness/api.ts";
import { until } from "../harness/until.ts";

export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly state: "queued" | "waiting" | "processing" | "completed" | "failed";
  readonly stuck: boolean;
  readonly collection: string | null;
  readonly document_id: string | null;
  readonly filename: string | null;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly error: string | null;
  readonly created_at: string;
  readonly due_at: string;
  readonly started_at: string | null;
  readonly lease_until: string | null;
  readonly finished_at: string | null;
  readonly waits_for: string | null;
  readonly waits_until: string | null;
}

export interface JobPage {
  readonly jobs: readonly Job[];
  readonly total: number;
  readonly counts: Readonly<Record<Job["state"] | "stuck", number>>;
}

export const JOBS = "/v1/admin/jobs";

export const listJobs = (api: Api, query = ""): Promise<JobPage> => api.expect(200, "GET", JOBS + query);

/** Requeues a job and returns the response, whatever its status. */
export const tryRequeue = (api: Api, id: string) =>
  api.call<Job & { readonly detail: string }>("POST", `${JOBS}/${encodeURIComponent(id)}/requeue`);

/** Waits until the document has a job in this state and returns it. */
export const jobOf = (api: Api, documentId: string, state: Job["state"]): Promise<Job> =>
  until(`a job of ${documentId} that is ${state}`, async () => {
    const { jobs } = await listJobs(api, `?kind=ingest&state=${state}`);
    return jobs.find((job) => job.document_id === documentId);
  });
