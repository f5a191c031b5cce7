import { failed, type ProgressEvent } from "@quarry/events";
import { isDomainError } from "@quarry/plugin/domain";
import type { CallContext } from "./handler.ts";
import { runFor } from "./run-effect.ts";
import { type ProgressSources, watchProgress } from "./watch-progress.ts";

/** Progress step of a document. */
export interface DocumentStep extends ProgressEvent {
  readonly documentId: string;
}

interface Waiting {
  readonly step: DocumentStep;
  /** Requests the document's next step. */
  readonly acknowledge: () => void;
}

/**
 * Streams the steps of several documents, each like `watchProgress`; ends when all of them have ended. A document that
 * does not exist is reported as failed; an unknown collection fails the stream. For a slow watcher, one step of each
 * document waits, and its mailbox stores the newest ones after it.
 */
export async function* watchManyProgress(
  sources: ProgressSources,
  { collectionName, ids }: { readonly collectionName: string; readonly ids: readonly string[] },
  context: Pick<CallContext, "principal" | "signal">,
): AsyncGenerator<DocumentStep> {
  await runFor(context, sources.documents.getMany(collectionName, []));
  const waiting: Waiting[] = [];
  let wake: (() => void) | undefined;
  const leave = new AbortController();
  const signal = AbortSignal.any([context.signal, leave.signal]);
  signal.addEventListener("abort", () => wake?.(), { once: true });
  const put = (step: DocumentStep) =>
    new Promise<void>((acknowledge) => {
      if (signal.aborted) return acknowledge();
      waiting.push({ step, acknowledge });
      wake?.();
    });
  const follow = async (documentId: string): Promise<void> => {
    const steps = watchProgress(sources, { collectionName, documentId }, { principal: context.principal, signal });
    try {
      for await (const step of steps) await put({ documentId, ...step });
    } catch (error) {
      if (!isDomainError(error, "not_found")) throw error;
      await put({ documentId, ...failed(error.message, 0) });
    }
  };
  let following = new Set(ids).size;
  let failure: unknown;
  const end = () => {
    following -= 1;
    wake?.();
  };
  for (const id of new Set(ids)) {
    follow(id).then(end, (error: unknown) => {
      failure ??= error;
      end();
    });
  }
  try {
    while (!signal.aborted) {
      if (failure !== undefined) throw failure;
      const next = waiting.shift();
      if (next === undefined && following === 0) return;
      if (next === undefined) await new Promise<void>((resolve) => (wake = resolve));
      else {
        yield next.step;
        next.acknowledge();
      }
    }
  } finally {
    leave.abort();
    for (const { acknowledge } of waiting) acknowledge();
  }
}
