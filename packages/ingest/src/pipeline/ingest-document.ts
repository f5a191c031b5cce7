import { PassageIndex, type PassageIndexError } from "@quarry/index";
import { CollectionIndex, type RunVectors, shadowedFields, shadowWarnings, Storage } from "@quarry/catalog";
import type { EmbeddingFailure, Embeddings } from "@quarry/embedding";
import { inProgress, type ProgressEvent, ProgressHub } from "@quarry/events";
import type { FileStore, FileStoreError } from "@quarry/store/files";
import type { Plugins } from "@quarry/host";
import type { JobLease } from "@quarry/jobs";
import type { PluginError } from "@quarry/plugin";

import {
  type CollectionRecord,
  type DocumentRecord,
  type FinishedRun,
  type SecretBoxError,
  StoreError,
} from "@quarry/store";
import { Effect } from "effect";
import type { AttachedDocuments } from "../attachments/attached-documents.ts";
import { ParseFailure } from "../parse/parse-failure.ts";
import type { ParsePool } from "../parse/parse-pool.ts";
import type { ParsedFile, ParseEvent } from "../parse/parse-protocol.ts";
import { lendSlot } from "../waiting/lend-slot.ts";
import type { Attempt } from "./attempt.ts";
import { batchesAtOnce } from "./batches-at-once.ts";
import { chunkPassages } from "./chunk-passages.ts";
import { documentInfo } from "./document-info.ts";
import type { OriginalDamage } from "./original.ts";
import type { StepClock } from "./step-clock.ts";
import { RunSteps } from "./progress-steps.ts";
import { readChunks } from "./read-chunks.ts";
import { type StartConcurrent, withConcurrentWork } from "./concurrent-work.ts";

export type IngestFailure =
  | EmbeddingFailure
  | FileStoreError
  | OriginalDamage
  | ParseFailure
  | PassageIndexError
  | PluginError
  | SecretBoxError
  | StoreError;

export type IngestServices =
  | CollectionIndex
  | Embeddings
  | FileStore
  | ParsePool
  | PassageIndex
  | Plugins
  | ProgressHub
  | Storage;

/** State of one run that is the same for all its chunks. */
export interface Run {
  readonly document: DocumentRecord;
  readonly collection: CollectionRecord;
  readonly vectors: RunVectors;
  readonly attempt: Attempt;
  readonly attached: AttachedDocuments;
  readonly clock: StepClock;
}

/**
 * Parses, chunks, embeds and stores a document under its current generation, page by page: the whole document is never
 * in memory. Its data is invisible until that generation is made live. Fails with `ParseFailure` if the file can't be
 * read, and with the error of any service that is unavailable.
 */
export const ingestDocument = Effect.fn("ingestDocument")(function* (
  run: Run,
  lease: JobLease,
): Effect.fn.Return<FinishedRun, IngestFailure, IngestServices> {
  const { document, collection, vectors, attempt } = run;
  if (document.fileSize === 0) return yield* new ParseFailure({ reason: "empty", message: "the file is empty" });
  const progress = yield* ProgressHub;
  yield* progress.publish(document, attempt.stepOf(inProgress("parsing", `reading ${document.filename}`)));
  const index = yield* CollectionIndex;
  yield* index.ensure(collection);
  const finished = yield* Effect.scoped(
    Effect.andThen(
      lendSlot(lease, vectors.embedders, () => attempt.isAsking),
      ingestChunks(run),
    ),
  );
  if (finished.chunkCount > 0) return finished;
  return yield* new ParseFailure({ reason: "empty", message: NO_TEXT });
});

const NO_TEXT =
  "the file has no text that could be extracted; a scan or an image needs legible text in a configured language";

/**
 * Stores passages in order, one batch after the other. Embeds and writes vectors several batches at a time. All are
 * written when this ends.
 */
const ingestChunks = Effect.fnUntraced(function* (run: Run) {
  const { document, vectors, attempt, attached, clock } = run;
  const passages = yield* PassageIndex;
  const progress = yield* ProgressHub;
  const { mayGrow } = yield* Storage;
  const steps = new RunSteps(document.fileType);
  const publish = (step: ProgressEvent) => progress.publish(document, attempt.stepOf(step));
  let chunkCount = 0;
  let tokenCount = 0;
  const shadowed = new Set<string>();
  let file: ParsedFile = { info: {}, readingMs: 0, cuttingMs: 0 };
  const take = (event: ParseEvent, start: StartConcurrent<EmbeddingFailure | PluginError, never>) =>
    Effect.gen(function* () {
      if (event.type === "end") {
        file = event;
        return;
      }
      if (event.type === "pages") return yield* publish(steps.reading(event.pages));
      if (event.type === "attachment") return yield* attached.stage(event);
      chunkCount += event.chunks.length;
      for (const { tokenCount: tokens, ownMetadata = {} } of event.chunks) {
        tokenCount += tokens;
        for (const name of shadowedFields(ownMetadata)) shadowed.add(name);
      }
      yield* publish(steps.chunked(event.pages, chunkCount));
      // A document that stops here waits for free space, and doesn't use up the space that deletes need.
      yield* Effect.mapError(mayGrow, ({ message }) => new StoreError({ reason: "full", message }));
      const chunks = chunkPassages(document, event);
      // Before the vectors, so that the passage index always knows at least the vectors in the vector store.
      yield* clock.during("indexing", passages.put(document.collectionId, chunks));
      yield* publish(steps.embedding(event.pages, chunkCount));
      yield* start(
        attempt.asking(
          vectors.write(chunks, { onAnswer: attempt.onAnswer, during: (step, work) => clock.during(step, work) }),
        ),
      );
    });
  yield* withConcurrentWork(
    batchesAtOnce(vectors.embedders),
    (start: StartConcurrent<EmbeddingFailure | PluginError, never>) =>
      readChunks(document, run.collection, attached.wanted, (event) => take(event, start)),
  );
  const info = documentInfo(file.info);
  const warnings = [...(info.warnings ?? []), ...shadowWarnings(shadowed, "chunks' metadata")];
  return {
    chunkCount,
    tokenCount,
    info: { ...info, ...(warnings.length > 0 && { warnings }), timings: clock.timings(file) },
  };
});
