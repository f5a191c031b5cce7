import { isDeepStrictEqual } from "node:util";
import {
  cleanFilename,
  describeValue,
  type DomainError,
  fileTypeOf,
  GIVEN_CHUNKS_TYPE,
  invalidArgument,
  type JsonObject,
} from "@quarry/plugin/domain";
import {
  Database,
  type DocumentChange,
  type DocumentRecord,
  DocumentRepository,
  IndexChangeRepository,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";
import { callersAccessFilter, isWithin, refuseOutside } from "./access-filter/within-access-filter.ts";
import { checkMetadata } from "./check-metadata.ts";
import { type IndexUpdate, makeDescribeDocument, type RecordedChange } from "./describe/describe-document.ts";
import { checkExpiresAt } from "./expiry.ts";
import { checkOwnExternalId } from "./external-id.ts";
import { documentNotFound, type DocumentName, type FoundDocument, isExpired, isSeen } from "./find-document.ts";
import { mergePatch } from "./merge-patch.ts";
import { refuseOutdated } from "./outdated.ts";
import { refusing } from "./refusing.ts";
import { makeRemoveDocument } from "./remove-document.ts";
import { externalIdTaken } from "./uploads/admission.ts";

/** New values of a document's fields; undefined keeps the current value. */
export interface DocumentPatch {
  /** A JSON Merge Patch. */
  readonly metadata?: JsonObject | undefined;
  readonly filename?: string | undefined;
  /** Null removes it. */
  readonly externalId?: string | null | undefined;
  /** ISO 8601 UTC. Null: never. */
  readonly expiresAt?: string | null | undefined;
  /** The `updated_at` value that the caller last read. */
  readonly ifUpdatedAt?: string | undefined;
}

/** Fields that a caller can change in many documents at once. */
export type SharedPatch = Pick<DocumentPatch, "metadata" | "expiresAt">;

export interface PatchDocuments {
  /**
   * Changes a document. When it returns, the next query sees the change; a job updates stores that filter by
   * themselves.
   */
  patch(
    found: FoundDocument,
    name: DocumentName,
    patch: DocumentPatch,
  ): Effect.Effect<DocumentRecord, DomainError | Effect.Error<IndexUpdate>>;
  /**
   * Does the same in a transaction, which locks the collection, and after its commit. If it fails with a `DomainError`,
   * nothing was written.
   */
  patchWithin(
    found: Pick<FoundDocument, "collection"> & { readonly document: Pick<DocumentRecord, "id"> },
    name: DocumentName,
    patch: DocumentPatch,
    within: Transaction,
  ): Effect.Effect<RecordedChange, DomainError | StoreError>;
}

/** Creates the functions that change documents' metadata, names, external ids and expiry. */
export const makePatchDocument = Effect.gen(function* () {
  const repository = yield* DocumentRepository;
  const changes = yield* IndexChangeRepository;
  const database = yield* Database;
  const describing = yield* makeDescribeDocument;
  const remove = yield* makeRemoveDocument;

  /** Fails if another document has the id, unless that document has expired; then removes it. */
  const freeExternalId = Effect.fnUntraced(function* (
    collection: FoundDocument["collection"],
    documentId: string,
    { externalId }: DocumentPatch,
    within: Transaction,
  ) {
    if (externalId === undefined || externalId === null) return;
    const other = yield* repository.findByExternalId(collection.id, externalId, within);
    if (other === undefined || other.id === documentId) return;
    const isVisible = isWithin(yield* callersAccessFilter, other);
    if (!isExpired(other)) return yield* externalIdTaken(externalId, isVisible ? other : undefined);
    yield* remove(collection, other.id, within);
  });

  const patchWithin: PatchDocuments["patchWithin"] = Effect.fnUntraced(function* (
    { collection, document: { id } },
    name,
    patch,
    within,
  ) {
    yield* changes.lockCollection(collection.id, within);
    const before = yield* repository.findById(id, within);
    if (before === undefined || !(yield* isSeen(before))) return yield* documentNotFound(name, collection.name);
    yield* refuseOutdated(before, patch.ifUpdatedAt);
    const filename = yield* refusing(() => checkPatch(before, patch));
    const { externalId, expiresAt, metadata: merge = {} } = patch;
    const metadata = mergePatch(before.metadata, merge);
    yield* refusing(() => checkMetadata(metadata));
    const change = changedFields(before, { metadata, filename, externalId, expiresAt });
    if (Object.keys(change).length === 0) return { document: before, indexed: Effect.void };
    yield* refuseOutside({ ...before, ...change }, fieldsOf(change));
    yield* freeExternalId(collection, id, patch, within);
    const previous = before.former === null ? undefined : mergePatch(before.former.metadata, merge);
    return yield* describing.record(before, change, previous, within);
  });

  const patchDocument: PatchDocuments["patch"] = Effect.fnUntraced(function* (found, name, patch) {
    const { document, indexed } = yield* database.transaction((transaction) =>
      patchWithin(found, name, patch, transaction),
    );
    yield* indexed;
    return document;
  });

  return { patch: patchDocument, patchWithin } satisfies PatchDocuments;
});

/** Rejects patches that would change no document, or none correctly. Throws a `DomainError` that names the field. */
export const checkSharedPatch = ({ metadata, expiresAt }: SharedPatch): void => {
  if (metadata === undefined && expiresAt === undefined) {
    throw invalidArgument("metadata, expires_at: must have at least one of them, got none");
  }
  if (metadata !== undefined) checkMetadata(metadata);
  if (expiresAt !== undefined && expiresAt !== null) checkExpiresAt(expiresAt);
};

/** Returns the file name as it will be stored. Throws a `DomainError` that names an invalid field. */
const checkPatch = (document: DocumentRecord, { filename, externalId, expiresAt }: DocumentPatch) => {
  if (externalId !== undefined && externalId !== null) checkOwnExternalId(externalId);
  if (expiresAt !== undefined && expiresAt !== null) checkExpiresAt(expiresAt);
  if (filename === undefined) return undefined;
  const clean = cleanFilename(filename);
  const { fileType } = document;
  // A file of uploaded chunks can have any name.
  if (fileType !== GIVEN_CHUNKS_TYPE && fileTypeOf(clean, new Map([[fileType, undefined]])) !== fileType) {
    throw invalidArgument(
      `filename: must end in .${fileType} as the document's type is, got ${describeValue(filename)}`,
    );
  }
  return clean;
};

const FIELDS: Readonly<Record<keyof DocumentChange, string>> = {
  metadata: "metadata",
  filename: "filename",
  externalId: "external_id",
  expiresAt: "expires_at",
};

const fieldsOf = (change: DocumentChange): string =>
  Object.keys(change)
    .map((key) => FIELDS[key as keyof DocumentChange])
    .join(", ");

/** Returns the fields of a change whose values differ from the current ones. */
const changedFields = (
  before: DocumentRecord,
  change: { readonly [Key in keyof DocumentChange]-?: DocumentChange[Key] | undefined },
): DocumentChange =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([key, value]) => value !== undefined && !isDeepStrictEqual(value, before[key as keyof DocumentChange]),
    ),
  );
