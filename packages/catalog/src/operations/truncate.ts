import { type Filter, isUuid, type JsonObject } from "@quarry/plugin/domain";
import type { StoreError } from "@quarry/store";
import type { NewWork } from "./begin-operation.ts";
import { deletionWork } from "./delete-vectors.ts";
import type { ProcessBatch, NoteStep } from "./operation-work.ts";

/** Work that follows the deletion of the last document. */
interface Following {
  readonly lastDocument: string;
  /** Items of the deletion of entries. */
  readonly entries: readonly string[];
}

/** Deletes documents, then the `count` entries of clients within a range. */
export const truncationOf = (
  documentIds: readonly string[],
  range: { readonly filter?: Filter | undefined; readonly upTo: number },
  count: number,
): NewWork => {
  const { items, parameters } = deletionWork(range, count);
  const lastDocument = documentIds.at(-1);
  const total = documentIds.length + count;
  if (lastDocument === undefined) return { kind: "truncate", total, items: count === 0 ? [] : items, parameters };
  const following: Following | undefined = count === 0 ? undefined : { lastDocument, entries: items };
  return {
    ...{ kind: "truncate", total, items: documentIds },
    parameters: { ...parameters, ...(following !== undefined && { following: following as unknown as JsonObject }) },
  };
};

/** Items of documents are their ids; items of entries begin with the number that remains. */
export const truncateBatch =
  <E>(deleteDocuments: ProcessBatch, deleteEntries: ProcessBatch<E>): ProcessBatch<E | StoreError> =>
  (collection, items, parameters, note) => {
    if (!isUuid(items[0]!)) return deleteEntries(collection, items, parameters, note);
    const following = parameters["following"] as Following | undefined;
    const isLast = following !== undefined && items.includes(following.lastDocument);
    const noteAndContinue: NoteStep = (step, transaction) =>
      note({ ...step, ...(isLast && { next: following.entries }) }, transaction);
    return deleteDocuments(collection, items, parameters, noteAndContinue);
  };
