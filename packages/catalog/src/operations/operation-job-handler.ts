import { accessFilterOf, CurrentCaller, callerNamed } from "@quarry/index";
import type { Filter } from "@quarry/plugin/domain";
import { done, type Job, type JobHandler } from "@quarry/jobs";
import {
  CollectionRepository,
  type Database,
  type OperationRecord,
  OperationRepository,
  type StoreError,
} from "@quarry/store";
import { Effect } from "effect";
import type { vectorServices } from "../direct/vector-services.ts";
import type { Documents } from "../documents.ts";
import type { WriteFailure } from "../vector-writes/write-services.ts";
import { operationOf, WITHIN } from "./operation-job.ts";
import { makeDeleteVectors } from "./delete-vectors.ts";
import { makeDocumentWork } from "./document-work.ts";
import { truncateBatch } from "./truncate.ts";
import { type ProcessBatch, type NoteStep, type OperationKind, OperationStopped, withPause } from "./operation-work.ts";

/** Processes the remaining items of an operation in batches and records each batch, so a crash repeats nothing. */
export const operationJobHandler: JobHandler<
  (CollectionRepository | Database | Documents | OperationRepository) | Effect.Services<typeof vectorServices>
> = {
  run: (job: Job) => Effect.as(resume(operationOf(job.payload).operationId), done),
  onExhausted: (job, lastError) =>
    Effect.flatMap(OperationRepository, (operations) =>
      operations.end(operationOf(job.payload).operationId, "failed", lastError),
    ),
};

const resume = Effect.fnUntraced(
  function* (id: string) {
    const operations = yield* OperationRepository;
    const collections = yield* CollectionRepository;
    const documentWork = yield* makeDocumentWork;
    const deleteVectors = yield* makeDeleteVectors;
    const work: Readonly<Record<OperationKind, ProcessBatch<WriteFailure>>> = {
      ...documentWork,
      delete_vectors: deleteVectors,
      truncate: truncateBatch(documentWork.delete_documents, deleteVectors),
    };
    const operation = yield* operations.find(id);
    if (operation?.state !== "running") return;
    for (;;) {
      const segment = yield* operations.nextPiece(id);
      if (segment === undefined) return yield* operations.end(id, "completed", undefined);
      const collection = yield* collections.findById(operation.collectionId);
      if (collection === undefined) return yield* operations.end(id, "cancelled", "the collection was deleted");
      const processBatch = work[operation.kind as OperationKind];
      const note = noteProgress(operations, operation, segment.number);
      yield* withPause(asBegun(operation, processBatch(collection, segment.items, operation.parameters, note)));
    }
  },
  Effect.catchTag("OperationStopped", () => Effect.void),
);

/** Runs with the access filter of the caller that started the operation. */
const asBegun = <A, E, R>({ parameters }: OperationRecord, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const filter = parameters[WITHIN] as Filter | undefined;
  return filter === undefined
    ? work
    : Effect.provideService(work, CurrentCaller, callerNamed("", accessFilterOf(filter)));
};

const noteProgress =
  (operations: OperationRepository["Service"], { id }: OperationRecord, segment: number): NoteStep =>
  (step, transaction): Effect.Effect<void, OperationStopped | StoreError> =>
    Effect.flatMap(operations.finishPiece(id, segment, step, transaction), (isNoted) =>
      isNoted ? Effect.void : Effect.fail(new OperationStopped()),
    );
