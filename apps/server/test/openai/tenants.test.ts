import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";

const server = useServer({ SERVICE_RATE_LIMIT_PER_MINUTE: "0" });

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const makeKey = async (json: object): Promise<string> =>
  (await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", { json })).key;

const call = (token: string | undefined, method: string, path: string, json?: unknown) =>
  server.api.call<any>(method, `/v1${path}`, {
    ...(token !== undefined && { token }),
    ...(json !== undefined && { json }),
  });

const upload = async (text: string, token?: string) => {
  const form = new FormData();
  form.append("purpose", "assistants");
  form.append("file", new Blob([text]), "a.txt");
  const answer = await server.api.call<{ id: string }>("POST", "/v1/files", {
    body: form,
    ...(token !== undefined && { token }),
  });
  expect(answer.status).toBe(200);
  return answer.body.id;
};

const storeNamed = async (name: string): Promise<string> => {
  const { body } = await call(undefined, "GET", "/vector_stores?limit=100");
  return body.data.find((store: { name: string }) => store.name === name).id;
};

const settle = async (store: string): Promise<void> => {
  for (;;) {
    const { body } = await call(undefined, "GET", `/vector_stores/${store}`);
    if (body.file_counts.in_progress === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

let mine = "";
let theirs = "";
let signing = "";
/** Returns the token of a tenant, for a user. */
const tokenOf = (tenant: string, sub: string | undefined): string => {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub, iat: now, exp: now + 600, scope: "write", filter: { tenant } };
  const body = `${part({ alg: "HS256", kid: "app" })}.${part(claims)}`;
  return `${body}.${createHmac("sha256", signing).update(body).digest("base64url")}`;
};

beforeAll(async () => {
  await server.api.createCollection("mine");
  await server.api.createCollection("theirs");
  [mine, theirs] = [await storeNamed("mine"), await storeNamed("theirs")];
  signing = await makeKey({ name: "app", scope: "write", collections: ["mine"], signing: "HS256" });
});

describe("a key limited to a collection", () => {
  test("sees no other store and no files of others", async () => {
    const key = await makeKey({ name: "limited", scope: "write", collections: ["mine"] });
    const foreign = await upload("foreign");
    await call(undefined, "POST", `/vector_stores/${theirs}/files`, { file_id: foreign });
    const batch = await call(undefined, "POST", `/vector_stores/${theirs}/file_batches`, { file_ids: [foreign] });
    const { body } = await call(key, "GET", "/vector_stores");
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([mine]);
    const forbidden: readonly (readonly [string, string, unknown?])[] = [
      ["GET", `/vector_stores/${theirs}`],
      ["POST", `/vector_stores/${theirs}/search`, { query: "foreign" }],
      ["GET", `/vector_stores/${theirs}/files`],
      ["POST", `/vector_stores/${theirs}/files`, { file_id: foreign }],
      ["GET", `/vector_stores/${theirs}/files/${foreign}`],
      ["POST", `/vector_stores/${theirs}/files/${foreign}`, { attributes: {} }],
      ["DELETE", `/vector_stores/${theirs}/files/${foreign}`],
      ["GET", `/vector_stores/${theirs}/files/${foreign}/content`],
      ["POST", `/vector_stores/${theirs}/file_batches`, { file_ids: [foreign] }],
      ["GET", `/vector_stores/${theirs}/file_batches/${batch.body.id}`],
      ["POST", `/vector_stores/${theirs}/file_batches/${batch.body.id}/cancel`],
      ["GET", `/vector_stores/${theirs}/file_batches/${batch.body.id}/files`],
      // Through the tenant's own store too.
      ["GET", `/vector_stores/${mine}/file_batches/${batch.body.id}`],
      ["POST", `/vector_stores/${mine}/files`, { file_id: foreign }],
      ["POST", `/vector_stores/${mine}/file_batches`, { file_ids: [foreign] }],
      ["GET", `/files/${foreign}`],
      ["GET", `/files/${foreign}/content`],
      ["DELETE", `/files/${foreign}`],
    ];
    for (const [method, path, json] of forbidden) {
      expect([method, path, (await call(key, method, path, json)).status]).toEqual([method, path, 404]);
    }
    expect((await call(key, "GET", "/files")).body.data).toEqual([]);
    for (const [method, path] of [
      ["POST", "/vector_stores"],
      ["DELETE", `/vector_stores/${mine}`],
    ] as const) {
      expect((await call(key, method, path, {})).status).toBe(403);
    }
    const own = await upload("own", key);
    expect((await call(key, "GET", "/files")).body.data).toMatchObject([{ id: own }]);
    expect((await call(key, "POST", `/vector_stores/${mine}/files`, { file_id: own })).status).toBe(200);
    await call(undefined, "POST", `/vector_stores/${theirs}/files`, { file_id: own });
    expect((await call(key, "DELETE", `/files/${own}`)).status).toBe(200);
    expect((await call(key, "GET", `/vector_stores/${mine}/files/${own}`)).status).toBe(404);
    // The key may not write to that store, whoever owned the file.
    expect((await call(undefined, "GET", `/vector_stores/${theirs}/files/${own}`)).status).toBe(200);
  });

  test("with read scope can search but not write", async () => {
    const key = await makeKey({ name: "reader", scope: "read" });
    for (const [method, path] of [
      ["POST", "/files"],
      ["POST", "/uploads"],
      ["POST", `/vector_stores/${mine}/files`],
      ["POST", `/vector_stores/${mine}/file_batches`],
    ] as const) {
      const answer = await call(key, method, path, {});
      expect([answer.status, answer.body.error.code]).toEqual([403, "insufficient_permissions"]);
    }
    expect((await call(key, "POST", `/vector_stores/${mine}/search`, { query: "x" })).status).toBe(200);
  });
});

describe("a user's token with a filter", () => {
  test("accesses only files within its filter, through files, stores and batches", async () => {
    const [a, b] = [tokenOf("a", "1"), tokenOf("b", "2")];
    const [fileA, fileB] = [await upload("herons of a", a), await upload("herons of b", b)];
    const attach = (token: string, file: string, tenant: string) =>
      call(token, "POST", `/vector_stores/${mine}/files`, { file_id: file, attributes: { tenant } });
    expect((await attach(a, fileA, "b")).status).toBe(403);
    expect((await attach(a, fileA, "a")).status).toBe(200);
    const batch = await call(b, "POST", `/vector_stores/${mine}/file_batches`, {
      ...{ file_ids: [fileB], attributes: { tenant: "b" } },
    });
    expect(batch.status).toBe(200);
    await settle(mine);
    const found = await call(a, "POST", `/vector_stores/${mine}/search`, { query: "herons" });
    expect(found.body.data.map(({ file_id: id }: { file_id: string }) => id)).toEqual([fileA]);
    expect((await call(a, "GET", `/vector_stores/${mine}`)).body).toMatchObject({
      usage_bytes: 0,
      file_counts: { completed: 1, total: 1 },
    });
    expect((await call(a, "GET", `/vector_stores/${mine}/files`)).body.data).toMatchObject([{ id: fileA }]);
    expect((await call(a, "GET", `/vector_stores/${mine}/files?filter=completed`)).body.data).toHaveLength(1);
    for (const [method, path] of [
      ["GET", `/files/${fileB}`],
      ["GET", `/vector_stores/${mine}/files/${fileB}`],
      ["GET", `/vector_stores/${mine}/files/${fileB}/content`],
      ["DELETE", `/vector_stores/${mine}/files/${fileB}`],
      ["GET", `/vector_stores/${mine}/file_batches/${batch.body.id}`],
      ["POST", `/vector_stores/${mine}/file_batches/${batch.body.id}/cancel`],
    ] as const) {
      expect([path, (await call(a, method, path)).status]).toEqual([path, 404]);
    }
    // The tenant can't move a file out of its own access filter.
    const moved = await call(a, "POST", `/vector_stores/${mine}/files/${fileA}`, { attributes: { tenant: "b" } });
    expect(moved.status).toBe(403);
    expect((await call(a, "DELETE", `/vector_stores/${mine}`)).status).toBe(403);
  });

  test("without a subject shares files only with tokens of the same filter", async () => {
    const file = await upload("nobody's", tokenOf("a", undefined));
    expect((await call(tokenOf("b", undefined), "GET", `/files/${file}`)).status).toBe(404);
    expect((await call(tokenOf("a", undefined), "GET", `/files/${file}`)).status).toBe(200);
  });
});
