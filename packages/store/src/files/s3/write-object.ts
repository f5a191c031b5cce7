import { createHash } from "node:crypto";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { StoredFile } from "../file-store.ts";
import { chunksUntilAborted } from "../write/chunks-until-aborted.ts";
import { tooLarge } from "../write/too-large.ts";
import { bounded, type S3Bucket } from "./s3-bucket.ts";

/** The least that S3 allows, so that an upload holds little: two of them, one that fills and one that is sent. */
const LEAST_PART_BYTES = 5 * 1_048_576;
/** The most that S3 allows. */
const MOST_PARTS = 10_000;
/** Size up to which a body needs no more time than a request without one. */
const SMALL_BYTES = 262_144;
const ABORT_TIMEOUT_MS = 5_000;

/**
 * Writes an object: by one request where the bytes fit into a part, otherwise by a multipart upload. Either way the
 * object is complete at the end, or as it was before. Rejects with a DomainError (too large, or the source's own), a
 * FileStoreError (source ended early) or the client's error.
 */
export const writeObject = async (
  bucket: S3Bucket,
  object: string,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<StoredFile> => {
  const upload = new ObjectUpload(bucket, object, signal);
  try {
    const partBytes = Math.max(LEAST_PART_BYTES, Math.ceil(maxBytes / MOST_PARTS));
    const hash = createHash("sha256");
    let block = Buffer.allocUnsafeSlow(partBytes);
    let spare = Buffer.alloc(0);
    let filled = 0;
    let size = 0;
    for await (const chunk of chunksUntilAborted(chunks, signal)) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      for (let taken = 0; taken < chunk.byteLength;) {
        // Only when more comes: the last part must not be empty, and what fits into one needs no multipart upload.
        if (filled === partBytes) {
          hash.update(block);
          await upload.sendPart(block);
          [block, spare] = [spare.byteLength === 0 ? Buffer.allocUnsafeSlow(partBytes) : spare, block];
          filled = 0;
        }
        const part = chunk.subarray(taken, taken + partBytes - filled);
        block.set(part, filled);
        filled += part.byteLength;
        taken += part.byteLength;
      }
    }
    const rest = block.subarray(0, filled);
    hash.update(rest);
    await upload.finish(rest);
    return { size, sha256: hash.digest("hex") };
  } catch (error) {
    await upload.abort();
    throw error;
  }
};

class ObjectUpload {
  readonly #bucket: S3Bucket;
  readonly #object: { readonly Bucket: string; readonly Key: string };
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  #uploadId: string | undefined;
  readonly #parts: { readonly ETag: string | undefined; readonly PartNumber: number }[] = [];
  /** The part before, which is sent while the next one fills. */
  #sending: Promise<void> = Promise.resolve();

  constructor(bucket: S3Bucket, object: string, signal: AbortSignal) {
    this.#bucket = bucket;
    this.#object = { Bucket: bucket.bucket, Key: object };
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
  }

  /** Returns when the part before is sent; the block may be written to when the next call returns. */
  async sendPart(block: Buffer): Promise<void> {
    await this.#sending;
    const { client, requestTimeoutMs } = this.#bucket;
    this.#uploadId ??= (
      await client.send(new CreateMultipartUploadCommand(this.#object), bounded(requestTimeoutMs, this.#signal))
    ).UploadId;
    this.#sending = this.#send(block, this.#parts.length + 1);
    // It is awaited by the next call; until then its failure must not end the process.
    this.#sending.catch(() => {});
  }

  async finish(rest: Buffer): Promise<void> {
    const { client, partTimeoutMs, requestTimeoutMs } = this.#bucket;
    if (this.#uploadId === undefined) {
      const put = new PutObjectCommand({ ...this.#object, Body: rest, ContentMD5: md5(rest) });
      const timeoutMs = rest.byteLength <= SMALL_BYTES ? requestTimeoutMs : partTimeoutMs;
      await client.send(put, bounded(timeoutMs, this.#signal));
      return;
    }
    await this.sendPart(rest);
    await this.#sending;
    const complete = { ...this.#object, UploadId: this.#uploadId, MultipartUpload: { Parts: this.#parts } };
    await client.send(new CompleteMultipartUploadCommand(complete), bounded(partTimeoutMs, this.#signal));
  }

  /** Aborts the upload. If that fails now, a later sweep finds the upload. */
  async abort(): Promise<void> {
    this.#stop.abort();
    await this.#sending.catch(() => {});
    if (this.#uploadId === undefined) return;
    const abort = new AbortMultipartUploadCommand({ ...this.#object, UploadId: this.#uploadId });
    await this.#bucket.client.send(abort, { abortSignal: AbortSignal.timeout(ABORT_TIMEOUT_MS) }).catch(() => {});
  }

  async #send(block: Buffer, number: number): Promise<void> {
    const { client, partTimeoutMs } = this.#bucket;
    const part = new UploadPartCommand({
      ...this.#object,
      UploadId: this.#uploadId,
      PartNumber: number,
      Body: block,
      ContentMD5: md5(block),
    });
    const { ETag } = await client.send(part, bounded(partTimeoutMs, this.#signal));
    this.#parts.push({ ETag, PartNumber: number });
  }
}

/** Compared by the server, so that a part that was damaged on the way is refused. */
const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("base64");
