import { call, type contract, type Message } from "../../../api/rest.ts";
import { type ListRange, fetchDocuments } from "../documents-data.ts";
import type { ListView } from "../list/list-view.ts";
import { type Selector, selectorsOf, type Target } from "./target.ts";

export type WorkKind = "delete" | "reprocess" | "update";

/** Fields that an update sets on each document. */
export type Change = Pick<Message<contract.UpdateDocumentsRequest>, "metadata" | "expires_at">;

export type Work = { readonly kind: "delete" | "reprocess" } | ({ readonly kind: "update" } & Change);

export interface WorkResult {
  readonly done: number;
  readonly failed: number;
  /** First failure, or undefined if there was none. */
  readonly error: unknown;
  /** Operation that continues in the background. */
  readonly operation: Message<contract.Operation> | undefined;
}

/** Receives the number of documents processed so far, after each request. */
export type OnDone = (done: number) => void;

const DOCUMENTS = "POST /v1/collections/{collection_name}/documents";

interface WorkOptions {
  readonly dry_run?: true;
  readonly limit?: number;
}

const sendWork = ({ kind, ...change }: Work, collection: string, selector: Selector, options: WorkOptions) =>
  call(`${DOCUMENTS}/${kind}`, { collection_name: collection, ...selector, ...change, ...options });

/** Returns the number of documents in a target, by a dry run. */
export const countOf = async (collection: string, target: Target): Promise<number> => {
  let count = 0;
  for (const selector of selectorsOf(target)) {
    const { matched } = await sendWork({ kind: "reprocess" }, collection, selector, { dry_run: true });
    count += matched;
  }
  return count;
};

/**
 * Target with the number of documents counted in it. No more than this number are changed, even if documents were added
 * meanwhile.
 */
export interface Counted {
  readonly target: Target;
  readonly count: number;
}

/** Runs the action, or starts it as an operation. */
export const workOn = async (
  collection: string,
  { target, count }: Counted,
  work: Work,
  onDone: OnDone,
): Promise<WorkResult> => {
  let done = 0;
  let failed = 0;
  let error: unknown;
  let operation: WorkResult["operation"];
  for (const selector of selectorsOf(target)) {
    const answer = await sendWork(work, collection, selector, { limit: count });
    operation ??= answer.operation;
    done += answer.done ?? 0;
    failed += answer.errors.length;
    if (answer.errors[0] !== undefined) error ??= new Error(answer.errors[0].error);
    onDone(done + failed);
  }
  return { done, failed, error, operation };
};

/** Longest list that one request returns. */
const LIST_SIZE = 1_000;

/** Returns the ids of all documents of a view. */
export const allIds = async (collection: string, view: ListView): Promise<readonly string[]> => {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const range: ListRange =
      cursor === undefined ? { limit: LIST_SIZE, offset: ids.length } : { limit: LIST_SIZE, offset: 0, cursor };
    const { documents, total, next_cursor: next } = await fetchDocuments(collection, view, range);
    ids.push(...documents.map(({ id }) => id));
    cursor = next ?? undefined;
    if (documents.length === 0 || ids.length >= total) return ids;
  }
};
