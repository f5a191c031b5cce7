import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { inspect } from "node:util";
import { CreateBucketCommand, CreateMultipartUploadCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { newId } from "@quarry/plugin/domain";
import { FileStore, s3FilesLayer } from "../../src/files/index.ts";
import { addressOf, openTcpProxy, startOwnServer, type TcpProxy } from "@quarry/services";
import { Effect, Exit, ManagedRuntime, Redacted } from "effect";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chunksOf, failure, pieces, readAll, run, sha256 } from "./file-store-suite.ts";
import { makeClient, type OpenedBucket, openBucket } from "./s3-fixture.ts";

const s3Port = (): number => Number(new URL(addressOf("s3")).port);
const MIB = 1_048_576;
/** Timeout of a request in tests where one hangs: longer than the requests before it take on a busy machine. */
const HANGING_MS = 3_000;
const key = () => ({ collectionId: newId(), documentId: newId() });

/** Returns the bytes as a stream that pauses in the middle until it is resumed. */
const halting = (bytes: Uint8Array) => {
  const reached = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield* pieces(bytes.subarray(0, bytes.byteLength / 2));
    reached.resolve();
    await resume.promise;
    yield* pieces(bytes.subarray(bytes.byteLength / 2));
  }
  return { chunks: chunks(), reached: reached.promise, resume: resume.resolve };
};

describe("a server killed during an upload", () => {
  test("fails the upload and accepts the next one after a restart", async () => {
    const server = await startOwnServer("s3");
    const endpoint = `http://127.0.0.1:${server.port}`;
    const bucket = "files";
    await makeClient(endpoint).send(new CreateBucketCommand({ Bucket: bucket }));
    const runtime = ManagedRuntime.make(
      s3FilesLayer({
        bucket,
        region: "us-east-1",
        endpoint,
        forcePathStyle: true,
        credentials: { accessKeyId: "id", secretAccessKey: Redacted.make("the-secret") },
        // A killed server is detected immediately; one that has just started is slow for the first requests.
        requestTimeoutMs: 20_000,
      }),
    );
    const store = await runtime.runPromise(FileStore);
    const file = key();
    const { chunks, resume, reached } = halting(randomBytes(16 * MIB));
    const writing = failure(store.write(file, chunks));
    await reached;
    await server.kill();
    resume();
    expect(await writing).toMatchObject({ reason: "unavailable", isRetryable: true });
    expect(await failure(store.ping)).toMatchObject({ reason: "unavailable", isRetryable: true });
    expect(await failure(store.read(file))).toMatchObject({ reason: "unavailable", isRetryable: true });
    await server.start();
    // The server kept its objects in memory, and the bucket too.
    expect(await failure(store.ping)).toMatchObject({ message: "the bucket of the file storage does not exist" });
    await makeClient(endpoint).send(new CreateBucketCommand({ Bucket: bucket }));
    await run(store.ping);
    expect(await run(store.size(file))).toBeUndefined();
    await run(store.write(file, chunksOf("whole")));
    expect(await run(store.size(file))).toBe(5);
    await runtime.dispose();
    await server.close();
  });
});

describe("a server behind a failing network", () => {
  let proxy: TcpProxy;
  let opened: OpenedBucket;
  const open = async (requestTimeoutMs: number) => {
    proxy = await openTcpProxy(s3Port());
    opened = await openBucket(addressOf("s3"), { endpoint: `http://127.0.0.1:${proxy.port}`, requestTimeoutMs });
  };
  afterEach(async () => {
    await opened.close();
    await proxy.close();
  });

  test("makes every operation fail instead of hanging when it hangs", async () => {
    await open(HANGING_MS);
    const file = key();
    await run(opened.store.write(file, chunksOf("some text")));
    proxy.hang();
    const attempts = [
      opened.store.ping,
      opened.store.size(file),
      opened.store.read(file),
      opened.store.remove(file),
      opened.store.removeCollection(file.collectionId),
      opened.store.write(key(), chunksOf("x")),
      opened.store.write(key(), pieces(randomBytes(12 * MIB))),
      opened.store.withLocalPath(file, () => Effect.void),
      opened.store.sweepTemporary,
    ];
    for (const error of await Promise.all(attempts.map((attempt) => failure<unknown, unknown>(attempt)))) {
      expect(error).toMatchObject({ reason: "unavailable", isRetryable: true });
    }
    await expect(Array.fromAsync(opened.store.list())).rejects.toMatchObject({ reason: "unavailable" });
    proxy.resume();
    expect((await readAll((await run(opened.store.read(file))).bytes)).toString()).toBe("some text");
  });

  test("makes a download fail when it hangs in the middle", async () => {
    await open(HANGING_MS);
    const file = key();
    await run(opened.store.write(file, pieces(randomBytes(20 * MIB))));
    const download = (await run(opened.store.read(file))).bytes[Symbol.asyncIterator]();
    await download.next();
    proxy.hang();
    const rest = async () => {
      for (;;) if ((await download.next()).done === true) return;
    };
    await expect(rest()).rejects.toMatchObject({ reason: "unavailable", isRetryable: true });
    proxy.resume();
  });

  test("completes a download although connections break", async () => {
    await open(10_000);
    const file = key();
    const bytes = randomBytes(20 * MIB);
    await run(opened.store.write(file, pieces(bytes)));
    const parts: Uint8Array[] = [];
    for await (const chunk of (await run(opened.store.read(file))).bytes) {
      parts.push(chunk);
      if (parts.length === 3 || parts.length === 40) proxy.cut();
    }
    expect(sha256(Buffer.concat(parts))).toBe(sha256(bytes));
  });

  test("waits for a client that pauses longer than the request timeout", async () => {
    await open(HANGING_MS);
    const file = key();
    const bytes = randomBytes(11 * MIB);
    const { chunks, resume, reached } = halting(bytes);
    const writing = run(opened.store.write(file, chunks));
    await reached;
    // Longer than the request timeout.
    setTimeout(resume, 1.5 * HANGING_MS);
    expect(await writing).toEqual({ size: bytes.byteLength, sha256: sha256(bytes) });
    const parts: Uint8Array[] = [];
    for await (const chunk of (await run(opened.store.read(file))).bytes) {
      if (parts.length === 1) await new Promise((resolve) => setTimeout(resolve, 1.5 * HANGING_MS));
      parts.push(chunk);
    }
    expect(sha256(Buffer.concat(parts))).toBe(sha256(bytes));
  });
});

test("requests that a busy server rejects temporarily are retried", async () => {
  let refusals = 0;
  const busy = createServer((incoming, outgoing) => {
    if (incoming.method === "PUT" && refusals < 3) {
      refusals += 1;
      incoming.resume();
      outgoing.writeHead(503, { "content-type": "application/xml", connection: "close" });
      return void outgoing.end("<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>");
    }
    const { headers, method, url } = incoming;
    const upstream = httpRequest({ port: s3Port(), host: "127.0.0.1", method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on("error", () => outgoing.destroy());
    incoming.pipe(upstream);
  }).listen(0, "127.0.0.1");
  await once(busy, "listening");
  const { port } = busy.address() as AddressInfo;
  const opened = await openBucket(addressOf("s3"), { endpoint: `http://127.0.0.1:${port}` });
  const file = key();
  await run(opened.store.write(file, chunksOf("some text")));
  expect(refusals).toBe(3);
  expect(await run(opened.store.size(file))).toBe(9);
  await opened.close();
  busy.closeAllConnections();
  busy.close();
});

describe("the bucket", () => {
  let opened: OpenedBucket;
  beforeEach(async () => void (opened = await openBucket(addressOf("s3"))));
  afterEach(() => opened.close());

  test("is listed and emptied page by page, ignoring foreign objects", async () => {
    const collectionId = newId();
    const put = (Key: string) => opened.client.send(new PutObjectCommand({ Bucket: opened.bucket, Key, Body: "x" }));
    const documents = Array.from({ length: 203 }, () => newId());
    for (let start = 0; start < documents.length; start += 50) {
      const some = documents.slice(start, start + 50);
      await Promise.all(some.map((documentId) => put(`quarry/files/${collectionId}/${documentId}`)));
    }
    await put(`elsewhere/${collectionId}/${newId()}`);
    await put(`quarry/files/${collectionId}/nested/${newId()}`);
    const listed = await Array.fromAsync(opened.store.list());
    expect(listed.map(({ documentId }) => documentId).toSorted()).toEqual(documents.toSorted());
    await run(opened.store.removeCollection(collectionId));
    expect(await Array.fromAsync(opened.store.list())).toEqual([]);
  });

  test("is cleaned of unfinished uploads of the store, and of no others", async () => {
    const begin = (Key: string) => opened.client.send(new CreateMultipartUploadCommand({ Bucket: opened.bucket, Key }));
    await begin(`quarry/files/${newId()}/${newId()}`);
    await begin(`quarry/files/${newId()}/backup.tar`);
    await begin(`elsewhere/${newId()}/${newId()}`);
    expect(await run(opened.store.sweepTemporary)).toBe(1);
    expect(await opened.unfinished()).toHaveLength(2);
  });

  test("has a private local copy of a file only while it is read", async () => {
    const file = key();
    const bytes = randomBytes(3_000_000);
    await run(opened.store.write(file, pieces(bytes)));
    const copies = () => readdirSync(opened.temporaryDirectory, { recursive: true, withFileTypes: true });
    const read = opened.store.withLocalPath(file, (path) =>
      Effect.sync(() => {
        expect(statSync(path).mode & 0o777).toBe(0o600);
        expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
        return sha256(readFileSync(path));
      }),
    );
    expect(await run(read)).toBe(sha256(bytes));
    const failing = opened.store.withLocalPath(file, () => Effect.die("a parser that fails"));
    expect(Exit.isFailure(await run(Effect.exit(failing)))).toBe(true);
    expect(copies().filter((entry) => entry.isFile())).toEqual([]);
  });

  test("has local copies of ended processes removed, but not those of running ones", async () => {
    const folderOf = (pid: number) => {
      const name = `${pid}-${randomUUID()}`;
      mkdirSync(join(opened.temporaryDirectory, name));
      writeFileSync(join(opened.temporaryDirectory, name, newId()), "a copy");
      return name;
    };
    const alive = folderOf(process.ppid);
    folderOf(process.pid);
    // Larger than any that Linux assigns.
    folderOf(2 ** 31 - 2);
    mkdirSync(join(opened.temporaryDirectory, "not-ours"));
    expect(await run(opened.store.sweepTemporary)).toBe(2);
    expect(readdirSync(opened.temporaryDirectory).toSorted()).toEqual([alive, "not-ours"].toSorted());
  });
});

test("error messages contain no secret, address or bucket name", async () => {
  const opened = await openBucket(addressOf("s3"), { endpoint: "http://127.0.0.1:1", requestTimeoutMs: 500 });
  const error = await failure(opened.store.write(key(), chunksOf("x")));
  expect(error).toMatchObject({ reason: "unavailable" });
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("the-secret");
  expect((error as Error).message).not.toMatch(/127\.0\.0\.1|test-/);
  await opened.close();
});
