import { answerOf, rest } from "../../../api/rest.ts";
import { BATCH_SIZE, fetchDocuments } from "../documents-data.ts";
import type { ListView } from "./list-view.ts";

export interface BulkResult {
  readonly done: number;
  readonly failed: number;
  /** The first failure; undefined when there was none. */
  readonly error: unknown;
}

/** Told after each step how many have been dealt with. */
export type OnDone = (done: number) => void;

/** The longest list that one request gives. */
const LIST_SIZE = 1_000;

/** Requests at the same time: quick for thousands, and no flood. */
const AT_ONCE = 4;

/** The ids of all documents of a view. */
export const allIds = async (collection: string, view: ListView): Promise<readonly string[]> => {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const offset = cursor === undefined ? ids.length : 0;
    const range = { limit: LIST_SIZE, offset, ...(cursor !== undefined && { cursor }) };
    const { documents, total, next_cursor: next } = await fetchDocuments(collection, view, range);
    ids.push(...documents.map(({ id }) => id));
    cursor = next ?? undefined;
    if (documents.length === 0 || ids.length >= total) return ids;
  }
};

/** Deletes documents, as many in one request as the service takes. */
export const deleteDocuments = async (
  collection: string,
  ids: readonly string[],
  onDone: OnDone,
): Promise<BulkResult> => {
  let done = 0;
  let failed = 0;
  let error: unknown;
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const { deleted, errors } = await answerOf(
      rest.POST("/v1/collections/{collection_name}/documents/batch/delete", {
        params: { path: { collection_name: collection } },
        body: { document_ids: ids.slice(start, start + BATCH_SIZE) },
      }),
    );
    done += deleted;
    failed += errors.length;
    if (errors[0] !== undefined) error ??= new Error(errors[0].error);
    onDone(done + failed);
  }
  return { done, failed, error };
};

/** Queues documents to be processed again. One that can't be does not keep the others from it. */
export const reprocessDocuments = async (
  collection: string,
  ids: readonly string[],
  onDone: OnDone,
): Promise<BulkResult> => {
  const waiting = [...ids];
  let done = 0;
  let failed = 0;
  let error: unknown;
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      try {
        await reprocess(collection, id);
        done += 1;
      } catch (thrown) {
        failed += 1;
        error ??= thrown;
      }
      onDone(done + failed);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, failed, error };
};

const reprocess = (collection: string, id: string) =>
  answerOf(
    rest.POST("/v1/collections/{collection_name}/documents/{document_id}/reprocess", {
      params: { path: { collection_name: collection, document_id: id } },
    }),
  );
