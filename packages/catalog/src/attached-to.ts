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
 * The documents that were made of files within one, as both it and they say: an archive that is imported may name any document,
 * itself included. `depth`: how many of such steps have led here; none leads further than what was read so.
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
