import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, type contract, type Message } from "../../api/rest.ts";

export type Job = Message<contract.Job>;

/** Tabs by job state, and one for running jobs that are stuck. */
export const JOB_TABS = ["failed", "stuck", "waiting", "processing", "queued", "completed"] as const;

export type JobTab = (typeof JOB_TABS)[number];

export interface JobFilter {
  readonly tab: JobTab;
  readonly kind: string | undefined;
  /** Number of jobs to show. */
  readonly limit: number;
}

const JOBS_KEY = ["jobs"];

/** Polling interval: short enough to see progress, and cheap for the service. Stops while the window is hidden. */
const REFRESH_MS = 2_000;

/** Query for the jobs of a tab and all counts, polled. */
export const useJobs = ({ tab, kind, limit }: JobFilter) =>
  useQuery({
    queryKey: [...JOBS_KEY, tab, kind ?? "", limit],
    queryFn: ({ signal }) =>
      call("GET /v1/admin/jobs", { limit, kind, ...(tab === "stuck" ? { stuck: true } : { state: tab }) }, signal),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

const requeue = (id: string): Promise<Job> => call("POST /v1/admin/jobs/{id}/requeue", { id });

const useRefreshJobs = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: JOBS_KEY });
};

/** Runs a failed job again. */
export const useRequeue = () => {
  const refresh = useRefreshJobs();
  return useMutation({ mutationFn: requeue, onSettled: refresh });
};

/** Number of concurrent requests: fast for hundreds of jobs, without flooding the service. */
const AT_ONCE = 4;

export interface RequeuedAll {
  readonly failed: number;
  readonly firstError: unknown;
}

/** Runs failed jobs again, a few at a time. Continues after those that can't be run again. Reports its progress. */
export const useRequeueAll = () => {
  const refresh = useRefreshJobs();
  return useMutation({
    mutationFn: async (request: {
      readonly ids: readonly string[];
      readonly onProgress: (done: number) => void;
    }): Promise<RequeuedAll> => {
      const waiting = [...request.ids];
      const errors: unknown[] = [];
      let done = 0;
      const work = async () => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
          await requeue(id).catch((error: unknown) => errors.push(error));
          request.onProgress((done += 1));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return { failed: errors.length, firstError: errors[0] };
    },
    onSettled: refresh,
  });
};
