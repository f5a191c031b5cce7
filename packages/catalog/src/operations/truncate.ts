import { type Filter, isUuid, type JsonObject } from "@quarry/plugin/domain";
import type { StoreError } from "@quarry/store";
import type { NewWork } from "./begin-operation.ts";
import { deletionOf } from "./delete-vectors.ts";
import type { DoSome, NoteStep } from "./operation-work.ts";

/** Runs when the last of the documents is deleted. */
interface Following {
  readonly lastDocument: string;
  /** The items of the deletion of entries. */
  readonly entries: readonly string[];
}

/** Deletes documents, then entries of clients that lie within a range, as many as `count`. */
export const truncationOf = (
  documentIds: readonly string[],
  range: { readonly filter?: Filter | undefined; readonly upTo: number },
  count: number,
): NewWork => {
  const { items, parameters } = deletionOf(range, count);
  const lastDocument = documentIds.at(-1);
  const total = documentIds.length + count;
  if (lastDocument === undefined) return { kind: "truncate", total, items: count === 0 ? [] : items, parameters };
  const following: Following | undefined = count === 0 ? undefined : { lastDocument, entries: items };
  return {
    ...{ kind: "truncate", total, items: documentIds },
    parameters: { ...parameters, ...(following !== undefined && { following: following as unknown as JsonObject }) },
  };
};

/** The items of documents are their ids; those of entries begin with how many are left. */
export const truncateSome =
  <E>(deleteDocuments: DoSome, deleteEntries: DoSome<E>): DoSome<E | StoreError> =>
  (collection, items, parameters, note) => {
    if (!isUuid(items[0]!)) return deleteEntries(collection, items, parameters, note);
    const following = parameters["following"] as Following | undefined;
    const isLast = following !== undefined && items.includes(following.lastDocument);
    const noteWithNext: NoteStep = (step, transaction) =>
      note({ ...step, ...(isLast && { next: following.entries }) }, transaction);
    return deleteDocuments(collection, items, parameters, noteWithNext);
  };
