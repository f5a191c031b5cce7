import { AbortMultipartUploadCommand, DeleteObjectsCommand } from "@aws-sdk/client-s3";
import { FileStoreError } from "../file-store-error.ts";
import { objectPages, unfinishedUploads } from "./list-objects.ts";
import { mapFailure, requestTimeouts, type S3Bucket } from "./s3-bucket.ts";
import { isNotFound } from "./s3-errors.ts";

/** Age from which an unfinished upload counts as abandoned by a dead process. */
const UNFINISHED_UPLOAD_MS = 24 * 3_600_000;

/** Deletes objects page by page: S3 limits both a page of names and a batch of deletions to a thousand. */
export const removeObjects = async (bucket: S3Bucket, prefix: string): Promise<void> => {
  for await (const page of objectPages(bucket, prefix)) {
    if (page.length === 0) continue;
    const request = new DeleteObjectsCommand({
      Bucket: bucket.bucket,
      Delete: { Objects: page.map(({ object }) => ({ Key: object })), Quiet: true },
    });
    const { Errors = [] } = await mapFailure(bucket.client.send(request, requestTimeouts(bucket.requestTimeoutMs)));
    if (Errors.length === 0) continue;
    throw new FileStoreError({
      reason: "unavailable",
      message: `the file storage could not remove ${Errors.length} of ${page.length} files (${Errors[0]?.Code})`,
    });
  }
};

/** Aborts the uploads of processes that were killed during them. Returns their number. */
export const abortUnfinished = async (bucket: S3Bucket, now: number): Promise<number> => {
  let aborted = 0;
  for await (const { beganAt, object, uploadId } of unfinishedUploads(bucket)) {
    if (beganAt > now - UNFINISHED_UPLOAD_MS) continue;
    const request = new AbortMultipartUploadCommand({ Bucket: bucket.bucket, Key: object, UploadId: uploadId });
    try {
      await bucket.client.send(request, requestTimeouts(bucket.requestTimeoutMs));
      aborted += 1;
    } catch (error) {
      // Another process has aborted it already.
      if (!isNotFound(error)) throw error;
    }
  }
  return aborted;
};
