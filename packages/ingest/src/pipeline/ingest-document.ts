import { CollectionIndex } from "@quarry/catalog";
import { chunkId } from "@quarry/domain";
import type { Embeddings } from "@quarry/embedding";
import { inProgress, ProgressHub } from "@quarry/events";
import { FileStore, type FileStoreError } from "@quarry/files";
import { Plugins } from "@quarry/host";
import { type ParsedDocumentInfo, type PluginError } from "@quarry/plugin";
import { PassageIndex, type PassageIndexError } from "@quarry/search";
import type { CollectionRecord, DocumentRecord, FinishedRun, SecretBoxError, StoreError } from "@quarry/store";
import { Effect } from "effect";
import { forEachOf } from "../parse/iterate.ts";
import { ParseFailure } from "../parse/parse-failure.ts";
import { type ParseEvent, ParsePool } from "../parse/parse-pool.ts";
import type { ChunkBatch, ParseTask } from "../parse/parse-protocol.ts";
import { chunkBounds } from "./chunk-bounds.ts";
import { chunkMetadata, documentMetadata } from "./chunk-metadata.ts";
import { documentInfo } from "./document-info.ts";
import { textToEmbed } from "./text-to-embed.ts";
import { chunkedStep, embeddingStep, readingStep } from "./progress-steps.ts";
import { type RunPlaces, runPlaces, writeToPlaces } from "./run-places.ts";

export type IngestFailure =
  ParseFailure | FileStoreError | PassageIndexError | PluginError | SecretBoxError | StoreError;

export type IngestServices =
  CollectionIndex | Embeddings | FileStore | ParsePool | PassageIndex | Plugins | ProgressHub;

/** Everything of one run that stays the same from chunk to chunk. */
interface Run {
  readonly document: DocumentRecord;
  readonly collection: CollectionRecord;
  readonly places: RunPlaces;
}

/** A run whose vectors are written. */
export interface WrittenRun extends FinishedRun {
  /** The generations of the collection's index that have them all. */
  readonly reached: ReadonlySet<number>;
}

/**
 * Reads, chunks, embeds and stores a document under its current generation, page by page: nothing holds a whole
 * document. Nothing of it is visible until that generation is made live. Fails with `ParseFailure` when the file can't
 * be read, and with the error of whatever is away.
 */
export const ingestDocument = Effect.fn("ingestDocument")(function* (
  document: DocumentRecord,
  collection: CollectionRecord,
): Effect.fn.Return<WrittenRun, IngestFailure, IngestServices> {
  if (document.fileSize === 0) return yield* new ParseFailure({ reason: "empty", message: "the file is empty" });
  const progress = yield* ProgressHub;
  yield* progress.publish(document.id, inProgress("parsing", `reading ${document.filename}`));
  const run = yield* prepare(document, collection);
  const finished = yield* readAndStore(run);
  if (finished.chunkCount > 0) return { ...finished, reached: run.places.reached };
  return yield* new ParseFailure({ reason: "empty", message: NO_TEXT });
});

const NO_TEXT =
  "the file has no text that could be extracted; a scan or a picture needs print that can be read, in a language that is set up";

const prepare = Effect.fnUntraced(function* (document: DocumentRecord, collection: CollectionRecord) {
  const index = yield* CollectionIndex;
  yield* index.ensure(collection);
  return { document, collection, places: yield* runPlaces(collection) };
});

const readAndStore = Effect.fnUntraced(function* (run: Run) {
  const { document } = run;
  const files = yield* FileStore;
  const pool = yield* ParsePool;
  const progress = yield* ProgressHub;
  const parser = yield* parserFor(document.fileType);
  const bounds = chunkBounds(run.collection, yield* Plugins);
  let chunkCount = 0;
  let tokenCount = 0;
  let info: ParsedDocumentInfo = {};
  const take = (event: ParseEvent) =>
    Effect.gen(function* () {
      if (event.type === "end") {
        info = event.info;
        return;
      }
      if (event.type === "pages") {
        yield* progress.publish(document.id, readingStep(document.fileType, event.pages));
        return;
      }
      yield* storeChunks(run, event);
      chunkCount += event.chunks.length;
      for (const chunk of event.chunks) tokenCount += chunk.tokenCount;
    });
  yield* files.withLocalPath({ collectionId: document.collectionId, documentId: document.id }, (path) =>
    forEachOf((signal) => pool.parse({ source: sourceOf(run, path), parser, ...bounds }, signal), asParseFailure, take),
  );
  return { chunkCount, tokenCount, info: documentInfo(info) };
});

const parserFor = Effect.fnUntraced(function* (fileType: string) {
  const { parsers } = yield* Plugins;
  const parser = parsers.get(fileType);
  if (parser !== undefined) return parser;
  const message = `no parser is configured for .${fileType} files: add parsers.${fileType} to the config`;
  return yield* new ParseFailure({ reason: "wrong_type", message });
});

const sourceOf = ({ document }: Run, path: string): ParseTask["source"] => ({
  path,
  size: document.fileSize,
  filename: document.filename,
  fileType: document.fileType,
});

const asParseFailure = (error: unknown): ParseFailure =>
  error instanceof ParseFailure
    ? error
    : new ParseFailure({ reason: "crash", message: "reading the file ended unexpectedly", detail: String(error) });

/** Passages before vectors, so that the passage index always knows at least what the vector store holds. */
const storeChunks = Effect.fnUntraced(function* (run: Run, { chunks, pages, info }: ChunkBatch) {
  const { document, collection } = run;
  const progress = yield* ProgressHub;
  const passages = yield* PassageIndex;
  const last = (chunks.at(-1)?.chunkIndex ?? 0) + 1;
  const shared = documentMetadata(document, info);
  yield* progress.publish(document.id, chunkedStep(document.fileType, pages, last));
  const entries = chunks.map((chunk) => ({
    chunk,
    id: chunkId(document.id, document.generation, chunk.chunkIndex),
    metadata: chunkMetadata(shared, chunk),
  }));
  yield* passages.put(
    collection.id,
    entries.map(({ chunk, id, metadata }) => ({
      id,
      documentId: document.id,
      generation: document.generation,
      chunkIndex: chunk.chunkIndex,
      text: chunk.text,
      contextText: chunk.contextText,
      metadata,
      tokenCount: chunk.tokenCount,
    })),
  );
  yield* progress.publish(document.id, embeddingStep(document.fileType, pages, last));
  yield* writeToPlaces(
    run.places,
    entries.map(({ chunk, id, metadata }) => ({
      record: { id, metadata, text: chunk.text },
      text: textToEmbed(chunk),
    })),
  );
});
