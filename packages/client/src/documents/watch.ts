import { delayAfter, type RetryPolicy } from "../calls/retry.ts";
import { TimeLimit } from "../calls/time-limit.ts";
import type { DocumentProgress, DocumentServiceCalls } from "../contract.gen.ts";
import { fromConnect } from "../errors/from-connect.ts";
import { NetworkError } from "../errors/quarry-error.ts";
import type { DocumentAddress } from "./position.ts";

/** Maximum consecutive reconnects without a step in between: about a minute with the default delays. */
const RECONNECTS = 10;

/** Yields the steps of a document's processing up to the final one, across reconnects. */
export async function* watch(
  service: Pick<DocumentServiceCalls, "watchDocumentProgress">,
  retry: RetryPolicy,
  address: DocumentAddress,
  signal: AbortSignal | undefined,
): AsyncGenerator<DocumentProgress, void, undefined> {
  let last: DocumentProgress | undefined;
  for (let failures = 0; ;) {
    const limit = new TimeLimit(undefined, signal);
    try {
      for await (const step of service.watchDocumentProgress(address, { signal: limit.signal })) {
        failures = 0;
        // A new stream repeats the last step first.
        if (last?.step === step.step && last.message === step.message) continue;
        last = step;
        yield step;
        if (isFinal(step)) return;
      }
      throw new NetworkError("the progress stream ended before the document was processed");
    } catch (thrown) {
      const error = limit.failure(thrown) ?? fromConnect(thrown);
      failures += 1;
      if (!error.isRetryable || failures > RECONNECTS) throw error;
      await limit.pause(delayAfter(error, failures, retry));
    } finally {
      // Otherwise a caller that leaves the loop early would leave the stream open.
      limit.end();
    }
  }
}

const isFinal = ({ step }: DocumentProgress): boolean => step === "complete" || step === "failed";
