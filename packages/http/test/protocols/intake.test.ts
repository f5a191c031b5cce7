import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { create, type JsonObject, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import {
  DocumentService,
  QueryRequestSchema,
  QueryService,
  UpsertVectorsRequestSchema,
  type UploadDocumentRequestSchema,
  VectorService,
} from "@quarry/api";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { DecodingThread } from "../../src/protocols/index.ts";
import { ADMIN, type RunningServer, startServer } from "./support/running-server.ts";

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
});

const QUERY = "/quarry.v1.QueryService/Query";
const HEALTH = "/quarry.v1.PlatformService/GetHealth";

/** Frames a message as gRPC and streams do. */
const framed = (message: Uint8Array, flags = 0): Uint8Array => {
  const head = Buffer.alloc(5);
  head[0] = flags;
  head.writeUInt32BE(message.byteLength, 1);
  return Buffer.concat([head, message]);
};

interface Sent {
  readonly status: number;
  readonly text: string;
  readonly code: string | null;
}

const send = async (path: string, body: Uint8Array, headers: Record<string, string>): Promise<Sent> => {
  const init = { method: "POST", headers: { ...ADMIN, ...headers }, body: body as Uint8Array<ArrayBuffer> };
  const response = await fetch(`${server.url}${path}`, init);
  const text = await response.text();
  // gRPC-web sends its trailers in the body after the messages.
  const code = response.headers.get("grpc-status") ?? /grpc-status: (\d+)/.exec(text)?.[1] ?? null;
  return { status: response.status, text, code };
};

const JSON_TYPE = { "content-type": "application/json" };
const GRPC_WEB = { "content-type": "application/grpc-web+json" };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const INVALID_ARGUMENT = "3";
const RESOURCE_EXHAUSTED = "8";

describe("without a key", () => {
  const bomb = bytesOf(`{"x":[${"[],".repeat(2_000_000)}1]}`);

  test("large requests are rejected after a few kilobytes, compressed or not, over every protocol", async () => {
    const packed = gzipSync(bomb);
    const plain = await send(HEALTH, bomb, JSON_TYPE);
    expect([plain.status, JSON.parse(plain.text)]).toEqual([
      429,
      tooLarge("The request body must be at most 4096 bytes"),
    ]);
    const unpacked = await send(HEALTH, packed, { ...JSON_TYPE, "content-encoding": "gzip" });
    expect([unpacked.status, JSON.parse(unpacked.text).code]).toEqual([429, "resource_exhausted"]);
    expect((await send(HEALTH, framed(bomb), GRPC_WEB)).code).toBe(RESOURCE_EXHAUSTED);
    const tight = gzipSync(bytesOf(`{"x":"${"a".repeat(100_000)}"}`));
    expect(tight.byteLength).toBeLessThan(4_096);
    expect((await send(HEALTH, framed(tight, 1), { ...GRPC_WEB, "grpc-encoding": "gzip" })).code).toBe(
      RESOURCE_EXHAUSTED,
    );
    const health = "/grpc.health.v1.Health/Check";
    expect((await send(health, framed(tight, 1), { ...GRPC_WEB, "grpc-encoding": "gzip" })).code).toBe(
      RESOURCE_EXHAUSTED,
    );
    expect(server.errors).toEqual([]);
  });

  test("small requests succeed, compressed or not", async () => {
    const packed = gzipSync(bytesOf("{}"));
    expect((await send(HEALTH, bytesOf("{}"), JSON_TYPE)).text).toBe(`{"status":"ok","version":"1"}`);
    expect((await send(HEALTH, packed, { ...JSON_TYPE, "content-encoding": "gzip" })).status).toBe(200);
    expect((await send(HEALTH, framed(packed, 1), { ...GRPC_WEB, "grpc-encoding": "gzip" })).code).toBe("0");
  });
});

const tooLarge = (message: string) => ({ code: "resource_exhausted", message });

describe("a query", () => {
  const filters = (count: number): JsonObject => ({ a: { $in: Array.from({ length: count }, () => 1) } });
  const jsonOf = (count: number) =>
    bytesOf(JSON.stringify({ collectionName: "docs", query: "x", filters: filters(count) }));
  const restOf = (count: number) => bytesOf(JSON.stringify({ query: "x", filters: filters(count) }));
  const binaryOf = (count: number) =>
    toBinary(
      QueryRequestSchema,
      create(QueryRequestSchema, { collectionName: "docs", query: "x", filters: filters(count) }),
    );

  test("with too many values is rejected over every protocol", async () => {
    const many = "holds more than 65536 keys and values";
    const rest = await send("/v1/collections/docs/query", restOf(200_000), JSON_TYPE);
    expect([rest.status, rest.text]).toEqual([400, `{"detail":"The request body ${many}","code":"invalid_argument"}`]);
    const json = await send(QUERY, jsonOf(200_000), JSON_TYPE);
    expect([json.status, JSON.parse(json.text).message]).toEqual([400, `The request body ${many}`]);
    const binary = await send(QUERY, binaryOf(100_000), { "content-type": "application/proto" });
    expect([binary.status, JSON.parse(binary.text).message]).toEqual([
      400,
      "The request message holds more than 65536 fields and values",
    ]);
    expect((await send(QUERY, framed(jsonOf(200_000)), GRPC_WEB)).code).toBe(INVALID_ARGUMENT);
    const grpc = { "content-type": "application/grpc-web+proto" };
    expect((await send(QUERY, framed(binaryOf(100_000)), grpc)).code).toBe(INVALID_ARGUMENT);
  });

  test("is decompressed to at most a hundred times its size, and to at most the size limit", async () => {
    const gzip = { ...JSON_TYPE, "content-encoding": "gzip" };
    const wide = await send(QUERY, gzipSync(bytesOf(`{"query":"${"a".repeat(1_000_000)}"}`)), gzip);
    expect(JSON.parse(wide.text)).toEqual(
      tooLarge("The request message must be at most 100 times its packed size unpacked"),
    );
    const random = Array.from({ length: 400_000 }, (_, index) =>
      ((index * 2_654_435_761) % 4_294_967_296).toString(36),
    );
    const long = await send(QUERY, gzipSync(bytesOf(`{"query":"${random.join(" ")}"}`)), gzip);
    expect(JSON.parse(long.text)).toEqual(tooLarge("The request message must be at most 2097152 bytes unpacked"));
    expect((await send(QUERY, bytesOf("not packed"), gzip)).status).toBe(400);
  });

  test("nested too deeply is rejected, however short", async () => {
    const deep = bytesOf(`{"filters":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}}`);
    const json = await send(QUERY, deep, JSON_TYPE);
    expect([json.status, JSON.parse(json.text).message]).toEqual([
      400,
      "The request body is nested deeper than 100 levels",
    ]);
    let binary = new Uint8Array(0);
    for (let level = 0; level < 1_000; level++) binary = Buffer.concat([varintField(1, binary)]);
    const struct = varintField(4, binary);
    expect((await send(QUERY, struct, { "content-type": "application/proto" })).status).toBe(400);
  });

  test("cut off within a message is rejected", async () => {
    expect((await send(QUERY, framed(jsonOf(3)).subarray(0, 20), GRPC_WEB)).code).toBe(INVALID_ARGUMENT);
  });
});

const varintField = (number: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const head = [(number << 3) | 2];
  let length = bytes.byteLength;
  for (; length > 127; length = Math.floor(length / 128)) head.push((length % 128) | 128);
  return new Uint8Array([...head, length, ...bytes]);
};

test("large messages of every protocol are decoded in the thread", async () => {
  const thread = new DecodingThread();
  try {
    server = await startServer({ largeBodies: thread });
    const embedding = new Uint8Array(new Float32Array(400_000).fill(0.5).buffer);
    const request = create(UpsertVectorsRequestSchema, { collectionName: "docs", vectors: [{ id: "a", embedding }] });
    const binary = toBinary(UpsertVectorsRequestSchema, request);
    const path = "/quarry.v1.VectorService/UpsertVectors";
    const expectStored = () => {
      const { vectors } = server.service.lastVectors as { readonly vectors: { readonly embedding: Uint8Array }[] };
      expect(vectors[0]!.embedding.byteLength).toBe(embedding.byteLength);
    };
    expect((await send(path, binary, { "content-type": "application/proto" })).status).toBe(200);
    expectStored();
    const grpc = { "content-type": "application/grpc-web+proto", "grpc-encoding": "gzip" };
    // Random enough to pass the limit on the compression ratio.
    crypto.getRandomValues(embedding.subarray(0, 60_000));
    for (let at = 3; at < 60_000; at += 4) embedding[at] = 0x3f;
    const varied = toBinary(UpsertVectorsRequestSchema, request);
    expect((await send(path, framed(gzipSync(varied), 1), grpc)).code).toBe("0");
    expectStored();
    const broken = await send(path, binary.subarray(0, 1_200_000), { "content-type": "application/proto" });
    expect(broken.status).toBe(400);
    expect(server.errors).toEqual([]);
  } finally {
    await thread.close();
  }
});

describe.each([
  ["Connect over HTTP/1.1", createConnectTransport, "1.1"],
  ["Connect over HTTP/2", createConnectTransport, "2"],
  ["gRPC over HTTP/2", createGrpcTransport, "2"],
  ["gRPC-web over HTTP/1.1", createGrpcWebTransport, "1.1"],
] as const)("a client of %s", (_, createTransport, httpVersion) => {
  const transport = () =>
    createTransport({
      baseUrl: server.url,
      httpVersion,
      interceptors: [
        (next) => (request) => {
          request.header.set("authorization", ADMIN.authorization);
          return next(request);
        },
      ],
    });
  const errorOf = (answer: Promise<unknown>): Promise<ConnectError> =>
    answer.then(
      () => Promise.reject(new Error("it was answered")),
      (error: unknown) => ConnectError.from(error),
    );

  test("gets the error for an oversized message while it is sending, and can use its connection again", async () => {
    const queries = createClient(QueryService, transport());
    const refused = await errorOf(queries.query({ collectionName: "docs", query: "x".repeat(12_000_000) }));
    expect(refused.code).toBe(Code.ResourceExhausted);
    expect(refused.rawMessage).toMatch(/^The request (body|message) must be at most 2097152 bytes$/);
    expect((await queries.query({ collectionName: "docs", query: "x" })).total).toBe(1);
  });

  test("gets the error of an upload rejected midway, and can upload again", async () => {
    server = await startServer({ maxJsonBytes: 100_000 });
    const documents = createClient(DocumentService, transport());
    const upload = (sizes: readonly number[]) => documents.uploadDocument(uploadOf(sizes));
    const refused = await errorOf(upload([90_000, 12_000_000]));
    expect([refused.code, refused.rawMessage]).toEqual([
      Code.ResourceExhausted,
      "The request message must be at most 100000 bytes",
    ]);
    expect((await upload([90_000, 90_000])).fileSize).toBe(180_000n);
  });

  // A Connect body over HTTP/2 does not declare its length: it waits for room for the maximum size.
  test("waits its turn if concurrent messages exceed the memory limit", async () => {
    const embedding = new Uint8Array(8_000_000);
    // Each uses its own connection: Node's client limits what is queued on one to 10 MB.
    const upsert = () =>
      createClient(VectorService, transport()).upsertVectors({
        collectionName: "docs",
        vectors: [{ id: "a", embedding }],
      });
    const answers = await Promise.all(Array.from({ length: 18 }, upsert));
    expect(answers.map(({ upserted }) => upserted)).toEqual(answers.map(() => 1));
  });
});

test("compressed messages wait their turn too if their size when decompressed can exceed the memory limit", async () => {
  const embedding = crypto.getRandomValues(new Uint8Array(65_536));
  const vectors = Array.from({ length: 60 }, (_, index) => ({
    id: String(index),
    embedding: new Uint8Array(new Float32Array(embedding).buffer).fill(0x3f, 200_000),
  }));
  const request = create(UpsertVectorsRequestSchema, { collectionName: "docs", vectors });
  const packed = gzipSync(toBinary(UpsertVectorsRequestSchema, request));
  const path = "/quarry.v1.VectorService/UpsertVectors";
  const whole = { "content-type": "application/proto", "content-encoding": "gzip" };
  const parts = { "content-type": "application/grpc-web+proto", "grpc-encoding": "gzip" };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? send(path, packed, whole) : send(path, framed(packed, 1), parts),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.flatMap(({ code }) => code ?? [])).toEqual(["0", "0", "0", "0"]);
});

async function* uploadOf(
  sizes: readonly number[],
): AsyncGenerator<MessageInitShape<typeof UploadDocumentRequestSchema>> {
  yield { message: { case: "header", value: { collectionName: "docs" } } };
  yield { message: { case: "file", value: { filename: "a.txt" } } };
  for (const size of sizes) yield { message: { case: "chunk", value: new Uint8Array(size) } };
}
