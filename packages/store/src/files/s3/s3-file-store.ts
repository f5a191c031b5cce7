import { randomUUID } from "node:crypto";
import { DeleteObjectCommand, HeadBucketCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { Clock, Effect, type Scope } from "effect";
import { checkedCollection, checkedKey, type FileKey } from "../file-key.ts";
import { FileStoreError } from "../file-store-error.ts";
import type { FileStoreService } from "../file-store.ts";
import { awaitedWrite } from "../write/awaited-write.ts";
import { DEFAULT_MAX_BYTES } from "../write/size-limit.ts";
import { listObjects } from "./list-objects.ts";
import { fromLocalCopy, LocalCopies } from "./local-copies.ts";
import { probeBucket } from "./probe-bucket.ts";
import { type ObjectVersion, readObject } from "./read-object.ts";
import { abortUnfinished, removeObjects } from "./remove-objects.ts";
import { requestTimeouts, openBucket, type S3Bucket } from "./s3-bucket.ts";
import { fromBucket, fromS3, isNotFound } from "./s3-errors.ts";
import type { S3Options } from "./s3-options.ts";
import { writeObject } from "./write-object.ts";

const PING_TIMEOUT_MS = 2_000;

/**
 * Opens the store without a request to the server: a server that is unavailable at the start is handled like one that
 * fails later.
 */
export const openS3 = Effect.fnUntraced(function* (
  options: S3Options,
): Effect.fn.Return<FileStoreService, never, Scope.Scope> {
  const bucket = yield* Effect.acquireRelease(
    Effect.sync(() => openBucket(options)),
    ({ client }) => Effect.sync(() => client.destroy()),
  );
  const copies = yield* Effect.acquireRelease(
    Effect.sync(() => new LocalCopies(options.temporaryDirectory)),
    (open) => Effect.promise(() => open.close()),
  );
  // One probe object per process: a process killed during the probe leaves only this one.
  const owner = randomUUID();
  const object = (key: FileKey) => Effect.map(checkedKey(key), bucket.names.object);
  const version = (key: FileKey) =>
    Effect.flatMap(object(key), (name) => attempt((signal) => head(bucket, name, signal)));
  const existing = (key: FileKey) =>
    Effect.flatMap(version(key), (found) => (found === undefined ? Effect.fail(notFound()) : Effect.succeed(found)));
  return {
    kind: "s3",
    write: (key, chunks, write) =>
      Effect.flatMap(object(key), (name) =>
        awaitedWrite(
          (signal) => writeObject(bucket, name, chunks, write?.maxBytes ?? DEFAULT_MAX_BYTES, signal),
          fromBucket,
        ),
      ),
    read: (key, range = {}) =>
      Effect.map(existing(key), (found) => ({ size: found.size, bytes: readObject(bucket, found, range) })),
    size: (key) => Effect.map(version(key), (found) => found?.size),
    withLocalPath: (key, use) =>
      Effect.flatMap(existing(key), (found) =>
        Effect.acquireUseRelease(Effect.interruptible(copyLocally(bucket, copies, found)), use, (path) =>
          Effect.promise(() => copies.remove(path)),
        ),
      ),
    remove: (key) =>
      Effect.flatMap(version(key), (found) =>
        found === undefined ? Effect.succeed(false) : Effect.as(removeObject(bucket, found.object), true),
      ),
    removeCollection: (collectionId) =>
      Effect.flatMap(checkedCollection(collectionId), (id) =>
        attempt(() => removeObjects(bucket, bucket.names.collection(id))),
      ),
    sweepTemporary: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis;
      const left = yield* Effect.tryPromise({ try: () => copies.sweep(), catch: fromLocalCopy });
      return left + (yield* attempt(() => abortUnfinished(bucket, now)));
    }),
    list: () => listObjects(bucket),
    ping: Effect.tryPromise({
      try: () =>
        bucket.client.send(new HeadBucketCommand({ Bucket: bucket.bucket }), {
          abortSignal: AbortSignal.timeout(PING_TIMEOUT_MS),
        }),
      catch: fromBucket,
    }).pipe(Effect.asVoid),
    probe: Effect.tryPromise({ try: (signal) => probeBucket(bucket, owner, signal), catch: fromBucket }),
  };
});

const attempt = <A>(evaluate: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, FileStoreError> =>
  Effect.tryPromise({ try: evaluate, catch: fromS3 });

const notFound = () => new FileStoreError({ reason: "not_found", message: "the file does not exist (NoSuchKey)" });

const head = async (
  { bucket, client, requestTimeoutMs }: S3Bucket,
  object: string,
  signal: AbortSignal,
): Promise<ObjectVersion | undefined> => {
  try {
    const request = new HeadObjectCommand({ Bucket: bucket, Key: object });
    const { ContentLength = 0, ETag } = await client.send(request, requestTimeouts(requestTimeoutMs, signal));
    return { object, size: ContentLength, etag: ETag };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
};

const copyLocally = (
  bucket: S3Bucket,
  copies: LocalCopies,
  version: ObjectVersion,
): Effect.Effect<string, FileStoreError> =>
  Effect.callback((resume, signal) => {
    const copying = copies.make(readObject(bucket, version, {}), signal).then(
      (path) => resume(Effect.succeed(path)),
      (error: unknown) => resume(Effect.fail(fromLocalCopy(error))),
    );
    return Effect.promise(() => copying);
  });

const removeObject = ({ bucket, client, requestTimeoutMs }: S3Bucket, object: string) =>
  attempt((signal) =>
    client.send(new DeleteObjectCommand({ Bucket: bucket, Key: object }), requestTimeouts(requestTimeoutMs, signal)),
  );
