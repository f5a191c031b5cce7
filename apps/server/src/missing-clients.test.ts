import { Redacted } from "effect";
import { expect, test } from "vitest";
import { missingClients } from "./missing-clients.ts";

const redisUrl = Redacted.make("redis://cache");
const files = { bucket: "documents" } as never;

test("a setting whose client is not installed is reported with the command that installs it", () => {
  const where = "where @quarry/server is installed";
  expect(missingClients({ files, redisUrl, queue: "auto" }, () => false)).toEqual([
    `SERVICE_FILES: its client is not installed: run "npm install @aws-sdk/client-s3@3 @smithy/node-http-handler@4" ${where}`,
    `SERVICE_REDIS_URL: its client is not installed: run "npm install ioredis@5 bullmq@6" ${where}`,
  ]);
  expect(missingClients({ files: undefined, redisUrl, queue: "sql" }, () => false)).toEqual([
    `SERVICE_REDIS_URL: its client is not installed: run "npm install ioredis@5" ${where}`,
  ]);
  expect(missingClients({ files: undefined, redisUrl, queue: "auto" }, (name) => name === "ioredis")).toEqual([
    `SERVICE_REDIS_URL: its client is not installed: run "npm install bullmq@6" ${where}`,
  ]);
});

test("unset settings need no client, and the repository has every client", () => {
  expect(missingClients({ files: undefined, redisUrl: undefined, queue: "auto" }, () => false)).toEqual([]);
  expect(missingClients({ files, redisUrl, queue: "bullmq" })).toEqual([]);
});
