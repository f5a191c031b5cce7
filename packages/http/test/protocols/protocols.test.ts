import { beforeEach, describe, expect, test } from "vitest";
import { type Client, Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import type { JsonObject } from "@bufbuild/protobuf";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { CollectionService, DocumentService, PlatformService, QueryService, VectorService } from "@quarry/api";
import { FILE } from "./support/memory-service.ts";
import { ADMIN, call, type RunningServer, startServer, until } from "./support/running-server.ts";

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
});

const protocols: readonly [name: string, transport: (baseUrl: string) => Transport][] = [
  ["Connect over HTTP/1.1", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "1.1" })],
  ["Connect over HTTP/2", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "2" })],
  ["Connect with JSON", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "1.1", useBinaryFormat: false })],
  ["gRPC over HTTP/2", (baseUrl) => createGrpcTransport({ baseUrl })],
  ["gRPC-web over HTTP/1.1", (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: "1.1" })],
];

/** Returns code and message of a call that must fail. */
async function failure(promise: Promise<unknown>): Promise<readonly [string | undefined, string]> {
  try {
    await promise;
    throw new Error("it succeeded");
  } catch (error) {
    const { code, rawMessage } = ConnectError.from(error);
    return [Code[code], rawMessage];
  }
}

describe.each(protocols)("%s on the port of REST", (_name, transportOf) => {
  const headers = ADMIN;
  let collections: Client<typeof CollectionService>;
  let documents: Client<typeof DocumentService>;
  beforeEach(() => {
    const transport = transportOf(server.url);
    collections = createClient(CollectionService, transport);
    documents = createClient(DocumentService, transport);
  });

  test("returns the same as REST, with the caller's request id", async () => {
    let requestId: string | null = null;
    const onHeader = (answer: Headers) => (requestId = answer.get("x-request-id"));
    const sent = { headers: { ...headers, "x-request-id": "call-1" }, onHeader };
    const got = await collections.getCollection({ name: "docs" }, sent);
    expect(got).toMatchObject({ name: "docs", dimension: 1536 });
    expect(requestId).toBe("call-1");
    expect((await call(`${server.url}/v1/collections/docs`, "GET"))[0]).toBe(200);
  });

  test("has the same tokens, scopes, rules and errors", async () => {
    const get = (name: string, sent: Record<string, string>) =>
      failure(collections.getCollection({ name }, { headers: sent }));
    expect(await get("docs", {})).toEqual([
      "Unauthenticated",
      "Authorization: must be 'Bearer <API secret>', got no such header",
    ]);
    expect((await get("docs", { authorization: "Bearer x" }))[0]).toBe("Unauthenticated");
    expect(await get("nope", headers)).toEqual(["NotFound", "Collection 'nope' not found"]);
    const create = (name: string, sent: Record<string, string>) =>
      failure(collections.createCollection({ name }, { headers: sent }));
    expect(await create("1x", headers)).toEqual([
      "InvalidArgument",
      'name: must be 1 to 128 characters: a letter a-z or A-Z, then letters, digits or underscores, got "1x"',
    ]);
    expect(await create("docs", headers)).toEqual(["AlreadyExists", "Collection 'docs' already exists"]);
    expect((await create("x", { authorization: "Bearer s3cret-read" }))[0]).toBe("PermissionDenied");
    const limited = { authorization: "Bearer s3cret-docs" };
    expect((await get("other", limited))[0]).toBe("PermissionDenied");
    expect((await failure(documents.getDocument({ collectionName: "docs" }, { headers })))[0]).toBe("Unimplemented");
  });

  test("reveals nothing of an unexpected failure", async () => {
    const platform = createClient(PlatformService, transportOf(server.url));
    expect(await failure(platform.getPlatformStats({}, { headers }))).toEqual(["Internal", "Internal server error"]);
    expect(server.errors).toEqual([new Error("database password is hunter2")]);
    expect(await platform.getHealth({})).toMatchObject({ status: "ok" });
  });

  test("streams downloads and progress", async () => {
    const chunks: Uint8Array[] = [];
    const part = { collectionName: "docs", documentId: "d1", offset: -500n, length: 100n };
    for await (const { message } of documents.downloadDocumentFile(part, { headers })) {
      if (message.case === "info") expect(message.value).toMatchObject({ offset: 500n, length: 100n, size: 1000n });
      if (message.case === "chunk") chunks.push(message.value);
    }
    expect(Buffer.concat(chunks)).toEqual(FILE.subarray(500, 600));
    const steps: string[] = [];
    const watched = { collectionName: "docs", documentId: "d1" };
    for await (const { step } of documents.watchDocumentProgress(watched, { headers })) steps.push(step);
    expect(steps).toEqual(["parsing", "complete"]);
  });

  test("a caller that cancels a stream stops the handler", async () => {
    const abort = new AbortController();
    const live = { collectionName: "docs", documentId: "live" };
    const watch = async () => {
      for await (const _ of documents.watchDocumentProgress(live, { headers, signal: abort.signal })) abort.abort();
    };
    expect((await failure(watch()))[0]).toBe("Canceled");
    await until(() => server.service.stopped.includes("progress live"));
    expect(server.errors).toEqual([]);
  });

  test("a stream cut by the caller's deadline ends with an error", async () => {
    const live = { collectionName: "docs", documentId: "live" };
    // As headers: with `timeoutMs` the client's own timer would answer.
    const deadline = { ...headers, "connect-timeout-ms": "200", "grpc-timeout": "200m" };
    const watch = async () => {
      for await (const _ of documents.watchDocumentProgress(live, { headers: deadline }));
    };
    expect((await failure(watch()))[0]).toBe("DeadlineExceeded");
    expect(server.errors).toEqual([]);
  });

  test("a stopping server ends its streams", async () => {
    const live = { collectionName: "docs", documentId: "live" };
    const watch = async () => {
      for await (const _ of documents.watchDocumentProgress(live, { headers })) void server.server.close(5_000);
    };
    expect(await failure(watch())).toEqual(["Unavailable", "The server is shutting down"]);
  });
});

test("uploads stream over gRPC, and the header's collection is checked", async () => {
  const documents = createClient(DocumentService, createGrpcTransport({ baseUrl: server.url }));
  async function* messages(collectionName: string) {
    yield { message: { case: "header" as const, value: { collectionName } } };
    yield { message: { case: "file" as const, value: { filename: "a.txt" } } };
    yield { message: { case: "chunk" as const, value: new Uint8Array(10) } };
    yield { message: { case: "metadata" as const, value: { a: 1 } } };
  }
  expect(await documents.uploadDocument(messages("docs"), { headers: ADMIN })).toMatchObject({ fileSize: 10n });
  const limited = { headers: { authorization: "Bearer s3cret-docs" } };
  expect((await failure(documents.uploadDocument(messages("other"), limited)))[0]).toBe("PermissionDenied");
});

test("headers of a handler are returned, and vectors are accepted as bytes", async () => {
  const transport = createConnectTransport({ baseUrl: server.url, httpVersion: "1.1" });
  let rerank: string | null = null;
  const onHeader = (answer: Headers) => (rerank = answer.get("x-rerank-status"));
  await createClient(QueryService, transport).query(
    { collectionName: "docs", query: "x" },
    { headers: ADMIN, onHeader },
  );
  expect(rerank).toBe("skipped");
  const embedding = new Uint8Array(new Float32Array([1, 2]).buffer);
  const vectors = [{ id: "a", embedding }];
  await createClient(VectorService, transport).upsertVectors({ collectionName: "docs", vectors }, { headers: ADMIN });
  expect(server.service.lastVectors).toMatchObject({ vectors: [{ id: "a", embedding }] });
});

test("the binary format rejects values that JSON can't represent", async () => {
  const transport = createGrpcTransport({ baseUrl: server.url });
  const vectors = createClient(VectorService, transport);
  const upsert = (embedding: Uint8Array<ArrayBuffer>, metadata: JsonObject) =>
    failure(
      vectors.upsertVectors(
        { collectionName: "docs", vectors: [{ id: "a", embedding, metadata }] },
        { headers: ADMIN },
      ),
    );
  const floats = (...numbers: number[]) => new Uint8Array(new Float32Array(numbers).buffer);
  expect(await upsert(floats(1, Number.NaN), {})).toEqual([
    "InvalidArgument",
    "vectors[0].embedding[1]: must be a finite number",
  ]);
  expect(await upsert(new Uint8Array(5), {})).toEqual([
    "InvalidArgument",
    "vectors[0].embedding: must be float32 values of 4 bytes each, got 5 bytes",
  ]);
  let deep: JsonObject = {};
  for (let depth = 0; depth < 150; depth++) deep = { a: deep };
  expect(await upsert(floats(1), deep)).toEqual(["InvalidArgument", "The request message is nested too deep"]);
  expect(server.errors).toEqual([]);
});

test("a message over the limit is rejected", async () => {
  const small = await startServer({ maxJsonBytes: 100_000 });
  const transport = createConnectTransport({ baseUrl: small.url, httpVersion: "1.1" });
  const query = "x".repeat(200_000);
  const promise = createClient(QueryService, transport).query({ collectionName: "docs", query }, { headers: ADMIN });
  expect((await failure(promise))[0]).toBe("ResourceExhausted");
});

test("an unknown rpc returns 404", async () => {
  const [status] = await call(`${server.url}/quarry.v1.CollectionService/Nope`, "POST", {});
  expect(status).toBe(404);
});
