import {
  type AdmittedFile,
  makeAttachedTo,
  makeAdmitFile,
  makeRemoveDocument,
  type StagedFile,
  StagedFiles,
} from "@quarry/catalog";
import { Plugins } from "@quarry/host";
import { type DomainError, newId } from "@quarry/plugin/domain";
import {
  type Attachment,
  attachmentId,
  type CollectionRecord,
  type DocumentRecord,
  DocumentRepository,
  MOST_ATTACHMENTS,
  parentIdOf,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import type { FileStoreError } from "@quarry/store/files";
import { Effect } from "effect";
import { type AttachedFile, MAX_ATTACHMENT_BYTES, type WantedAttachments } from "../parse/parse-protocol.ts";

/**
 * Attachments of a document that is being read, from their first byte until they are recorded as documents or deleted.
 */
export interface AttachedDocuments {
  readonly wanted: WantedAttachments;
  /** Stores the bytes of a file. The file is invisible until it is recorded. */
  stage(file: AttachedFile): Effect.Effect<void, FileStoreError>;
  /**
   * Makes documents from the staged files, in the transaction that makes the run visible. Updates those that an earlier
   * run made, by their position. Removes documents of attachments that no longer exist. The caller must have locked the
   * collection.
   */
  record(
    collection: CollectionRecord,
    parent: DocumentRecord,
    within: Transaction,
  ): Effect.Effect<readonly Attachment[], StoreError>;
}

/** Files are deleted at the end of the scope unless they were recorded. */
export const attachedDocuments = Effect.fnUntraced(function* (document: DocumentRecord) {
  const { parsers } = yield* Plugins;
  const wanted = { types: [...parsers.keys()], most: MOST_ATTACHMENTS[yield* depthOf(document)] ?? 0 };
  const staging = yield* Effect.acquireRelease((yield* StagedFiles).begin, ({ end }) => end);
  const admit = yield* makeAdmitFile;
  const remove = yield* makeRemoveDocument;
  const attachedTo = yield* makeAttachedTo;
  const staged: StagedFile[] = [];

  const stage: AttachedDocuments["stage"] = Effect.fnUntraced(function* ({ filename, fileType, bytes }) {
    const documentId = newId();
    const key = { collectionId: document.collectionId, documentId };
    const stored = yield* orDieIfRefused(staging.write(key, once(bytes), { maxBytes: MAX_ATTACHMENT_BYTES }));
    staged.push({ ...stored, documentId, filename, fileType });
  });

  const record: AttachedDocuments["record"] = Effect.fnUntraced(function* (collection, parent, within) {
    const admitted: AdmittedFile[] = [];
    const { metadata, expiresAt } = parent;
    const admission = { metadata, expiresAt: expiresAt ?? undefined, onConflict: "replace" } as const;
    for (const [index, file] of staged.entries()) {
      const options = { externalId: attachmentId(parent.id, index + 1) };
      admitted.push(yield* orDieIfRefused(admit(collection, file, options, admission, within)));
    }
    const retained = staged.filter((_, index) => isRecorded(admitted[index]!));
    yield* orDieIfRefused(staging.recordedBy(within, new Set(retained.map(({ documentId }) => documentId))));
    const attachments = admitted.map(({ document: { id, filename } }) => ({ id, filename }));
    const present = new Set(attachments.map(({ id }) => id));
    for (const { id } of yield* attachedTo(parent, 0, within)) {
      if (!present.has(id)) yield* remove(collection, id, within);
    }
    return attachments;
  });

  return { wanted, stage, record } satisfies AttachedDocuments;
});

/** Returns the nesting depth of a document as an attachment, up to the maximum that matters. */
const depthOf = Effect.fnUntraced(function* (document: DocumentRecord) {
  const documents = yield* DocumentRepository;
  let depth = 0;
  let parentId = parentIdOf(document.externalId);
  while (parentId !== undefined && depth < MOST_ATTACHMENTS.length) {
    depth += 1;
    const parent: DocumentRecord | undefined = yield* documents.findById(parentId);
    parentId = parent === undefined ? undefined : parentIdOf(parent.externalId);
  }
  return depth;
});

/** Whether the file's bytes now belong to a document. */
const isRecorded = ({ outcome }: AdmittedFile): boolean => outcome === "created" || outcome === "replaced";

/** These errors are for invalid requests of callers. The service makes none, so an error is a defect. */
const orDieIfRefused = <A, E, R>(
  effect: Effect.Effect<A, DomainError | E, R>,
): Effect.Effect<A, Exclude<E, DomainError>, R> =>
  Effect.catchIf(
    effect,
    (error): error is Extract<DomainError | E, DomainError> => (error as Partial<DomainError>)._tag === "DomainError",
    (error) => Effect.die(error),
  ) as Effect.Effect<A, Exclude<E, DomainError>, R>;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
