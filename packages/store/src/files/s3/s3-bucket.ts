import { S3Client } from "@aws-sdk/client-s3";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { Redacted } from "effect";
import { fromS3 } from "./s3-errors.ts";
import { S3Names } from "./s3-names.ts";
import type { S3Options } from "./s3-options.ts";

const DEFAULT_REQUEST_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Attempts per request, with backoff, as a busy server requests by 503 SlowDown. */
const MAX_ATTEMPTS = 4;
/** Timeout factor for a part: it is large, and the connection may be slow. */
const PART_TIMEOUT_FACTOR = 6;

/** Bucket with its client and timeouts. */
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
    // Servers other than Amazon's can store the trailer of a streamed checksum as part of the object.
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

/** Timeouts of a request: `timeoutMs` per attempt, and the sum over the maximum number of attempts for all of them. */
export const requestTimeouts = (
  timeoutMs: number,
  signal?: AbortSignal,
): { readonly abortSignal: AbortSignal; readonly requestTimeout: number } => {
  const all = AbortSignal.timeout(timeoutMs * MAX_ATTEMPTS);
  return { abortSignal: signal === undefined ? all : AbortSignal.any([all, signal]), requestTimeout: timeoutMs };
};

/** Awaits the response. Throws a FileStoreError on failure. */
export const mapFailure = async <A>(request: Promise<A>): Promise<A> => {
  try {
    return await request;
  } catch (error) {
    throw fromS3(error);
  }
};
