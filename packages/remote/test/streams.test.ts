import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  ParserService,
  type UpsertRequestSchema,
  type VectorRecord as RecordMessage,
  VectorStoreService,
} from "@quarry/api/plugin";
import { DEFAULT_PARSER_LIMITS } from "@quarry/plugin";
import parserText from "@quarry/parser-text";
import vectorEmbedded from "@quarry/vector-embedded";
import { expect, test } from "vitest";
import { openStore } from "./support/open-remote.ts";
import { serve } from "./support/serve.ts";
import { until } from "./support/until.ts";

const clientOf = (address: string) => createClient(VectorStoreService, createGrpcTransport({ baseUrl: address }));

const entry = (id: string) => ({
  id,
  vector: new Uint8Array(Float32Array.of(1, 0, 0, 0).buffer),
  metadataJson: "{}",
  text: "",
});
const records = (...ids: readonly string[]) =>
  ({ part: { case: "records", value: { records: ids.map(entry) as RecordMessage[] } } }) as const;
const start = (totalRecords: number) =>
  ({ part: { case: "start", value: { collection: "garden", totalRecords } } }) as const;

type UpsertPart = MessageInitShape<typeof UpsertRequestSchema>;

async function* stream<Part = UpsertPart>(...parts: readonly NoInfer<Part>[]): AsyncGenerator<Awaited<Part>> {
  for (const part of parts) yield await part;
}

test("an upsert that differs from its announcement writes nothing", async () => {
  await using served = await serve(vectorEmbedded);
  const client = clientOf(served.address);
  await client.ensureCollection({ collection: "garden", dimension: 4 });
  const refused = [
    stream(start(3), records("a", "b")),
    stream(start(1), records("a", "b")),
    stream(records("a")),
    stream(start(1), start(1), records("a")),
    stream(start(2), records("a"), {
      part: { case: "records", value: { records: [{ ...entry("b"), vector: new Uint8Array(7) } as RecordMessage] } },
    } as const),
    stream(),
  ];
  for (const parts of refused) {
    await expect(client.upsert(parts)).rejects.toThrow(/^\[invalid_argument\] /);
    expect((await client.count({ collection: "garden" })).count).toBe(0n);
  }
  await client.upsert(stream(start(3), records("a"), records("b", "c")));
  expect((await client.count({ collection: "garden" })).count).toBe(3n);
});

test("an upsert that is interrupted in transit writes nothing", async () => {
  await using served = await serve(vectorEmbedded);
  const client = clientOf(served.address);
  await client.ensureCollection({ collection: "garden", dimension: 4 });
  const cut = new AbortController();
  let isUnderWay = false;
  async function* hanging() {
    yield start(3);
    yield records("a", "b");
    isUnderWay = true;
    await new Promise((resolve) => cut.signal.addEventListener("abort", resolve, { once: true }));
  }
  const call = client.upsert(hanging(), { signal: cut.signal });
  call.catch(() => {});
  await until("the stream to be under way", () => isUnderWay);
  // A later call on the same connection is answered once the earlier parts were received.
  await client.health({});
  cut.abort();
  await expect(call).rejects.toThrow();
  expect((await client.count({ collection: "garden" })).count).toBe(0n);
});

test("a store with its own metadata rejects host queries, unfiltered deletions and invalid filters", async () => {
  await using served = await serve(vectorEmbedded);
  const client = clientOf(served.address);
  await client.ensureCollection({ collection: "garden", dimension: 4 });
  const query = { kind: { case: "everything", value: {} } } as const;
  await expect(client.count({ collection: "garden", query })).rejects.toThrow(/host's own form/);
  await expect(client.deleteByQuery({ collection: "garden" })).rejects.toThrow(/a deletion needs a filter/);
  for (const hostFilterJson of ["{", "{}", '{"op":"near","path":"a","negated":false}', '{"op":"and","filters":[]}']) {
    await expect(client.count({ collection: "garden", hostFilterJson })).rejects.toThrow(/^\[invalid_argument\] /);
  }
});

test("batches and pages of many megabytes are sent in parts; a record above the limit is rejected by id", async () => {
  await using served = await serve(vectorEmbedded);
  await using remote = await openStore({ address: served.address });
  const vector = Float32Array.of(0, 1, 0, 0);
  const large = Array.from({ length: 300 }, (_, index) => ({
    ...{ id: `r${String(index).padStart(3, "0")}`, vector },
    ...{ metadata: { note: "n".repeat(20_000) }, text: "t".repeat(20_000) },
  }));
  await remote.run((store) => store.ensureCollection({ collection: "garden", dimension: 4 }));
  await remote.run((store) => store.upsert("garden", large));
  const page = await remote.run((store) => store.list("garden", { limit: 10_000 }));
  const read = page.records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  // Megabytes of text, which must not appear in a failure message.
  expect(JSON.stringify(read) === JSON.stringify(large)).toBe(true);
  const ids = large.map(({ id }) => id);
  expect(await remote.run((store) => store.get("garden", ids))).toHaveLength(300);
  const failure = await remote.failure((store) =>
    store.upsert("garden", [{ id: "too large", vector, metadata: {}, text: "t".repeat(4_200_000) }]),
  );
  expect(failure).toMatchObject({ reason: "invalid" });
  expect(failure.message).toMatch(
    /^the record "too large" takes \d+ bytes, more than [^']+'s limit of 4194304 per message/,
  );
});

test("a file that arrives incomplete is rejected", async () => {
  await using served = await serve(parserText);
  const client = createClient(ParserService, createGrpcTransport({ baseUrl: served.address }));
  const { maxPages, maxTextCharacters, maxNesting } = DEFAULT_PARSER_LIMITS;
  const limits = {
    ...{ maxPages: BigInt(maxPages), maxTextCharacters: BigInt(maxTextCharacters), maxNesting: BigInt(maxNesting) },
    ...{
      maxCells: 1_000n,
      maxPixels: 1_000n,
      maxUncompressedBytes: 1_000n,
      maxArchiveEntries: 10n,
      maxCompressionRatio: 10,
    },
  };
  const begin = (size: number) =>
    ({ part: { case: "start", value: { filename: "a.txt", fileType: "txt", size: BigInt(size), limits } } }) as never;
  const bytes = (text: string) => ({ part: { case: "bytes", value: Buffer.from(text) } }) as never;
  const parse = async (...parts: readonly never[]) => {
    const texts: string[] = [];
    for await (const { events } of client.parse(stream<never>(...parts)))
      for (const { kind } of events) if (kind.case === "block") texts.push(kind.value.text);
    return texts;
  };
  expect(await parse(begin(11), bytes("Frogs "), bytes("sing."))).toEqual(["Frogs sing."]);
  await expect(parse(begin(12), bytes("Frogs sing."))).rejects.toThrow("12 bytes were announced, but 11 received");
  await expect(parse(begin(3), bytes("Frogs sing."))).rejects.toThrow("3 bytes were announced");
  await expect(parse(bytes("Frogs"))).rejects.toThrow("one start message and then bytes");
});
