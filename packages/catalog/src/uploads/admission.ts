import type { AccessFilter } from "@quarry/index";
import { alreadyExists, describeValue, type DomainError, type JsonObject } from "@quarry/plugin/domain";
import { WebhookOutbox } from "@quarry/events";
import { JobQueue } from "@quarry/jobs";
import {
  type CollectionRecord,
  type DocumentChange,
  type DocumentRecord,
  DocumentRepository,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";
import { callersAccessFilter, isWithin, refuseOutside } from "../access-filter/within-access-filter.ts";
import type { OnConflict } from "../direct/write-entries.ts";
import { makeDescribeDocument } from "../describe/describe-document.ts";
import { defaultExpiry } from "../expiry.ts";
import { isExpired } from "../find-document.ts";
import { ingestJob } from "../ingest-job.ts";
import { refuseOutdated } from "../outdated.ts";
import { makeRemoveDocument } from "../remove-document.ts";
import { makeRestartDocument } from "../restart-document.ts";
import type { StagedFile } from "./staged-file.ts";
import { bindServices } from "../bind-services.ts";

/** Action for a file whose bytes another document of the collection already has. */
export type OnDuplicate = "allow" | "skip" | "error";

/** Options of an upload that apply to all its files. */
export interface Admission {
  /** Undefined: a new document has none, and a replaced one keeps its own. */
  readonly metadata: JsonObject | undefined;
  /** Default: error. */
  readonly onConflict?: OnConflict | undefined;
  /** Default: allow. */
  readonly onDuplicate?: OnDuplicate | undefined;
  /** ISO 8601 UTC. Default: the collection's; a document replaced by other bytes gets that default again. */
  readonly expiresAt?: string | undefined;
  /** The `updated_at` value of the document to replace that the caller last read. */
  readonly ifUpdatedAt?: string | undefined;
}

/** Fields of one uploaded file, apart from its bytes. */
export interface FileOptions {
  readonly externalId?: string | undefined;
}

/** Outcome of an accepted file. `updated`: the same bytes and name with other metadata. */
export type AdmissionOutcome = "created" | "replaced" | "updated" | "unchanged" | "skipped";

export interface AdmittedFile {
  readonly outcome: AdmissionOutcome;
  readonly document: DocumentRecord;
}

/**
 * Decides the outcome of a staged file and records it, in a transaction that has locked the collection. After its
 * commit, subscribers are notified and the passage index is updated.
 */
export type AdmitFile = (
  collection: CollectionRecord,
  file: StagedFile,
  options: FileOptions,
  admission: Admission,
  within: Transaction,
) => Effect.Effect<AdmittedFile, DomainError | StoreError>;

/** Whether another document can conflict with a file, so that the collection must be locked. */
export const needsLock = (options: FileOptions, { onDuplicate = "allow" }: Admission): boolean =>
  options.externalId !== undefined || onDuplicate !== "allow";

type AdmissionServices = Effect.Success<typeof admissionServices>;

const admissionServices = Effect.gen(function* () {
  return {
    repository: yield* DocumentRepository,
    jobs: yield* JobQueue,
    outbox: yield* WebhookOutbox,
    remove: yield* makeRemoveDocument,
    restart: yield* makeRestartDocument,
    describing: yield* makeDescribeDocument,
  };
});

const create = Effect.fnUntraced(function* (
  { repository, jobs }: AdmissionServices,
  collection: CollectionRecord,
  { documentId: id, filename, fileType, size: fileSize, sha256: contentHash, sourceUrl, blobId }: StagedFile,
  { externalId }: FileOptions,
  { metadata = {}, expiresAt }: Admission,
  within: Transaction,
) {
  const bytes = { id, collectionId: collection.id, filename, fileType, fileSize, contentHash, metadata };
  const end = expiresAt ?? defaultExpiry(collection);
  const named = { externalId: externalId ?? null, expiresAt: end, sourceUrl: sourceUrl ?? null };
  const shared = blobId === undefined ? {} : { fileId: blobId };
  const document = yield* repository.insert({ ...bytes, ...named, ...shared }, within);
  yield* jobs.enqueue(ingestJob(document), within);
  return { outcome: "created" as const, document };
});

const replace = Effect.fnUntraced(function* (
  { restart, describing }: AdmissionServices,
  collection: CollectionRecord,
  existing: DocumentRecord,
  { documentId, filename, fileType, size: fileSize, sha256: contentHash, sourceUrl, blobId }: StagedFile,
  { metadata = existing.metadata, expiresAt }: Admission,
  within: Transaction,
) {
  const bytes = { fileId: blobId ?? documentId, filename, fileType, fileSize, contentHash };
  const end = expiresAt ?? defaultExpiry(collection) ?? existing.expiresAt;
  const replacement = { ...bytes, metadata, expiresAt: end, sourceUrl: sourceUrl ?? null };
  const document = yield* restart(collection, existing.id, replacement, within);
  // The live version gets the new expiry.
  yield* describing.passagesAfter(within, existing.id);
  // The collection is locked, so the document can't have been deleted.
  return { outcome: "replaced" as const, document: document! };
});

/** Refreshes the same web page: a new run asks its server whether it has changed. */
const refresh = Effect.fnUntraced(function* (
  { restart, describing }: AdmissionServices,
  collection: CollectionRecord,
  existing: DocumentRecord,
  { filename }: StagedFile,
  admission: Admission,
  within: Transaction,
) {
  const change = { ...changedFields(existing, admission), ...(filename !== existing.filename && { filename }) };
  if (Object.keys(change).length > 0) {
    yield* describing.record(existing, change, previousMetadata(existing, change), within);
  }
  const document = yield* restart(collection, existing.id, undefined, within);
  return { outcome: "replaced" as const, document: document! };
});

/** Keeps a document with the same bytes and name, and applies the upload's metadata or expiry. */
const keepExisting = Effect.fnUntraced(function* (
  { outbox, describing }: AdmissionServices,
  collection: CollectionRecord,
  existing: DocumentRecord,
  admission: Admission,
  within: Transaction,
) {
  const change = changedFields(existing, admission);
  if (Object.keys(change).length > 0) {
    const { document } = yield* describing.record(existing, change, previousMetadata(existing, change), within);
    return { outcome: "updated" as const, document };
  }
  yield* outbox.documentChanged(
    {
      documentId: existing.id,
      generation: existing.generation,
      collection: collection.name,
      status: "unchanged",
      chunkCount: existing.chunkCount,
      errorMessage: existing.errorMessage,
    },
    within,
  );
  return { outcome: "unchanged" as const, document: existing };
});

/** Returns the document that already has the external id, if the caller can see it. */
const findExisting = Effect.fnUntraced(function* (
  { repository, remove }: AdmissionServices,
  collection: CollectionRecord,
  externalId: string | undefined,
  accessFilter: AccessFilter | undefined,
  within: Transaction,
) {
  if (externalId === undefined) return undefined;
  const existing = yield* repository.findByExternalId(collection.id, externalId, within);
  if (existing !== undefined && isExpired(existing)) {
    yield* remove(collection, existing.id, within);
    return undefined;
  }
  if (existing !== undefined && !isWithin(accessFilter, existing)) return yield* externalIdTaken(externalId, undefined);
  return existing;
});

const decide = Effect.fnUntraced(function* (
  ...[services, collection, file, options, admission, within]: readonly [AdmissionServices, ...Parameters<AdmitFile>]
): Effect.fn.Return<AdmittedFile, DomainError | StoreError> {
  const { externalId } = options;
  const { onConflict = "error", onDuplicate = "allow", ifUpdatedAt } = admission;
  const accessFilter = yield* callersAccessFilter;
  const existing = yield* findExisting(services, collection, externalId, accessFilter, within);
  yield* refuseOutdated(existing, ifUpdatedAt);
  if (existing !== undefined && onConflict === "skip") return { outcome: "skipped", document: existing };
  if (existing !== undefined && onConflict === "error") return yield* externalIdTaken(externalId!, existing);
  if (existing !== undefined && isSameFile(existing, file)) {
    return yield* keepExisting(services, collection, existing, admission, within);
  }
  // The bytes of a web page are only known after it is fetched.
  if (onDuplicate !== "allow" && file.sourceUrl === undefined) {
    const isSeen = (document: DocumentRecord) => document.id !== existing?.id && isWithin(accessFilter, document);
    const same = yield* services.repository.findByContent(collection.id, file.sha256, isSeen, within);
    if (same !== undefined && onDuplicate === "skip") return { outcome: "skipped", document: same };
    if (same !== undefined) return yield* duplicateContent(file, same);
  }
  if (existing === undefined) return yield* create(services, collection, file, options, admission, within);
  const isSamePage = file.sourceUrl !== undefined && existing.sourceUrl === file.sourceUrl;
  return isSamePage
    ? yield* refresh(services, collection, existing, file, admission, within)
    : yield* replace(services, collection, existing, file, admission, within);
});

const admit = Effect.fnUntraced(function* (services: AdmissionServices, ...file: Parameters<AdmitFile>) {
  const admitted = yield* decide(services, ...file);
  if (WRITTEN.has(admitted.outcome)) yield* refuseOutside(admitted.document, "metadata");
  return admitted;
});

export const makeAdmitFile = Effect.map(admissionServices, (services) => bindServices(services, { admit }).admit);

/** Outcomes that wrote a document. It must match the caller's access filter, as the previous version does. */
const WRITTEN: ReadonlySet<AdmissionOutcome> = new Set(["created", "replaced", "updated"]);

/** Returns the fields of an upload whose values differ from the existing document's. */
const changedFields = (existing: DocumentRecord, { metadata, expiresAt }: Admission): DocumentChange => ({
  ...(metadata !== undefined && !sameJson(metadata, existing.metadata) && { metadata }),
  ...(expiresAt !== undefined && expiresAt !== existing.expiresAt && { expiresAt }),
});

/** Metadata of the version that stays searchable until it is replaced. */
const previousMetadata = ({ former: previous }: DocumentRecord, change: DocumentChange) =>
  previous === null ? undefined : (change.metadata ?? previous.metadata);

/** Whether the file is the document's current one. A failed document is retried, and a web page can have changed. */
const isSameFile = (document: DocumentRecord, { filename, sha256, sourceUrl }: StagedFile): boolean =>
  sourceUrl === undefined &&
  document.contentHash === sha256 &&
  document.filename === filename &&
  document.status !== "failed";

/** Whether two values are equal, regardless of the order of their fields. */
const sameJson = (one: JsonObject, other: JsonObject): boolean => canonical(one) === canonical(other);

const canonical = (value: JsonObject): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );

/** Discloses nothing about a document that the caller can't see. */
export const externalIdTaken = (externalId: string, by: Pick<DocumentRecord, "id"> | undefined): DomainError =>
  alreadyExists(
    by === undefined
      ? `external_id: ${describeValue(externalId)} is taken`
      : `external_id: document ${by.id} with ${describeValue(externalId)} already exists; on_conflict may be 'replace' or 'skip'`,
  );

const duplicateContent = ({ filename }: StagedFile, { id, filename: other }: DocumentRecord): DomainError =>
  alreadyExists(
    `file: ${describeValue(filename)} has the same bytes as document ${id} (${describeValue(other)}); on_duplicate may be 'allow' or 'skip'`,
  );
