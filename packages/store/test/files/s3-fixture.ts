import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { FileStore, s3FilesLayer, type S3Options } from "../../src/files/index.ts";
import { ManagedRuntime, Redacted } from "effect";
import type { OpenedStore } from "./file-store-suite.ts";

export const CREDENTIALS = { accessKeyId: "test", secretAccessKey: "the-secret" };

/** Creates a client that accesses the server without the store. */
export const makeClient = (endpoint: string): S3Client =>
  new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials: CREDENTIALS });

export interface OpenedBucket extends OpenedStore {
  readonly client: S3Client;
  readonly bucket: string;
  readonly temporaryDirectory: string;
}

/** Opens a store in a bucket of its own. */
export const openBucket = async (endpoint: string, over: Partial<S3Options> = {}): Promise<OpenedBucket> => {
  const client = makeClient(endpoint);
  const bucket = `test-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const temporaryDirectory = mkdtempSync(join(tmpdir(), "quarry-s3-"));
  const { accessKeyId, secretAccessKey } = CREDENTIALS;
  const runtime = ManagedRuntime.make(
    s3FilesLayer({
      bucket,
      prefix: "quarry/files",
      region: "us-east-1",
      endpoint,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey: Redacted.make(secretAccessKey) },
      temporaryDirectory,
      ...over,
    }),
  );
  const uploads = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? [];
  return {
    client,
    bucket,
    temporaryDirectory,
    store: await runtime.runPromise(FileStore),
    unfinished: async () => [
      ...(await uploads()).map(({ UploadId }) => UploadId),
      ...readdirSync(temporaryDirectory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
    ],
    putForeign: async (name) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: `quarry/files/${name}`, Body: "not ours" }));
    },
    close: async () => {
      await runtime.dispose();
      rmSync(temporaryDirectory, { recursive: true });
      for (const { Key, UploadId } of await uploads()) {
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      }
      for (;;) {
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
        if (Contents.length === 0) break;
        const Objects = Contents.map(({ Key }) => ({ Key }));
        await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }));
      }
      await client.send(new DeleteBucketCommand({ Bucket: bucket }));
      client.destroy();
    },
  };
};
