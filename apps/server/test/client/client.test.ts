import { createHash, randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import {
  AlreadyExistsError,
  CancelledError,
  ConflictError,
  DocumentFailedError,
  DocumentStatus,
  InvalidArgumentError,
  NetworkError,
  NotFoundError,
  type QuarryError,
  SearchMode,
  TimeoutError,
  TooLargeError,
  UnauthenticatedError,
  type UploadProgress,
} from "@quarry/client";
import { fileAt } from "@quarry/client/node";
import { describe, expect, test } from "vitest";
import { pdfFile } from "../fixtures/pdf-file.ts";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { CuttingProxy } from "./cutting-proxy.ts";
import { clientOf, TRANSPORTS } from "./transports.ts";

const MAX_UPLOAD_MB = 12;
const BIG_FILE_BYTES = 8 * 1_048_576;

const server = useServer({ SERVICE_MAX_UPLOAD_SIZE_MB: String(MAX_UPLOAD_MB) });

const failureOf = async (call: Promise<unknown>): Promise<QuarryError> =>
  call.then(
    (value) => {
      throw new Error(`must fail, gave ${JSON.stringify(value)}`);
    },
    (error: QuarryError) => error,
  );

const sha256 = (...parts: readonly Uint8Array[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

const collect = async <A>(items: AsyncIterable<A>): Promise<A[]> => {
  const all: A[] = [];
  for await (const item of items) all.push(item);
  return all;
};

const QUICK = { baseDelayMs: 5, maxDelayMs: 50 };

let number = 0;
const newName = () => `c${(number += 1)}`;

describe.each(TRANSPORTS)("%s", (transport) => {
  const connect = (options = {}, address = server.api.address) => clientOf(transport, address, options);

  test("a document is uploaded, watched until it is ready, and found", async () => {
    using client = connect();
    const name = newName();
    await client.collections.createCollection({ name });
    const progress: UploadProgress[] = [];
    const bytes = new TextEncoder().encode("Herons stand still in shallow water.\n".repeat(20));
    const document = await client.documents.upload(name, bytes, {
      filename: "herons.txt",
      metadata: { kind: "bird", nested: { deep: [1, null] } },
      onProgress: (step) => progress.push(step),
    });
    expect(document).toMatchObject({ filename: "herons.txt", fileType: "txt", fileSize: bytes.byteLength });
    expect(progress.at(0)).toEqual({ sentBytes: 0, totalBytes: bytes.byteLength });
    expect(progress.at(-1)).toEqual({ sentBytes: bytes.byteLength, totalBytes: bytes.byteLength });
    const steps = await collect(client.documents.watch(name, document.id));
    expect(steps.at(-1)).toMatchObject({ step: "complete", progress: 100 });
    const ready = await client.documents.waitUntilReady(name, document.id);
    expect(ready).toMatchObject({
      status: DocumentStatus.READY,
      metadata: { kind: "bird", nested: { deep: [1, null] } },
    });
    const answer = await client.queries.query({
      collectionName: name,
      query: "where do herons stand",
      searchMode: SearchMode.HYBRID,
      filters: { kind: "bird" },
    });
    expect(answer.results[0]).toMatchObject({ documentId: document.id });
    expect((await collect(client.documents.all(name))).map(({ id }) => id)).toEqual([document.id]);
    expect((await collect(client.collections.all({ name }))).map((each) => each.name)).toContain(name);
  });

  test("a large file is uploaded from disk, and downloaded unchanged, in full and in part", async () => {
    using client = connect();
    const name = newName();
    await client.collections.createCollection({ name });
    const bytes = randomBytes(BIG_FILE_BYTES);
    const path = server.current.folder.file(`${name}.png`);
    await writeFile(path, bytes);
    const sent: number[] = [];
    const document = await client.documents.upload(name, await fileAt(path), {
      onProgress: ({ sentBytes }) => sent.push(sentBytes),
    });
    expect(document.filename).toBe(`${name}.png`);
    expect(sent).toEqual([...sent].sort((a, b) => a - b));
    expect(sent.at(-1)).toBe(BIG_FILE_BYTES);
    const whole = await client.documents.download(name, document.id);
    expect(whole).toMatchObject({ filename: `${name}.png`, size: BIG_FILE_BYTES, offset: 0, length: BIG_FILE_BYTES });
    expect(sha256(...(await collect(whole.bytes)))).toBe(sha256(bytes));
    const part = await client.documents.download(name, document.id, { offset: -1_000, length: 10 });
    expect(Buffer.concat(await collect(part.bytes))).toEqual(bytes.subarray(-1_000, -990));
    const failed = await failureOf(client.documents.waitUntilReady(name, document.id));
    expect(failed).toBeInstanceOf(DocumentFailedError);
    expect(failed).toMatchObject({ documentId: document.id, code: "document_failed" });
  });

  test("a document's pages are returned as images, and its extracted text in full and by page", async () => {
    using client = connect();
    const name = newName();
    await client.collections.createCollection({ name });
    const file = new File([(await pdfFile(["First page.", "Second page."])) as Uint8Array<ArrayBuffer>], "two.pdf");
    const { id } = await client.documents.upload(name, file);
    await client.documents.waitUntilReady(name, id);
    const image = await client.documents.pageImage(name, id, 2, { width: 300 });
    expect(image).toMatchObject({ filename: "two.pdf-2.webp", mediaType: "image/webp" });
    const bytes = Buffer.concat(await collect(image.bytes));
    expect([bytes.length, bytes.toString("latin1", 8, 12)]).toEqual([image.size, "WEBP"]);
    expect((await Array.fromAsync(client.documents.text(name, id))).join("")).toBe("First page.\n\fSecond page.");
    const page = await client.documents.getDocumentPage({ collectionName: name, documentId: id, page: 2 });
    expect(page).toMatchObject({ text: "Second page.", pageCount: 2, startChar: 13, endChar: 25 });
    expect(await failureOf(client.documents.pageImage(name, id, 3))).toBeInstanceOf(NotFoundError);
  });

  test("a document is returned as Markdown, and its tables as rows and as CSV", async () => {
    using client = connect();
    const name = newName();
    await client.collections.createCollection({ name });
    const file = new File(["# Boats\n\n| Name | Size |\n|---|---|\n| Ann | 4 |\n"], "boats.md");
    const { id } = await client.documents.upload(name, file);
    await client.documents.waitUntilReady(name, id);
    const markdown = (await Array.fromAsync(client.documents.markdown(name, id))).join("");
    expect(markdown).toBe("# Boats\n\n| Name | Size |\n| --- | --- |\n| Ann | 4 |\n");
    const { tables, total } = await client.documents.listDocumentTables({ collectionName: name, documentId: id });
    expect([total, tables[0]!.header[0]!.cells, tables[0]!.rows[0]!.cells]).toEqual([
      1,
      ["Name", "Size"],
      ["Ann", "4"],
    ]);
    expect((await Array.fromAsync(client.documents.tableCsv(name, id, 1))).join("")).toBe("Name,Size\r\nAnn,4\r\n");
    expect(await failureOf(Array.fromAsync(client.documents.tableCsv(name, id, 2)))).toBeInstanceOf(NotFoundError);
  });

  test("failures throw specific error classes, with the service's message and the request id", async () => {
    using client = connect();
    using stranger = connect({ apiKey: "not-the-key" });
    const name = newName();
    await client.collections.createCollection({ name });
    const taken = await failureOf(client.collections.createCollection({ name }));
    expect(taken).toBeInstanceOf(AlreadyExistsError);
    expect(taken.message).toContain(name);
    const missing = await failureOf(client.collections.getCollection({ name: "missing" }));
    expect(missing).toBeInstanceOf(NotFoundError);
    expect(missing.requestId).toMatch(/\S/);
    expect(await failureOf(client.collections.createCollection({ name: "9" }))).toBeInstanceOf(InvalidArgumentError);
    expect(await failureOf(stranger.platform.getPlatformStats({}))).toBeInstanceOf(UnauthenticatedError);
    const file = new TextEncoder().encode("text");
    const upload = (collection: string, filename: string, bytes: Uint8Array = file) =>
      failureOf(client.documents.upload(collection, bytes, { filename }));
    expect(await upload("missing", "a.txt")).toBeInstanceOf(NotFoundError);
    expect(await upload(name, "a.exe")).toBeInstanceOf(InvalidArgumentError);
    expect(await failureOf(client.documents.upload(name, file))).toBeInstanceOf(InvalidArgumentError);
    const large = await upload(name, "a.txt", new Uint8Array((MAX_UPLOAD_MB + 4) * 1_048_576));
    expect(large).toBeInstanceOf(TooLargeError);
    const key = newName();
    const first = await client.documents.upload(name, file, { filename: "a.txt", idempotencyKey: key });
    const again = await client.documents.upload(name, file, { filename: "a.txt", idempotencyKey: key });
    expect(again.id).toBe(first.id);
    const other = await failureOf(client.documents.upload(name, file, { filename: "b.txt", idempotencyKey: key }));
    expect(other).toBeInstanceOf(ConflictError);
    const nowhere = await failureOf(client.documents.waitUntilReady(name, "00000000-0000-7000-8000-000000000000"));
    expect(nowhere).toBeInstanceOf(NotFoundError);
  });

  test("a cancelled upload leaves nothing behind", async () => {
    using client = connect();
    const name = newName();
    await client.collections.createCollection({ name });
    const controller = new AbortController();
    const call = client.documents.upload(name, new Uint8Array(BIG_FILE_BYTES), {
      filename: "a.txt",
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(await failureOf(call)).toBeInstanceOf(CancelledError);
    await until("the bytes to be gone", async () =>
      (await server.current.folder.incomingFiles()).length === 0 ? true : undefined,
    );
    expect(await collect(client.documents.all(name))).toEqual([]);
    const early = await failureOf(
      client.collections.getCollection({ name }, { signal: AbortSignal.abort(new Error("no time")) }),
    );
    expect(early).toBeInstanceOf(CancelledError);
  });

  test("an unreadable source fails the upload with its own error, and stores nothing", async () => {
    using client = connect();
    const name = newName();
    await client.collections.createCollection({ name });
    const broken = async function* () {
      yield new TextEncoder().encode("the beginning");
      throw new Error("the disk is gone");
    };
    const file = { size: 1_000, filename: "a.txt", open: broken };
    expect((await failureOf(client.documents.upload(name, file))).message).toContain("the disk is gone");
    await until("the bytes to be gone", async () =>
      (await server.current.folder.incomingFiles()).length === 0 ? true : undefined,
    );
    expect(await collect(client.documents.all(name))).toEqual([]);
  });

  test("repeatable calls succeed over broken connections, and take effect once", async () => {
    await using proxy = await CuttingProxy.start(() => server.api.address);
    using client = connect({ retry: QUICK }, proxy.address);
    const name = newName();
    // The response to the creation is lost, but the service has created it.
    proxy.plan({ cutAfterReceived: 60 }, { cutAfterSent: 20 });
    await client.collections.createCollection({ name });
    expect(proxy.cuts).toBeGreaterThan(0);
    proxy.drop();
    proxy.plan({ cutAfterSent: 300_000 }, { cutAfterSent: 1_000_000 });
    let cuts = proxy.cuts;
    const document = await client.documents.upload(name, randomBytes(4_000_000), { filename: "a.png" });
    expect(proxy.cuts).toBe(cuts + 2);
    expect((await collect(client.documents.all(name))).map(({ id }) => id)).toEqual([document.id]);
    proxy.drop();
    proxy.plan({ cutAfterReceived: 500_000 }, { cutAfterReceived: 900_000 });
    cuts = proxy.cuts;
    const download = await client.documents.download(name, document.id);
    const parts = await collect(download.bytes);
    expect(parts.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(4_000_000);
    expect(proxy.cuts).toBe(cuts + 2);
  });

  test("a call that must not be repeated is not retried", async () => {
    await using proxy = await CuttingProxy.start(() => server.api.address);
    const name = newName();
    await server.api.createCollection(name);
    using client = connect({ retry: QUICK }, proxy.address);
    proxy.plan({ cutAfterReceived: 0 });
    expect(await failureOf(client.collections.deleteCollection({ name }))).toBeInstanceOf(NetworkError);
    expect(proxy.connections).toBe(1);
  });

  test("an unresponsive service causes a TimeoutError, an unreachable one a NetworkError", async () => {
    const proxy = await CuttingProxy.start(() => server.api.address);
    proxy.plan(...Array.from({ length: 20 }, () => ({ isSilent: true })));
    using client = connect({ timeoutMs: 150 }, proxy.address);
    const late = await failureOf(client.platform.getHealth({}));
    expect(late).toBeInstanceOf(TimeoutError);
    expect(late.message).toContain("150 ms");
    const upload = client.documents.upload("any", new Uint8Array(10), { filename: "a.txt", timeoutMs: 150 });
    expect(await failureOf(upload)).toBeInstanceOf(TimeoutError);
    const { address } = proxy;
    await proxy[Symbol.asyncDispose]();
    using nobody = connect({ retry: { attempts: 2, ...QUICK } }, address);
    const away = await failureOf(nobody.platform.getHealth({}));
    expect(away).toBeInstanceOf(NetworkError);
    expect(away.message).toContain("ECONNREFUSED");
  });

  test("a watch continues over broken connections", async () => {
    await using proxy = await CuttingProxy.start(() => server.api.address);
    using client = connect({ retry: QUICK }, proxy.address);
    const name = newName();
    await server.api.createCollection(name);
    const { id } = await server.api.upload({ collection: name, filename: "a.txt", bytes: "Herons. ".repeat(5_000) });
    proxy.plan({ cutAfterReceived: 0 }, { cutAfterReceived: 30 }, { cutAfterReceived: 0 });
    const steps = await collect(client.documents.watch(name, id));
    expect(steps.at(-1)).toMatchObject({ step: "complete" });
    expect(proxy.cuts).toBe(3);
  });
});

describe("a file whose size differs from the announced one", () => {
  test.each([
    { announced: 11, told: "announced with 11 bytes, got 10" },
    { announced: 9, told: "announced with 9 bytes, got more" },
    { announced: 0, told: "announced with 0 bytes, got more" },
  ])("is rejected with $announced bytes announced and 10 sent", async ({ announced, told: reported }) => {
    using client = clientOf("gRPC over HTTP/2", server.api.address);
    const name = newName();
    await client.collections.createCollection({ name });
    const open = async function* () {
      yield new TextEncoder().encode("0123456789");
    };
    const refused = await failureOf(client.documents.upload(name, { size: announced, filename: "a.txt", open }));
    expect(refused).toBeInstanceOf(InvalidArgumentError);
    expect(refused.message).toContain(reported);
    expect(await collect(client.documents.all(name))).toEqual([]);
    expect(await server.current.folder.incomingFiles()).toEqual([]);
  });
});

/** Converts names of the REST API to the client's spelling. Metadata in this test has no names with underscores. */
const inCamelCase = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json).replaceAll(/"([a-z]\w*)":/g, (name) =>
      name.replaceAll(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase()),
    ),
  );

describe("requests and responses are plain objects", () => {
  test("responses have the same content as the REST API's JSON", async () => {
    using client = clientOf("Connect over HTTP/2", server.api.address);
    const name = newName();
    const rest = async (path: string) => inCamelCase(await server.api.expect(200, "GET", path));
    const collection = await client.collections.createCollection({
      name,
      metadata: { team: "docs", tags: ["a", null] },
    });
    expect(collection.createdAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    const place = `/v1/collections/${name}`;
    const read = await client.collections.getCollection({ name });
    expect([collection, read]).toStrictEqual([await rest(place), await rest(place)]);
    const file = new File(["Herons stand still."], "herons.txt");
    const time = "2040-01-02T03:04:05.678Z";
    const uploads = [client, clientOf("Connect over fetch", server.api.address)].map(({ documents }) => documents);
    for (const [index, documents] of uploads.entries()) {
      const expiresAt = index === 0 ? time : new Date(time);
      const uploaded = await documents.upload(name, file, { metadata: { index }, onDuplicate: "allow", expiresAt });
      expect(uploaded).toMatchObject({ expiresAt: time, errorMessage: null });
      const { id } = await documents.waitUntilReady(name, uploaded.id);
      const { info: _, ...ready } = await documents.getDocument({ collectionName: name, documentId: id, info: true });
      expect(Object.keys(uploaded).sort()).toEqual(Object.keys(ready).sort());
      expect(ready).toStrictEqual(await rest(`${place}/documents/${id}`));
    }
    const listed = await client.documents.listDocuments({ collectionName: name, status: "ready" });
    expect(listed).toStrictEqual(await rest(`${place}/documents?status=ready`));
    expect(await client.collections.getCollectionStats({ name })).toStrictEqual(await rest(`${place}/stats`));
    expect(await client.platform.listFileTypes({})).toStrictEqual(await rest("/v1/file-types"));
    expect(await client.installation.listPlugins({})).toMatchObject({ plugins: expect.any(Array) as object });
  });

  test("times are accepted as dates or ISO 8601, vectors as numbers or float32", async () => {
    using client = clientOf("Connect over HTTP/2", server.api.address);
    const collectionName = newName();
    await client.collections.createCollection({ name: collectionName, embeddingProvider: "none", dimension: 2 });
    const time = "2040-01-02T03:04:05.678Z";
    for (const [name, expiresAt] of [[newName(), time] as const, [newName(), new Date(time)] as const]) {
      const key = await client.keys.createKey({ name, scope: "read", collections: [collectionName], expiresAt });
      expect(key).toMatchObject({ expiresAt: time, revokedAt: null, collections: [collectionName], state: "active" });
    }
    const embeddings = [[0, -1], new Float32Array([0, -1])];
    const vectors = embeddings.map((embedding, at) => ({ id: `v${at}`, text: "", metadata: { at }, embedding }));
    await client.vectors.upsertVectors({ collectionName, vectors });
    const include = ["embedding", "metadata"] as const;
    const stored = await Array.fromAsync(client.vectors.all(collectionName, { include }));
    expect(stored.map(({ embedding, metadata }) => ({ embedding, metadata }))).toEqual([
      { embedding: [0, -1], metadata: { at: 0 } },
      { embedding: [0, -1], metadata: { at: 1 } },
    ]);
  });

  test("a field or value that is not in the contract is rejected before anything is sent", async () => {
    using client = clientOf("Connect over HTTP/2", "http://127.0.0.1:1");
    const { collections, queries } = client;
    const collectionName = "a";
    const metadata = { at: 2n as unknown as number };
    const wrong = [
      // @ts-expect-error: no field of the contract.
      [queries.query({ collectionName, topk: 3 }), "topk: is not a field of this request, which has collectionName"],
      // @ts-expect-error: no value of the enum.
      [queries.query({ collectionName, searchMode: "fuzzy" }), "searchMode: must be one of semantic, keyword, hybrid"],
      // @ts-expect-error: the path of the request has the name in it.
      [collections.getCollection({ title: "a" }), "title: is not a field of this request, which has name"],
      [collections.createCollection({ name: "a", metadata }), "metadata.at: must be JSON, got 2"],
    ] as const;
    for (const [call, message] of wrong) {
      const failure = await failureOf(call);
      expect(failure).toBeInstanceOf(InvalidArgumentError);
      expect(failure.message).toContain(message);
    }
  });
});
