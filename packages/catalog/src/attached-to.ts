import {
  type DocumentRecord,
  DocumentRepository,
  MOST_ATTACHMENTS,
  parentIdOf,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";

/**
 * Returns the documents made from a document's attachments. Both records must state the relation, because an imported
 * archive can name any document, even itself as its attachment. `depth` is the nesting level; nesting is limited to the
 * levels that ingestion reads.
 */
export type AttachedTo = (
  parent: DocumentRecord,
  depth: number,
  within: Transaction,
) => Effect.Effect<readonly DocumentRecord[], StoreError>;

export const makeAttachedTo: Effect.Effect<AttachedTo, never, DocumentRepository> = Effect.gen(function* () {
  const repository = yield* DocumentRepository;
  return Effect.fnUntraced(function* ({ id: parentId, collectionId, info }, depth, within) {
    const named = (info?.attachments ?? []).slice(0, MOST_ATTACHMENTS[depth] ?? 0);
    const found: DocumentRecord[] = [];
    for (const { id } of named) {
      const document = yield* repository.findById(id, within);
      if (document?.collectionId === collectionId && parentIdOf(document.externalId) === parentId) found.push(document);
    }
    return found;
  });
});
