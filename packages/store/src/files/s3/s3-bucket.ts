import { S3Client } from "@aws-sdk/client-s3";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { Redacted } from "effect";
import { fromS3 } from "./s3-errors.ts";
import { S3Names } from "./s3-names.ts";
import type { S3Options } from "./s3-options.ts";

const DEFAULT_REQUEST_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Tries of one request, with growing waits: what a busy server asks for with 503 SlowDown. */
const MAX_ATTEMPTS = 4;
/** A part is big, and the way may be slow. */
const PART_TIMEOUT_FACTOR = 6;

/** A bucket, and how it is spoken to. */
export interface S3Bucket {
  readonly client: S3Client;
  readonly bucket: string;
  readonly names: S3Names;
  readonly requestTimeoutMs: number;
  readonly partTimeoutMs: number;
}

export const openBucket = (options: S3Options): S3Bucket => {
  const { bucket, credentials, endpoint, forcePathStyle, prefix, region } = options;
  const requestTimeoutMs = options.requestTimeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS;
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(forcePathStyle !== undefined && { forcePathStyle }),
    ...(credentials !== undefined && {
      credentials: {
        accessKeyId: credentials.accessKeyId,
        secretAccessKey: Redacted.value(credentials.secretAccessKey),
        ...(credentials.sessionToken !== undefined && { sessionToken: Redacted.value(credentials.sessionToken) }),
      },
    }),
    maxAttempts: MAX_ATTEMPTS,
    // Servers that are not Amazon's may store the trailer of a streamed checksum as part of the object.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: new NodeHttpHandler({
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    }),
  });
  return {
    client,
    bucket,
    names: new S3Names(prefix),
    requestTimeoutMs,
    partTimeoutMs: requestTimeoutMs * PART_TIMEOUT_FACTOR,
  };
};

/** Time limits of a request: one attempt takes `timeoutMs` at most, all of them together as long as they all could. */
export const bounded = (
  timeoutMs: number,
  signal?: AbortSignal,
): { readonly abortSignal: AbortSignal; readonly requestTimeout: number } => {
  const all = AbortSignal.timeout(timeoutMs * MAX_ATTEMPTS);
  return { abortSignal: signal === undefined ? all : AbortSignal.any([all, signal]), requestTimeout: timeoutMs };
};

/** The answer, or a FileStoreError. */
export const answered = async <A>(request: Promise<A>): Promise<A> => {
  try {
    return await request;
  } catch (error) {
    throw fromS3(error);
  }
};
