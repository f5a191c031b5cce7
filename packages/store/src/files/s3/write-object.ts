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
import { tooLarge } from "../write/size-limit.ts";
import { requestTimeouts, type S3Bucket } from "./s3-bucket.ts";

/**
 * Minimum part size of S3. Small parts limit an upload's memory to two of them: one that fills and one that is sent.
 */
const MIN_PART_BYTES = 5 * 1_048_576;
/** Maximum number of parts in S3. */
const MAX_PARTS = 10_000;
/** Size up to which a body needs no more time than a request without one. */
const SMALL_BYTES = 262_144;
const ABORT_TIMEOUT_MS = 5_000;

/**
 * Writes an object: with one request if the bytes fit into one part, otherwise by a multipart upload. The object is
 * replaced completely or not at all. Rejects with a DomainError (too large, or the source's own), a FileStoreError
 * (source ended early) or the client's error.
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
    const partBytes = Math.max(MIN_PART_BYTES, Math.ceil(maxBytes / MAX_PARTS));
    const hash = createHash("sha256");
    let block = Buffer.allocUnsafeSlow(partBytes);
    let spare = Buffer.alloc(0);
    let used = 0;
    let size = 0;
    for await (const chunk of chunksUntilAborted(chunks, signal)) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      for (let offset = 0; offset < chunk.byteLength;) {
        // Sends a full part only when more bytes arrive: the last part must not be empty, and a single part needs no
        // multipart upload.
        if (used === partBytes) {
          hash.update(block);
          await upload.sendPart(block);
          [block, spare] = [spare.byteLength === 0 ? Buffer.allocUnsafeSlow(partBytes) : spare, block];
          used = 0;
        }
        const part = chunk.subarray(offset, offset + partBytes - used);
        block.set(part, used);
        used += part.byteLength;
        offset += part.byteLength;
      }
    }
    const rest = block.subarray(0, used);
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
  /** Previous part, which is sent while the next one fills. */
  #sending: Promise<void> = Promise.resolve();

  constructor(bucket: S3Bucket, object: string, signal: AbortSignal) {
    this.#bucket = bucket;
    this.#object = { Bucket: bucket.bucket, Key: object };
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
  }

  /** Resolves when the previous part is sent. The block can be reused once the next call has resolved. */
  async sendPart(block: Buffer): Promise<void> {
    await this.#sending;
    const { client, requestTimeoutMs } = this.#bucket;
    this.#uploadId ??= (
      await client.send(new CreateMultipartUploadCommand(this.#object), requestTimeouts(requestTimeoutMs, this.#signal))
    ).UploadId;
    this.#sending = this.#send(block, this.#parts.length + 1);
    // The next call awaits it. Until then its rejection must not end the process.
    this.#sending.catch(() => {});
  }

  async finish(rest: Buffer): Promise<void> {
    const { client, partTimeoutMs, requestTimeoutMs } = this.#bucket;
    if (this.#uploadId === undefined) {
      const put = new PutObjectCommand({ ...this.#object, Body: rest, ContentMD5: md5(rest) });
      const timeoutMs = rest.byteLength <= SMALL_BYTES ? requestTimeoutMs : partTimeoutMs;
      await client.send(put, requestTimeouts(timeoutMs, this.#signal));
      return;
    }
    await this.sendPart(rest);
    await this.#sending;
    const complete = { ...this.#object, UploadId: this.#uploadId, MultipartUpload: { Parts: this.#parts } };
    await client.send(new CompleteMultipartUploadCommand(complete), requestTimeouts(partTimeoutMs, this.#signal));
  }

  /** Aborts the upload. If that fails, a later sweep finds it. */
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
    const { ETag } = await client.send(part, requestTimeouts(partTimeoutMs, this.#signal));
    this.#parts.push({ ETag, PartNumber: number });
  }
}

/** Checksum that the server compares, so that it rejects a part damaged in transit. */
const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("base64");
