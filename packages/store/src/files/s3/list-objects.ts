import { ListMultipartUploadsCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import type { ListedFile } from "../file-store.ts";
import { mapFailure, requestTimeouts, type S3Bucket } from "./s3-bucket.ts";

export interface ListedObject {
  readonly object: string;
  readonly modifiedAt: number;
}

/** Lists objects in pages of up to a thousand. */
export async function* objectPages(
  { bucket, client, requestTimeoutMs }: S3Bucket,
  prefix: string,
): AsyncGenerator<readonly ListedObject[], void, undefined> {
  let token: string | undefined;
  do {
    const request = new ListObjectsV2Command({
      Bucket: bucket,
      Prefix: prefix,
      ...(token !== undefined && { ContinuationToken: token }),
    });
    const page = await mapFailure(client.send(request, requestTimeouts(requestTimeoutMs)));
    yield (page.Contents ?? []).map((entry) => ({
      object: entry.Key ?? "",
      modifiedAt: entry.LastModified?.getTime() ?? 0,
    }));
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

/** Lists the stored objects. Skips objects not named by UUIDs, which other programs made. */
export async function* listObjects(bucket: S3Bucket): AsyncGenerator<ListedFile, void, undefined> {
  for await (const page of objectPages(bucket, bucket.names.prefix)) {
    for (const { object, modifiedAt } of page) {
      const key = bucket.names.key(object);
      if (key !== undefined) yield { ...key, modifiedAt };
    }
  }
}

export interface UnfinishedUpload {
  readonly object: string;
  readonly uploadId: string;
  readonly beganAt: number;
}

/** Yields multipart uploads of this store's objects that were neither completed nor aborted. */
export async function* unfinishedUploads({
  bucket,
  client,
  names,
  requestTimeoutMs,
}: S3Bucket): AsyncGenerator<UnfinishedUpload, void, undefined> {
  let marker: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } | undefined = {};
  while (marker !== undefined) {
    const request: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket,
      Prefix: names.prefix,
      ...marker,
    });
    const page = await mapFailure(client.send(request, requestTimeouts(requestTimeoutMs)));
    for (const { Initiated, Key, UploadId } of page.Uploads ?? []) {
      if (names.key(Key) === undefined || UploadId === undefined) continue;
      yield { object: Key!, uploadId: UploadId, beganAt: Initiated?.getTime() ?? Number.POSITIVE_INFINITY };
    }
    marker =
      page.IsTruncated === true
        ? {
            ...(page.NextKeyMarker !== undefined && { KeyMarker: page.NextKeyMarker }),
            ...(page.NextUploadIdMarker !== undefined && { UploadIdMarker: page.NextUploadIdMarker }),
          }
        : undefined;
  }
}
