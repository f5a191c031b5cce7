import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type JobSchema, JobState } from "@quarry/api";
import type { DescribedJob } from "@quarry/catalog";
import type { JobWait } from "@quarry/jobs";
import { contractEnum } from "./contract-enum.ts";

const STATES = contractEnum(JobState);

export const fromJobState = STATES.nameOf;

export const toJob = (job: DescribedJob): MessageInitShape<typeof JobSchema> => ({
  id: job.id,
  kind: job.kind,
  state: STATES.byName[job.standing],
  stuck: job.isStuck,
  ...(job.about.collection !== null && { collection: job.about.collection }),
  ...(job.about.documentId !== null && { documentId: job.about.documentId }),
  ...(job.about.filename !== null && { filename: job.about.filename }),
  attempts: job.attempts,
  maxAttempts: job.maxAttempts,
  ...(job.error !== null && { error: job.error }),
  createdAt: timestampFromMs(job.createdAt),
  dueAt: timestampFromMs(job.runAt),
  ...(job.claimedAt !== null && { startedAt: timestampFromMs(job.claimedAt) }),
  ...(job.leaseUntil !== null && { leaseUntil: timestampFromMs(job.leaseUntil) }),
  ...(job.finishedAt !== null && { finishedAt: timestampFromMs(job.finishedAt) }),
  ...(job.isParked && job.wait !== null && waitOf(job.wait)),
});

const waitOf = (wait: JobWait) => ({
  waitsFor: wait.for,
  ...(wait.until !== null && { waitsUntil: timestampFromMs(wait.until) }),
});
