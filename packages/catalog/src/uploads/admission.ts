import { alreadyExists, describeValue, type DomainError, type JsonObject } from "@quarry/plugin/domain";
import { WebhookOutbox } from "@quarry/events";
import { JobQueue } from "@quarry/jobs";
import {
  type CollectionRecord,
  type DocumentRecord,
  DocumentRepository,
  type FetchedPage,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";
import type { OnConflict } from "../direct/write-entries.ts";
import { makeDescribeDocument } from "../describe/describe-document.ts";
import { defaultExpiry } from "../expiry.ts";
import { isExpired } from "../find-document.ts";
import { ingestJob } from "../ingest-job.ts";
import { refuseOutdated } from "../outdated.ts";
import { makeRemoveDocument } from "../remove-document.ts";
import { makeRestartDocument } from "../restart-document.ts";
import type { StagedFile } from "./staged-file.ts";

/** What is done where another document of the collection has the same bytes. */
export type OnDuplicate = "allow" | "skip" | "error";

/** What an upload says of its files. */
export interface Admission {
  /** Undefined where nothing was given: a new document has none, and one that is replaced keeps its own. */
  readonly metadata: JsonObject | undefined;
  /** Default: error. */
  readonly onConflict?: OnConflict | undefined;
  /** Default: allow. */
  readonly onDuplicate?: OnDuplicate | undefined;
  /** ISO 8601 UTC. Default: as the collection says; one that is replaced by other bytes gets that anew. */
  readonly expiresAt?: string | undefined;
  /** `updated_at` of the document that is to be replaced, as the caller knows it. */
  readonly ifUpdatedAt?: string | undefined;
}

/** What is to be known of one file beside its bytes. */
export interface FileFacts {
  readonly externalId?: string | undefined;
  readonly sourceUrl?: string | undefined;
  readonly fetched?: FetchedPage | undefined;
}

/** What became of a file that was taken. `updated`: the same bytes and name with other metadata. */
export type AdmissionOutcome = "created" | "replaced" | "updated" | "unchanged" | "skipped";

export interface AdmittedFile {
  readonly outcome: AdmissionOutcome;
  readonly document: DocumentRecord;
}

/** Decides what becomes of a staged file, and records it; inside a transaction that has locked the collection. */
export type AdmitFile = (
  collection: CollectionRecord,
  file: StagedFile,
  facts: FileFacts,
  admission: Admission,
  within: Transaction,
) => Effect.Effect<AdmittedFile, DomainError | StoreError>;

/** Whether another document may stand in a file's way, so that the collection has to be locked. */
export const needsLock = (facts: FileFacts, { onDuplicate = "allow" }: Admission): boolean =>
  facts.externalId !== undefined || onDuplicate !== "allow";

/** Null where nothing was given. */
type Stored<Facts> = { readonly [Key in keyof Facts]: Facts[Key] | null };

export const makeAdmitFile = Effect.gen(function* () {
  const repository = yield* DocumentRepository;
  const jobs = yield* JobQueue;
  const outbox = yield* WebhookOutbox;
  const remove = yield* makeRemoveDocument;
  const restarting = yield* makeRestartDocument;
  const describing = yield* makeDescribeDocument;

  const create = Effect.fnUntraced(function* (
    collection: CollectionRecord,
    { documentId: id, filename, fileType, size: fileSize, sha256: contentHash }: StagedFile,
    { externalId = null, sourceUrl = null, fetched = null }: Stored<FileFacts>,
    { metadata = {}, expiresAt }: Admission,
    within: Transaction,
  ) {
    const bytes = { id, collectionId: collection.id, filename, fileType, fileSize, contentHash, metadata };
    const end = expiresAt ?? defaultExpiry(collection);
    const document = yield* repository.insert({ ...bytes, externalId, expiresAt: end, sourceUrl, fetched }, within);
    yield* jobs.enqueue(ingestJob(document), within);
    return { outcome: "created" as const, document };
  });

  const replace = Effect.fnUntraced(function* (
    collection: CollectionRecord,
    existing: DocumentRecord,
    { documentId: fileId, filename, fileType, size: fileSize, sha256: contentHash }: StagedFile,
    { sourceUrl = null, fetched = null }: Stored<FileFacts>,
    { metadata = existing.metadata, expiresAt }: Admission,
    within: Transaction,
  ) {
    const bytes = { fileId, filename, fileType, fileSize, contentHash };
    const end = expiresAt ?? defaultExpiry(collection) ?? existing.expiresAt;
    const replacement = { ...bytes, metadata, expiresAt: end, sourceUrl, fetched };
    const document = yield* restarting.restart(collection, existing.id, replacement, within);
    // It is locked, so it can't have gone.
    return { outcome: "replaced" as const, document: document! };
  });

  /** The same bytes and name: at most what is said of it is new. */
  const keep = Effect.fnUntraced(function* (
    collection: CollectionRecord,
    existing: DocumentRecord,
    { metadata = existing.metadata, expiresAt = existing.expiresAt ?? undefined }: Admission,
    within: Transaction,
  ) {
    const isSame = sameJson(metadata, existing.metadata) && (expiresAt ?? null) === existing.expiresAt;
    if (!isSame) {
      const change = { metadata, expiresAt: expiresAt ?? null };
      const document = yield* describing.record(existing, change, existing.former?.metadata, within);
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

  const admit: AdmitFile = Effect.fnUntraced(function* (collection, file, facts, admission, within) {
    const { externalId } = facts;
    const { onConflict = "error", onDuplicate = "allow", ifUpdatedAt } = admission;
    let existing =
      externalId === undefined ? undefined : yield* repository.findByExternalId(collection.id, externalId, within);
    if (existing !== undefined && isExpired(existing)) {
      yield* remove(collection, existing.id, within);
      existing = undefined;
    }
    yield* refuseOutdated(existing, ifUpdatedAt);
    if (existing !== undefined && onConflict === "skip") return { outcome: "skipped", document: existing };
    if (existing !== undefined && onConflict === "error") return yield* externalIdTaken(externalId!, existing);
    if (existing !== undefined && isSameFile(existing, file)) {
      return yield* keep(collection, existing, admission, within);
    }
    if (onDuplicate !== "allow") {
      const same = yield* repository.findByContent(collection.id, file.sha256, existing?.id, within);
      if (same !== undefined && onDuplicate === "skip") return { outcome: "skipped", document: same };
      if (same !== undefined) return yield* bytesTaken(file, same);
    }
    return existing === undefined
      ? yield* create(collection, file, facts, admission, within)
      : yield* replace(collection, existing, file, facts, admission, within);
  });
  return admit;
});

/** What failed may end otherwise when it is tried again. */
const isSameFile = (document: DocumentRecord, { filename, sha256 }: StagedFile): boolean =>
  document.contentHash === sha256 && document.filename === filename && document.status !== "failed";

/** Whether two values say the same, in whatever order. */
const sameJson = (one: JsonObject, other: JsonObject): boolean => canonical(one) === canonical(other);

const canonical = (value: JsonObject): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );

export const externalIdTaken = (externalId: string, { id }: Pick<DocumentRecord, "id">): DomainError =>
  alreadyExists(
    `external_id: document ${id} with ${describeValue(externalId)} already exists; on_conflict may be 'replace' or 'skip'`,
  );

const bytesTaken = ({ filename }: StagedFile, { id, filename: other }: DocumentRecord): DomainError =>
  alreadyExists(
    `file: ${describeValue(filename)} has the same bytes as document ${id} (${describeValue(other)}); on_duplicate may be 'allow' or 'skip'`,
  );
