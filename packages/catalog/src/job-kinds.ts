import type { Job } from "@quarry/jobs";
import { TRAINING_JOB, trainedCollectionIdOf } from "./training-job.ts";
import { collectionIdOfChange, INDEX_CHANGE_JOB, INDEX_RETIRE_JOB } from "./index-change-job.ts";
import { DESCRIBE_JOB, describedDocumentOf } from "./describe/describe-job.ts";
import { INGEST_JOB, ingestRunOf } from "./ingest-job.ts";
import { OPERATION_JOB, operationOf } from "./operations/operation-job.ts";
import { PURGE_JOB, purgeTargetOf } from "./purge.ts";

/** Ids of the collection and the document that a job works on. */
export interface SubjectIds {
  readonly collectionId: string;
  readonly documentId?: string;
}

/** Properties of a kind of job. The work itself is in the workers' handler of that name. */
interface JobKind {
  /** Description for the guide on jobs. */
  readonly does: string;
  readonly about: (job: Pick<Job, "subject" | "payload">) => SubjectIds;
  /** Whether it releases its worker slot to other jobs while an embedding provider is unavailable. */
  readonly waitsForProviders?: boolean;
  /** Whether its duration grows with its collection and it reports its progress. It is then never considered stuck. */
  readonly isPatient?: boolean;
}

/** All kinds of jobs. */
export const JOB_KINDS: Readonly<Record<string, JobKind>> = {
  [INGEST_JOB]: {
    does: "parses, chunks, embeds and stores a document",
    about: ({ payload }) => ingestRunOf(payload),
    waitsForProviders: true,
  },
  [PURGE_JOB]: {
    does: "removes files, passages and vectors of deleted or replaced data",
    about: ({ payload }) => purgeTargetOf(payload),
  },
  [DESCRIBE_JOB]: {
    does: "updates vector stores with a document's metadata, name, external id and expiry",
    about: ({ payload }) => describedDocumentOf(payload),
  },
  [INDEX_CHANGE_JOB]: {
    does: "builds a new index of a collection and switches to it",
    about: ({ subject }) => ({ collectionId: collectionIdOfChange(subject) }),
    waitsForProviders: true,
    isPatient: true,
  },
  [INDEX_RETIRE_JOB]: {
    does: "drops the previous index when the change can no longer be rolled back",
    about: ({ subject }) => ({ collectionId: collectionIdOfChange(subject) }),
  },
  [OPERATION_JOB]: {
    does: "runs an operation on many documents, in batches",
    about: ({ payload }) => ({ collectionId: operationOf(payload).collectionId }),
    isPatient: true,
  },
  [TRAINING_JOB]: {
    does: "trains the embedder of a collection on its texts, if it supports training",
    about: ({ payload }) => ({ collectionId: trainedCollectionIdOf(payload) }),
  },
};

const kindsThat = (is: (kind: JobKind) => boolean | undefined): readonly string[] =>
  Object.keys(JOB_KINDS).filter((name) => is(JOB_KINDS[name]!));

export const WAITING_KINDS = kindsThat(({ waitsForProviders }) => waitsForProviders);
export const PATIENT_KINDS = kindsThat(({ isPatient }) => isPatient);
