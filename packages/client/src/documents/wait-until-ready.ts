import type { RetryPolicy } from "../calls/retry.ts";
import { TimeLimit } from "../calls/time-limit.ts";
import { type Document, type DocumentServiceCalls, DocumentStatus } from "../contract.gen.ts";
import { DocumentFailedError } from "../errors/quarry-error.ts";
import type { DocumentAddress } from "./position.ts";
import { watch } from "./watch.ts";

export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds to wait. Default: until the document is ready or failed. */
  readonly timeoutMs?: number;
}

/** Resolves with the document once it is ready. Throws a DocumentFailedError if its processing failed. */
export const waitUntilReady = async (
  service: DocumentServiceCalls,
  retry: RetryPolicy,
  address: DocumentAddress,
  { signal, timeoutMs }: WaitOptions,
): Promise<Document> => {
  const limit = new TimeLimit(timeoutMs, signal);
  try {
    for (;;) {
      const document = await service.getDocument(address, { signal: limit.signal });
      if (document.status === DocumentStatus.READY) return document;
      if (document.status === DocumentStatus.FAILED) {
        throw new DocumentFailedError(document.id, document.errorMessage ?? "processing failed");
      }
      for await (const step of watch(service, retry, address, limit.signal)) void step;
    }
  } catch (error) {
    throw limit.failure(error) ?? error;
  } finally {
    limit.end();
  }
};
