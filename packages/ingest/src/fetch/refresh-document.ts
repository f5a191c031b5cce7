import { PageSources, StagedFiles } from "@quarry/catalog";
import { inProgress, ProgressHub } from "@quarry/events";
import { Plugins } from "@quarry/host";
import { DomainError, newId, TEXT_FILE_TYPES } from "@quarry/plugin/domain";
import { SNIFF_BYTES } from "@quarry/plugin";
import {
  type CollectionRecord,
  Database,
  type DocumentRecord,
  DocumentRepository,
  type FetchedPage as KeptPage,
} from "@quarry/store";
import { FileStore, FileStoreError } from "@quarry/store/files";
import { Effect } from "effect";
import { FetchFailure, lasting, passing } from "./fetch-failure.ts";
import { type FetchedPage, fetchPage, type PageValidators } from "./fetch-page.ts";
import { asUtf8 } from "./page-text.ts";
import { pageType } from "./page-type.ts";
import { peeked } from "./peeked.ts";

/** Outcome of refreshing a document that is a web page. */
export type Refreshed =
  /** The document must be read; `fetched` will be stored with its run. */
  | { readonly type: "read"; readonly document: DocumentRecord; readonly fetched?: KeptPage }
  /** Its chunks match the current page. */
  | { readonly type: "unchanged"; readonly fetched: KeptPage }
  /** The run is no longer the current one. */
  | { readonly type: "superseded" };

/** Maximum number of UTF-8 bytes per byte of any encoding. */
const UTF8_GROWTH = 3;

/**
 * Fetches a document's page for the current run. If its chunks were made from its current bytes, sends a conditional
 * request, and does nothing more if the page and the collection are unchanged. Validators are stored only with a run
 * that has read the bytes, so that an interrupted run is repeated.
 */
export const refreshDocument = Effect.fn("ingest.refresh")(function* (
  document: DocumentRecord,
  collection: CollectionRecord,
  sourceUrl: string,
) {
  const sources = yield* PageSources;
  if (!sources.isOpen) return yield* lasting("the service no longer fetches pages (setting SERVICE_FETCH)");
  yield* (yield* ProgressHub).publish(document, inProgress("parsing", `fetching ${sourceUrl}`));
  const known = document.liveGeneration !== null && document.former === null ? document.fetched : null;
  const validators = validatorsOf(known);
  const fetchedAt = new Date().toISOString();
  const unchanged = (validators: PageValidators): Refreshed => {
    const fetched = { ...validators, fetchedAt };
    // Chunks made with other chunking settings than the collection's current ones must be made again.
    const isUpToDate = known !== null && known.fetchedAt > collection.updatedAt;
    return isUpToDate ? { type: "unchanged", fetched } : { type: "read", document, fetched };
  };
  // Closing the connection discards the unread rest of a response.
  const connection = yield* Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort()),
  );
  const page = yield* fetching(() => fetchPage(sourceUrl, { ...sources, signal: connection.signal, validators }));
  if (page === "unchanged") return unchanged(validators ?? {});
  const { head, bytes } = yield* fetching(() => peeked(page.bytes, SNIFF_BYTES));
  const { parsers } = yield* Plugins;
  const fileType = yield* fetching(async () => pageType(page, head, parsers));
  const stored = yield* storePage(document, fileType, contentOf(page, fileType, head, bytes));
  if (stored === undefined) return SUPERSEDED;
  if (stored.contentHash === document.contentHash) return unchanged(page.validators);
  const noted = yield* stored.note;
  if (noted === undefined) return SUPERSEDED;
  const read: Refreshed = { type: "read", document: noted, fetched: { ...page.validators, fetchedAt } };
  return read;
}, Effect.scoped);

/**
 * Stores the page's bytes. If chunks of the document's current file are live, that file stays, and the page is written
 * to a new file that becomes the document's when it is recorded. Returns undefined if the run is no longer the current
 * one.
 */
const storePage = Effect.fnUntraced(function* (
  document: DocumentRecord,
  fileType: string,
  bytes: AsyncIterable<Uint8Array>,
) {
  const { id, collectionId, generation } = document;
  const documents = yield* DocumentRepository;
  const options = { maxBytes: (yield* PageSources).maxBytes * UTF8_GROWTH };
  if (document.liveGeneration === null || document.former !== null) {
    if ((yield* documents.noteFetched(id, generation, undefined)) === undefined) return undefined;
    const { fileId } = document;
    const { size: fileSize, sha256: contentHash } = yield* (yield* FileStore)
      .write({ collectionId, documentId: fileId }, bytes, options)
      .pipe(Effect.mapError(fetchFailureOf));
    return { contentHash, note: documents.noteFetched(id, generation, { fileId, fileType, fileSize, contentHash }) };
  }
  const database = yield* Database;
  const staging = yield* Effect.acquireRelease((yield* StagedFiles).begin, ({ end }) => end);
  const fileId = newId();
  const { size: fileSize, sha256: contentHash } = yield* staging
    .write({ collectionId, documentId: fileId }, bytes, options)
    .pipe(Effect.mapError(fetchFailureOf));
  const note = database.transaction((transaction) =>
    Effect.tap(
      documents.noteFetched(id, generation, { fileId, fileType, fileSize, contentHash }, transaction),
      (noted) =>
        // Can't fail: a fetch takes less time than an upload may take.
        Effect.orDie(staging.recordedBy(transaction, new Set(noted === undefined ? [] : [fileId]))),
    ),
  );
  return { contentHash, note };
});

const SUPERSEDED: Refreshed = { type: "superseded" };

const contentOf = (page: FetchedPage, fileType: string, head: Uint8Array, bytes: AsyncIterable<Uint8Array>) =>
  TEXT_FILE_TYPES.has(fileType) ? asUtf8(bytes, head, page.charset) : bytes;

const validatorsOf = (fetched: KeptPage | null): PageValidators | undefined => {
  const { etag, lastModified } = fetched ?? {};
  if (etag === undefined && lastModified === undefined) return undefined;
  return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
};

/** Returns the page's fetch failure: the file store passes it on as the cause of the interrupted upload. */
const fetchFailureOf = (error: DomainError | FileStoreError): FetchFailure | FileStoreError => {
  if (error instanceof DomainError) return passing(error.message);
  return error.cause instanceof FetchFailure ? error.cause : error;
};

const fetching = <A>(work: () => Promise<A>): Effect.Effect<A, FetchFailure> =>
  Effect.tryPromise({ try: work, catch: (error) => error }).pipe(
    Effect.catch((error) => (error instanceof FetchFailure ? Effect.fail(error) : Effect.die(error))),
  );
