import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { documentsPath, type Failure } from "../harness/api.ts";
import type { Document } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";
import { list, names, work } from "../lists/lists-api.ts";

const server = useServer({ SERVICE_RATE_LIMIT_PER_MINUTE: "0" });

const post = <Body>(path: string, text: string, token?: string) =>
  server.api.call<Body & Failure>("POST", path, {
    body: text,
    headers: { "Content-Type": "application/json" },
    ...(token !== undefined && { token }),
  });

const makeKey = async (json: object): Promise<string> =>
  (await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", { json })).key;

/**
 * Returns the names, without extensions, of the documents whose passages a query finds; every mode must find the same.
 */
const found = async (collection: string, filters: object, token?: string): Promise<string> => {
  const answers = new Set<string>();
  for (const search_mode of ["keyword", "semantic", "hybrid"]) {
    const { results } = await server.api.expect<{ results: { metadata: { filename: string } }[] }>(
      200,
      "POST",
      `/v1/collections/${collection}/query`,
      { json: { query: "pier memo", search_mode, top_k: 50, filters }, ...(token !== undefined && { token }) },
    );
    answers.add(
      results
        .map(({ metadata }) => metadata.filename.split(".")[0])
        .sort()
        .join(""),
    );
  }
  expect(answers).toHaveLength(1);
  return [...answers][0]!;
};

const tokenBy = (secret: string, kid: string, filter: string): string => {
  const part = (json: string): string => Buffer.from(json).toString("base64url");
  const now = Math.floor(Date.now() / 1_000);
  const claims = `{"sub":"7","iat":${now},"exp":${now + 600},"filter":${filter}}`;
  const body = `${part(JSON.stringify({ alg: "HS256", kid }))}.${part(claims)}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
};

describe("an integer that a double can't represent exactly is rejected", () => {
  const SENT = "7205759403792793601";
  const REFUSED = `${SENT} can't be kept exactly; integers are exact up to ±9007199254740991, send it as a string`;
  const refused = (at: string, sent = SENT) => ({
    status: 400,
    body: { detail: `${at}: ${REFUSED.replace(SENT, sent)}` },
  });

  beforeAll(async () => {
    await server.api.createCollection("numbers");
    await server.api.ingest({
      collection: "numbers",
      filename: "a.txt",
      bytes: "pier memo",
      metadata: { n: 9007199254740991 },
    });
  });

  test("in metadata of single and batch uploads, patches and entries", async () => {
    const upload = (path: string, field: string, metadata: string) => {
      const form = new FormData();
      form.append(field, new Blob(["memo"]), "b.txt");
      form.append("metadata", metadata);
      return server.api.call<Failure>("POST", path, { body: form });
    };
    const path = documentsPath("numbers");
    expect(await upload(path, "file", `{"tenant": {"ids": [1, ${SENT}]}}`)).toMatchObject(
      refused("metadata.tenant.ids[1]"),
    );
    expect(await upload(`${path}/batch/upload`, "files", `{"id": -${SENT}}`)).toMatchObject(
      refused("metadata.id", `-${SENT}`),
    );
    const [document] = await server.api.documents("numbers");
    const patch = { body: `{"metadata": {"id": 1e20}}`, headers: { "Content-Type": "application/json" } };
    expect(await server.api.call("PATCH", documentsPath("numbers", document!.id), patch)).toMatchObject(
      refused("metadata.id", "1e20"),
    );
    const entry = (metadata: string) => `{"vectors": [{"id": "v", "embedding": [1], "metadata": ${metadata}}]}`;
    expect(await post("/v1/collections/numbers/vectors/upsert", entry(`{"id": 9007199254740992}`))).toMatchObject(
      refused("vectors[0].metadata.id", "9007199254740992"),
    );
    expect(await post("/v1/collections/numbers/vectors/upsert", entry(`{"id": 12345678901234567.5}`))).toMatchObject(
      refused("vectors[0].metadata.id", "12345678901234567.5"),
    );
    expect(await found("numbers", { n: 9007199254740991 })).toBe("a");
  });

  test("in filters of queries, lists, deletions, keys and tokens", async () => {
    const filters = `{"id": {"$in": ["x", ${SENT}]}}`;
    const at = "filters.id.$in[1]";
    expect(await post("/v1/collections/numbers/query", `{"query": "a", "filters": ${filters}}`)).toMatchObject(
      refused(at),
    );
    expect(
      await server.api.call("GET", `${documentsPath("numbers")}?filters=${encodeURIComponent(filters)}`),
    ).toMatchObject(refused(at));
    expect(await post(documentsPath("numbers", "delete"), `{"filters": ${filters}}`)).toMatchObject(refused(at));
    expect(await post("/v1/admin/keys", `{"name": "k", "scope": "read", "filter": {"id": ${SENT}}}`)).toMatchObject(
      refused("filter.id"),
    );
    const secret = await makeKey({ name: "big", scope: "read", collections: ["numbers"], signing: "HS256" });
    const token = tokenBy(secret, "big", `{"tenant": ${SENT}}`);
    expect(await server.api.call("GET", documentsPath("numbers"), { token })).toMatchObject({ status: 401 });
  });

  test("over Connect", async () => {
    const body = `{"collectionName": "numbers", "query": "a", "filters": {"id": ${SENT}}}`;
    const { status, text } = await post("/quarry.v1.QueryService/Query", body);
    expect([status, text]).toEqual([400, expect.stringContaining(REFUSED)]);
  });
});

describe("timestamps", () => {
  // Times in the same minute with different zones, precision and spelling; the others lie around it.
  const MEMOS = {
    a: "2025-06-30T22:15:00Z",
    b: "2025-07-01T00:15+02:00",
    c: "2025-06-30 18:15:00,000-0400",
    d: "2025-06-30T22:15:00.25z",
    e: "2025-07-01",
    f: "2025-06-30T23:59:60Z",
    // Not a calendar day: treated like any other string.
    g: "2025-06-31T22:15:00Z",
    h: "30.06.2025",
  } as const;

  beforeAll(async () => {
    await server.api.createCollection("dates");
    for (const [name, when] of Object.entries(MEMOS)) {
      await server.api.ingest({
        collection: "dates",
        filename: `${name}.txt`,
        bytes: `pier memo ${name}`,
        metadata: { when, all: [when, "2001-01-01"], day: { sent: when } },
      });
    }
  });

  test.each([
    ["abc", { when: "2025-06-30T22:15Z" }],
    ["abc", { when: { $in: ["x", "2025-07-01T01:15:00.000+03"] } }],
    ["defgh", { when: { $nin: ["2025-06-30T22:15:00"] } }],
    ["ef", { when: "2025-06-30T24:00:00Z" }],
    ["defg", { when: { $gt: "2025-06-30T22:15:00+00:00", $lte: "2025-07-01T02:00:00+02:00" } }],
    ["abc", { "day.sent": { $gte: "2025-06-30T22:15:00.000Z", $lt: "2025-06-30T22:15:00.1Z" } }],
    ["abc", { all: { $contains: "2025-06-30T22:15:00Z" } }],
    ["g", { when: "2025-06-31T22:15:00Z" }],
    ["h", { when: { $contains: ".06." } }],
    ["b", { when: { $contains: "+02:00" } }],
    ["ag", { when: { $contains: ":15:00Z" } }],
    ["abcdefgh", { created_at: { $gte: "2020-01-01" } }],
  ])("compare by instant, regardless of notation: %s for %j", async (expected, filters) => {
    expect(await found("dates", filters)).toBe(expected);
    expect(
      (await names(server.api, "dates", { filters, limit: 50 }))
        .map((name) => name[0])
        .sort()
        .join(""),
    ).toBe(expected);
    expect((await work(server.api, "dates", "delete", { filters, dry_run: true })).body.matched).toBe(expected.length);
  });

  test("limit what a key and a user's token can access", async () => {
    const filter = { when: { $gte: "2025-06-30T18:15:00-04:00", $lt: "2025-07-01T02:00+02:00" } };
    const key = await makeKey({ name: "june", scope: "read", filter });
    const secret = await makeKey({ name: "signer", scope: "read", signing: "HS256" });
    for (const token of [key, tokenBy(secret, "signer", JSON.stringify(filter))]) {
      expect(await found("dates", {}, token)).toBe("abcdg");
      expect((await server.api.call<{ total: number }>("GET", documentsPath("dates"), { token })).body.total).toBe(5);
    }
  });

  test("of the same instant are one facet entry", async () => {
    const { body } = await server.api.call<{ facets: { values: { string: string; count: number }[] }[] }>(
      "POST",
      "/v1/collections/dates/facets",
      { json: { fields: ["when"] } },
    );
    expect(body.facets[0]?.values.slice(0, 2)).toEqual([
      { string: "2025-06-30T22:15:00Z", count: 3 },
      { string: "2025-07-01", count: 2 },
    ]);
  });

  test("are returned as they were sent", async () => {
    const documents = await server.api.documents("dates");
    expect(new Set(documents.map(({ metadata }) => (metadata as { when: string }).when))).toEqual(
      new Set(Object.values(MEMOS)),
    );
  });

  test("are required in filters on the service's own times", async () => {
    for (const [field, value] of [
      ["created_at", "yesterday"],
      ["expires_at", 5],
      ["created_at", "2025"],
    ] as const) {
      const { status, body } = await server.api.badQuery("dates", {
        query: "a",
        filters: { [field]: { $gte: value } },
      });
      expect([status, body.detail]).toEqual([
        400,
        `filters.${field}.$gte: must be an ISO 8601 date or date-time, such as 2026-03-11 or 2026-03-11T04:30:00Z, got ${JSON.stringify(value)}`,
      ]);
    }
  });
});

describe("composed and decomposed names, ids, keys and values", () => {
  const composed = "Žádost č. 7 – Říčany.txt";
  const decomposed = composed.normalize("NFD");
  let first: Document;

  const send = async (name: string, onConflict?: string) => {
    const form = new FormData();
    form.append("file", new Blob(["pier memo"]), name);
    form.append("external_id", name);
    form.append("metadata", JSON.stringify({ ["město".normalize("NFD")]: "Plzeň".normalize("NFD") }));
    if (onConflict !== undefined) form.append("on_conflict", onConflict);
    return server.api.call<Document & Failure>("POST", documentsPath("names"), { body: form });
  };

  beforeAll(async () => {
    await server.api.createCollection("names");
    first = (await send(decomposed)).body;
    await server.api.settled("names", first.id);
    await server.api.ingest({
      collection: "names",
      filename: "other.txt",
      bytes: "pier memo",
      metadata: { město: "Plzeň" },
    });
  });

  test("identify one document, which is returned as it was sent", async () => {
    expect(first).toMatchObject({ filename: decomposed, external_id: decomposed });
    expect(await send(composed, "skip")).toMatchObject({
      status: 200,
      body: { id: first.id, external_id: decomposed },
    });
    expect((await send(composed)).status).toBe(409);
    expect((await list(server.api, "names", { external_id: composed })).body.documents[0]?.id).toBe(first.id);
  });

  test.each([
    ["Žádost č", { filename: composed }],
    ["Žádost č", { filename: { $contains: "Říčany" } }],
    ["Žádost čother", { město: "Plzeň" }],
    ["Žádost čother", { ["město".normalize("NFD")]: { $in: ["Plzeň".normalize("NFD")] } }],
    ["Žádost č", { external_id: { $gte: composed } }],
  ])("are found in either form: %s for %j", async (expected, filters) => {
    expect((await found("names", filters)).normalize("NFC")).toBe(expected);
    expect((await list(server.api, "names", { filters })).body.total).toBe(expected.endsWith("other") ? 2 : 1);
  });

  test("are found by a part of the name, and are one facet entry", async () => {
    expect(await names(server.api, "names", { filename: "ŘÍČANY" })).toEqual([decomposed]);
    expect(await names(server.api, "names", { filename: "říčany".normalize("NFD") })).toEqual([decomposed]);
    const facets = await server.api.expect<{ facets: unknown[] }>(200, "POST", "/v1/collections/names/facets", {
      json: { fields: ["město"] },
    });
    expect(facets.facets[0]).toMatchObject({ values: [{ string: "Plzeň", count: 2 }] });
  });

  test("two keys that differ only in composition are rejected", async () => {
    const { status, body } = await post<Failure>(
      "/v1/collections/names/vectors/upsert",
      JSON.stringify({ vectors: [{ id: "v", embedding: [1], metadata: { ö: 1, ["ö".normalize("NFD")]: 2 } }] }),
    );
    expect([status, body.detail]).toEqual([
      400,
      expect.stringContaining("vectors[0].metadata: must not have two keys"),
    ]);
  });
});
