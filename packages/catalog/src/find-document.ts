import { composed, describeValue, type DomainError, isUuid, notFound } from "@quarry/plugin/domain";
import {
  type CollectionRecord,
  CollectionRepository,
  type DocumentRecord,
  DocumentRepository,
  type StoreError,
} from "@quarry/store";
import { Effect } from "effect";
import { callersAccessFilter, isWithin } from "./access-filter/within-access-filter.ts";
import { Collections } from "./collections.ts";

/** Reference to a document: its UUID, or the external id that the caller gave it. */
export type DocumentName = string | { readonly externalId: string };

export interface FoundDocument {
  readonly collection: CollectionRecord;
  readonly document: DocumentRecord;
}

/**
 * Resolves a document name, in this one place. Fails with `not_found` if the document doesn't exist or doesn't match
 * the caller's access filter.
 */
export type FindDocument = (
  collectionName: string,
  name: DocumentName,
) => Effect.Effect<FoundDocument, DomainError | StoreError>;

export const makeFindDocument = Effect.gen(function* () {
  const collections = yield* Collections;
  const repository = yield* DocumentRepository;
  const named = (collectionId: string, name: DocumentName) => {
    if (typeof name !== "string") return repository.findByExternalId(collectionId, name.externalId);
    return isUuid(name) ? repository.find(collectionId, name) : Effect.succeed(undefined);
  };
  const findDocument: FindDocument = Effect.fnUntraced(function* (collectionName, name) {
    const collection = yield* collections.get(collectionName);
    const document = yield* named(collection.id, name);
    if (document === undefined || !(yield* isSeen(document))) return yield* documentNotFound(name, collectionName);
    return { collection, document };
  });
  return findDocument;
});

/**
 * Returns the collection of a document by the document's id alone. Fails with `not_found` and the same message if the
 * document doesn't exist, doesn't match the caller's access filter, or its collection isn't in `limitedTo`.
 */
export type FindCollectionOf = (
  documentId: string,
  limitedTo: ReadonlySet<string> | undefined,
) => Effect.Effect<CollectionRecord, DomainError | StoreError>;

export const makeFindCollectionOf = Effect.gen(function* () {
  const collections = yield* CollectionRepository;
  const documents = yield* DocumentRepository;
  const findCollectionOf: FindCollectionOf = Effect.fnUntraced(function* (documentId, limitedTo) {
    const document = isUuid(documentId) ? yield* documents.findById(documentId) : undefined;
    const collection =
      document !== undefined && (yield* isSeen(document))
        ? yield* collections.findById(document.collectionId)
        : undefined;
    const isTouched = collection !== undefined && limitedTo?.has(collection.name) !== false;
    return isTouched ? collection : yield* notFound(`document ${describeValue(documentId)} does not exist`);
  });
  return findCollectionOf;
});

/** Does `FindDocument` for many names: returns the document of each name, if any. */
export type FindDocuments = (
  collection: CollectionRecord,
  names: readonly DocumentName[],
) => Effect.Effect<(name: DocumentName) => DocumentRecord | undefined, StoreError>;

export const makeFindDocuments: Effect.Effect<FindDocuments, never, DocumentRepository> = Effect.map(
  DocumentRepository,
  (repository): FindDocuments =>
    Effect.fnUntraced(function* ({ id: collectionId }, names) {
      const accessFilter = yield* callersAccessFilter;
      const isVisible = (document: DocumentRecord) => !isExpired(document) && isWithin(accessFilter, document);
      const ids = names.filter((name) => typeof name === "string" && isUuid(name)) as readonly string[];
      const externalIds = names.flatMap((name) => (typeof name === "string" ? [] : [name.externalId]));
      const byId = (yield* repository.findMany(collectionId, ids)).filter(isVisible);
      const byExternalId = (yield* repository.findManyByExternalId(collectionId, externalIds)).filter(isVisible);
      const named = new Map(byId.map((document) => [document.id, document]));
      const external = new Map(
        byExternalId.map((document) => [document.externalId && composed(document.externalId), document]),
      );
      return (name) => (typeof name === "string" ? named.get(name) : external.get(composed(name.externalId)));
    }),
);

/** Whether the document appears in responses to the running effect's caller. */
export const isSeen = (document: DocumentRecord): Effect.Effect<boolean> =>
  Effect.map(callersAccessFilter, (accessFilter) => !isExpired(document) && isWithin(accessFilter, document));

/** Whether the document no longer appears in any response, although it can still be stored. */
export const isExpired = ({ expiresAt }: Pick<DocumentRecord, "expiresAt">): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

export const documentNotFound = (name: DocumentName, collectionName: string): DomainError => {
  const which =
    typeof name === "string"
      ? `document ${describeValue(name)}`
      : `a document with the external_id ${describeValue(name.externalId)}`;
  return notFound(`${which} does not exist in collection ${describeValue(collectionName)}`);
};
