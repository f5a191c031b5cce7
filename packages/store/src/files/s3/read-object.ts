import { GetObjectCommand } from "@aws-sdk/client-s3";
import { FileStoreError } from "../file-store-error.ts";
import type { ByteRange } from "../file-store.ts";
import { fromS3 } from "./s3-errors.ts";
import { answered, type S3Bucket } from "./s3-bucket.ts";

/** A download whose connection breaks goes on from where it was, so many times without a byte in between. */
const MAX_BREAKS = 3;

export interface ObjectVersion {
  readonly object: string;
  readonly size: number;
  /** So that the parts of a download are of one file, also when it is replaced meanwhile. */
  readonly etag: string | undefined;
}

/** The object's bytes in the range; it is asked for when the first chunk is. */
export async function* readObject(
  bucket: S3Bucket,
  version: ObjectVersion,
  range: ByteRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  const end = Math.min(range.end ?? version.size, version.size);
  let at = Math.min(Math.max(range.start ?? 0, 0), version.size);
  for (let breaks = 0; at < end;) {
    try {
      for await (const chunk of readFrom(bucket, version, at, end)) {
        at += chunk.byteLength;
        breaks = 0;
        yield chunk;
      }
      if (at < end) throw new Error("the connection ended before the file did");
    } catch (error) {
      breaks += 1;
      // A request that failed has been tried again already.
      if (breaks > MAX_BREAKS || error instanceof FileStoreError) throw fromS3(error);
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
    // No bound for all of it: that would end long downloads too.
    const { Body } = await answered(
      client.send(request, { abortSignal: stop.signal, requestTimeout: requestTimeoutMs }),
    );
    const chunks = (Body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    for (;;) {
      // Only the wait for the server counts; a slow reader may take as long as it likes.
      const next = await inTime(chunks.next(), requestTimeoutMs);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Ends the connection of a download that is given up.
    stop.abort();
  }
}

const inTime = <A>(wait: Promise<A>, timeoutMs: number): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the file storage stopped sending")), timeoutMs);
    wait.then(resolve, reject).finally(() => clearTimeout(timer));
  });
