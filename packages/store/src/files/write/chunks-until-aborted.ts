import { DomainError } from "@quarry/plugin/domain";
import { FileStoreError } from "../file-store-error.ts";

/**
 * Yields the chunks until they end or `signal` aborts, even while waiting for a chunk that may never arrive. Errors of
 * the source become `aborted`, except a DomainError, which is more informative to the caller.
 */
export async function* chunksUntilAborted(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const next = await nextUntilAborted(iterator, signal);
      if (next.done === true) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } catch (error) {
    throw error instanceof DomainError ? error : aborted(error);
  } finally {
    // Not awaited: a source that hangs would block here forever.
    if (!ended) void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

const nextUntilAborted = (
  iterator: AsyncIterator<Uint8Array>,
  signal: AbortSignal,
): Promise<IteratorResult<Uint8Array>> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted());
    const stop = () => reject(aborted());
    signal.addEventListener("abort", stop, { once: true });
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });

const aborted = (cause?: unknown): FileStoreError =>
  new FileStoreError({ reason: "aborted", message: "the file's bytes stopped before the end", cause });
