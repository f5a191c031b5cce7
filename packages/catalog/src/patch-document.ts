import { isDeepStrictEqual } from "node:util";
import {
  cleanFilename,
  describeValue,
  type DomainError,
  fileTypeOf,
  invalidArgument,
  type JsonObject,
} from "@quarry/plugin/domain";
import type { PassageIndexError } from "@quarry/search";
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
import { callersBoundary, isWithin, refuseOutside } from "./boundary/within-boundary.ts";
import { checkMetadata } from "./check-metadata.ts";
import { makeDescribeDocument } from "./describe/describe-document.ts";
import { checkExpiresAt } from "./expiry.ts";
import { checkExternalId } from "./external-id.ts";
import { documentNotFound, type DocumentName, type FoundDocument, isExpired } from "./find-document.ts";
import { mergePatch } from "./merge-patch.ts";
import { refuseOutdated } from "./outdated.ts";
import { refusing } from "./refusing.ts";
import { makeRemoveDocument } from "./remove-document.ts";
import { externalIdTaken } from "./uploads/admission.ts";

/** What is to be said of a document from now on; what is undefined stays. */
export interface DocumentPatch {
  /** A JSON Merge Patch. */
  readonly metadata?: JsonObject | undefined;
  readonly filename?: string | undefined;
  /** Null takes it away. */
  readonly externalId?: string | null | undefined;
  /** ISO 8601 UTC. Null: never. */
  readonly expiresAt?: string | null | undefined;
  /** `updated_at` as the caller knows it. */
  readonly ifUpdatedAt?: string | undefined;
}

export type PatchDocument = (
  found: FoundDocument,
  name: DocumentName,
  patch: DocumentPatch,
) => Effect.Effect<DocumentRecord, DomainError | PassageIndexError | StoreError>;

/** Changes what is said of a document. When it ends, the next query knows it; stores that filter by themselves, a job tells. */
export const makePatchDocument = Effect.gen(function* () {
  const repository = yield* DocumentRepository;
  const changes = yield* IndexChangeRepository;
  const database = yield* Database;
  const describing = yield* makeDescribeDocument;
  const remove = yield* makeRemoveDocument;

  const patchDocument: PatchDocument = Effect.fnUntraced(function* ({ collection, document: found }, name, patch) {
    const filename = yield* refusing(() => checkPatch(found, patch));
    const { externalId, expiresAt, metadata: merge = {}, ifUpdatedAt } = patch;

    /** Another document's id can't be taken, unless that one is over. */
    const freeExternalId = Effect.fnUntraced(function* (within: Transaction) {
      if (externalId === undefined || externalId === null) return;
      const other = yield* repository.findByExternalId(collection.id, externalId, within);
      if (other === undefined || other.id === found.id) return;
      const isSeen = isWithin(yield* callersBoundary, other);
      if (!isExpired(other)) return yield* externalIdTaken(externalId, isSeen ? other : undefined);
      yield* remove(collection, other.id, within);
    });

    const { document, isChanged } = yield* database.transaction(
      Effect.fnUntraced(function* (transaction: Transaction) {
        yield* changes.lockCollection(collection.id, transaction);
        const before = yield* repository.findById(found.id, transaction);
        const isSeen = before !== undefined && !isExpired(before) && isWithin(yield* callersBoundary, before);
        if (!isSeen) return yield* documentNotFound(name, collection.name);
        yield* refuseOutdated(before, ifUpdatedAt);
        const metadata = mergePatch(before.metadata, merge);
        yield* refusing(() => checkMetadata(metadata));
        const change = newIn(before, { metadata, filename, externalId, expiresAt });
        if (Object.keys(change).length === 0) return { document: before, isChanged: false };
        yield* freeExternalId(transaction);
        const former = before.former === null ? undefined : mergePatch(before.former.metadata, merge);
        const changed = yield* describing.record(before, change, former, transaction);
        yield* refuseOutside(
          changed,
          Object.keys(change)
            .map((key) => FIELDS[key as keyof DocumentChange])
            .join(", "),
        );
        return { document: changed, isChanged: true };
      }),
    );
    if (isChanged) yield* describing.passages(document.id);
    return document;
  });
  return patchDocument;
});

/** Gives the file name as it is to be stored. Throws a `DomainError` that names what can't be. */
const checkPatch = (document: DocumentRecord, { filename, externalId, expiresAt }: DocumentPatch) => {
  if (externalId !== undefined && externalId !== null) checkExternalId(externalId);
  if (expiresAt !== undefined && expiresAt !== null) checkExpiresAt(expiresAt);
  if (filename === undefined) return undefined;
  const clean = cleanFilename(filename);
  const { fileType } = document;
  if (fileTypeOf(clean, new Map([[fileType, undefined]])) !== fileType) {
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

/** What of a change is another value than there is. */
const newIn = (
  before: DocumentRecord,
  change: { readonly [Key in keyof DocumentChange]-?: DocumentChange[Key] | undefined },
): DocumentChange =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([key, value]) => value !== undefined && !isDeepStrictEqual(value, before[key as keyof DocumentChange]),
    ),
  );
