import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { requestTimeouts, type S3Bucket } from "./s3-bucket.ts";

const PROBE = "quarry writes here";

/** Writes a few bytes to the bucket, reads them back and removes them. Rejects with the client's error. */
export const probeBucket = async (
  { bucket, client, names, requestTimeoutMs }: S3Bucket,
  owner: string,
  signal: AbortSignal,
): Promise<void> => {
  const object = { Bucket: bucket, Key: names.probe(owner) };
  const options = () => requestTimeouts(requestTimeoutMs, signal);
  await client.send(new PutObjectCommand({ ...object, Body: PROBE }), options());
  const { Body } = await client.send(new GetObjectCommand(object), options());
  const read = await Body?.transformToString();
  await client.send(new DeleteObjectCommand(object), options());
  if (read !== PROBE) throw new Error("read data differs from written data");
};
