import { delayAfter, type RetryPolicy } from "../calls/retry.ts";
import { TimeLimit } from "../calls/time-limit.ts";
import type { DownloadDocumentFileResponse, FileInfo } from "../contract.gen.ts";
import { fromConnect } from "../errors/from-connect.ts";
import { ConflictError, NetworkError } from "../errors/quarry-error.ts";

export interface DownloadOptions {
  /** First byte. A negative value counts from the end of the file. Default 0. */
  readonly offset?: number;
  /** Maximum number of bytes. Default: to the end of the file. */
  readonly length?: number;
  readonly signal?: AbortSignal;
}

/** File being downloaded. Read `bytes` once, to its end or until you leave the loop. */
export interface Download {
  readonly filename: string;
  readonly mediaType: string;
  /** Size of the whole file, in bytes. */
  readonly size: number;
  /** Content hash. */
  readonly etag: string;
  /** First byte of `bytes`. */
  readonly offset: number;
  /** Number of bytes that follow. `bytes` fails instead of returning fewer. */
  readonly length: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Byte range of a download; absent fields mean from the start, and to the end. */
interface Part {
  readonly offset?: number;
  readonly length?: number;
}

/** Rpc that sends a file or a range of it. */
type Send = (part: Part, options: { readonly signal: AbortSignal }) => AsyncIterable<DownloadDocumentFileResponse>;

/** Opens a file, and resumes at the same position if the connection breaks. */
export const download = async (send: Send, retry: RetryPolicy, options: DownloadOptions): Promise<Download> => {
  const limit = new TimeLimit(undefined, options.signal);
  const attempts = new Attempts(retry, limit);
  try {
    const { offset, length } = options;
    const requested = { ...(offset !== undefined && { offset }), ...(length !== undefined && { length }) };
    const first = await attempts.run(() => open(send, requested, limit));
    return { ...first.info, bytes: resumed(send, first, attempts, limit) };
  } catch (error) {
    limit.end();
    throw error;
  }
};

interface Opened {
  readonly info: FileInfo;
  readonly messages: AsyncIterator<DownloadDocumentFileResponse>;
}

const open = async (send: Send, part: Part, limit: TimeLimit): Promise<Opened> => {
  const messages = send(part, { signal: limit.signal })[Symbol.asyncIterator]();
  const first = await messages.next();
  if (first.done === true || first.value.info === undefined) throw new NetworkError("the download has no header");
  return { info: first.value.info, messages };
};

async function* resumed(
  send: Send,
  first: Opened,
  attempts: Attempts,
  limit: TimeLimit,
): AsyncGenerator<Uint8Array, void, undefined> {
  let current = first;
  const end = first.info.offset + first.info.length;
  let position = first.info.offset;
  try {
    while (position < end) {
      const chunk = await attempts.run(async (isRepeated) => {
        if (isRepeated) current = await open(send, { offset: position, length: end - position }, limit);
        if (current.info.etag !== first.info.etag) throw new ConflictError("the file changed while it was downloaded");
        const next = await current.messages.next();
        if (next.done === true || next.value.chunk === undefined) throw new NetworkError("the download ended early");
        return next.value.chunk;
      });
      position += chunk.byteLength;
      yield chunk;
    }
  } finally {
    limit.end();
  }
}

/** Retries transient failures. The attempt count restarts once bytes were received. */
class Attempts {
  readonly #retry: RetryPolicy;
  readonly #limit: TimeLimit;

  constructor(retry: RetryPolicy, limit: TimeLimit) {
    this.#retry = retry;
    this.#limit = limit;
  }

  async run<A>(attempt: (isRepeated: boolean) => Promise<A>): Promise<A> {
    for (let failures = 0; ;) {
      try {
        return await attempt(failures > 0);
      } catch (thrown) {
        const error = this.#limit.failure(thrown) ?? fromConnect(thrown);
        failures += 1;
        if (!error.isRetryable || failures >= this.#retry.attempts) throw error;
        await this.#limit.pause(delayAfter(error, failures, this.#retry));
      }
    }
  }
}
