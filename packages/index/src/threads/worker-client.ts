import { type CallOptions, ThreadChannel } from "@quarry/plugin/workers";
import { PassageIndexError, type PassageIndexErrorReason } from "../passages/passage-index-error.ts";
import type { Answers, WorkerRequest } from "../passages/protocol.ts";
import { toPassageIndexError } from "../storage/sqlite-failure.ts";

const LOSS_MESSAGES = {
  closed: "the passage index is closed",
  ended: "a worker thread of the passage index stopped",
  "given up": "nobody waits for the answer any more",
} as const;

/**
 * Client of a thread of the passage index. `Table` maps operation kinds to results. Calls reject with a
 * `PassageIndexError`.
 */
export class WorkerClient<Operation extends { readonly kind: string }, Table = Answers> extends ThreadChannel<
  Record<string, (request: WorkerRequest<Operation>) => unknown>
> {
  constructor(module: URL, data: object, answer?: (question: unknown) => Promise<unknown>) {
    super({
      module,
      data,
      lost: (lossKind, cause) => {
        const message = cause === undefined ? LOSS_MESSAGES[lossKind] : `${LOSS_MESSAGES[lossKind]}: ${cause.message}`;
        return new PassageIndexError({ reason: "unavailable", message });
      },
      failed: ({ reason, message }) => new PassageIndexError({ reason: reason as PassageIndexErrorReason, message }),
      toFailure: toPassageIndexError,
      ...(answer !== undefined && { answer }),
    });
  }

  request<Kind extends Operation["kind"] & keyof Table>(
    collectionId: string,
    operation: Extract<Operation, { readonly kind: Kind }>,
    options?: CallOptions,
  ): Promise<Table[Kind]> {
    return this.call(operation.kind, { collectionId, operation }, options) as Promise<Table[Kind]>;
  }
}
