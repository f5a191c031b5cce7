import { GetObjectCommand } from "@aws-sdk/client-s3";
import { FileStoreError } from "../file-store-error.ts";
import type { ByteRange } from "../file-store.ts";
import { fromS3 } from "./s3-errors.ts";
import { mapFailure, type S3Bucket } from "./s3-bucket.ts";

/** Consecutive connection failures without any byte received, up to which a download resumes where it stopped. */
const MAX_CONSECUTIVE_FAILURES = 3;

export interface ObjectVersion {
  readonly object: string;
  readonly size: number;
  /** Ensures that all ranges of a download are of the same version, even if the object is replaced meanwhile. */
  readonly etag: string | undefined;
}

/** Yields the object's bytes in the range. The request is sent when the first chunk is requested. */
export async function* readObject(
  bucket: S3Bucket,
  version: ObjectVersion,
  range: ByteRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  const end = Math.min(range.end ?? version.size, version.size);
  let offset = Math.min(Math.max(range.start ?? 0, 0), version.size);
  for (let failures = 0; offset < end;) {
    try {
      for await (const chunk of readFrom(bucket, version, offset, end)) {
        offset += chunk.byteLength;
        failures = 0;
        yield chunk;
      }
      if (offset < end) throw new Error("the connection ended before the file did");
    } catch (error) {
      failures += 1;
      // A failed request was already retried by the client.
      if (failures > MAX_CONSECUTIVE_FAILURES || error instanceof FileStoreError) throw fromS3(error);
    }
  }
}

async function* readFrom(
  { bucket, client, requestTimeoutMs }: S3Bucket,
  { etag, object }: ObjectVersion,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stop = new AbortController();
  try {
    const request = new GetObjectCommand({
      Bucket: bucket,
      Key: object,
      Range: `bytes=${start}-${end - 1}`,
      ...(etag !== undefined && { IfMatch: etag }),
    });
    // No timeout for the whole response: it would also abort long downloads.
    const { Body } = await mapFailure(
      client.send(request, { abortSignal: stop.signal, requestTimeout: requestTimeoutMs }),
    );
    const chunks = (Body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    for (;;) {
      // Only the wait for the server is limited; a slow reader may take any time.
      const next = await withTimeout(chunks.next(), requestTimeoutMs);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Closes the connection of an abandoned download.
    stop.abort();
  }
}

const withTimeout = <A>(wait: Promise<A>, timeoutMs: number): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the file storage stopped sending")), timeoutMs);
    wait.then(resolve, reject).finally(() => clearTimeout(timer));
  });
