import { conflict, describeValue, type DomainError, notFound } from "@quarry/plugin/domain";
import { type Job, type JobListing, type JobListRequest, JobQueue, type ListedJob } from "@quarry/jobs";
import { CollectionRepository, DocumentRepository, type StoreError } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { Documents } from "./documents.ts";
import { INDEX_CHANGE_JOB } from "./index-change-job.ts";
import { INGEST_JOB, ingestJob, ingestRunOf } from "./ingest-job.ts";
import { PATIENT_KINDS } from "./job-kinds.ts";
import { type JobSubject, makeJobSubjects } from "./job-subjects.ts";

/** Job with the collection and the document that it works on. */
export type DescribedJob = ListedJob & { readonly about: JobSubject };

export interface JobDescriptions extends Omit<JobListing, "items"> {
  readonly items: readonly DescribedJob[];
}

export interface JobsShape {
  list(request: Omit<JobListRequest, "patientKinds">): Effect.Effect<JobDescriptions, StoreError>;
  /**
   * Runs a failed job again; for a document, starts a new run like reprocess does. Returns the running job. Fails with
   * `conflict` if the job has not failed or can't be rerun this way, and with `not_found` if no job has this id.
   */
  requeue(id: string): Effect.Effect<DescribedJob, DomainError | StoreError>;
}

/** Jobs of the service, for its operators. */
export class Jobs extends Context.Service<Jobs, JobsShape>()("@quarry/catalog/Jobs") {
  static readonly layer = Layer.effect(
    Jobs,
    Effect.gen(function* () {
      const queue = yield* JobQueue;
      const collections = yield* CollectionRepository;
      const documents = yield* DocumentRepository;
      const { reprocess } = yield* Documents;
      const subjectsOf = yield* makeJobSubjects;

      const list = Effect.fn("Jobs.list")(function* (request: Omit<JobListRequest, "patientKinds">) {
        const listing = yield* queue.list({ ...request, patientKinds: PATIENT_KINDS });
        const subjects = yield* subjectsOf(listing.items);
        return { ...listing, items: listing.items.map((job, index) => ({ ...job, about: subjects[index]! })) };
      });

      /** Starts a new run of the document. Returns the id of its job. */
      const reprocessDocument = Effect.fnUntraced(function* (job: Job) {
        const { documentId, generation } = ingestRunOf(job.payload);
        const document = yield* documents.findById(documentId);
        const collection = document && (yield* collections.findById(document.collectionId));
        if (document === undefined || collection === undefined) return yield* documentDeleted(documentId);
        if (document.generation !== generation) return yield* supersededRun(documentId);
        return ingestJob(yield* reprocess(collection.name, documentId)).id;
      });

      const requeue = Effect.fn("Jobs.requeue")(function* (id: string) {
        const job = yield* queue.find(id);
        if (job === undefined) return yield* jobNotFound(id);
        if (job.state !== "failed") return yield* notFailed(job);
        if (job.kind === INDEX_CHANGE_JOB) return yield* changeEnded;
        const runningId = job.kind === INGEST_JOB ? yield* reprocessDocument(job) : id;
        if (job.kind !== INGEST_JOB && !(yield* queue.requeue(id))) return yield* requeuedMeanwhile;
        const running = yield* queue.find(runningId);
        // Another caller reprocessed or deleted the document concurrently.
        if (running === undefined) return yield* requeuedMeanwhile;
        const [about] = yield* subjectsOf([running]);
        return { ...running, standing: standingOf(running), isStuck: false, about: about! };
      });

      return { list, requeue };
    }),
  );
}

/** Standing of a job that was due a moment ago. */
const standingOf = ({ state }: Job): ListedJob["standing"] =>
  state === "active" ? "processing" : state === "queued" ? "queued" : state;

const jobNotFound = (id: string): DomainError => notFound(`job ${describeValue(id)} does not exist`);

const notFailed = ({ state, attempts, maxAttempts }: Job): DomainError => {
  if (state === "active") {
    return conflict(
      `the job is in processing (attempt ${attempts} of ${maxAttempts}); if its worker is lost, another one takes it`,
    );
  }
  if (state === "queued") return conflict("the job is already queued and runs when it is due");
  return conflict("the job has completed; only a failed one can be retried");
};

const changeEnded = conflict(
  "a failed index change can't be retried; start a new one with POST /v1/collections/{name}/changes",
);

const requeuedMeanwhile = conflict("the job was retried concurrently; list the jobs for its state");

const documentDeleted = (documentId: string): DomainError =>
  conflict(`document ${describeValue(documentId)} no longer exists`);

const supersededRun = (documentId: string): DomainError =>
  conflict(`document ${describeValue(documentId)} has been processed again since`);
